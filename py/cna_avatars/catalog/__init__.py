"""Catalogs: manifests, the files they name, and how those are read."""
