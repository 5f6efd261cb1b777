"""`ProfileStore`: where local profiles are kept, as the core sees it, and one that forgets with the process."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from .profile_list import ProfileList

Result = TypeVar("Result")


class ProfileStore(Protocol):
    """A store of profiles; others may write it at any time."""

    def read(self) -> ProfileList:
        """Return what is stored now; ProfileStoreError if nothing can be read at all."""

    def update(self, change: Callable[[ProfileList], Result]) -> Result:
        """Read, apply `change`, write; nobody else writes in between. Returns what `change` returns.

        Raises
        ------
        ProfileStoreError
            if the store cannot be read or written; nothing has changed then, nor when `change` raises.
        """


class MemoryProfileStore:
    """Profiles that last as long as the process."""

    def __init__(self, profiles: ProfileList | None = None) -> None:
        self._profiles = profiles or ProfileList()

    def read(self) -> ProfileList:
        """Return what is stored now."""
        return self._profiles.copy()

    def update(self, change: Callable[[ProfileList], Result]) -> Result:
        """Apply `change`, all or nothing."""
        profiles = self._profiles.copy()
        profiles.require_writable()
        result = change(profiles)
        profiles.to_bytes()
        self._profiles = profiles
        return result
