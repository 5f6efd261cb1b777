"""Released catalogs never change: files and assembled avatars are pinned by hash."""

import json
from pathlib import Path

import pytest

from catalog import release
from steps.progress import SetupError

ROOT = Path(__file__).resolve().parents[2]
RELEASED = release.pinned()


def test_version_1_is_released() -> None:
    assert "v1" in RELEASED


@pytest.mark.parametrize("name", RELEASED)
def test_a_released_catalog_is_what_it_was(name: str) -> None:
    found, kept = release.pins(int(name[1:])), RELEASED[name]
    assert found["manifest"] == kept["manifest"]
    assert {file for file in kept["files"] if found["files"].get(file) != kept["files"][file]} == set()
    assert found["files"].keys() == kept["files"].keys()


@pytest.mark.parametrize("name", RELEASED)
def test_its_avatars_are_assembled_as_they_were(name: str) -> None:
    avatars = RELEASED[name]["avatars"]
    assert len(set(avatars.values())) == 3
    assert release.pins(int(name[1:]))["avatars"] == avatars


def test_a_version_is_released_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "PINS", tmp_path / "released.json")
    release.release(1)
    assert json.loads((tmp_path / "released.json").read_text())["v1"] == release.pins(1)
    with pytest.raises(SetupError, match="never changes"):
        release.release(1)
