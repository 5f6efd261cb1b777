"""Hosts: the browser and the file system. Only modules of this package know them."""
