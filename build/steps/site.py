"""The static site in dist/site: web/ at its root, the runtime files, and the catalogs by their content."""

import hashlib
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

from steps import runtime
from steps.compress import compress
from steps.paths import CACHE, ROOT, SITE
from steps.progress import SetupError, say, step

_SHA256 = re.compile(r"[0-9a-f]{64}")
_VERSION_FOLDER = re.compile(r"v(\d+)")

# Paths of the site whose content never changes, because their names hold its hash.
IMMUTABLE = ("runtime/files/", "catalogs/files/")


class Site:
    """What the site is to hold: contents by path, from files or from memory."""

    def __init__(self) -> None:
        self.contents: dict[str, Path | bytes] = {}

    def add_folder(self, folder: Path, below: str = "") -> None:
        """Add every file of a folder, hidden ones aside."""
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts):
                self.contents[below + path.relative_to(folder).as_posix()] = path

    def add_json(self, name: str, value: Any) -> None:
        """Add a JSON file, with sorted keys."""
        self.contents[name] = json.dumps(value, indent=1, sort_keys=True).encode() + b"\n"

    def write(self, target: Path) -> int:
        """Make the folder hold exactly this: unchanged files are left alone, others written or removed.

        Returns
        -------
        int
            How many files were written or removed.
        """
        changed = 0
        for name, content in self.contents.items():
            changed += _write(target / name, content)
        for path in sorted(target.rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path.relative_to(target).as_posix() not in self.contents:
                path.unlink()
                changed += 1
        return changed


def build(node: Path, *, dev: bool = False, target: Path = SITE) -> Path:
    """Make the site, or what of it is out of date, and return its folder."""
    files, manifest = runtime.build(node, dev=dev)
    with step("Site (dist/site)"):
        site = Site()
        site.add_folder(ROOT / "web")
        for file in files:
            site.contents[f"runtime/{file.url}"] = file.path
        site.add_json("runtime/manifest.json", manifest)
        add_catalogs(site, ROOT / "catalogs")
        compress(node, site.contents, CACHE / "compressed")
        changed = site.write(target)
        say(f"{len(site.contents)} files, {changed} changed")
    return target


def add_catalogs(site: Site, folder: Path) -> None:
    """Add every catalogs/v<N> under catalogs/files/<sha256>, and the index of their manifests.

    Raises
    ------
    SetupError
        A manifest is not readable, or one of its files is missing or not what the manifest says.
    """
    versions = []
    for path in folder.glob("v*/catalog.json"):
        match = _VERSION_FOLDER.fullmatch(path.parent.name)
        if match:
            versions.append((int(match[1]), path))
    index = []
    for version, path in sorted(versions):
        manifest = path.read_bytes()
        sha256 = hashlib.sha256(manifest).hexdigest()
        site.contents[f"catalogs/files/{sha256}"] = path
        index.append({"version": version, "sha256": sha256, "size": len(manifest)})
        for name, asset_sha256 in _checked_assets(path, manifest):
            site.contents[f"catalogs/files/{asset_sha256}"] = path.parent / name
    site.add_json("catalogs/index.json", {"catalogs": index})


def _checked_assets(path: Path, manifest: bytes) -> list[tuple[str, str]]:
    """The (name, SHA-256) of a catalog's files, each compared with the file that is there."""
    where = path.relative_to(path.parents[2])
    try:
        assets = json.loads(manifest)["assets"]
        listed = [(str(asset["name"]), str(asset["sha256"]), int(asset["size"])) for asset in assets]
    except (ValueError, KeyError, TypeError) as error:
        raise SetupError(f'{where}: expected JSON with "assets": [{{name, sha256, size}}] ({error!r}).') from error
    for name, sha256, size in listed:
        file = (path.parent / name).resolve()
        if not _SHA256.fullmatch(sha256) or not file.is_relative_to(path.parent.resolve()):
            raise SetupError(f"{where}: the entry of {name!r} has a bad SHA-256 or leaves its folder.")
        if not file.is_file():
            raise SetupError(f"{where} lists {name}, which is not there. Restore it from the repository.")
        data = file.read_bytes()
        found = hashlib.sha256(data).hexdigest()
        if (len(data), found) != (size, sha256):
            raise SetupError(
                f"{where}: {name} differs from its entry: expected {size} bytes, SHA-256 {sha256}; got {len(data)} "
                f"bytes, SHA-256 {found}. A released catalog never changes: restore the file from the repository."
            )
    return [(name, sha256) for name, sha256, _ in listed]


def _write(target: Path, content: Path | bytes) -> bool:
    """Write one file if it differs, by way of a temporary one, so that a server never sends half of it."""
    if isinstance(content, Path):
        if target.is_file() and _same(target, content):
            return False
    elif target.is_file() and target.read_bytes() == content:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    if isinstance(content, Path):
        shutil.copyfile(content, partial)
        times = content.stat()
        os.utime(partial, ns=(times.st_atime_ns, times.st_mtime_ns))
    else:
        partial.write_bytes(content)
    partial.replace(target)
    return True


def _same(copy: Path, original: Path) -> bool:
    """Whether a copy has its original's size and time."""
    ours, theirs = copy.stat(), original.stat()
    return (ours.st_size, ours.st_mtime_ns) == (theirs.st_size, theirs.st_mtime_ns)
