"""Gamer services of a page: the functions of cna_avatars.host.web that concern gamers and profiles.

Arguments and results are numbers, strings or nothing. Source: docs/architecture.md, "Calls outside the frame".
"""

import json
from typing import Any

from cna_avatars.description import AvatarDescription
from cna_avatars.errors import InvalidOperationError
from cna_avatars.gamer_services import AvatarResult, Gamer, SignedInGamer, gamers
from cna_avatars.gamer_services.gamertag import key_of
from cna_avatars.strict_json import Reader

from .page_profiles import PageProfiles

store = PageProfiles()
events: list[tuple[str, str]] = []
_watched: dict[int, AvatarDescription] = {}

_MAX_TEXT = 1 << 20


def deliver_profiles(texts_json: str) -> None:
    """Take all entries that the browser's database has: JSON, an array of JSON texts. None is memory only."""
    entries = Reader.parse(texts_json.encode("utf-8", "replace"), "profiles of the page").items()
    is_first = not store.is_delivered
    if store.deliver([entry.text(_MAX_TEXT) for entry in entries]):
        gamers.check_soon()
    if is_first:
        gamers.use_store(store)


def take_profile_saves() -> str:
    """Return what is to be saved, as JSON [[number, key, entry, [field, …]], …]; each is told once."""
    saves = store.take_saves()
    return json.dumps([[save.number, key_of(save.gamertag), save.entry, save.fields] for save in saves])


def profiles_saved(through: int) -> None:
    """Take notice that the database has the saves up to number `through`."""
    store.saved(int(through))


def profiles() -> str:
    """Return JSON: the profiles (gamertag, autoSignIn, code or ""), and why an entry was skipped, if one was."""
    listed = [
        {"gamertag": each.gamertag, "autoSignIn": each.auto_sign_in, "code": _code(each.avatar)}
        for each in gamers.profiles.profiles
    ]
    return json.dumps({"profiles": listed, "problem": gamers.profiles.problem})


def sign_in(gamertag: str, player_index: int) -> int:
    """Sign a profile in, made if there is none; the first free index below 0. Return the player index."""
    _require_delivered()
    return int(gamers.sign_in(gamertag, None if player_index < 0 else int(player_index)).player_index)


def sign_in_guest(player_index: int) -> int:
    """Sign a guest in; the first free index below 0. Return the player index."""
    return int(gamers.sign_in_guest(None if player_index < 0 else int(player_index)).player_index)


def sign_out(player_index: int) -> None:
    """Sign out the gamer of a player index, if there is one."""
    gamers.sign_out(int(player_index))


def signed_in_gamers() -> str:
    """Return JSON: the signed-in gamers (playerIndex, gamertag, isGuest)."""
    return json.dumps(
        [
            {"playerIndex": int(gamer.player_index), "gamertag": gamer.gamertag, "isGuest": gamer.is_guest}
            for gamer in Gamer.signed_in_gamers
        ]
    )


def gamer_avatar(player_index: int) -> str:
    """Return the share code of a gamer's avatar, "" without one. The event "avatarchanged" tells when it changes.

    An account's avatar may come later; the event tells it then.
    """
    gamer = Gamer.signed_in_gamers.get(int(player_index))
    if gamer is None:
        raise InvalidOperationError(
            f"Expected a player index with a gamer; nobody is signed in at {int(player_index)}."
        )
    result = gamers.begin_get_from_gamer(gamer, _tell_late)
    return _end(gamer, result) if result.is_completed else ""


def save_avatar(gamertag: str, code: str) -> None:
    """Store the avatar of a share code (or of 2,042 hexadecimal digits) with a profile."""
    _require_delivered()
    gamers.profiles.save_avatar(gamertag, AvatarDescription.from_share_code(code).description)


def set_auto_sign_in(gamertag: str, flag: bool) -> None:
    """Say whether a profile is signed in when gamer services start."""
    _require_delivered()
    gamers.profiles.set_auto_sign_in(gamertag, bool(flag))


def sign_in_automatically() -> None:
    """Sign in the profiles that say so."""
    _require_delivered()
    gamers.sign_in_automatically()


def update_gamers() -> None:
    """Raise what happened to gamers; a frame does it too, but a page at rest has none."""
    gamers.update()


def _require_delivered() -> None:
    if not store.is_delivered:
        raise InvalidOperationError("The profiles are not read yet; wait until they are delivered.")


def _tell_late(result: AvatarResult) -> None:
    if not result.completed_synchronously and isinstance(result.gamer, SignedInGamer):
        _tell(result.gamer, _end(result.gamer, result))


def _end(gamer: SignedInGamer, result: AvatarResult) -> str:
    """A kept description is the same object until its avatar changes, and is watched once."""
    description = gamers.end_get_from_gamer(result)
    if _watched.get(gamer.player_index) is not description:
        _watched[gamer.player_index] = description
        description.changed.add(_on_changed)
    return _code(description.description)


def _on_changed(gamer: SignedInGamer) -> None:
    result = gamers.begin_get_from_gamer(gamer, _tell_late)
    if result.is_completed:
        _tell(gamer, _end(gamer, result))


def _tell(gamer: SignedInGamer, code: str) -> None:
    detail: dict[str, Any] = {"playerIndex": int(gamer.player_index), "gamertag": gamer.gamertag, "code": code}
    events.append(("avatarchanged", json.dumps(detail)))


def _code(data: bytes | None) -> str:
    description = None if data is None else AvatarDescription(data)
    return description.share_code if description is not None and description.descriptor is not None else ""
