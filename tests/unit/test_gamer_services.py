"""Signing in, reading a gamer's avatar, and when exactly `changed` is raised."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from cna_avatars import AvatarDescription
from cna_avatars.errors import (
    ArgumentError,
    ArgumentNullError,
    ArgumentOutOfRangeError,
    InvalidOperationError,
    ObjectDisposedError,
)
from cna_avatars.gamer_services import (
    AvatarResult,
    Gamer,
    GamerServices,
    GamerServicesDispatcher,
    LocalProfiles,
    MemoryProfileStore,
    PlayerIndex,
    Profile,
    ProfileList,
    ServiceAvatar,
    ServiceContainer,
    SignedInGamer,
    SignedInGamerCollection,
    begin_get_from_gamer,
    end_get_from_gamer,
)
from cna_avatars.gamer_services import gamers as process_gamers

from .test_gamer_profiles import SMALL, TALL, Avatars, BrokenStore, document, entry

pytestmark = pytest.mark.usefixtures("clean_process")

ZERO = bytes(1021)


class Clock:
    """Seconds that a test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Request:
    """A question that the test answers."""

    def __init__(self, user_id: str) -> None:
        self.user_id = user_id
        self.answer: Any = None

    def done(self) -> bool:
        return self.answer is not None

    def result(self) -> ServiceAvatar:
        assert self.answer is not None, "nobody may ask before it is done"
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Backend:
    """A service whose requests wait for the test."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    def request_avatar(self, user_id: str) -> Request:
        self.requests.append(Request(user_id))
        return self.requests[-1]

    def answer(self, description: bytes | None, revision: int = 0) -> None:
        self.requests[-1].answer = ServiceAvatar(description, revision)

    def fail(self) -> None:
        self.requests[-1].answer = OSError("unreachable")


class Room:
    """Gamer services of its own with a store, a clock, and a list of what was raised."""

    def __init__(self) -> None:
        self.clock, self.store, self.backend = Clock(), BrokenStore(), Backend()
        self.gamers = SignedInGamerCollection()
        self.services = GamerServices(LocalProfiles(self.store, Avatars()), self.clock, self.gamers)
        self.services.backend = self.backend
        self.raised: list[tuple[str, Any]] = []

    def sign_in(self, gamertag: str = "Ann", data: bytes = SMALL, index: int | None = None) -> SignedInGamer:
        self.store.update(lambda profiles: profiles.add(Profile(gamertag, avatar=data)))
        return self.services.sign_in(gamertag, index)

    def save(self, data: bytes, gamertag: str = "Ann") -> None:
        self.store.update(lambda profiles: profiles.set_avatar(gamertag, data))

    def get(self, gamer: Gamer) -> AvatarDescription:
        return self.services.end_get_from_gamer(self.services.begin_get_from_gamer(gamer))

    def watch(self, gamer: Gamer, name: str = "changed") -> AvatarDescription:
        description = self.get(gamer)
        description.changed.add(lambda sender: self.raised.append((name, sender)))
        return description

    def get_from_service(self, gamer: Gamer, data: bytes | None, revision: int) -> AvatarDescription:
        """Read an account's avatar, and watch it."""
        result = self.services.begin_get_from_gamer(gamer)
        self.backend.answer(data, revision)
        self.services.update()
        description = self.services.end_get_from_gamer(result)
        description.changed.add(lambda sender: self.raised.append(("changed", sender)))
        return description

    def check(self, data: bytes | None = None, revision: int = 0) -> None:
        """Let ten seconds pass; the service answers."""
        self.clock.now += 10
        count = len(self.backend.requests)
        self.services.update()
        assert len(self.backend.requests) == count + 1
        self.backend.answer(data, revision)
        self.services.update()


@pytest.fixture
def room() -> Room:
    """Return gamer services of its own."""
    return Room()


# Signing in


def test_a_profile_takes_the_first_free_player_index(room: Room) -> None:
    room.services.sign_in("Ann", PlayerIndex.Two)
    tags = [room.services.sign_in(name) for name in ("Bob", "Carl", "Dora")]
    assert [gamer.player_index for gamer in tags] == [PlayerIndex.One, PlayerIndex.Three, PlayerIndex.Four]
    assert [gamer.gamertag for gamer in room.gamers] == ["Bob", "Ann", "Carl", "Dora"]
    assert room.gamers[1] is room.gamers.get(PlayerIndex.Two)
    with pytest.raises(InvalidOperationError, match="four gamers"):
        room.services.sign_in("Emil")
    assert room.store.read().find("Emil") is None


