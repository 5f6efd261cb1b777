"""`python -m cna_avatars`: pictures and descriptions of avatars at the command line."""

import sys

from cna_avatars.command.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
