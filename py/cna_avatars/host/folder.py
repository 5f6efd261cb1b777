"""Catalogs in a folder: the host of any program outside a browser.

`install("catalogs")` installs every v<N>/catalog.json in it; `load_all()` brings the files that loads wait for.
"""

from pathlib import Path

from cna_avatars.assembly.loader import jobs
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.catalog.library import installed as installed_library
from cna_avatars.catalog.manifest import FileId, Manifest
from cna_avatars.errors import ContentLoadError
from cna_avatars.jobs import JobQueue

_paths: dict[FileId, Path] = {}


def install(root: str | Path, library: CatalogLibrary = installed_library, queue: JobQueue = jobs) -> list[Manifest]:
    """Install every catalog version in `root`, load its animations, and return the manifests, oldest first.

    Raises
    ------
    ContentLoadError
        if there is no catalog, or a manifest breaks a rule.
    """
    found = sorted(Path(root).glob("v*/catalog.json"), key=lambda path: (len(path.parent.name), path.parent.name))
    if not found:
        raise ContentLoadError(f"avatar catalog: expected v<N>/catalog.json in {root}; there is none.")
    manifests = []
    for path in found:
        manifest = library.install(path.read_bytes())
        manifests.append(manifest)
        for name, file in manifest.files.items():
            _paths.setdefault(file, path.parent / name)
    clips = queue.submit("preset clips", library.load_preset_clips)
    load_all(library, queue)
    if clips.error is not None:
        raise clips.error
    return manifests


def deliver_files(library: CatalogLibrary = installed_library) -> int:
    """Read the files that loads wait for; return how many there were."""
    requests = library.take_requests()
    for file in requests:
        try:
            library.deliver(file.sha256, _paths[file].read_bytes())
        except (KeyError, OSError, ContentLoadError) as error:
            library.fail(file.sha256, str(error) if not isinstance(error, KeyError) else "no installed folder has it")
    return len(requests)


def load_all(library: CatalogLibrary = installed_library, queue: JobQueue = jobs) -> None:
    """Run all jobs to their end, bringing the files they wait for."""
    while queue.pump(1000.0):
        if deliver_files(library) == 0 and not queue.has_runnable:
            raise ContentLoadError("avatar catalog: jobs wait for something that no file brings.")