@pytest.mark.parametrize("index", [-1, 4, 1.5, "One"])
def test_player_indices_are_four(room: Room, index: Any) -> None:
    with pytest.raises(ArgumentOutOfRangeError, match="0 to 3"):
        room.services.sign_in("Ann", index)
    with pytest.raises(ArgumentOutOfRangeError):
        room.gamers.get(index)


def test_a_profile_is_signed_in_once(room: Room) -> None:
    ann = room.services.sign_in("Ann")
    assert room.services.sign_in("ANN", 0) is ann
    with pytest.raises(InvalidOperationError, match="another player index"):
        room.services.sign_in("ann", 1)
    assert list(room.gamers) == [ann]


def test_the_gamer_has_the_spelling_of_the_store(room: Room) -> None:
    room.store.update(lambda profiles: profiles.add(Profile("Ann Lee", avatar=SMALL)))
    gamer = room.services.sign_in("ann lee")
    assert (gamer.gamertag, gamer.display_name, gamer.is_guest, gamer.is_signed_in_to_live) == (
        "Ann Lee",
        "Ann Lee",
        False,
        False,
    )


def test_guests_are_guests(room: Room) -> None:
    guest = room.services.sign_in_guest(2)
    assert (guest.is_guest, guest.gamertag, guest.player_index, guest.identity) == (True, "Guest 3", 2, None)
    assert room.services.sign_in_guest().player_index == 0


def test_signing_in_and_out_is_told_by_the_update_in_order(room: Room) -> None:
    told: list[tuple[str, SignedInGamer]] = []
    tokens = [
        SignedInGamer.signed_in.add(lambda gamer: told.append(("in", gamer))),
        SignedInGamer.signed_out.add(lambda gamer: told.append(("out", gamer))),
    ]
    try:
        ann = room.services.sign_in("Ann", 0)
        bob = room.services.sign_in("Bob", 0)
        room.services.sign_out(0)
        room.services.sign_out(3)
        assert told == []
        room.services.update()
        assert told == [("in", ann), ("out", ann), ("in", bob), ("out", bob)]
        room.services.update()
        assert len(told) == 4
    finally:
        SignedInGamer.signed_in.remove(tokens[0])
        SignedInGamer.signed_out.remove(tokens[1])


def test_the_profiles_that_say_so_are_signed_in_and_four_at_most(room: Room) -> None:
    for number in range(6):
        room.store.update(lambda p, n=number: p.add(Profile(f"P{n}", auto_sign_in=n != 1, avatar=SMALL)))
    room.services.sign_in_automatically()
    assert [gamer.gamertag for gamer in room.gamers] == ["P0", "P2", "P3", "P4"]
    room.services.sign_in_automatically()
    assert len(room.gamers) == 4


def test_a_list_of_names_goes_before_what_profiles_say(room: Room) -> None:
    room.store.update(lambda profiles: profiles.add(Profile("Ann", auto_sign_in=True, avatar=SMALL)))
    room.services.auto_sign_in = ["Bob", "bob", "Carl"]
    room.services.sign_in_automatically()
    assert [gamer.gamertag for gamer in room.gamers] == ["Bob", "Carl"]


# Begin and end


def test_arguments_of_begin(room: Room) -> None:
    with pytest.raises(ArgumentNullError, match="gamer"):
        room.services.begin_get_from_gamer(None)  # type: ignore[arg-type]
    ann = room.sign_in()
    ann.dispose()
    ann.dispose()
    assert ann.is_disposed
    with pytest.raises(ObjectDisposedError, match="disposed SignedInGamer"):
        room.services.begin_get_from_gamer(ann)


def test_arguments_of_end(room: Room) -> None:
    with pytest.raises(ArgumentNullError, match="result"):
        room.services.end_get_from_gamer(None)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="result of begin_get_from_gamer"):
        room.services.end_get_from_gamer("result")  # type: ignore[arg-type]
    other = Room()
    foreign = other.services.begin_get_from_gamer(other.sign_in())
    with pytest.raises(ArgumentError, match="result of begin_get_from_gamer"):
        room.services.end_get_from_gamer(foreign)


