"""The boot in a real page: what it gives, what it asks for, and how each failure is named."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from guarded_page import guarded_page
from steps.server import CONTENT_SECURITY_POLICY, SiteServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, Route

# Boots and keeps the runtime; a failure comes back as plain data.
BOOT = """async ({ base, options }) => {
  globalThis.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective));
  const module = await import(`${base}runtime/boot.js`);
  globalThis.steps = [];
  const onProgress = (progress) => steps.push({ ...progress });
  try {
    globalThis.boot = module.boot;
    globalThis.runtime = await module.boot({ module: "cna_avatars", ...options, onProgress });
    return { name: runtime.web.__name__ };
  } catch (error) {
    return { class: error.constructor.name, code: error.code, file: error.file, message: error.message };
  }
}"""

ERRORS = pytest.mark.allow_console_errors("Failed to load resource", "standard library", "console error: ")


def open_blank(page: Page, base: str, policy: str = CONTENT_SECURITY_POLICY) -> None:
    """Open an empty page of the site, under the server's policy or another."""
    headers = {"Content-Security-Policy": policy}
    page.route(
        base + "blank.html",
        lambda route: route.fulfill(
            body="<!doctype html><title>Blank</title>", content_type="text/html", headers=headers
        ),
    )
    page.goto(base + "blank.html")


def boot(page: Page, base: str, **options: Any) -> dict[str, Any]:
    """Boot and return the imported module's name, or the error's fields."""
    return page.evaluate(BOOT, {"base": base, "options": options})


@pytest.fixture(scope="module")
def requests() -> list[str]:
    """Return the addresses that the booted page has asked for."""
    return []


@pytest.fixture(scope="module")
def booted(browser: Browser, site_url: str, browser_config: dict[str, Any], requests: list[str]) -> Iterator[Page]:
    """Boot one page for all tests that only look at it."""
    with guarded_page(browser, site_url, browser_config) as page:
        page.on("request", lambda request: requests.append(request.url))
        open_blank(page, site_url)
        assert boot(page, site_url) == {"name": "cna_avatars"}
        yield page


def test_nothing_violates_the_policy(booted: Page) -> None:
    assert booted.evaluate("violations") == []


def test_every_runtime_file_is_asked_for_once_and_from_this_origin(
    booted: Page, requests: list[str], site_url: str, site_folder: Path
) -> None:
    manifest = json.loads((site_folder / "runtime" / "manifest.json").read_text())
    assert all(url.startswith(site_url) for url in requests)
    for file in manifest["files"]:
        # Scripts are fetched to be checked, then imported: the second time comes from the browser's cache.
        expected = 2 if file["name"].endswith(".mjs") else 1
        assert requests.count(f"{site_url}runtime/{file['url']}") == expected, file["name"]
    assert requests.count(site_url + "catalogs/index.json") == 1


def test_there_is_one_runtime_a_page(booted: Page) -> None:
    assert booted.evaluate("boot() === boot({ module: 'other' })")
    assert booted.evaluate("async () => (await boot()) === runtime")


def test_progress_counts_every_byte_and_never_goes_back(booted: Page, site_folder: Path) -> None:
    manifest = json.loads((site_folder / "runtime" / "manifest.json").read_text())
    total = sum(file["size"] for file in manifest["files"])
    steps = booted.evaluate("steps")
    loaded = [step["loaded"] for step in steps]
    assert loaded == sorted(loaded)
    assert steps[0] == {"step": "download", "loaded": 0, "total": total}
    assert steps[-1] == {"step": "ready", "loaded": total, "total": total}
    assert list(dict.fromkeys(step["step"] for step in steps)) == ["download", "python", "core", "ready"]


def test_steps_leave_performance_marks(booted: Page) -> None:
    marks = booted.evaluate("performance.getEntriesByType('mark').map((mark) => mark.name)")
    assert marks == [f"cna-avatars:boot:{name}" for name in ("start", "download", "python", "core")]


def test_fetch_is_the_browsers_own_again(booted: Page) -> None:
    assert booted.evaluate("fetch.toString()").endswith("{ [native code] }")


