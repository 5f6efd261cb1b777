"""The command line: `python -m cna_avatars`."""
