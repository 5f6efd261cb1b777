"""profiles.json and the profiles of a run: what is read, what is kept as it is, what is never overwritten."""

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars.description import encode
from cna_avatars.errors import ArgumentError, ArgumentNullError, InvalidOperationError
from cna_avatars.gamer_services import LocalProfiles, MemoryProfileStore, Profile, ProfileList, ProfileStoreError
from cna_avatars.gamer_services.gamertag import is_gamertag, require_gamertag

from .test_assembly import PLAIN

pytestmark = pytest.mark.usefixtures("clean_process")


def avatar(height_mm: int) -> bytes:
    """Return an avatar that its height tells from others."""
    return encode(dataclasses.replace(PLAIN, height_mm=height_mm))


SMALL, TALL = avatar(1500), avatar(2000)


def entry(gamertag: str, data: bytes | None = None, **more: Any) -> dict[str, Any]:
    fields = {"gamertag": gamertag, "autoSignIn": False, **more}
    return {**fields, "avatar": data.hex()} if data else fields


def document(*entries: Any, **more: Any) -> bytes:
    return json.dumps({"version": 1, "profiles": list(entries), **more}).encode()


def reread(profiles: ProfileList) -> Any:
    return json.loads(profiles.to_bytes())


@pytest.mark.parametrize("name", ["A", "a1", "Ann Lee", "A 1 b", "FifteenLetters1", "x" * 15])
def test_gamertags(name: str) -> None:
    assert is_gamertag(name)


@pytest.mark.parametrize(
    "name", ["", " A", "1A", "A ", "A  b", "x" * 16, "Ann-Lee", "Änn", "A\n", "A\tb", "Ann\u0661", None, 7, ["A"]]
)
def test_what_is_no_gamertag(name: Any) -> None:
    assert not is_gamertag(name)
    with pytest.raises(ArgumentError):
        require_gamertag(name)


def test_no_name_is_a_null_argument() -> None:
    with pytest.raises(ArgumentNullError, match="gamertag"):
        LocalProfiles().open(None)  # type: ignore[arg-type]


def test_entries_are_read_in_order() -> None:
    profiles = ProfileList.parse(document(entry("Bob", TALL), entry("Ann", autoSignIn=True)))
    assert profiles.profiles == (Profile("Bob", False, TALL), Profile("Ann", True, None))
    assert (profiles.problems, profiles.unwritable) == ([], None)
    assert profiles.find("bOB") == Profile("Bob", False, TALL)
    assert profiles.find("Carl") is None


BAD_ENTRIES = [
    None,
    7,
    "Ann",
    [],
    {},
    {"gamertag": "Ann"},
    {"autoSignIn": True},
    {"gamertag": "Ann", "autoSignIn": 1},
    {"gamertag": "Ann ", "autoSignIn": True},
    {"gamertag": ["Ann"], "autoSignIn": True},
    entry("bOB", SMALL),
]


@pytest.mark.parametrize("bad", BAD_ENTRIES, ids=repr)
def test_a_bad_entry_harms_no_other_and_is_kept(bad: Any) -> None:
    profiles = ProfileList.parse(document(entry("Bob", TALL), bad, entry("Carl", SMALL)))
    assert [profile.gamertag for profile in profiles.profiles] == ["Bob", "Carl"]
    assert len(profiles.problems) == 1
    assert "profiles[1]" in profiles.problems[0]
    profiles.set_avatar("carl", TALL)
    profiles.add(Profile("Dora", True, SMALL))
    assert reread(profiles)["profiles"] == [
        entry("Bob", TALL),
        bad,
        entry("Carl", TALL),
        entry("Dora", SMALL, autoSignIn=True),
    ]


@pytest.mark.parametrize(
    "bad", [5, None, "", SMALL.hex()[:-2], SMALL.hex() + "00", "zz" * 1021, "00" * 1021, (b"\1" * 1021).hex()]
)
def test_a_bad_avatar_is_dropped_and_the_profile_stays(bad: Any) -> None:
    profiles = ProfileList.parse(document({**entry("Ann"), "avatar": bad}))
    assert profiles.profiles == (Profile("Ann", False, None),)
    assert "profiles[0].avatar" in profiles.problems[0]
    assert profiles.unwritable is None


def test_hexadecimal_digits_of_both_cases_are_read() -> None:
    profiles = ProfileList.parse(document({**entry("Ann"), "avatar": SMALL.hex().upper()}))
    assert profiles.profiles[0].avatar == SMALL