def test_memory_is_read_by_address_also_after_it_grew(booted: Page) -> None:
    values = booted.evaluate(
        """() => {
          const { pyodide, heap } = runtime;
          const numpy = pyodide.pyimport("numpy");
          const array = numpy.arange.callKwargs(1, 6, { dtype: "float32" });
          const address = array.ctypes.data;
          const read = () => [...heap.float32.subarray(address >> 2, (address >> 2) + 5)];
          const before = [read(), heap.uint32[address >> 2], heap.uint8[address + 3], heap.uint8.length];
          const large = numpy.ones(20_000_000);
          const after = [read(), heap.uint32[address >> 2], heap.uint8[address + 3], heap.uint8.length];
          large.destroy();
          array.destroy();
          numpy.destroy();
          return { before, after };
        }"""
    )
    assert values["before"][:3] == [[1, 2, 3, 4, 5], 0x3F800000, 0x3F]
    assert values["after"][:3] == values["before"][:3]
    assert values["after"][3] > values["before"][3], "the memory did grow"


def test_memory_is_found_without_private_names(booted: Page, site_url: str) -> None:
    values = booted.evaluate(
        """async (base) => {
          const { Heap } = await import(`${base}runtime/heap.js`);
          const { toPy } = runtime.pyodide;
          const heap = new Heap({ toPy });
          return [heap.uint8.length === runtime.heap.uint8.length, heap.uint8.buffer === runtime.heap.uint8.buffer];
        }""",
        site_url,
    )
    assert values == [True, True]


def test_python_errors_keep_their_kind_and_words(booted: Page, site_url: str) -> None:
    error = booted.evaluate(
        """async (base) => {
          const { fromPython } = await import(`${base}runtime/errors.js`);
          const data = runtime.pyodide.toPy(new Uint8Array(3));
          try {
            runtime.web.AvatarDescription(data);
          } catch (thrown) {
            const error = fromPython(thrown);
            return { name: error.name, code: error.code, message: error.message, cause: error.cause === thrown };
          }
        }""",
        site_url,
    )
    assert (error["name"], error["code"], error["cause"]) == ("AvatarError", "argument", True)
    assert "Traceback" not in error["message"]
    assert "1021" in error["message"]


FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "numpy-*.whl", "cna_avatars-*.whl")


@ERRORS
@pytest.mark.parametrize("file", [*FILES, "runtime/manifest.json", "catalogs/index.json"])
def test_a_missing_file_is_named(page: Page, site_url: str, file: str) -> None:
    open_blank(page, site_url)
    page.route(f"**/{file}", lambda route: route.fulfill(status=404, body="no"))
    error = boot(page, site_url)
    assert (error["class"], error["code"]) == ("BootError", "missing")
    assert Path(error["file"]).match(file)
    assert "404" in error["message"]