def test_a_local_profile_completes_before_begin_returns(room: Room) -> None:
    called: list[AvatarResult] = []

    def callback(result: AvatarResult) -> None:
        assert result.is_completed
        assert result.completed_synchronously
        assert result.async_state == "state"
        called.append(result)

    result = room.services.begin_get_from_gamer(room.sign_in(data=TALL), callback, "state")
    assert called == [result]
    description = room.services.end_get_from_gamer(result)
    assert description.description == TALL
    assert room.services.end_get_from_gamer(result) is description
    assert room.backend.requests == []


@pytest.mark.parametrize("kind", ["guest", "stranger"])
def test_who_has_no_identity_has_no_avatar(room: Room, kind: str) -> None:
    gamer = room.services.sign_in_guest() if kind == "guest" else Gamer("Somebody")
    first, second = room.get(gamer), room.get(gamer)
    assert (first.description, first.is_valid) == (ZERO, False)
    assert first is not second
    assert room.backend.requests == []


def test_a_signed_in_gamer_gets_the_same_object_and_others_new_ones(room: Room) -> None:
    ann = room.sign_in()
    stranger = Gamer("Ann", ann.identity)
    assert room.get(ann) is room.get(ann)
    assert room.get(stranger) is not room.get(stranger)
    assert room.get(stranger) == room.get(ann)


def test_results_begun_before_one_was_ended_give_one_object(room: Room) -> None:
    ann = room.sign_in()
    first = room.services.begin_get_from_gamer(ann)
    room.save(TALL)
    second = room.services.begin_get_from_gamer(ann)
    kept = room.services.end_get_from_gamer(first)
    assert room.services.end_get_from_gamer(second) is kept
    assert kept.description == SMALL


def test_a_signed_out_gamer_gets_new_objects(room: Room) -> None:
    ann = room.sign_in()
    kept = room.get(ann)
    room.services.sign_out(0)
    assert room.get(ann) is not room.get(ann)
    assert room.get(room.services.sign_in("Ann", 0)) is not kept


def test_a_signed_out_gamer_does_not_get_the_next_ones_avatar(room: Room) -> None:
    ann, bob = room.sign_in(), room.sign_in("Bob", TALL, 0)
    kept = room.get(bob)
    assert room.get(ann).description == SMALL
    assert room.get(bob) is kept


# Changed, of a local profile


def test_an_avatar_saved_elsewhere_is_told_after_ten_seconds_in_an_update(room: Room) -> None:
    ann = room.sign_in()
    kept = room.watch(ann)
    room.save(TALL)
    room.clock.now += 9.999
    room.services.update()
    assert room.get(ann) is kept
    assert room.raised == []
    room.clock.now += 0.001
    assert room.get(ann) is kept
    assert room.raised == [], "only an update raises it"
    room.services.update()
    assert room.raised == [("changed", ann)]
    assert kept.description == SMALL, "a description is a value"
    assert room.get(ann).description == TALL
    room.clock.now += 60
    room.services.update()
    assert len(room.raised) == 1


def test_the_ten_seconds_count_from_when_it_was_kept(room: Room) -> None:
    ann, bob = room.sign_in(), room.sign_in("Bob")
    room.watch(ann, "ann")
    room.clock.now += 6
    room.watch(bob, "bob")
    room.save(TALL)
    room.save(TALL, "Bob")
    room.clock.now += 4
    room.services.update()
    assert room.raised == [("ann", ann)]
    room.clock.now += 6
    room.services.update()
    assert room.raised == [("ann", ann), ("bob", bob)]


def test_a_long_pause_is_one_check(room: Room) -> None:
    ann = room.sign_in()
    room.watch(ann)
    room.clock.now += 1000
    room.services.update()
    room.save(TALL)
    room.clock.now += 9
    room.services.update()
    assert room.raised == []
    room.clock.now += 1
    room.services.update()
    assert room.raised == [("changed", ann)]


