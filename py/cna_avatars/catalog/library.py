"""The library: installed manifests, and the files that they name.

The library has no way to fetch anything. It says which files it wants, by size and SHA-256; a host brings the bytes,
and only bytes that match are taken. Files are found by content: versions share what is identical, names never matter.

Source: avatars.md, "Assets" ("Files are found by size and SHA-256").
"""

import hashlib
from collections.abc import Callable
from typing import TypeVar, cast

from cna_avatars import wardrobe
from cna_avatars.animation.avatar_animation import preset_clips
from cna_avatars.animation.clip import ClipSet
from cna_avatars.errors import ArgumentError, ContentLoadError, InvalidOperationError
from cna_avatars.jobs import Steps
from cna_avatars.wardrobe import WardrobeRegistry

from .atlas import Atlas, read_atlas
from .clip_reader import read_clips
from .manifest import FileId, Manifest, read_manifest
from .model_reader import Model, read_model

Parsed = TypeVar("Parsed")


class CatalogLibrary:
    """Manifests by version and files by content.

    Parameters
    ----------
    wardrobes
        where installed catalogs are registered for descriptions.
    """

    def __init__(self, wardrobes: WardrobeRegistry = wardrobe.installed) -> None:
        self.awaits_manifests = False
        """Whether a host is still bringing catalogs; loads wait for them."""
        self._wardrobes = wardrobes
        self._manifests: dict[int, Manifest] = {}
        self._bytes: dict[FileId, bytes] = {}
        self._parsed: dict[FileId, object] = {}
        self._failures: dict[FileId, str] = {}
        self._wanted: dict[FileId, None] = {}
        self._asked: set[FileId] = set()

    # --- manifests ------------------------------------------------------------------------------------------------

    def install(self, manifest: bytes) -> Manifest:
        """Install a catalog by the bytes of its manifest.

        Raises
        ------
        ContentLoadError
            if the manifest breaks a rule.
        InvalidOperationError
            if another catalog is installed under the same version.
        """
        read = read_manifest(manifest)
        self._wardrobes.register(read.wardrobe)
        return self._manifests.setdefault(read.version, read)

    def manifest(self, version: int) -> Manifest | None:
        """Return the manifest of `version`, or None if that catalog is not installed."""
        return self._manifests.get(version)

    def newest(self) -> Manifest:
        """Return the manifest with the highest version; InvalidOperationError if there is none."""
        if not self._manifests:
            raise InvalidOperationError("No avatar catalog is installed; install one first.")
        return self._manifests[max(self._manifests)]

    # --- files ----------------------------------------------------------------------------------------------------

    def request(self, file: FileId) -> None:
        """Want `file`, unless it is there, was parsed, or failed."""
        if file not in self._bytes and file not in self._parsed and file not in self._failures:
            self._wanted.setdefault(file)

    def take_requests(self) -> list[FileId]:
        """Return the wanted files that were not taken before; the host delivers each, or says that it failed."""
        taken = [file for file in self._wanted if file not in self._asked]
        self._asked.update(taken)
        return taken

    @property
    def has_requests(self) -> bool:
        """Whether `take_requests` has something to tell."""
        return any(file not in self._asked for file in self._wanted)

    def deliver(self, sha256: str, data: bytes) -> None:
        """Take the bytes of the wanted file with this hash.

        Raises
        ------
        ArgumentError
            if no such file is wanted.
        ContentLoadError
            if the bytes are not that file's; it stays wanted.
        """
        file = self._find_wanted(sha256)
        if len(data) != file.size:
            expected = f"{file.size} bytes of file {sha256[:12]}"
            raise ContentLoadError(f"avatar catalog: expected {expected}; got {len(data)}.")
        actual = hashlib.sha256(data).hexdigest()
        if actual != sha256:
            raise ContentLoadError(f"avatar catalog: expected a file with SHA-256 {sha256[:12]}…; got {actual[:12]}….")
        self._bytes[file] = data
        self._forget(file)

    def fail(self, sha256: str, reason: str) -> None:
        """Give up the wanted file with this hash; whoever needs it is told `reason`."""
        file = self._find_wanted(sha256)
        self._failures[file] = reason
        self._forget(file)

    def retry_failures(self) -> None:
        """Forget failures, so that files that could not be had are asked for again."""
        self._failures.clear()

    def _find_wanted(self, sha256: str) -> FileId:
        for file in self._wanted:
            if file.sha256 == sha256:
                return file
        raise ArgumentError(f"Expected a file that was asked for; got {sha256!r}.", "sha256")

    def _forget(self, file: FileId) -> None:
        self._wanted.pop(file, None)
        self._asked.discard(file)

    def is_settled(self, file: FileId) -> bool:
        """Whether `file` is there, was parsed, or failed."""
        return file in self._bytes or file in self._parsed or file in self._failures

    # --- parsed files, as steps of a job --------------------------------------------------------------------------

    def load_bytes(self, file: FileId) -> Steps[bytes]:
        """Bring a file that the caller reads."""

        def read(data: bytes, where: str) -> bytes:
            del where
            return data

        return (yield from self._load(file, read))

    def load_model(self, file: FileId) -> Steps[Model]:
        """Bring and read a body or an item; ContentLoadError if it cannot be had or read."""
        return (yield from self._load(file, read_model))

    def load_atlas(self, manifest: Manifest) -> Steps[Atlas]:
        """Bring and cut a catalog's face atlas."""

        def read(data: bytes, where: str) -> Atlas:
            return read_atlas(data, manifest.face_layout, where)

        return (yield from self._load(manifest.atlas, read))

    def load_clips(self, manifest: Manifest) -> Steps[ClipSet]:
        """Bring and read a catalog's animations."""
        return (yield from self._load(manifest.animations, read_clips))

    def load_preset_clips(self) -> Steps[None]:
        """Bring the newest catalog's animations and make them the ones that presets play."""
        try:
            preset_clips.deliver((yield from self.load_clips(self.newest())))
        except ContentLoadError as error:
            preset_clips.fail(str(error))
            raise

    def _load(self, file: FileId, read: Callable[[bytes, str], Parsed]) -> Steps[Parsed]:
        """Bring `file` and read it once; what cannot be read has failed and is not asked for again."""
        self.request(file)
        if not self.is_settled(file):
            yield lambda: self.is_settled(file)
        if file not in self._parsed and file not in self._failures:
            try:
                self._parsed[file] = read(self._bytes.pop(file), f"file {file.sha256[:12]}")
            except ContentLoadError as error:
                self._failures[file] = str(error)
                raise
            yield None
        if file in self._failures:
            raise ContentLoadError(f"avatar catalog: file {file.sha256[:12]} is unavailable: {self._failures[file]}")
        return cast(Parsed, self._parsed[file])


installed = CatalogLibrary()
"""The library of this process."""
