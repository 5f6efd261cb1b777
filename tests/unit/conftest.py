"""Fixtures of the unit tests; they run in CPython and in Pyodide, and touch neither files nor a browser."""

import json
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import Phase, settings

from cna_avatars import wardrobe
from cna_avatars.animation import avatar_animation
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.jobs import JobQueue
from cna_avatars.wardrobe import WardrobeRegistry

from .helpers import tiny_catalog

settings.register_profile("same everywhere", derandomize=True, deadline=None, max_examples=60, database=None)
settings.register_profile(  # for tests/mutation: that a test fails is enough, not on what
    "first failure", settings.get_profile("same everywhere"), phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("same everywhere")


@pytest.fixture(autouse=True)
def strict_numpy() -> Iterator[None]:
    """Make floating point surprises errors."""
    with np.errstate(all="raise", under="ignore"):
        yield


@pytest.fixture(scope="session")
def tiny() -> tuple[dict, dict[str, bytes]]:
    """Return a manifest and its files."""
    return tiny_catalog.catalog()


@pytest.fixture
def clean_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test empty registries of its own."""
    monkeypatch.setattr(wardrobe.installed, "_by_version", {})
    monkeypatch.setattr(avatar_animation.preset_clips, "_clips", None)


@pytest.fixture
def library(tiny: tuple[dict, dict[str, bytes]], clean_process: None) -> CatalogLibrary:
    """Return a library with the tiny catalog, its clips delivered, registered for the whole process."""
    del clean_process
    manifest, files = tiny
    library = CatalogLibrary(wardrobe.installed)
    library.install(json.dumps(manifest).encode())
    queue = JobQueue()
    queue.submit("clips", library.load_preset_clips)
    run_all(queue, library, files)
    return library


def run_all(queue: JobQueue, library: CatalogLibrary, files: dict[str, bytes]) -> None:
    """Run the jobs of `queue` to their end."""
    while queue.pump(1000.0):
        tiny_catalog.deliver_all(library, files)


@pytest.fixture
def no_wardrobe() -> WardrobeRegistry:
    """Return an empty registry: every id is carried unchecked."""
    return WardrobeRegistry()
