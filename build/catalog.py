"""Makes, checks and releases the art catalogs: `python3 build/catalog.py make v1`, `… check v1`, `… release v1`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by any
    sys.exit(f"error: Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")

import argparse
import os
import subprocess
from pathlib import Path

from steps import node, venv
from steps.paths import ROOT, VENV, VENV_PYTHON
from steps.progress import SetupError, run_main


def main() -> int:
    """The command line; the exit status."""
    venv.ensure()
    if Path(sys.prefix) != VENV:  # NumPy is there
        return subprocess.run([VENV_PYTHON, __file__, *sys.argv[1:]], check=False).returncode
    sys.path.insert(0, str(ROOT / "py"))
    from catalog.check import RUNTIMES, check
    from catalog.make import VERSION, make
    from catalog.release import pinned, release

    parser = argparse.ArgumentParser(
        prog="build/catalog.py", description="Make a catalog, or make it again and compare."
    )
    parser.add_argument("command", choices=("make", "check", "release"))
    parser.add_argument("version", choices=("v1",))
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument(
        "--runtime",
        choices=RUNTIMES,
        action="append",
        help="where check makes it: cpython; baseline, without NumPy's paths for newer processors; pyodide (all)",
    )
    options = parser.parse_args()
    folder = ROOT / "catalogs" / options.version
    if options.command == "release":
        release(VERSION)
        return 0
    if options.command == "make":
        if options.version in pinned():
            raise SetupError(
                f"catalogs/{options.version} is released and never changes. Give the generator a new version."
            )
        make(folder, options.processes)
        return 0
    node.ensure_packages(node.ensure_node())
    differing = [check(folder, runtime, options.processes) for runtime in options.runtime or RUNTIMES]
    return 1 if any(differing) else 0


if __name__ == "__main__":
    sys.exit(run_main(main))
