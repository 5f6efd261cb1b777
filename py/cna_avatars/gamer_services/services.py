"""`GamerServices`: who is signed in, and the avatars they have.

Source: avatars.md, "Descriptions from the service"; XNA 4.0, AvatarDescription.BeginGetFromGamer; cna-facts 1.7.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from cna_avatars.description import AvatarDescription, from_gamer
from cna_avatars.errors import ArgumentError, ArgumentNullError, InvalidOperationError, ObjectDisposedError
from cna_avatars.events import Event

from .avatar_result import NO_AVATAR, UNREACHABLE, AvatarAnswer, AvatarCallback, AvatarResult
from .backend import AvatarBackend, AvatarRequest
from .gamer import LOCAL, SERVICE, Gamer, PlayerIndex, SignedInGamer, SignedInGamerCollection, require_player_index
from .kept_avatars import KeptAvatars
from .local_profiles import LocalProfiles
from .profile_store import ProfileStore


class GamerServices:
    """What a game has once: profiles, gamers, kept descriptions.

    Parameters
    ----------
    profiles
        the local profiles; in memory by default.
    clock
        seconds, rising; injected in tests.
    signed_in_gamers
        the collection to fill; `Gamer.signed_in_gamers` by default.
    """

    def __init__(
        self,
        profiles: LocalProfiles | None = None,
        clock: Callable[[], float] = time.monotonic,
        signed_in_gamers: SignedInGamerCollection | None = None,
    ) -> None:
        self.profiles = profiles or LocalProfiles()
        self.auto_sign_in: Sequence[str] | None = None
        """Who is signed in when gamer services start, four at most; None: the profiles that say so."""
        self._gamers = Gamer.signed_in_gamers if signed_in_gamers is None else signed_in_gamers
        self._kept = KeptAvatars(clock)
        self._backend: AvatarBackend | None = None
        self._source = object()
        self._pending: list[tuple[AvatarResult, AvatarRequest | None]] = []
        self._events: list[tuple[Event, SignedInGamer]] = []

    @property
    def backend(self) -> AvatarBackend | None:
        """The network service, or None. Replacing it empties the slots and raises nothing; what is on its way fails."""
        return self._backend

    @backend.setter
    def backend(self, backend: AvatarBackend | None) -> None:
        self._backend = backend
        self._pending = [(result, None) for result, _ in self._pending]
        self._forget()

    def use_store(self, store: ProfileStore) -> None:
        """Take the local profiles from `store`; the slots are emptied, and nothing is raised."""
        self.profiles = LocalProfiles(store)
        self._forget()

    def sign_in(self, gamertag: str, player_index: int | None = None) -> SignedInGamer:
        """Sign a local profile in, made if there is none; the first free player index if none is named.

        Whoever had the index is signed out. A profile that is signed in already is refused at another index.

        Raises
        ------
        ArgumentError, ArgumentOutOfRangeError
            for a name that is no gamertag, or an undefined index.
        InvalidOperationError
            if no index is free, or as `LocalProfiles.open` says.
        """
        index = self._free_index(player_index)
        profile = self.profiles.open(gamertag)
        return self._seat(SignedInGamer(profile.gamertag, index, LOCAL + profile.gamertag))

    def sign_in_account(self, gamertag: str, user_id: str, player_index: int | None = None) -> SignedInGamer:
        """Sign an account of the service in."""
        return self._seat(SignedInGamer(gamertag, self._free_index(player_index), SERVICE + user_id))

    def sign_in_guest(self, player_index: int | None = None) -> SignedInGamer:
        """Sign a guest in, who has no avatar."""
        index = self._free_index(player_index)
        return self._seat(SignedInGamer(f"Guest {index + 1}", index, None, is_guest=True))

    def sign_out(self, player_index: int) -> None:
        """Sign the gamer of a player index out, if there is one; the kept description's `changed` is not raised."""
        gamer = self._gamers.remove(player_index)
        if gamer is not None:
            self._kept.drop(gamer.player_index)
            self._events.append((SignedInGamer.signed_out, gamer))

    def sign_in_automatically(self) -> None:
        """Sign in who is to be signed in when gamer services start, at the free player indices."""
        names = self.auto_sign_in
        if names is None:
            names = [profile.gamertag for profile in self.profiles.profiles if profile.auto_sign_in]
        for name in names:
            if len(self._gamers) == len(PlayerIndex):
                break
            if not self._is_signed_in(LOCAL + self.profiles.open(name).gamertag):
                self.sign_in(name)

    def stop(self) -> None:
        """Sign everyone out and forget what is on its way; nothing is raised."""
        for gamer in self._gamers:
            self.sign_out(gamer.player_index)
        self._events.clear()
        self._pending.clear()

    def update(self) -> None:
        """Raise `signed_in` and `signed_out`, complete what the service has answered, and raise `changed`."""
        while self._events:
            event, gamer = self._events.pop(0)
            event.fire(gamer)
        for entry in [entry for entry in self._pending if entry[1] is None or entry[1].done()]:
            if entry in self._pending:
                self._pending.remove(entry)
                result, request = entry
                result.complete(_answer_of(request), synchronously=False)
        self._kept.check(self._read, _answer_of)

    def check_soon(self) -> None:
        """Let the next update read every kept avatar again, as when another page says that it saved one."""
        self._kept.check_soon()

    def begin_get_from_gamer(
        self, gamer: Gamer, callback: AvatarCallback | None = None, state: Any = None
    ) -> AvatarResult:
        """Begin to read the avatar of `gamer`.

        A local profile's, a kept one, and the absence of one are known at once: the result is completed, synchronously,
        and `callback` was called with it. An account's completes in an update, never here.

        Raises
        ------
        ArgumentNullError
            if `gamer` is None.
        ObjectDisposedError
            if `gamer` is disposed.
        """
        if gamer is None:
            raise ArgumentNullError("gamer")
        if gamer.is_disposed:
            raise ObjectDisposedError(type(gamer).__name__)
        result = AvatarResult(self, self._source, gamer, callback, state)
        kept = self._kept.find(gamer) if isinstance(gamer, SignedInGamer) else None
        if kept is not None:
            result.complete(kept[0], synchronously=True)
        elif gamer.identity is None:
            result.complete(UNREACHABLE, synchronously=True)
        else:
            answer = self._read(gamer.identity)
            if isinstance(answer, AvatarAnswer):
                result.complete(answer, synchronously=True)
            else:
                self._pending.append((result, answer))
        return result

    def end_get_from_gamer(self, result: AvatarResult) -> AvatarDescription:
        """Return the avatar that was read; all zero where there is none.

        A signed-in gamer gets the same object until that avatar is seen to have changed; others a new one each time.

        Raises
        ------
        ArgumentNullError
            if `result` is None.
        ArgumentError
            if `begin_get_from_gamer` did not make it.
        InvalidOperationError
            if it is not completed yet, or an account's was ended before.
        """
        if result is None:
            raise ArgumentNullError("result")
        if not isinstance(result, AvatarResult) or result.owner is not self:
            raise ArgumentError("Expected the result of begin_get_from_gamer.", "result")
        answer = result.answer
        if answer is None:
            raise InvalidOperationError("The avatar is not read yet; call GamerServicesDispatcher.update until it is.")
        if result.ended is not None:
            if not result.completed_synchronously:
                raise InvalidOperationError("end_get_from_gamer was called with this result before.")
            return result.ended
        gamer = result.gamer
        is_current = answer.is_known and result.source is self._source
        if is_current and isinstance(gamer, SignedInGamer) and gamer in self._gamers:
            result.ended = self._kept.keep(gamer, answer)
        else:
            result.ended = AvatarDescription(answer.description)
        return result.ended

    def _read(self, identity: str) -> "AvatarAnswer | AvatarRequest":
        if identity.startswith(LOCAL):
            avatar = self.profiles.avatar(identity.removeprefix(LOCAL))
            return UNREACHABLE if avatar is None else AvatarAnswer(avatar)
        if self._backend is None:
            return _NoService()
        try:
            return self._backend.request_avatar(identity.removeprefix(SERVICE))
        except Exception:
            return _NoService()

    def _forget(self) -> None:
        self._kept.clear()
        self._source = object()

    def _free_index(self, player_index: int | None) -> PlayerIndex:
        if player_index is not None:
            return require_player_index(player_index)
        for index in PlayerIndex:
            if self._gamers.get(index) is None:
                return index
        raise InvalidOperationError("Expected a free player index; four gamers are signed in.")

    def _is_signed_in(self, identity: str) -> bool:
        return any(gamer.identity == identity for gamer in self._gamers)

    def _seat(self, gamer: SignedInGamer) -> SignedInGamer:
        there = self._gamers.get(gamer.player_index)
        if gamer.identity is not None and there is not None and there.identity == gamer.identity:
            return there
        if gamer.identity is not None and self._is_signed_in(gamer.identity):
            raise InvalidOperationError(f"{gamer.gamertag} is signed in at another player index.")
        self.sign_out(gamer.player_index)
        self._gamers.add(gamer)
        self._events.append((SignedInGamer.signed_in, gamer))
        return gamer


class _NoService:
    """A question that nobody answers."""

    def done(self) -> bool:
        return True

    def result(self) -> Any:
        raise InvalidOperationError("There is no network service.")


def _answer_of(request: AvatarRequest | None) -> AvatarAnswer:
    """A service's failure, or bytes of another size, is a service that could not be reached."""
    if request is None:
        return UNREACHABLE
    try:
        avatar = request.result()
        description = NO_AVATAR if avatar.description is None else bytes(avatar.description)
        return AvatarAnswer(AvatarDescription(description).description, int(avatar.revision))
    except Exception:
        return UNREACHABLE


gamers = GamerServices()
"""The gamer services of this process."""

from_gamer.provide(gamers)


def begin_get_from_gamer(gamer: Gamer, callback: AvatarCallback | None = None, state: Any = None) -> AvatarResult:
    """Begin to read the avatar of `gamer`: `GamerServices.begin_get_from_gamer` of this process."""
    return gamers.begin_get_from_gamer(gamer, callback, state)


def end_get_from_gamer(result: AvatarResult) -> AvatarDescription:
    """Return the avatar that was read: `GamerServices.end_get_from_gamer` of this process."""
    return gamers.end_get_from_gamer(result)
