"""Turns archives of Python sources into archives of byte code. Runs inside Pyodide: byte code is one interpreter's own.

python repack.py JOBS.json, where JOBS.json is a list of {"source", "target", "drop", "compress", "optimize"}: paths of
two zip files, regular expressions of names to leave out, whether to deflate, and the compiler's level (2 leaves out
docstrings and asserts). The same source gives the same bytes: sorted names, fixed dates, and byte code marked as
unchecked, beside no source.
"""

import importlib._bootstrap_external as bootstrap
import importlib.util
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EPOCH = (1980, 1, 1, 0, 0, 0)


def repack(source: str, target: str, drop: list[str], compress: bool, optimize: int) -> None:
    """Write the archive `target` with what `source` holds, compiled."""
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    dropped = re.compile("|".join(f"(?:{pattern})" for pattern in drop) or r"(?!)")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for name, data in _entries(old, dropped, optimize):
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            new.writestr(info, data, method, 9)


def _entries(archive: zipfile.ZipFile, dropped: re.Pattern[str], optimize: int) -> Iterator[tuple[str, bytes]]:
    for name in sorted(archive.namelist()):
        if name.endswith("/") or dropped.search(name):
            continue
        data = archive.read(name)
        if name.endswith(".py"):
            yield f"{name}c", compiled(data, name, optimize)
        else:
            yield name, data


def compiled(source: bytes, name: str, optimize: int) -> bytes:
    """Compile a module to the content of a .pyc file that is used without looking for its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    to_hash_pyc: Any = bootstrap._code_to_hash_pyc  # type: ignore[attr-defined]
    return bytes(to_hash_pyc(code, importlib.util.source_hash(source), False))


if __name__ == "__main__":
    for job in json.loads(Path(sys.argv[1]).read_text()):
        repack(**job)
