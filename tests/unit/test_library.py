import hashlib
import json

import pytest

from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.catalog.manifest import FileId
from cna_avatars.errors import ArgumentError, ContentLoadError, InvalidOperationError
from cna_avatars.jobs import JobQueue, JobState
from cna_avatars.wardrobe import WardrobeRegistry

from .helpers import tiny_catalog

MANIFEST, FILES = tiny_catalog.catalog()
BODY = FileId(hashlib.sha256(FILES["body.female.glb"]).hexdigest(), len(FILES["body.female.glb"]))


def new_library() -> CatalogLibrary:
    library = CatalogLibrary(WardrobeRegistry())
    library.install(json.dumps(MANIFEST).encode())
    return library


def test_a_file_is_asked_for_once_and_taken_by_content() -> None:
    library, queue = new_library(), JobQueue()
    first, second = (queue.submit(key, lambda: library.load_model(BODY)) for key in "ab")
    queue.pump()
    assert library.has_requests
    assert library.take_requests() == [BODY]
    assert library.take_requests() == []
    assert not library.has_requests
    library.deliver(BODY.sha256, FILES["body.female.glb"])
    queue.pump(1000)
    assert first.result is not None
    assert first.result is second.result


def test_bytes_that_do_not_match_are_refused_and_the_file_stays_wanted() -> None:
    library, queue = new_library(), JobQueue()
    job = queue.submit("a", lambda: library.load_model(BODY))
    queue.pump()
    library.take_requests()
    with pytest.raises(ContentLoadError, match=f"expected {BODY.size} bytes .* got 3"):
        library.deliver(BODY.sha256, b"abc")
    with pytest.raises(ContentLoadError, match="SHA-256"):
        library.deliver(BODY.sha256, bytes(BODY.size))
    assert not queue.has_runnable
    library.deliver(BODY.sha256, FILES["body.female.glb"])
    queue.pump(1000)
    assert job.state is JobState.done


def test_nobody_can_deliver_what_was_not_asked_for() -> None:
    with pytest.raises(ArgumentError, match="a file that was asked for"):
        new_library().deliver(BODY.sha256, FILES["body.female.glb"])


def test_a_failed_file_fails_its_jobs_until_it_is_retried() -> None:
    library, queue = new_library(), JobQueue()
    job = queue.submit("a", lambda: library.load_model(BODY))
    queue.pump()
    library.take_requests()
    library.fail(BODY.sha256, "404")
    queue.pump()
    assert isinstance(job.error, ContentLoadError)
    assert "404" in str(job.error)
    again = queue.submit("a", lambda: library.load_model(BODY))
    queue.pump()
    assert again.state is JobState.failed
    library.retry_failures()
    queue.submit("a", lambda: library.load_model(BODY))
    queue.pump()
    assert library.take_requests() == [BODY]


def test_a_file_that_cannot_be_read_is_not_asked_for_again() -> None:
    library, queue = new_library(), JobQueue()
    junk = b"junk that is no glTF at all"
    file = FileId(hashlib.sha256(junk).hexdigest(), len(junk))
    for attempt in range(2):
        job = queue.submit(attempt, lambda: library.load_model(file))
        queue.pump()
        assert library.take_requests() == ([file] if attempt == 0 else [])
        if attempt == 0:
            library.deliver(file.sha256, junk)
            queue.pump()
        assert isinstance(job.error, ContentLoadError)


def test_a_version_is_one_catalog_for_ever() -> None:
    library = new_library()
    assert library.install(json.dumps(MANIFEST).encode()).version == 1
    other = {**MANIFEST, "items": MANIFEST["items"][:-1]}
    with pytest.raises(InvalidOperationError, match="version 1 is installed already"):
        library.install(json.dumps(other).encode())


def test_the_newest_is_the_highest_version() -> None:
    library = CatalogLibrary(WardrobeRegistry())
    with pytest.raises(InvalidOperationError, match="No avatar catalog"):
        library.newest()
    for version in (3, 10, 2):
        library.install(json.dumps({**MANIFEST, "catalogVersion": version}).encode())
    assert library.newest().version == 10
    assert library.manifest(3) is not None
    assert library.manifest(4) is None
