"""Remembering what is up to date: a step is skipped when the hash of its inputs is the one it was last done for."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(parts: Iterable[bytes | str | Path]) -> str:
    """SHA-256 of texts, bytes and files' contents, each with its length so that none runs into the next."""
    total = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.hexdigest()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_fresh(stamp: Path, key: str) -> bool:
    """Whether the step of this stamp was last done for `key`."""
    return stamp.is_file() and stamp.read_text() == key


def write(stamp: Path, key: str) -> None:
    """Note that the step is done for `key`."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key)
