"""Runs tests/unit inside Pyodide, with the Python library and NumPy that the page gets.

python run_unit.py SITE_PACKAGES REPORT: the folder with pytest and Hypothesis, and the JUnit report to write. Run by
build/steps/pyodide.mjs from the repository's root.
"""

import importlib.util
import sys
from pathlib import Path

ROOT = Path.cwd()

# Developers' packages of the host that are pure Python, so that this interpreter can use them too.
_BORROWED = (
    "_hypothesis_globals.py", "_hypothesis_pytestplugin.py", "_pytest", "hypothesis", "iniconfig", "packaging", "pluggy",
    "py.py", "pygments", "pytest", "sortedcontainers",
)

# pytest wants a few modules of Python's library that the page goes without; npm's Pyodide has them all.
_WHOLE_LIBRARY = ROOT / "node_modules" / "pyodide" / "python_stdlib.zip"


def borrow(site_packages: Path) -> None:
    """Make the borrowed packages importable, and numpy.testing, which the page's NumPy goes without."""
    folder = Path("/tmp/borrowed")
    (folder / "numpy").mkdir(parents=True)
    for name in _BORROWED:
        (folder / name).symlink_to(site_packages / name)
    for information in site_packages.glob("*.dist-info"):
        if information.name.partition("-")[0].lower() in _BORROWED:
            (folder / information.name).symlink_to(information)
    sys.path[:] = [entry for entry in sys.path if entry]  # not the current folder: it holds one called py
    sys.path += [str(_WHOLE_LIBRARY), str(folder)]
    (folder / "numpy" / "testing").symlink_to(site_packages / "numpy" / "testing")
    import numpy as np

    np.__path__.append(str(folder / "numpy"))


def main() -> int:
    """Run the tests; answers pytest's exit status."""
    site_packages, report = Path(sys.argv[1]).absolute(), sys.argv[2]
    sys.pycache_prefix = str(ROOT / ".cache" / "pyodide-bytecode")
    borrow(site_packages)
    assert importlib.util.find_spec("cna_avatars") is None, "the sources are tested, not the packed wheel"
    import pytest

    unsupported = [option for name in ("cacheprovider", "threadexception") for option in ("-p", f"no:{name}")]
    arguments = ["-q", "--capture=sys", *unsupported, "-o", "faulthandler_timeout=0", f"--junitxml={report}", "tests/unit"]
    return int(pytest.main(arguments))


if __name__ == "__main__":
    sys.exit(main())