def test_unknown_fields_and_game_defaults_are_kept() -> None:
    defaults = {"difficulty": "hard", "numbers": [0.1, -0.0, 1e300, 12345678901234567890], "text": "ä\ud800\u2028"}
    ann = entry("Ann", SMALL, gameDefaults=defaults, later={"a": [None]})
    profiles = ProfileList.parse(document(ann, more="x"))
    profiles.set_avatar("ann", TALL)
    profiles.set_auto_sign_in("ann", True)
    assert reread(profiles) == {
        "version": 1,
        "profiles": [{**ann, "avatar": TALL.hex(), "autoSignIn": True}],
        "more": "x",
    }


UNREADABLE = {
    "nothing": b"",
    "half": document(entry("Ann", SMALL))[:-30],
    "no object": b"[]",
    "no JSON": b"\xff\xfe\x00",
    "two keys": b'{"version": 1, "version": 1, "profiles": []}',
    "no version": b'{"profiles": []}',
    "version 0": b'{"version": 0, "profiles": []}',
    "true": b'{"version": true, "profiles": []}',
    "no profiles": b'{"version": 1}',
    "profiles of another kind": b'{"version": 1, "profiles": {}}',
    "deep": b'{"version": 1, "profiles": [' + b"[" * 40 + b"]" * 40 + b"]}",
    "infinite": b'{"version": 1, "profiles": [{"gamertag": "Ann", "autoSignIn": true, "x": 1e999}]}',
    "too large": b'{"version": 1, "profiles": []}' + b" " * (256 * 1024),
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_as_a_whole_is_never_written(data: bytes) -> None:
    profiles = ProfileList.parse(data)
    assert profiles.profiles == ()
    assert profiles.unwritable in profiles.problems
    with pytest.raises(ProfileStoreError, match="not overwritten"):
        profiles.to_bytes()


def test_256_kib_are_read() -> None:
    text = document(entry("Ann", SMALL))
    profiles = ProfileList.parse(text + b" " * (256 * 1024 - len(text)))
    assert (len(profiles.profiles), profiles.unwritable) == (1, None)


def test_a_newer_store_is_read_as_far_as_it_goes_and_not_written() -> None:
    profiles = ProfileList.parse(
        document(entry("Ann", SMALL), {"name": "new"}).replace(b'"version": 1', b'"version": 2')
    )
    assert profiles.profiles == (Profile("Ann", False, SMALL),)
    with pytest.raises(ProfileStoreError, match="expected version 1; got 2"):
        profiles.to_bytes()


def test_32_profiles_are_read_and_of_33_the_first_but_nothing_is_written() -> None:
    names = [f"P{number}" for number in range(33)]
    full = ProfileList.parse(document(*map(entry, names[:32])))
    assert (len(full.profiles), full.unwritable) == (32, None)
    with pytest.raises(InvalidOperationError, match="at most 32 profiles; there are 32"):
        full.add(Profile("Another"))
    full.set_avatar("P31", TALL)
    assert len(reread(full)["profiles"]) == 32

    over = ProfileList.parse(document(*map(entry, names)))
    assert [profile.gamertag for profile in over.profiles] == names[:32]
    with pytest.raises(ProfileStoreError, match="expected 0 to 32 elements at profiles; got 33"):
        over.to_bytes()


def test_a_store_that_would_grow_too_large_is_not_written() -> None:
    room = 256 * 1024 - len(document(entry("Ann"))) - 2000
    profiles = ProfileList.parse(document(entry("Ann", note="x" * room)))
    profiles.set_avatar("Ann", TALL)
    with pytest.raises(ProfileStoreError, match="at most 262144 bytes; it would have"):
        profiles.to_bytes()


@given(
    st.binary(max_size=300) | st.from_regex(rb'\{"version": 1, "profiles": \[[\[\]{}",:a-z0-9]*\]\}', fullmatch=True)
)
def test_no_bytes_raise(data: bytes) -> None:
    profiles = ProfileList.parse(data)
    if profiles.unwritable is None:
        assert json.loads(profiles.to_bytes()) == json.loads(data)


def test_entries_kept_one_by_one_are_read_one_by_one() -> None:
    texts = [json.dumps(entry("Ann", SMALL)), "{", "[" * 50 + "]" * 50, "x" * 300_000, json.dumps(entry("Bob"))]
    profiles = ProfileList.of_entries(texts)
    assert [profile.gamertag for profile in profiles.profiles] == ["Ann", "Bob"]
    assert [problem.partition(":")[0] for problem in profiles.problems] == ["profiles[1]", "profiles[2]", "profiles[3]"]


@pytest.mark.parametrize("data", [b"", SMALL[:-1], bytes(1021), b"\1" * 1021])
def test_only_avatars_are_stored(data: bytes) -> None:
    local = LocalProfiles(create_avatar=lambda: SMALL)
    local.open("Ann")
    with pytest.raises(ArgumentError):
        local.save_avatar("Ann", data)
    assert local.avatar("Ann") == SMALL


def test_an_unknown_profile_is_not_saved() -> None:
    with pytest.raises(ArgumentError, match="'Bob'"):
        LocalProfiles().save_avatar("Bob", SMALL)
    with pytest.raises(ArgumentError, match="'Bob'"):
        LocalProfiles().set_auto_sign_in("Bob", True)


class Avatars:
    """Makes a new avatar each time, and counts."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> bytes:
        self.made += 1
        return avatar(1600 + self.made)


def test_a_profile_is_made_once_with_one_avatar_whatever_the_case() -> None:
    avatars, store = Avatars(), MemoryProfileStore()
    first = LocalProfiles(store, avatars).open("Ann")
    assert first == Profile("Ann", False, avatar(1601))
    assert LocalProfiles(store, avatars).open("aNN") == first
    assert avatars.made == 1


def test_opening_repairs_a_bad_avatar_and_keeps_the_rest() -> None:
    bad = {**entry("Ann", gameDefaults={"a": 1}, autoSignIn=True), "avatar": "00"}
    store = MemoryProfileStore(ProfileList.parse(document(bad)))
    assert LocalProfiles(store, Avatars()).open("ann") == Profile("Ann", True, avatar(1601))
    assert store.read().entry("Ann") == {**bad, "avatar": avatar(1601).hex()}


def test_what_another_saved_is_seen() -> None:
    store = MemoryProfileStore()
    one, other = LocalProfiles(store, lambda: SMALL), LocalProfiles(store)
    one.open("Ann")
    other.save_avatar("ann", TALL)
    assert one.avatar("Ann") == TALL


class BrokenStore(MemoryProfileStore):
    """A store that can be broken and mended."""

    is_broken = False

    def read(self) -> ProfileList:
        self._check()
        return super().read()

    def update(self, change: Callable[[ProfileList], Any]) -> Any:
        self._check()
        return super().update(change)

    def _check(self) -> None:
        if self.is_broken:
            raise ProfileStoreError("The disk is gone.")


def test_without_a_store_a_profile_is_opened_for_this_run() -> None:
    store = BrokenStore()
    store.is_broken = True
    local = LocalProfiles(store, Avatars())
    assert local.open("Ann").avatar == local.open("ann").avatar == local.avatar("ANN") == avatar(1601)
    assert local.problem == "The disk is gone."
    with pytest.raises(ProfileStoreError, match="disk is gone"):
        local.save_avatar("Ann", TALL)
    assert local.avatar("Ann") == avatar(1601)
    store.is_broken = False
    assert [profile.gamertag for profile in local.profiles] == ["Ann"]
    local.save_avatar("Ann", TALL)
    assert store.read().find("Ann") == Profile("Ann", False, TALL)
    assert local.problem == ""


def test_a_broken_store_answers_what_was_last_read_of_it() -> None:
    store = BrokenStore()
    local = LocalProfiles(store, lambda: SMALL)
    local.open("Ann")
    store.update(lambda profiles: profiles.set_avatar("Ann", TALL))
    assert local.avatar("Ann") == TALL
    store.is_broken = True
    assert local.avatar("Ann") == TALL


def test_an_unreadable_store_is_left_alone() -> None:
    store = MemoryProfileStore(ProfileList.parse(b"{"))
    local = LocalProfiles(store, lambda: SMALL)
    assert local.open("Ann").avatar == SMALL
    assert "expected JSON" in local.problem
    assert store.read().profiles == ()
    with pytest.raises(ProfileStoreError, match="not overwritten"):
        local.save_avatar("Ann", TALL)


def test_a_change_that_fails_changes_nothing() -> None:
    store = MemoryProfileStore()

    def change(profiles: ProfileList) -> None:
        profiles.add(Profile("Ann"))
        profiles.set_avatar("Bob", SMALL)

    with pytest.raises(ArgumentError, match="Bob"):
        store.update(change)
    assert store.read().profiles == ()


def test_reading_gives_a_copy() -> None:
    store = MemoryProfileStore()
    store.read().add(Profile("Ann"))
    assert store.read().profiles == ()