def test_the_slot_is_empty_when_changed_is_raised(room: Room) -> None:
    ann = room.sign_in()
    kept = room.get(ann)
    seen: list[AvatarDescription] = []
    kept.changed.add(lambda sender: seen.append(room.get(sender)))
    kept.changed.add(lambda sender: seen.append(room.get(sender)))
    room.save(TALL)
    room.clock.now += 10
    room.services.update()
    assert [description.description for description in seen] == [TALL, TALL]
    assert seen[0] is seen[1] is room.get(ann)
    assert seen[0].changed is not kept.changed, "a new description has no subscribers"


def test_equal_bytes_raise_nothing(room: Room) -> None:
    ann = room.sign_in()
    kept = room.watch(ann)
    room.save(TALL)
    room.save(SMALL)
    room.clock.now += 10
    room.services.update()
    assert room.raised == []
    assert room.get(ann) is kept


def test_a_description_that_nobody_ended_is_not_watched(room: Room) -> None:
    ann = room.sign_in()
    result = room.services.begin_get_from_gamer(ann)
    room.save(TALL)
    room.clock.now += 10
    room.services.update()
    description = room.services.end_get_from_gamer(result)
    description.changed.add(lambda sender: room.raised.append(("changed", sender)))
    assert (room.raised, description.description) == ([], SMALL)
    room.clock.now += 10
    room.services.update()
    assert room.raised == [("changed", ann)]


def test_a_stranger_with_the_same_identity_is_told_nothing(room: Room) -> None:
    ann = room.sign_in()
    room.watch(Gamer("Ann", ann.identity), "stranger")
    room.save(TALL)
    room.clock.now += 20
    room.services.update()
    assert room.raised == []


def test_signing_out_is_silent(room: Room) -> None:
    ann = room.sign_in()
    room.watch(ann)
    room.save(TALL)
    room.services.sign_out(0)
    room.services.sign_in("Ann")
    room.clock.now += 20
    room.services.update()
    assert room.raised == []


def test_another_gamer_at_the_index_is_silent(room: Room) -> None:
    ann = room.sign_in()
    room.watch(ann)
    room.save(TALL)
    room.sign_in("Bob", index=0)
    room.clock.now += 20
    room.services.update()
    assert room.raised == []


def test_a_broken_store_raises_nothing_and_a_mended_one_does(room: Room) -> None:
    ann = room.sign_in()
    room.watch(ann)
    room.save(TALL)
    room.store.is_broken = True
    room.clock.now += 10
    room.services.update()
    assert room.raised == []
    room.store.is_broken = False
    room.clock.now += 10
    room.services.update()
    assert room.raised == [("changed", ann)]


def test_a_damaged_entry_raises_nothing(room: Room) -> None:
    room.watch(room.sign_in())
    room.store._profiles = ProfileList.parse(document({**entry("Ann"), "avatar": "00"}))
    room.clock.now += 10
    room.services.update()
    room.store._profiles = ProfileList()
    room.clock.now += 10
    room.services.update()
    assert room.raised == []


def test_copies_share_the_event(room: Room) -> None:
    ann = room.sign_in()
    duplicate = copy.copy(room.get(ann))
    duplicate.changed.add(lambda sender: room.raised.append(("copy", sender)))
    room.save(TALL)
    room.clock.now += 10
    room.services.update()
    assert room.raised == [("copy", ann)]


def test_a_handler_that_raises_loses_no_other_players_event(room: Room) -> None:
    ann, bob = room.sign_in(), room.sign_in("Bob")
    room.get(ann).changed.add(lambda _: 1 / 0)
    room.watch(bob)
    room.save(TALL)
    room.save(TALL, "Bob")
    room.clock.now += 10
    with pytest.raises(ZeroDivisionError):
        room.services.update()
    room.services.update()
    assert room.raised == [("changed", bob)]


def test_a_handler_may_sign_another_out_or_update_again(room: Room) -> None:
    ann, bob = room.sign_in(), room.sign_in("Bob")
    room.watch(ann).changed.add(lambda _: (room.services.sign_out(1), room.services.update()))
    room.watch(bob, "bob")
    room.save(TALL)
    room.save(TALL, "Bob")
    room.clock.now += 10
    room.services.update()
    assert room.raised == [("changed", ann)]


def test_a_hint_makes_the_next_update_look(room: Room) -> None:
    ann = room.sign_in()
    room.watch(ann)
    room.services.check_soon()
    room.services.update()
    assert room.raised == []
    room.save(TALL)
    room.services.check_soon()
    assert room.raised == []
    room.services.update()
    assert room.raised == [("changed", ann)]


