"""A Chromium for the browser tests: the system's, else Playwright's own, else Debian's package."""

import os
import shutil
import subprocess
from pathlib import Path

from steps.commands import run
from steps.paths import VENV_PYTHON
from steps.progress import SetupError, say, step

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PLAYWRIGHTS = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def ensure() -> Path:
    """Find a Chromium, or get one.

    Raises
    ------
    SetupError
        There is none, and none of the ways to get one works here.
    """
    found = on_path() or _playwrights()
    if found:
        return found
    with step("Chromium (none on PATH)"):
        for attempt in (_install_playwrights, _install_debians):
            try:
                attempt()
            except SetupError as error:
                say(str(error))
            found = on_path() or _playwrights()
            if found:
                return found
    raise SetupError("No Chromium was found. Install one (Debian: apt-get install chromium) and run this again.")


def on_path() -> Path | None:
    """The system's Chromium, if one is on PATH and starts."""
    for name in _NAMES:
        path = shutil.which(name)
        if path and _starts(path):
            return Path(path)
    return None


def _starts(path: str) -> bool:
    """Whether it runs: a distribution's stand-in for a snap does not."""
    try:
        subprocess.run([path, "--version"], capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _playwrights() -> Path | None:
    """Playwright's own browser, if it was installed before."""
    try:
        path = Path(run([VENV_PYTHON, "-c", _PLAYWRIGHTS], "", timeout_seconds=60).strip())
    except SetupError:
        return None
    return path if path.is_file() and _starts(str(path)) else None


def _install_playwrights() -> None:
    say("trying Playwright's own")
    command = (VENV_PYTHON, "-m", "playwright", "install", "chromium")
    run(command, "Trying Debian's package.", timeout_seconds=300)


def _install_debians() -> None:
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise SetupError("Debian's package needs apt-get and root.")
    say("installing Debian's package")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-q"], "Check the connection.", env=env)
    run(["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"], "Check the connection.", env=env)
