"""Makes and checks the art catalogs: `python3 build/catalog.py make v1`, `python3 build/catalog.py check v1`."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "build"), str(ROOT / "py")]

from catalog.make import make  # noqa: E402


def check(folder: Path, processes: int) -> int:
    """Makes the catalog again elsewhere and compares bytes; 0 if all are the same."""
    with tempfile.TemporaryDirectory() as scratch:
        make(Path(scratch), processes)
        made = {path.name: path.read_bytes() for path in sorted(Path(scratch).iterdir())}
    kept = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    differing = [name for name in sorted(made.keys() | kept.keys()) if made.get(name) != kept.get(name)]
    for name in differing:
        print(
            f"{name}: {'missing' if name not in kept else 'not made any more' if name not in made else 'bytes differ'}"
        )
    print(f"{folder.name}: {len(made) - len(differing)} of {len(made)} files are the same")
    return 1 if differing else 0


def main() -> int:
    """The command line; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("make", "check"))
    parser.add_argument("version", choices=("v1",))
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    arguments = parser.parse_args()
    folder = ROOT / "catalogs" / arguments.version
    if arguments.command == "check":
        return check(folder, arguments.processes)
    make(folder, arguments.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
