"""`PageProfiles`: the profile store of a page, a mirror of what JavaScript keeps in the browser's database.

Python never waits and the database always lets one wait, so JavaScript delivers the entries, and takes changes as
messages. A message says which fields of one entry changed: pages that save at the same time overwrite nothing of each
other's. What was changed here and is not stored yet is put over whatever is delivered.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from cna_avatars.gamer_services import ProfileList, ProfileStoreError

CHANGEABLE: Final = ("autoSignIn", "avatar")

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ProfileSave:
    """One change of one entry: the whole entry, and which fields are new (none for an entry that is)."""

    number: int
    gamertag: str
    entry: Mapping[str, Any]
    fields: tuple[str, ...]


class PageProfiles:
    """The mirror. Until the first delivery it can be neither read nor written."""

    def __init__(self) -> None:
        self._profiles: ProfileList | None = None
        self._unsaved: list[ProfileSave] = []
        self._taken = 0
        self._last = 0

    @property
    def is_delivered(self) -> bool:
        """Whether entries were delivered."""
        return self._profiles is not None

    @property
    def has_saves(self) -> bool:
        """Whether `take_saves` has something new."""
        return self._last > self._taken

    def read(self) -> ProfileList:
        """Return a copy; ProfileStoreError before the first delivery."""
        return self._delivered().copy()

    def update(self, change: Callable[[ProfileList], Result]) -> Result:
        """Apply `change`, all or nothing, and note what is to be saved."""
        before, after = self._delivered(), self._delivered().copy()
        result = change(after)
        after.to_bytes()
        for gamertag, fields in _changes(before, after):
            self._last += 1
            self._unsaved.append(ProfileSave(self._last, gamertag, dict(after.entry(gamertag)), fields))
        self._profiles = after
        return result

    def take_saves(self) -> list[ProfileSave]:
        """Return the changes that nobody has taken yet; each is told once, and is kept until it is `saved`."""
        saves = [save for save in self._unsaved if save.number > self._taken]
        self._taken = self._last
        return saves

    def saved(self, through: int) -> None:
        """Forget the changes up to number `through`: the database has them."""
        self._unsaved = [save for save in self._unsaved if save.number > through]

    def deliver(self, texts: list[str]) -> bool:
        """Take all entries of the database, each as a JSON text; return whether anything is new."""
        profiles = ProfileList.of_entries(texts)
        for save in self._unsaved:
            profiles.overlay(save.gamertag, save.entry, save.fields)
        is_new = self._profiles is None or self._profiles.profiles != profiles.profiles
        self._profiles = profiles
        return is_new

    def _delivered(self) -> ProfileList:
        if self._profiles is None:
            raise ProfileStoreError("The profiles are not read yet; wait until they are delivered.")
        return self._profiles


def _changes(before: ProfileList, after: ProfileList) -> Iterator[tuple[str, tuple[str, ...]]]:
    for profile in after.profiles:
        if before.find(profile.gamertag) is None:
            yield profile.gamertag, ()
            continue
        old, new = before.entry(profile.gamertag), after.entry(profile.gamertag)
        fields = tuple(name for name in CHANGEABLE if old.get(name) != new.get(name))
        if fields:
            yield profile.gamertag, fields
