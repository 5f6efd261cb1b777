"""`AvatarBackend`: what gamer services ask of a network service.

Source: avatars.md, "Descriptions from the service"; cna-facts 1.7 and 7.2.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ServiceAvatar:
    """A service's answer: the 1,021 bytes, or None for nobody's avatar, and the revision, 0 if there is none.

    A projection has the revision of the avatar it stands for.
    """

    description: bytes | None
    revision: int = 0


class AvatarRequest(Protocol):
    """A question on its way. A `concurrent.futures.Future` is one."""

    def done(self) -> bool:
        """Whether `result` can be called."""

    def result(self) -> ServiceAvatar:
        """Return the answer, or raise: any exception is a service that could not be reached."""


class AvatarBackend(Protocol):
    """A service that has accounts' avatars."""

    def request_avatar(self, user_id: str) -> AvatarRequest:
        """Ask for the avatar of an account; returns at once."""
