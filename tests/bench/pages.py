"""Chromium with the site, for benches: pages whose Python can be run from here."""

import json
import runpy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from machine import ROOT
from playwright.sync_api import Browser, Page, sync_playwright

from steps import chromium
from steps.server import SiteServer

EMPTY = "<!doctype html><html lang=en><meta charset=utf-8><title>Bench</title></html>"
OPEN = """async (base) => {
  const { openStudio } = await import(base + "runtime/studio.js");
  const { boot } = await import(base + "runtime/boot.js");
  const studio = await openStudio();
  const { pyodide } = await boot();
  globalThis.python = (code) => pyodide.runPython(code);
  python("from cna_avatars.animation.avatar_animation import preset_clips");
  for (let i = 0; !python("preset_clips.are_there") && i < 2000; i++) {
    studio.loop.step(0);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}"""


SITE = ROOT / "dist" / "site"


def catalog_files() -> dict[str, tuple[str, bytes]]:
    """Return SHA-256 and bytes of the newest catalog's manifest and files in the site, by name."""
    folder = SITE / "catalogs" / "files"
    index = json.loads((SITE / "catalogs" / "index.json").read_bytes())
    newest = max(index["catalogs"], key=lambda entry: entry["version"])["sha256"]
    manifest = (folder / newest).read_bytes()
    files = {"catalog.json": (newest, manifest)}
    for asset in json.loads(manifest)["assets"]:
        files[asset["name"]] = (asset["sha256"], (folder / asset["sha256"]).read_bytes())
    return files


@contextmanager
def site_browser() -> Iterator[tuple[Browser, str]]:
    """Serve dist/site and open the browser of the tests; give both."""
    config: dict[str, Any] = runpy.run_path(str(ROOT / "playwright.config.py"))
    with SiteServer(SITE, "127.0.0.1", 0) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=str(chromium.ensure()), args=config["BROWSER_FLAGS"], headless=config["HEADLESS"]
        )
        yield browser, server.url
        browser.close()
        server.shutdown()


def python_page(browser: Browser, url: str) -> Page:
    """Open a page whose Python runs, with the catalogs installed."""
    page = browser.new_page()
    page.set_default_timeout(180_000)
    page.route("**/bench.html*", lambda route: route.fulfill(body=EMPTY, content_type="text/html"))
    page.goto(f"{url}bench.html?test=1")
    page.evaluate(OPEN, url)
    return page


def put_catalog_files(page: Page, url: str, files: dict[str, tuple[str, bytes]]) -> None:
    """Give the page's Python `files`, the contents of `catalog_files()` by name."""
    page.evaluate(
        """async ([base, names]) => {
          python("files = {}");
          const put = python("lambda name, data: files.__setitem__(name, data.to_bytes())");
          for (const [name, sha256] of names) {
            const response = await fetch(`${base}catalogs/files/${sha256}`);
            put(name, new Uint8Array(await response.arrayBuffer()));
          }
          put.destroy();
        }""",
        [url, [(name, sha256) for name, (sha256, _) in files.items()]],
    )