def test_another_store_empties_the_slots_silently(room: Room) -> None:
    ann = room.sign_in()
    kept = room.watch(ann)
    room.services.use_store(MemoryProfileStore(ProfileList.parse(document(entry("Ann", TALL)))))
    room.clock.now += 10
    room.services.update()
    assert room.raised == []
    assert room.get(ann).description == TALL
    assert kept.description == SMALL


# An account of the service


def test_an_account_completes_in_an_update_and_never_in_begin(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    assert gamer.is_signed_in_to_live
    called: list[AvatarResult] = []
    result = room.services.begin_get_from_gamer(gamer, called.append)
    assert [request.user_id for request in room.backend.requests] == ["a1b2"]
    room.services.update()
    room.backend.answer(TALL, 3)
    assert not result.is_completed
    with pytest.raises(InvalidOperationError, match="not read yet"):
        room.services.end_get_from_gamer(result)
    assert called == []
    room.services.update()
    assert called == [result]
    assert (result.is_completed, result.completed_synchronously) == (True, False)
    description = room.services.end_get_from_gamer(result)
    assert description.description == TALL
    with pytest.raises(InvalidOperationError, match="before"):
        room.services.end_get_from_gamer(result)

    again = room.services.begin_get_from_gamer(gamer)
    assert again.completed_synchronously
    assert room.services.end_get_from_gamer(again) is description
    assert len(room.backend.requests) == 1


@pytest.mark.parametrize("failure", ["error", "size", "type", "no backend", "refusal"])
def test_a_service_that_fails_gives_no_avatar_and_keeps_none(room: Room, failure: str) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    if failure == "no backend":
        room.services.backend = None
    if failure == "refusal":
        room.services.backend = object()  # type: ignore[assignment]
    result = room.services.begin_get_from_gamer(gamer)
    assert not result.is_completed
    if failure == "error":
        room.backend.fail()
    if failure == "size":
        room.backend.answer(TALL[:-1], 1)
    if failure == "type":
        room.backend.answer("avatar", 1)  # type: ignore[arg-type]
    room.services.update()
    assert room.services.end_get_from_gamer(result).description == ZERO
    room.services.backend = room.backend
    assert room.get_from_service(gamer, TALL, 1).description == TALL


def test_nobodys_avatar_is_kept_and_a_first_one_is_a_change(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    assert room.get_from_service(gamer, None, 0).description == ZERO
    room.check(None, 0)
    room.check(ZERO, 0)
    assert room.raised == []
    room.check(TALL, 1)
    assert room.raised == [("changed", gamer)]


def test_a_projection_of_the_same_revision_is_no_change(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    kept = room.get_from_service(gamer, TALL, 5)
    room.check(SMALL, 5)
    assert room.raised == []
    assert room.get(gamer) is kept


def test_a_new_revision_is_a_change_even_of_equal_bytes_or_a_smaller_number(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    room.get_from_service(gamer, TALL, 5)
    room.check(TALL, 6)
    assert room.raised == [("changed", gamer)]
    room.get_from_service(gamer, TALL, 6)
    room.check(TALL, 1)
    assert len(room.raised) == 2


def test_without_a_revision_the_bytes_are_compared(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    room.get_from_service(gamer, TALL, 5)
    room.check(TALL, 0)
    assert room.raised == []
    room.check(None, 0)
    assert room.raised == [("changed", gamer)]


def test_an_unreachable_service_changes_nothing(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    kept = room.get_from_service(gamer, TALL, 5)
    room.clock.now += 10
    room.services.update()
    room.backend.fail()
    room.services.update()
    assert (room.raised, room.get(gamer)) == ([], kept)
    room.check(SMALL, 6)
    assert room.raised == [("changed", gamer)]


def test_an_answer_on_its_way_is_not_asked_for_again(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    room.get_from_service(gamer, TALL, 5)
    for _ in range(5):
        room.clock.now += 10
        room.services.update()
    assert len(room.backend.requests) == 2
    room.backend.answer(SMALL, 6)
    room.services.update()
    assert room.raised == [("changed", gamer)]


def test_an_answer_for_a_slot_that_was_emptied_is_dropped(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    room.get_from_service(gamer, TALL, 5)
    room.clock.now += 10
    room.services.update()
    room.services.sign_out(0)
    room.backend.answer(SMALL, 6)
    room.services.update()
    assert room.raised == []


def test_another_backend_empties_the_slots_silently_and_ends_what_waits(room: Room) -> None:
    zoe, ann = room.services.sign_in_account("Zoe", "a1b2"), room.sign_in()
    room.get_from_service(zoe, TALL, 5)
    local = room.watch(ann)
    done = room.services.begin_get_from_gamer(Gamer("Max", "service:ff"))
    room.backend.answer(SMALL, 9)
    waiting = room.services.begin_get_from_gamer(Gamer("Eva", "service:fe"))
    old, room.backend = room.backend, Backend()
    room.services.backend = room.backend
    room.clock.now += 10
    room.services.update()
    assert room.raised == []
    assert room.services.end_get_from_gamer(done).description == ZERO
    assert room.services.end_get_from_gamer(waiting).description == ZERO
    assert room.get(ann) is not local
    assert len(old.requests) == 3


def test_an_answer_of_the_backend_before_is_not_kept(room: Room) -> None:
    gamer = room.services.sign_in_account("Zoe", "a1b2")
    result = room.services.begin_get_from_gamer(gamer)
    room.backend.answer(TALL, 5)
    room.services.update()
    room.services.backend = Backend()
    assert room.services.end_get_from_gamer(result).description == TALL
    assert not room.services.begin_get_from_gamer(gamer).is_completed


def test_another_gamers_account_is_read_each_time(room: Room) -> None:
    max_ = Gamer("Max", "service:ff")
    first = room.get_from_service(max_, TALL, 5)
    second = room.get_from_service(max_, TALL, 5)
    assert first is not second
    assert len(room.backend.requests) == 2
    room.clock.now += 100
    room.services.update()
    assert len(room.backend.requests) == 2


def test_callbacks_may_begin_again(room: Room) -> None:
    gamer = Gamer("Max", "service:ff")
    again: list[AvatarResult] = []
    room.services.begin_get_from_gamer(gamer, lambda _: again.append(room.services.begin_get_from_gamer(gamer)))
    room.backend.answer(TALL, 1)
    room.services.update()
    assert not again[0].is_completed
    room.backend.answer(SMALL, 2)
    room.services.update()
    assert room.services.end_get_from_gamer(again[0]).description == SMALL


# The process's own


@pytest.fixture
def process() -> Iterator[GamerServices]:
    """Give the process's gamer services back as they were."""
    yield process_gamers
    GamerServicesDispatcher.shut_down()
    process_gamers.auto_sign_in = None
    process_gamers.use_store(MemoryProfileStore())


def test_the_dispatcher_signs_in_updates_and_signs_out(process: GamerServices) -> None:
    store = MemoryProfileStore(ProfileList.parse(document(entry("Ann", SMALL, autoSignIn=True))))
    process.use_store(store)
    told: list[SignedInGamer] = []
    token = SignedInGamer.signed_in.add(told.append)
    try:
        GamerServicesDispatcher.initialize(ServiceContainer())
        (ann,) = Gamer.signed_in_gamers
        assert told == []
        GamerServicesDispatcher.update()
        assert told == [ann]
    finally:
        SignedInGamer.signed_in.remove(token)
    description = end_get_from_gamer(begin_get_from_gamer(ann))
    assert AvatarDescription.end_get_from_gamer(AvatarDescription.begin_get_from_gamer(ann)) is description
    changed: list[object] = []
    description.changed.add(changed.append)
    process.profiles.save_avatar("Ann", TALL)
    process.check_soon()
    GamerServicesDispatcher.update()
    assert changed == [ann]
    GamerServicesDispatcher.shut_down()
    assert list(Gamer.signed_in_gamers) == []


def test_gamer_services_do_not_start_when_an_avatar_cannot_be_made(process: GamerServices) -> None:
    process.auto_sign_in = ["Ann"]
    GamerServicesDispatcher.shut_down()
    with pytest.raises(InvalidOperationError, match="catalog"):
        GamerServicesDispatcher.initialize(ServiceContainer())
    assert not GamerServicesDispatcher.is_initialized
    assert list(Gamer.signed_in_gamers) == []
