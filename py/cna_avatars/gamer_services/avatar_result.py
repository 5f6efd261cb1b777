"""`AvatarResult`: a gamer's avatar being read, XNA's IAsyncResult.

Source: XNA 4.0, AvatarDescription.BeginGetFromGamer; cna-facts 1.7.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cna_avatars.description import AvatarDescription

from .gamer import Gamer

NO_AVATAR = bytes(AvatarDescription.SIZE)


@dataclass(frozen=True, slots=True)
class AvatarAnswer:
    """Bytes and revision (0 for none); `is_known` is False where a service could not be reached."""

    description: bytes
    revision: int = 0
    is_known: bool = True

    def differs(self, other: "AvatarAnswer") -> bool:
        """Whether the avatar is another: by revision where both have one, so that a projection is no change."""
        if self.revision and other.revision:
            return self.revision != other.revision
        return self.description != other.description


UNREACHABLE = AvatarAnswer(NO_AVATAR, is_known=False)

AvatarCallback = Callable[["AvatarResult"], None]


class AvatarResult:
    """What `begin_get_from_gamer` returns and `end_get_from_gamer` takes."""

    def __init__(
        self, owner: object, source: object, gamer: Gamer, callback: AvatarCallback | None, state: Any
    ) -> None:
        self.owner = owner
        """The gamer services that made it."""
        self.source = source
        """What the answer is asked of; an answer of a source that was replaced is not kept."""
        self.gamer = gamer
        self.async_state = state
        self._callback = callback
        self._answer: AvatarAnswer | None = None
        self.completed_synchronously = False
        self.ended: AvatarDescription | None = None
        """What the first `end_get_from_gamer` returned."""

    @property
    def is_completed(self) -> bool:
        """Whether the avatar, or its absence, is known."""
        return self._answer is not None

    @property
    def answer(self) -> AvatarAnswer | None:
        """What is known."""
        return self._answer

    def complete(self, answer: AvatarAnswer, *, synchronously: bool) -> None:
        """Take the answer and call the callback."""
        self._answer = answer
        self.completed_synchronously = synchronously
        if self._callback is not None:
            self._callback(self)
