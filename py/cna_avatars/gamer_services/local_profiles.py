"""`LocalProfiles`: the profiles of this computer or browser, and those that were opened in this run.

Source: cna-facts 7.7. Where a store cannot be written, a profile is opened for this run only.
"""

from collections.abc import Callable
from dataclasses import replace

from cna_avatars.description import AvatarDescription

from .gamertag import key_of, require_gamertag
from .profile_list import Profile, ProfileList, ProfileStoreError, require_avatar
from .profile_store import MemoryProfileStore, ProfileStore


def random_avatar() -> bytes:
    """Return a random avatar of the newest catalog; InvalidOperationError if none is installed."""
    return AvatarDescription.create_random().description


class LocalProfiles:
    """Profiles by gamertag, ignoring case.

    Parameters
    ----------
    store
        where they are kept; in memory by default.
    create_avatar
        what gives a profile without an avatar one; injected in tests.
    """

    def __init__(self, store: ProfileStore | None = None, create_avatar: Callable[[], bytes] = random_avatar) -> None:
        self.store: ProfileStore = store or MemoryProfileStore()
        self._create_avatar = create_avatar
        self._opened: dict[str, Profile] = {}
        self.problem = ""
        """Why the store could not be read or written when it was last used, or ""."""

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The stored profiles, then those of this run that the store does not have."""
        stored = self._read()
        return stored.profiles + tuple(each for each in self._opened.values() if stored.find(each.gamertag) is None)

    def open(self, gamertag: str) -> Profile:
        """Return the profile of that name with its avatar; it is made, with a random avatar, if there is none.

        An avatar that cannot be read is replaced by a random one.

        Raises
        ------
        ArgumentError
            if `gamertag` is no gamertag.
        InvalidOperationError
            if there are 32 profiles already, or an avatar has to be made while no catalog is installed.
        """
        require_gamertag(gamertag)
        profile = self._read().find(gamertag) or self._opened.get(key_of(gamertag))
        if profile is None or profile.avatar is None:
            profile = self._make(gamertag)
        self._opened[key_of(gamertag)] = profile
        return profile

    def avatar(self, gamertag: str) -> bytes | None:
        """Return the avatar of a profile: the store's, so that what others saved is seen, else this run's."""
        profile = self._read().find(gamertag)
        if profile is None or profile.avatar is None:
            opened = self._opened.get(key_of(gamertag))
            return opened.avatar if opened else None
        if key_of(gamertag) in self._opened:
            self._opened[key_of(gamertag)] = profile
        return profile.avatar

    def save_avatar(self, gamertag: str, avatar: bytes) -> None:
        """Store the avatar of a profile; when this returns, it is kept.

        Raises
        ------
        ArgumentError
            for an unknown profile, or bytes that are no avatar.
        ProfileStoreError
            if the store cannot be read or written; it is as it was.
        """
        require_gamertag(gamertag)
        require_avatar(avatar)
        self._change(gamertag, lambda profiles: profiles.set_avatar(gamertag, avatar))

    def set_auto_sign_in(self, gamertag: str, flag: bool) -> None:
        """Say whether a profile is signed in when gamer services start; raises as `save_avatar` does."""
        require_gamertag(gamertag)
        self._change(gamertag, lambda profiles: profiles.set_auto_sign_in(gamertag, flag))

    def _read(self) -> ProfileList:
        try:
            profiles = self.store.read()
        except ProfileStoreError as error:
            self.problem = str(error)
            return ProfileList()
        self.problem = profiles.problems[0] if profiles.problems else ""
        return profiles

    def _make(self, gamertag: str) -> Profile:
        """Another process may make the same profile at the same time: the store decides which avatar it has."""
        avatar = self._create_avatar()

        def change(profiles: ProfileList) -> Profile:
            there = profiles.add(Profile(gamertag, avatar=avatar))
            if there.avatar is None:
                profiles.set_avatar(gamertag, avatar)
            return profiles.find(gamertag) or there

        try:
            return self.store.update(change)
        except ProfileStoreError as error:
            there = self._read().find(gamertag) or Profile(gamertag)
            self.problem = str(error)
            return replace(there, avatar=avatar)

    def _change(self, gamertag: str, apply: Callable[[ProfileList], None]) -> None:
        def change(profiles: ProfileList) -> Profile | None:
            opened = self._opened.get(key_of(gamertag))
            if opened is not None:
                profiles.add(opened)
            apply(profiles)
            return profiles.find(gamertag)

        profile = self.store.update(change)
        if profile is not None and key_of(gamertag) in self._opened:
            self._opened[key_of(gamertag)] = profile
