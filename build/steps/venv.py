"""The virtual environment .venv with the pinned releases that pyproject.toml lists."""

import os
import sys
import tomllib
import venv

from steps import stamp
from steps.commands import run
from steps.paths import PIP, ROOT, VENV, VENV_PYTHON
from steps.progress import SetupError, say, step

_OFFLINE = "Check the connection to the Python package index and run this again."


def ensure() -> None:
    """Make .venv if it is not there and install what pyproject.toml pins; at once when nothing changed."""
    requirements = pinned()
    key = stamp.digest([*requirements, sys.version, str(VENV)])
    mark = VENV / "installed.stamp"
    if stamp.is_fresh(mark, key) and VENV_PYTHON.is_file():
        return
    with step("Python environment (.venv)"):
        _create()
        say(f"{len(requirements)} pinned packages")
        run([*PIP, "install", "--quiet", *requirements], _OFFLINE)
        stamp.write(mark, key)


def pinned() -> list[str]:
    """The requirements of the development environment, each `name==version`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return list(project["dependency-groups"]["dev"])


def _create() -> None:
    if VENV_PYTHON.is_file() and _works():
        return
    builder = venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt")
    try:
        builder.create(VENV)
    except Exception as error:
        raise SetupError(
            f"{VENV} could not be made ({error}). Install Python's venv module (Debian: apt-get install python3-venv)."
        ) from error


def _works() -> bool:
    """Whether the environment is of this Python and has pip (a half-made one has not)."""
    try:
        version = run([VENV_PYTHON, "-c", "import pip, sys; print(sys.version)"], "")
    except SetupError:
        return False
    return version.strip() == sys.version.strip()
