"""What a profile store holds: profiles.json, read so that a bad entry harms no other, written so that nothing is lost.

    {"version": 1, "profiles": [{"gamertag", "autoSignIn", "avatar"?: 2,042 hex digits, "gameDefaults"?}]}

At most 256 KiB and 32 entries. Entries that cannot be read are skipped and told in `problems`; writing keeps them, and
every field that is unknown here, as they are. A text that cannot be read as a whole is never written.
Source: cna-facts 7.7.
"""

import copy
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Self

from cna_avatars.description import AvatarDescription
from cna_avatars.errors import ArgumentError, ContentLoadError, InvalidOperationError
from cna_avatars.strict_json import Reader

from .gamertag import is_gamertag, key_of, require_gamertag

VERSION: Final = 1
MAX_BYTES: Final = 256 * 1024
MAX_PROFILES: Final = 32
_CONTEXT: Final = "profile store"
_HEX: Final = re.compile(f"[0-9A-Fa-f]{{{2 * AvatarDescription.SIZE}}}")


class ProfileStoreError(InvalidOperationError):
    """The profile store cannot be read or written; what it holds is as it was."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One local profile; `avatar` is None if the store has none that can be read."""

    gamertag: str
    auto_sign_in: bool = False
    avatar: bytes | None = None


class ProfileList:
    """The profiles of one store.

    `problems` tells what was skipped; `unwritable` why the text may not be overwritten, or None.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.unwritable: str | None = None
        self._document: dict[str, Any] = {"version": VERSION, "profiles": []}
        self._profiles: dict[str, Profile] = {}
        self._indices: dict[str, int] = {}

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read profiles.json: what can be read of it, however bad it is."""
        profiles = cls()
        try:
            profiles._parse(data)
        except ContentLoadError as error:
            profiles.problems.append(str(error))
            profiles.unwritable = str(error)
        return profiles

    @classmethod
    def of_entries(cls, texts: Iterable[str]) -> Self:
        """Read entries that are kept one by one, each a JSON text."""
        profiles = cls()
        for index, text in enumerate(texts):
            try:
                if len(text) > MAX_BYTES:
                    raise ContentLoadError(f"{_CONTEXT}: expected at most {MAX_BYTES} characters; got {len(text)}.")
                value = Reader.parse(text.encode("utf-8", "replace"), _CONTEXT).value
            except ContentLoadError as error:
                profiles.problems.append(f"profiles[{index}]: {error}")
            else:
                profiles._take(value)
        return profiles

    def copy(self) -> Self:
        """Return an independent copy."""
        return copy.deepcopy(self)

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The profiles that can be read, in the store's order."""
        return tuple(self._profiles.values())

    def find(self, gamertag: str) -> Profile | None:
        """Return the profile of that name, ignoring case."""
        return self._profiles.get(key_of(gamertag))

    def entry(self, gamertag: str) -> Mapping[str, Any]:
        """Return the entry of a profile as it is written."""
        entry: Mapping[str, Any] = self._entries[self._indices[key_of(gamertag)]]
        return entry

    def add(self, profile: Profile) -> Profile:
        """Add `profile`, or return the one there is of that name.

        Raises
        ------
        ArgumentError
            if the gamertag or the avatar is unusable.
        InvalidOperationError
            if there are 32 already.
        """
        require_gamertag(profile.gamertag)
        if (there := self.find(profile.gamertag)) is not None:
            return there
        if len(self._entries) >= MAX_PROFILES:
            raise InvalidOperationError(f"Expected at most {MAX_PROFILES} profiles; there are {len(self._entries)}.")
        entry: dict[str, Any] = {"gamertag": profile.gamertag, "autoSignIn": profile.auto_sign_in}
        if profile.avatar is not None:
            entry["avatar"] = require_avatar(profile.avatar).hex()
        self._take(entry)
        return profile

    def set_avatar(self, gamertag: str, avatar: bytes) -> None:
        """Replace the avatar of a profile; ArgumentError for an unknown profile or bytes that are no avatar."""
        self._set(gamertag, "avatar", require_avatar(avatar).hex())

    def set_auto_sign_in(self, gamertag: str, flag: bool) -> None:
        """Say whether a profile is signed in when gamer services start; ArgumentError for an unknown profile."""
        self._set(gamertag, "autoSignIn", bool(flag))

    def overlay(self, gamertag: str, entry: Mapping[str, Any], fields: Iterable[str]) -> None:
        """Put `fields` of `entry` into the profile's own entry, or the whole of it where there is none."""
        if self.find(gamertag) is None:
            self._take(dict(entry))
        else:
            for field in fields:
                self._set(gamertag, field, entry[field])

    def to_bytes(self) -> bytes:
        """Return profiles.json.

        Raises
        ------
        ProfileStoreError
            if the text was not readable as a whole, or would be larger than 256 KiB.
        """
        self.require_writable()
        data = (json.dumps(self._document, separators=(",", ":"), allow_nan=False) + "\n").encode("ascii")
        if len(data) > MAX_BYTES:
            raise ProfileStoreError(f"{_CONTEXT}: expected at most {MAX_BYTES} bytes; it would have {len(data)}.")
        return data

    def require_writable(self) -> None:
        """Raise ProfileStoreError if the text that was read may not be overwritten."""
        if self.unwritable is not None:
            raise ProfileStoreError(
                f"The profile store is not overwritten, since it could not be read. {self.unwritable}"
            )

    @property
    def _entries(self) -> list[Any]:
        entries: list[Any] = self._document["profiles"]
        return entries

    def _parse(self, data: bytes) -> None:
        if len(data) > MAX_BYTES:
            raise ContentLoadError(f"{_CONTEXT}: expected at most {MAX_BYTES} bytes; got {len(data)} or more.")
        top = Reader.parse(data, _CONTEXT)
        _require_rewritable(top.value)
        version = top.get("version").integer(1, 1 << 31)
        entries = top.get("profiles")
        first = [reader.value for reader in islice(entries.items(), MAX_PROFILES)]
        self._document = {**top.value, "profiles": []}
        for value in first:
            self._take(value)
        if version != VERSION:
            raise ContentLoadError(f"{_CONTEXT}: expected version {VERSION}; got {version}, of a newer program.")
        next(entries.items(0, MAX_PROFILES), None)

    def _take(self, entry: Any) -> None:
        index = len(self._entries)
        self._entries.append(entry)
        try:
            profile = self._read(Reader(entry, _CONTEXT, f"profiles[{index}]"))
        except ContentLoadError as error:
            self.problems.append(str(error))
            return
        self._profiles[key_of(profile.gamertag)] = profile
        self._indices[key_of(profile.gamertag)] = index

    def _read(self, reader: Reader) -> Profile:
        tag = reader.get("gamertag")
        if not is_gamertag(tag.value):
            tag.fail("a gamertag")
        if self.find(tag.value) is not None:
            tag.fail("a gamertag that no entry before it has")
        auto_sign_in = reader.get("autoSignIn").flag()
        avatar = reader.optional("avatar")
        data = None
        if avatar is not None:
            data = _avatar_of(avatar.value)
            if data is None:
                digits = 2 * AvatarDescription.SIZE
                self.problems.append(f"{_CONTEXT}: expected an avatar of {digits} hexadecimal digits at {avatar.path}.")
        return Profile(tag.value, auto_sign_in, data)

    def _set(self, gamertag: str, field: str, value: Any) -> None:
        key = key_of(require_gamertag(gamertag))
        if key not in self._profiles:
            raise ArgumentError(f"Expected the gamertag of a stored profile; got {gamertag!r}.", "gamertag")
        entry = self._entries[self._indices[key]]
        entry[field] = value
        self._profiles[key] = Profile(entry["gamertag"], entry["autoSignIn"], _avatar_of(entry.get("avatar")))


def require_avatar(avatar: bytes) -> bytes:
    """Return `avatar`; ArgumentError unless it is a description that can be read."""
    data = AvatarDescription(avatar)
    if data.descriptor is None:
        raise ArgumentError("Expected the bytes of an avatar; these cannot be read as one.", "avatar")
    return data.description


def _avatar_of(value: Any) -> bytes | None:
    if not isinstance(value, str) or _HEX.fullmatch(value) is None:
        return None
    data = bytes.fromhex(value)
    return data if AvatarDescription(data).descriptor is not None else None


def _require_rewritable(value: Any) -> None:
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        raise ContentLoadError(f"{_CONTEXT}: expected finite numbers; one is too large to be kept.") from None
