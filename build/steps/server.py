"""A web server for the site: standard library only, several connections at a time, each kept open."""

import hashlib
import mimetypes
import re
import sys
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import unquote_to_bytes, urlsplit

from steps.progress import SetupError
from steps.site import IMMUTABLE

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "img-src 'self' blob: data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".vert": "text/plain; charset=utf-8",
    ".frag": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".whl": "application/octet-stream",
    ".zip": "application/octet-stream",
    "": "application/octet-stream",
}
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_IDLE_SECONDS: Final = 60


class SiteServer(ThreadingHTTPServer):
    """Serves one folder; `url` is its address. Use `serve_forever` and `shutdown`."""

    daemon_threads = True

    def __init__(self, folder: Path, host: str, port: int, *, log: bool = False) -> None:
        self.folder = folder.resolve()
        self.log = log
        try:
            super().__init__((host, port), _Handler)
        except OverflowError as error:
            raise SetupError(f"The port must be 0 to 65535; got {port}.") from error
        except OSError as error:
            raise SetupError(
                f"Cannot listen on {host}:{port} ({error.strerror or error}). Choose another port with --port."
            ) from error

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay quiet when a browser breaks a connection off, as it does whenever a page is left."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        """The address of the site, with its last slash."""
        host, port = self.server_address[:2]
        return f"http://{host if isinstance(host, str) else host.decode()}:{port}/"


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer
    protocol_version = "HTTP/1.1"
    server_version = "cna-avatars"
    sys_version = ""
    timeout = _IDLE_SECONDS

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        path = find(self.server.folder, self.path)
        if path is None:
            self._refuse(HTTPStatus.NOT_FOUND, body=body)
            return
        accepted = accepted_encodings(self.headers.get("Accept-Encoding", ""))
        encoding, file = "", path
        for name, suffix in _ENCODINGS:
            sibling = path.with_name(path.name + suffix)
            if name in accepted and sibling.is_file():
                encoding, file = name, sibling
                break
        try:
            data = file.read_bytes()
            etag = _etag(str(file), file.stat().st_mtime_ns, len(data))
        except OSError:  # replaced by a build just now
            self._refuse(HTTPStatus.NOT_FOUND, body=body)
            return
        unchanged = etag in re.split(r"\s*,\s*", self.headers.get("If-None-Match", ""))
        self.send_response(HTTPStatus.NOT_MODIFIED if unchanged else HTTPStatus.OK)
        self._send_headers(path, encoding, etag)
        if not unchanged:
            self.send_header("Content-Type", content_type(path))
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body and not unchanged:
            self.wfile.write(data)

    def _send_headers(self, path: Path, encoding: str, etag: str) -> None:
        name = path.relative_to(self.server.folder).as_posix()
        lasting = name.startswith(IMMUTABLE)
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if lasting else "no-cache")
        self.send_header("ETag", etag)
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("X-Content-Type-Options", "nosniff")
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if path.suffix == ".html":
            self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
            self.send_header("Referrer-Policy", "no-referrer")

    def _refuse(self, status: HTTPStatus, *, body: bool) -> None:
        text = f"{status.value} {status.phrase}\n".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if body:
            self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        if self.server.log:
            print(f"  {self.command} {self.path} {format % args}", file=sys.stderr)


def find(folder: Path, target: str) -> Path | None:
    """The file below a folder that a request's target names; a folder's is its index.html.

    Returns
    -------
    Path or None
        None for what is not there, is hidden, or would lie outside the folder.
    """
    try:
        name = unquote_to_bytes(urlsplit(target).path).decode()
    except ValueError:
        return None
    parts = name.split("/")
    if not name.startswith("/") or "\\" in name or "\0" in name or any(part.startswith(".") for part in parts):
        return None
    path = folder.joinpath(*[part for part in parts if part])
    if name.endswith("/"):
        path /= "index.html"
    try:
        inside = path.resolve().is_relative_to(folder) and path.is_file()
    except OSError:  # a name too long for the file system
        return None
    return path if inside else None


def accepted_encodings(header: str) -> set[str]:
    """The encodings that an Accept-Encoding header lists, without those it forbids by q=0."""
    accepted = set()
    for item in header.lower().split(","):
        name, _, quality = item.partition(";")
        if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality):
            accepted.add(name.strip())
    return accepted


def content_type(path: Path) -> str:
    """The media type of a file by its name."""
    known = _TYPES.get(path.suffix)
    return known or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


@lru_cache(maxsize=4096)
def _etag(path: str, modified_ns: int, size: int) -> str:  # noqa: ARG001 - they are keys of the cache
    """A tag of the content; computed anew when time or size change."""
    with open(path, "rb") as file:
        return f'"{hashlib.file_digest(file, "sha256").hexdigest()[:32]}"'
