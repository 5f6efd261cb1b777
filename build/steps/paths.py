"""Where things lie. What is made goes to .venv, node_modules, .cache and dist, all ignored by git."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STEPS = ROOT / "build" / "steps"
CACHE = ROOT / ".cache"
SITE = ROOT / "dist" / "site"
NODE_MODULES = ROOT / "node_modules"
PYODIDE = NODE_MODULES / "pyodide"

VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
PIP: tuple[str | Path, ...] = (VENV_PYTHON, "-m", "pip", "--disable-pip-version-check")