def damage(route: Route) -> None:
    """Flip one bit in the middle of the real file."""
    response = route.fetch()
    body = bytearray(response.body())
    body[len(body) // 2] ^= 1
    route.fulfill(response=response, body=bytes(body))


def shorten(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=response.body()[:-1])


def lengthen(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=response.body() + b"\0")


@ERRORS
@pytest.mark.parametrize(
    ("file", "how"),
    [*[(file, damage) for file in FILES], ("python_stdlib.zip", shorten), ("numpy-*.whl", lengthen)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_corrupt_file_is_named_and_never_used(page: Page, site_url: str, file: str, how: Any) -> None:
    open_blank(page, site_url)
    page.route(f"**/{file}", how)
    error = boot(page, site_url)
    assert (error["class"], error["code"]) == ("BootError", "corrupt")
    assert Path(error["file"]).match(file)
    assert "Build the site again" in error["message"]


@ERRORS
def test_a_broken_connection_is_named(page: Page, site_url: str) -> None:
    open_blank(page, site_url)
    page.route("**/python_stdlib.zip", lambda route: route.abort())
    error = boot(page, site_url)
    assert (error["code"], error["file"]) == ("network", "python_stdlib.zip")


def test_runtime_files_of_another_build_are_refused(page: Page, site_url: str) -> None:
    open_blank(page, site_url)
    page.route("**/runtime/manifest.json", lambda route: route.fulfill(json={"format": 1, "pyodide": "0.27.3"}))
    error = boot(page, site_url)
    assert error["code"] == "version"
    assert "314.0.4" in error["message"]
    assert "0.27.3" in error["message"]


@ERRORS
def test_a_page_that_forbids_wasm_is_told_what_it_needs(page: Page, site_url: str) -> None:
    open_blank(page, site_url, CONTENT_SECURITY_POLICY.replace(" 'wasm-unsafe-eval'", ""))
    error = boot(page, site_url)
    assert error["code"] == "blocked"
    assert "'wasm-unsafe-eval'" in error["message"]


def test_a_module_that_cannot_be_imported_is_named(page: Page, site_url: str) -> None:
    open_blank(page, site_url)
    error = boot(page, site_url, module="cna_avatars.nowhere")
    assert error["code"] == "python"
    assert "No module named 'cna_avatars.nowhere'" in error["message"]


@ERRORS
def test_a_dead_runtime_says_so(page: Page, site_url: str) -> None:
    open_blank(page, site_url)
    assert boot(page, site_url) == {"name": "cna_avatars"}
    code = page.evaluate(
        """async () => {
          try { runtime.pyodide._api.fatal_error(new Error("provoked")); } catch {}
          return runtime.fatal.catch((error) => error.code);
        }"""
    )
    assert code == "fatal"


def test_catalog_manifests_come_early_and_once(page: Page, site_url: str) -> None:
    manifest, other = b"the manifest", b"another file"
    asked: list[str] = []

    def serve(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        asked.append(name)
        bodies = {hashlib.sha256(data).hexdigest(): data for data in (manifest, other)}
        route.fulfill(body=bodies[name], content_type="application/octet-stream")

    names = [hashlib.sha256(data).hexdigest() for data in (manifest, other)]
    open_blank(page, site_url)
    page.route("**/catalogs/files/*", serve)
    index = {"catalogs": [{"version": 1, "sha256": names[0], "size": len(manifest)}]}
    page.route("**/catalogs/index.json", lambda route: route.fulfill(json=index))
    assert boot(page, site_url) == {"name": "cna_avatars"}
    assert asked == names[:1], "under way before anybody asked"
    assert json.loads(page.evaluate("runtime.catalogIndex")) == index
    read = "async ([name, size]) => new TextDecoder().decode(await runtime.fetchFile(name, size))"
    assert page.evaluate(read, [names[0], len(manifest)]) == manifest.decode()
    assert page.evaluate(read, [names[1], len(other)]) == other.decode()
    assert asked == names
    refused = "async ([name, size]) => runtime.fetchFile(name, size).catch((error) => [error.code, error.file])"
    for size in (len(other) - 1, len(other) + 1):
        assert page.evaluate(refused, [names[1], size]) == ["corrupt", f"catalogs/files/{names[1]}"]


@ERRORS
@pytest.mark.parametrize("body", ["", "{}", '{"catalogs": [{"sha256": "../x", "size": 1}]}', '{"catalogs": [null]}'])
def test_a_broken_catalog_index_is_named(page: Page, site_url: str, body: str) -> None:
    open_blank(page, site_url)
    page.route("**/catalogs/index.json", lambda route: route.fulfill(body=body))
    error = boot(page, site_url)
    assert (error["code"], error["file"]) == ("corrupt", "catalogs/index.json")


def test_the_site_may_lie_below_the_root(browser: Browser, site_folder: Path, browser_config: dict[str, Any]) -> None:
    with SiteServer(site_folder.parent, browser_config["HOST"], 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        base = f"{server.url}{site_folder.name}/"
        outside: list[str] = []

        def note(request: Request) -> None:
            if not request.url.startswith(base):
                outside.append(request.url)

        try:
            with guarded_page(browser, server.url, browser_config) as page:
                page.on("request", note)
                open_blank(page, base)
                assert boot(page, base) == {"name": "cna_avatars"}
        finally:
            server.shutdown()
            thread.join()
    assert not [url for url in outside if not url.endswith("/favicon.ico")]
