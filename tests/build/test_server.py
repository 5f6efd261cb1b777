"""The site's server: headers, forms for Accept-Encoding, and what it refuses."""

import gzip
import http.client
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from steps.progress import SetupError
from steps.server import SiteServer, find

TEXT = b"export const answer = 42;\n" * 100
Fetch = Callable[..., tuple[http.client.HTTPResponse, bytes]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small site, with a secret beside it."""
    outer = tmp_path_factory.mktemp("server")
    (outer / "secret.txt").write_text("secret")
    site = outer / "site"
    files = {
        "index.html": b"<!doctype html>",
        "viewer/index.html": b"<!doctype html><p>",
        "main.js": TEXT,
        "main.js.gz": gzip.compress(TEXT, mtime=0),
        "main.js.br": b"stands for the brotli form",
        "runtime/files/ab/pyodide.asm.wasm": b"\0asm",
        "catalogs/files/" + "0" * 64: b"glTF",
        ".hidden": b"hidden",
    }
    for name, data in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)
    (site / "link.txt").symlink_to(outer / "secret.txt")
    return site


@pytest.fixture(scope="module")
def fetch(folder: Path) -> Iterator[Fetch]:
    """Return a function that asks over one kept connection."""
    with SiteServer(folder, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        connection = http.client.HTTPConnection(*server.server_address[:2], timeout=10)

        def ask(path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
            connection.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
            response = connection.getresponse()
            return response, response.read()

        try:
            yield ask
        finally:
            connection.close()
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/viewer/", "text/html; charset=utf-8"),
        ("/main.js?v=1", "text/javascript; charset=utf-8"),
        ("/runtime/files/ab/pyodide.asm.wasm", "application/wasm"),
        ("/catalogs/files/" + "0" * 64, "application/octet-stream"),
    ],
)
def test_media_types_are_right(fetch: Fetch, path: str, media_type: str) -> None:
    response, _ = fetch(path)
    assert (response.status, response.headers["Content-Type"]) == (200, media_type)
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_only_addresses_with_a_hash_are_kept_for_ever(fetch: Fetch) -> None:
    lasting = [fetch(path)[0].headers["Cache-Control"] for path in ("/runtime/files/ab/pyodide.asm.wasm",)]
    assert lasting == ["public, max-age=31536000, immutable"]
    assert fetch("/main.js")[0].headers["Cache-Control"] == "no-cache"


def test_pages_forbid_everything_but_their_own_scripts_and_wasm(fetch: Fetch) -> None:
    policy = fetch("/viewer/")[0].headers["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "object-src 'none'" in policy


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("identity", None), ("", None)],
)
def test_compressed_forms_answer_accept_encoding(fetch: Fetch, accepted: str, encoding: str | None) -> None:
    response, body = fetch("/main.js", Accept_Encoding=accepted)
    assert response.headers["Content-Encoding"] == encoding
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Vary"] == "Accept-Encoding"
    expected = {"br": b"stands for the brotli form", "gzip": gzip.compress(TEXT, mtime=0), None: TEXT}
    assert body == expected[encoding]


def test_an_unchanged_file_is_not_sent_again(fetch: Fetch) -> None:
    first, _ = fetch("/main.js")
    again, body = fetch("/main.js", If_None_Match=first.headers["ETag"])
    other, _ = fetch("/main.js", If_None_Match=first.headers["ETag"], Accept_Encoding="gzip")
    assert (again.status, body) == (304, b"")
    assert other.status == 200, "another form has another tag"


def test_head_sends_the_headers_alone(fetch: Fetch) -> None:
    response, body = fetch("/main.js", "HEAD")
    assert (response.status, response.headers["Content-Length"], body) == (200, str(len(TEXT)), b"")
    assert fetch("/")[0].status == 200, "the connection goes on"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/viewer/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "/link.txt",
        "/.hidden",
        "/main.js%00",
        "/%ff",
        "//secret.txt",
        "/viewer",
        "/missing",
        "/" + "x" * 5000,
    ],
)
def test_nothing_outside_the_site_is_sent(fetch: Fetch, path: str) -> None:
    response, body = fetch(path)
    assert (response.status, body) == (404, b"404 Not Found\n")


def test_other_methods_are_refused(folder: Path) -> None:
    with SiteServer(folder, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        connection = http.client.HTTPConnection(*server.server_address[:2], timeout=10)
        connection.request("POST", "/", body=b"")
        status = connection.getresponse().status
        connection.close()
        server.shutdown()
        thread.join()
    assert status == 501


def test_a_target_without_a_path_finds_nothing(folder: Path) -> None:
    assert find(folder, "http://elsewhere") is None
    assert find(folder, "*") is None


def test_a_port_in_use_is_one_clear_line(folder: Path) -> None:
    with SiteServer(folder, "127.0.0.1", 0) as server:
        port = server.server_address[1]
        with pytest.raises(SetupError, match=f"Cannot listen on 127.0.0.1:{port} .*--port"):
            SiteServer(folder, "127.0.0.1", port)
    with pytest.raises(SetupError, match="0 to 65535"):
        SiteServer(folder, "127.0.0.1", 70_000)
