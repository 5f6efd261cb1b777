"""The generator gives the released bytes in every interpreter and on every processor."""

from pathlib import Path

import pytest

from catalog.check import check, compare
from catalog.make import build_file

SOME_OF_EACH_KIND = (
    "animations.glb",
    "face_features.png",
    "body.male.glb",
    "hair_short.female.glb",
    "top_tank.female.glb",
)


@pytest.mark.parametrize("name", SOME_OF_EACH_KIND)
def test_this_processor_makes_the_released_bytes(name: str, catalog_folder: Path) -> None:
    assert build_file(name) == (catalog_folder / name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("runtime", ["baseline", "pyodide"])
def test_making_the_catalog_again_gives_the_released_bytes(runtime: str, catalog_folder: Path) -> None:
    assert check(catalog_folder, runtime, processes=2) == {}


def test_files_that_differ_are_named() -> None:
    made = {"same": (1, "a"), "changed": (1, "a"), "longer": (2, "a"), "new": (1, "a")}
    kept = {"same": (1, "a"), "changed": (1, "b"), "longer": (3, "a"), "old": (1, "a")}
    assert compare(made, kept) == {
        "changed": "differs",
        "longer": "differs",
        "new": "missing",
        "old": "not made any more",
    }
