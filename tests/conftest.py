"""Fixtures of the browser: nothing here is imported before a test asks for it, so that unit tests need no browser."""

from __future__ import annotations

import os
import runpy
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def browser_config() -> dict[str, Any]:
    """Return the names of playwright.config.py."""
    return runpy.run_path(str(ROOT / "playwright.config.py"))


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """Return the finished site."""
    folder = ROOT / "dist" / "site"
    if not (folder / "runtime" / "manifest.json").is_file():
        pytest.fail("dist/site is not built: run the tests by python3 build/test.py")
    return folder


@pytest.fixture(scope="session")
def site_url(site_folder: Path, browser_config: dict[str, Any]) -> Iterator[str]:
    """Serve the site by the project's own server; the address ends with a slash."""
    from steps.server import SiteServer

    with SiteServer(site_folder, browser_config["HOST"], browser_config["PORT"]) as server:
        thread = threading.Thread(target=server.serve_forever, name="site")
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="session")
def browser(browser_config: dict[str, Any]) -> Iterator[Browser]:
    """Start the browser once; no name but this machine's own resolves in it."""
    from playwright.sync_api import sync_playwright

    from steps import chromium

    named = os.environ.get("CNA_AVATARS_CHROMIUM")
    path = shutil.which(named) if named else chromium.on_path()
    if path is None:
        pytest.fail("no Chromium was found: run the tests by python3 build/test.py")
    flags = [*browser_config["BROWSER_FLAGS"], f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {browser_config['HOST']}"]
    with sync_playwright() as playwright:
        instance = playwright.chromium.launch(
            executable_path=path, args=flags, headless=browser_config["HEADLESS"]
        )
        yield instance
        instance.close()


@pytest.fixture
def page(
    request: pytest.FixtureRequest, browser: Browser, site_url: str, browser_config: dict[str, Any]
) -> Iterator[Page]:
    """Open an empty page that fails the test for errors, requests to other origins, WebGL errors and leaked proxies."""
    from guarded_page import guarded_page

    marker = request.node.get_closest_marker("allow_console_errors")
    with guarded_page(browser, site_url, browser_config, marker.args if marker else ()) as opened:
        yield opened
