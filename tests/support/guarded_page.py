"""Browser pages that fail a test for what a page must never do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

# What a page may tell of itself: globalThis.cnaAvatarsTest = {glErrors(): string[], proxies(): number}, the names of
# pending WebGL errors and how many Python proxies nobody owns any more.
_SELF_REPORT = """async () => {
  const report = globalThis.cnaAvatarsTest;
  return report ? { glErrors: (await report.glErrors?.()) ?? [], proxies: report.proxies?.() ?? 0 } : null;
}"""


class PageGuard:
    """Collects a page's errors and its requests to other origins."""

    def __init__(self, page: Page, site_url: str, allowed: tuple[str, ...] = ()) -> None:
        self._page = page
        self._origin = urlsplit(site_url)[:2]
        self._allowed = [re.compile(pattern) for pattern in allowed]
        self.problems: list[str] = []
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self._add(f"page error: {error}"))
        page.on("request", self._on_request)

    def verify(self) -> None:
        """Fail if the page did what it must not, or leaves WebGL errors or leaked proxies behind."""
        if not self._page.is_closed() and self._page.url.startswith("http"):
            report = self._page.evaluate(_SELF_REPORT)
            if report and report["glErrors"]:
                self.problems.append(f"pending WebGL errors: {report['glErrors']}")
            if report and report["proxies"]:
                self.problems.append(f"leaked Python proxies: {report['proxies']}")
        assert not self.problems, "\n".join(self.problems)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
            self._add(f"console error: {message.text} ({message.location['url']})")

    def _on_request(self, request: Request) -> None:
        target = urlsplit(request.url)
        if target.scheme not in ("data", "blob") and target[:2] != self._origin:
            self.problems.append(f"request to another origin: {request.url}")

    def _add(self, problem: str) -> None:
        if not any(pattern.search(problem) for pattern in self._allowed):
            self.problems.append(problem)


@contextmanager
def guarded_page(
    browser: Browser, site_url: str, config: dict[str, Any], allowed: tuple[str, ...] = ()
) -> Iterator[Page]:
    """Open a page in a context of its own and check it at the end; for fixtures of any scope.

    Parameters
    ----------
    config
        The names of playwright.config.py.
    allowed
        Regular expressions of console errors and page errors that are provoked.
    """
    context = browser.new_context(
        viewport=config["VIEWPORT"],
        device_scale_factor=config["DEVICE_SCALE_FACTOR"],
        locale=config["LOCALE"],
        timezone_id=config["TIMEZONE"],
        color_scheme=config["COLOR_SCHEME"],
        reduced_motion=config["REDUCED_MOTION"],
    )
    context.set_default_timeout(config["PAGE_TIMEOUT_MS"])
    try:
        page = context.new_page()
        guard = PageGuard(page, site_url, allowed)
        yield page
        guard.verify()
    finally:
        context.close()
