"""The page's side of gamer services: a mirror of the database, messages to it, events to the page."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cna_avatars import AvatarDescription
from cna_avatars.errors import ArgumentError, ContentLoadError, InvalidOperationError
from cna_avatars.gamer_services import Gamer, LocalProfiles, MemoryProfileStore, Profile, ProfileStoreError, gamers
from cna_avatars.host import page_gamers
from cna_avatars.host.page_profiles import PageProfiles

from .test_gamer_profiles import SMALL, TALL, avatar, entry

pytestmark = pytest.mark.usefixtures("clean_process")


def text(*values: Any, **more: Any) -> str:
    return json.dumps(entry(*values, **more))


class Database:
    """What JavaScript does with the messages of its pages."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, Any]] = {}

    def save(self, page: PageProfiles) -> None:
        """Store what a page has changed, and deliver what there is then."""
        for save in page.take_saves():
            there = self.entries.get(save.gamertag.lower(), {})
            changed = {name: save.entry[name] for name in save.fields}
            self.entries[save.gamertag.lower()] = {**save.entry, **there, **changed}
            page.saved(save.number)
        self.deliver(page)

    def deliver(self, page: PageProfiles) -> bool:
        return page.deliver([json.dumps(each) for each in self.entries.values()])


@pytest.fixture
def database() -> Database:
    """Return a database with Ann in it."""
    database = Database()
    database.entries["ann"] = entry("Ann", SMALL, gameDefaults={"a": 1})
    return database


@pytest.fixture
def pages(database: Database) -> list[PageProfiles]:
    """Return two pages that have read the database."""
    pages = [PageProfiles(), PageProfiles()]
    assert [database.deliver(page) for page in pages] == [True, True]
    return pages


def test_nothing_can_be_read_or_written_before_it_is_delivered() -> None:
    page = PageProfiles()
    assert not page.is_delivered
    for use in (page.read, lambda: page.update(lambda profiles: profiles.add(Profile("Ann")))):
        with pytest.raises(ProfileStoreError, match="not read yet"):
            use()
    page.deliver([])
    assert page.is_delivered
    assert page.read().profiles == ()


def test_a_save_says_what_is_new_and_is_told_once(pages: list[PageProfiles]) -> None:
    page = pages[0]
    page.update(lambda profiles: profiles.set_avatar("ann", TALL))
    page.update(lambda profiles: profiles.set_avatar("ann", TALL))
    page.update(lambda profiles: profiles.add(Profile("Bob", True, TALL)))
    assert page.has_saves
    first, second = page.take_saves()
    assert (first.gamertag, first.fields, first.entry) == (
        "Ann",
        ("avatar",),
        entry("Ann", TALL, gameDefaults={"a": 1}),
    )
    assert (second.gamertag, second.fields, second.entry) == ("Bob", (), entry("Bob", TALL, autoSignIn=True))
    assert (page.has_saves, page.take_saves()) == (False, [])


def test_a_change_that_fails_is_not_saved(pages: list[PageProfiles]) -> None:
    with pytest.raises(ArgumentError):
        pages[0].update(lambda profiles: (profiles.set_avatar("Ann", TALL), profiles.set_avatar("Bob", TALL)))
    assert not pages[0].has_saves
    assert pages[0].read().profiles == (Profile("Ann", False, SMALL),)


def test_pages_that_save_at_once_overwrite_nothing_of_each_other(database: Database, pages: list[PageProfiles]) -> None:
    one, other = pages
    one.update(lambda profiles: profiles.set_avatar("Ann", TALL))
    one.update(lambda profiles: profiles.add(Profile("Bob", avatar=SMALL)))
    other.update(lambda profiles: profiles.set_auto_sign_in("Ann", True))
    other.update(lambda profiles: profiles.add(Profile("Carl", avatar=TALL)))
    database.save(one)
    database.save(other)
    database.deliver(one)
    expected = {Profile("Ann", True, TALL), Profile("Bob", False, SMALL), Profile("Carl", False, TALL)}
    assert set(one.read().profiles) == set(other.read().profiles) == expected
    assert database.entries["ann"]["gameDefaults"] == {"a": 1}


def test_a_profile_made_on_two_pages_has_the_avatar_of_the_first(database: Database, pages: list[PageProfiles]) -> None:
    locals_ = [LocalProfiles(page, lambda n=n: avatar(1500 + n)) for n, page in enumerate(pages)]
    assert [local.open("Bob").avatar for local in locals_] == [avatar(1500), avatar(1501)]
    database.save(pages[1])
    database.save(pages[0])
    assert [local.avatar("Bob") for local in locals_] == [avatar(1501), avatar(1501)]


def test_what_is_not_stored_yet_is_put_over_what_is_delivered(database: Database, pages: list[PageProfiles]) -> None:
    page = pages[0]
    page.update(lambda profiles: profiles.set_avatar("Ann", TALL))
    page.update(lambda profiles: profiles.add(Profile("Bob", avatar=SMALL)))
    database.entries["ann"]["autoSignIn"] = True
    assert database.deliver(page)
    assert page.read().profiles == (Profile("Ann", True, TALL), Profile("Bob", False, SMALL))
    (first, _) = page.take_saves()
    page.saved(first.number)
    database.deliver(page)
    assert page.read().profiles == (Profile("Ann", True, SMALL), Profile("Bob", False, SMALL))


def test_a_save_survives_a_database_that_was_deleted(database: Database, pages: list[PageProfiles]) -> None:
    database.entries.clear()
    pages[0].update(lambda profiles: profiles.set_avatar("Ann", TALL))
    database.save(pages[0])
    assert database.entries["ann"] == entry("Ann", TALL, gameDefaults={"a": 1})


