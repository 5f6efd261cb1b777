import hashlib
import importlib
import json
from collections.abc import Iterator
from types import ModuleType

import pytest

from cna_avatars import AvatarDescription
from cna_avatars.assembly import loader as loader_module
from cna_avatars.catalog import library as library_module
from cna_avatars.description import encode
from cna_avatars.errors import ArgumentError, ContentLoadError

from .test_assembly import FILES, MANIFEST, PLAIN

MANIFEST_BYTES = json.dumps(MANIFEST).encode()
EVERYTHING = {hashlib.sha256(data).hexdigest(): data for data in [*FILES.values(), MANIFEST_BYTES]}
INDEX = json.dumps(
    {
        "catalogs": [
            {"version": 1, "sha256": hashlib.sha256(MANIFEST_BYTES).hexdigest(), "size": len(MANIFEST_BYTES)},
        ]
    }
)
CODE = AvatarDescription(encode(PLAIN)).share_code


@pytest.fixture
def web(clean_process: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Return a fresh host module with fresh queues."""
    del clean_process
    monkeypatch.setattr(library_module, "installed", library_module.CatalogLibrary())
    monkeypatch.setattr(loader_module, "jobs", loader_module.JobQueue())
    fresh = loader_module.ModelLoader(library_module.installed, loader_module.jobs)
    monkeypatch.setattr(loader_module, "loader", fresh)
    import cna_avatars.host.web as module

    return importlib.reload(module)


def run(web: ModuleType, frames: int = 40) -> list[list]:
    """Be the page for some frames: answer requests, collect events."""
    events = []
    for number in range(frames):
        web.frame(number / 60)
        flags = int(web.records.status[2])
        if flags & 1:
            for sha256, size in json.loads(web.take_file_requests()):
                assert len(EVERYTHING[sha256]) == size
                web.deliver_file(sha256, EVERYTHING[sha256])
        if flags & 2:
            events += json.loads(web.take_events())
        if flags & 4:
            assert set(json.loads(web.arrays())) == {"status", "records", "uploads", "inputs"}
    return events


def test_a_page_installs_the_catalog_and_shows_an_avatar(web: ModuleType) -> None:
    web.start(INDEX)
    player = web.create_player(web.create_target())
    web.set_description(player, CODE)
    events = run(web)
    assert events == [[player, "state", "loading"], [-1, "catalogs", ""], [player, "state", "ready"]]
    assert web.frame(9.0) == 1
    assert web.records.status[2] == 0


def test_a_description_before_the_catalogs_waits_for_them(web: ModuleType) -> None:
    player = web.create_player(web.create_target())
    web.set_description(player, CODE)
    assert run(web, 3) == [[player, "state", "loading"]]
    web.start(INDEX)
    assert [player, "state", "ready"] in run(web)


def test_random_codes_and_words_need_the_catalog(web: ModuleType) -> None:
    web.start(INDEX)
    run(web)
    assert web.random_code(7, 1) == web.random_code(7, 1) != web.random_code(8, 1)
    assert json.loads(web.describe(web.random_code(7, 1)))["body"] == "male"
    assert web.random_code(-1, -1) != web.random_code(-1, -1)
    words = json.loads(web.describe(CODE))
    assert words["items"] == {"hair": "Short", "top": "T-shirt", "bottom": "Jeans", "shoes": "Sneakers"}
    assert words["sentence"].startswith("An avatar, female, 1.68 m tall, with ")
    assert words["sentence"].endswith("sneakers.")


def test_bad_bytes_are_refused_and_a_failure_is_an_event(web: ModuleType) -> None:
    web.start(INDEX)
    web.frame(0.0)
    ((sha256, size),) = json.loads(web.take_file_requests())
    with pytest.raises(ContentLoadError, match="SHA-256"):
        web.deliver_file(sha256, bytes(size))
    web.file_failed(sha256, "404 Not Found")
    ((player, kind, detail),) = run(web, 3)
    assert (player, kind) == (-1, "error")
    assert "404 Not Found" in detail


@pytest.mark.parametrize("index", ["", "[]", "{}", '{"catalogs": []}', '{"catalogs": [{"sha256": 1, "size": 1}]}'])
def test_a_broken_index_is_refused(web: ModuleType, index: str) -> None:
    with pytest.raises(ContentLoadError, match="catalog index"):
        web.start(index)


def test_every_setter_reaches_its_player(web: ModuleType) -> None:
    web.start(INDEX)
    target = web.create_target()
    number = web.create_player(target)
    web.set_description(number, CODE)
    run(web)
    web.set_animation(number, "Wave")
    web.set_expression(number, "Happy")
    web.set_speed(number, -1.5)
    web.set_paused(number, True)
    web.set_loop(number, False)
    web.set_time(number, 1.25)
    web.set_place(number, 1.0, -2.0, 0.5)
    player = web.stage.player(number)
    assert (player.clip, player.speed, player.is_paused, player.is_looping) == (9, -1.5, True, False)
    assert player.position == 12_500_000
    assert player.face == (6, 6, 6, 0, 0)
    assert player.world(0.0)[3, :3].tolist() == [1.0, 0.0, -2.0]
    web.destroy_player(number)
    with pytest.raises(ArgumentError):
        web.set_time(number, 0.0)
    web.destroy_target(target)
    with pytest.raises(ArgumentError):
        web.destroy_target(target)


def test_hexadecimal_descriptions_are_taken_too(web: ModuleType) -> None:
    player = web.create_player(web.create_target())
    web.set_description(player, encode(PLAIN).hex())
    with pytest.raises(ArgumentError, match="58 or 82"):
        web.set_description(player, "nonsense")
