"""The site in a browser of its own, for tools that draw by it."""

import runpy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from steps.server import SiteServer

ROOT: Final = Path(__file__).resolve().parents[2]
CONFIG: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "playwright.config.py"))
"""The names of playwright.config.py."""


@contextmanager
def browsing(site: Path, chromium: str | Path) -> Iterator[tuple[Browser, str]]:
    """Serve the folder `site` and give a browser, and the address of the site, with its last slash."""
    with SiteServer(site, CONFIG["HOST"], CONFIG["PORT"]) as server:
        threading.Thread(target=server.serve_forever, name="site", daemon=True).start()
        try:
            with sync_playwright() as playwright:
                flags, headless = CONFIG["BROWSER_FLAGS"], CONFIG["HEADLESS"]
                browser = playwright.chromium.launch(executable_path=chromium, args=flags, headless=headless)
                try:
                    yield browser, server.url
                finally:
                    browser.close()
        finally:
            server.shutdown()