def test_a_delivery_of_the_same_is_nothing_new(database: Database, pages: list[PageProfiles]) -> None:
    assert not database.deliver(pages[0])
    database.entries["ann"]["avatar"] = TALL.hex()
    assert database.deliver(pages[0])


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the page's functions with nothing delivered yet."""
    monkeypatch.setattr(page_gamers, "store", PageProfiles())
    monkeypatch.setattr(page_gamers, "_watched", {})
    yield page_gamers
    gamers.stop()
    gamers.use_store(MemoryProfileStore())
    page_gamers.events.clear()


def code(data: bytes) -> str:
    return AvatarDescription(data).share_code


def told(page: Any) -> list[tuple[str, dict[str, Any]]]:
    events = [(kind, json.loads(detail)) for kind, detail in page.events]
    page.events.clear()
    return events


@pytest.mark.parametrize("call", ["sign_in", "save_avatar", "set_auto_sign_in"])
def test_profiles_that_are_not_read_yet_are_an_error(page: Any, call: str) -> None:
    with pytest.raises(InvalidOperationError, match="not read yet"):
        getattr(page, call)("Ann", 0)
    with pytest.raises(InvalidOperationError, match="not read yet"):
        page.sign_in_automatically()


def test_a_page_signs_in_reads_and_saves(page: Any) -> None:
    page.deliver_profiles(json.dumps([text("Ann", SMALL, autoSignIn=True), text("Bob"), "{"]))
    listed = json.loads(page.profiles())
    assert listed["profiles"] == [
        {"gamertag": "Ann", "autoSignIn": True, "code": code(SMALL)},
        {"gamertag": "Bob", "autoSignIn": False, "code": ""},
    ]
    assert "profiles[2]" in listed["problem"]
    page.sign_in_automatically()
    assert page.sign_in_guest(-1) == 1
    assert json.loads(page.signed_in_gamers()) == [
        {"playerIndex": 0, "gamertag": "Ann", "isGuest": False},
        {"playerIndex": 1, "gamertag": "Guest 2", "isGuest": True},
    ]
    assert (page.gamer_avatar(0), page.gamer_avatar(1)) == (code(SMALL), "")
    page.save_avatar("ann", code(TALL))
    page.set_auto_sign_in("ann", False)
    saves = json.loads(page.take_profile_saves())
    assert [save[:2] + save[3:] for save in saves] == [[1, "ann", ["avatar"]], [2, "ann", ["autoSignIn"]]]
    assert saves[0][2]["avatar"] == TALL.hex()
    page.profiles_saved(2)
    page.sign_out(1)
    with pytest.raises(InvalidOperationError, match="nobody is signed in at 1"):
        page.gamer_avatar(1)


def test_another_pages_save_is_told_once_by_the_next_update(page: Any) -> None:
    page.deliver_profiles(json.dumps([text("Ann", SMALL)]))
    assert page.sign_in("ann", 2) == 2
    assert page.gamer_avatar(2) == page.gamer_avatar(2) == code(SMALL)
    page.deliver_profiles(json.dumps([text("Ann", TALL)]))
    assert told(page) == []
    page.update_gamers()
    page.update_gamers()
    assert told(page) == [("avatarchanged", {"playerIndex": 2, "gamertag": "Ann", "code": code(TALL)})]
    page.deliver_profiles(json.dumps([text("Ann", SMALL)]))
    page.update_gamers()
    assert [detail["code"] for _, detail in told(page)] == [code(SMALL)], "what is told is watched again"


def test_gamers_who_are_not_watched_are_not_told(page: Any) -> None:
    page.deliver_profiles(json.dumps([text("Ann", SMALL)]))
    page.sign_in("Ann", 0)
    page.deliver_profiles(json.dumps([text("Ann", TALL)]))
    page.update_gamers()
    assert told(page) == []
    assert page.gamer_avatar(0) == code(TALL)


def test_signing_in_needs_an_avatar(page: Any) -> None:
    page.deliver_profiles("[]")
    with pytest.raises(InvalidOperationError, match="catalog"):
        page.sign_in("Ann", -1)
    assert len(Gamer.signed_in_gamers) == 0


@pytest.mark.parametrize("delivered", ["{}", "[1]", "[", '["' + "x" * (1 << 20) + 'x"]'])
def test_a_delivery_is_an_array_of_texts(page: Any, delivered: str) -> None:
    with pytest.raises(ContentLoadError, match="profiles of the page"):
        page.deliver_profiles(delivered)
    assert not page.store.is_delivered


def test_frames_update_gamers_and_flag_events_and_saves(page: Any) -> None:
    from cna_avatars.host import web

    page.deliver_profiles(json.dumps([text("Ann", SMALL)]))
    page.sign_in("Ann", 0)
    page.gamer_avatar(0)
    web.frame(0.0)
    assert int(web.records.status[2]) & (2 | web.FLAG_SAVES) == 0
    page.deliver_profiles(json.dumps([text("Ann", TALL)]))
    web.save_avatar("Ann", code(TALL))
    web.frame(0.0)
    assert int(web.records.status[2]) & (2 | web.FLAG_SAVES) == 2
    (event,) = json.loads(web.take_events())
    assert event[:2] == [-1, "avatarchanged"]
    web.save_avatar("Ann", code(SMALL))
    web.frame(0.0)
    assert int(web.records.status[2]) & (2 | web.FLAG_SAVES) == web.FLAG_SAVES
    web.take_profile_saves()
    web.frame(0.0)
    assert int(web.records.status[2]) & (2 | web.FLAG_SAVES) == 0
