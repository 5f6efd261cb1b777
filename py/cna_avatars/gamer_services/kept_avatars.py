"""The descriptions that are kept, one a player index, and the check that raises their `changed`.

Source: avatars.md, "Descriptions from the service"; cna-facts 1.7.

A description is kept from the moment `end_get_from_gamer` returns it until the avatar is seen to have changed. Every
ten seconds it is read again. When it differs, the slot is emptied first, then `changed` is raised with the gamer. A
store or service that cannot be reached does nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cna_avatars.description import AvatarDescription

from .avatar_result import AvatarAnswer
from .backend import AvatarRequest
from .gamer import PlayerIndex, SignedInGamer

CHECK_SECONDS: Final = 10.0

Read = Callable[[str], AvatarAnswer | AvatarRequest]
AnswerOf = Callable[[AvatarRequest], AvatarAnswer]


@dataclass(slots=True)
class _Slot:
    gamer: SignedInGamer
    identity: str
    answer: AvatarAnswer
    description: AvatarDescription
    due: float
    request: AvatarRequest | None = None


class KeptAvatars:
    """Four slots.

    Parameters
    ----------
    clock
        seconds, rising.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._slots: dict[PlayerIndex, _Slot] = {}

    def find(self, gamer: SignedInGamer) -> tuple[AvatarAnswer, AvatarDescription] | None:
        """Return what is kept for `gamer`, or None."""
        slot = self._slots.get(gamer.player_index)
        return (slot.answer, slot.description) if slot is not None and slot.gamer is gamer else None

    def keep(self, gamer: SignedInGamer, answer: AvatarAnswer) -> AvatarDescription:
        """Return the description kept for `gamer`, which is a new one of `answer` if there was none."""
        if (kept := self.find(gamer)) is not None:
            return kept[1]
        assert gamer.identity is not None
        description = AvatarDescription(answer.description)
        due = self._clock() + CHECK_SECONDS
        self._slots[gamer.player_index] = _Slot(gamer, gamer.identity, answer, description, due)
        return description

    def drop(self, index: PlayerIndex) -> None:
        """Empty a slot; nothing is raised."""
        self._slots.pop(index, None)

    def clear(self) -> None:
        """Empty all slots; nothing is raised."""
        self._slots.clear()

    def check_soon(self) -> None:
        """Make every kept avatar due, since somebody said that one may have changed."""
        for slot in self._slots.values():
            slot.due = self._clock()

    def check(self, read: Read, answer_of: AnswerOf) -> None:
        """Read again what is due, and raise `changed` for what differs.

        `read` asks for an identity's avatar; an answer that comes later is taken by a later check.
        """
        for index, slot in sorted(self._slots.items()):
            answer = self._reread(slot, read, answer_of)
            if answer is None or not answer.is_known or self._slots.get(index) is not slot:
                continue
            if answer.differs(slot.answer):
                del self._slots[index]
                slot.description.changed.fire(slot.gamer)

    def _reread(self, slot: _Slot, read: Read, answer_of: AnswerOf) -> AvatarAnswer | None:
        now = self._clock()
        if slot.request is None and now >= slot.due:
            slot.due = now + CHECK_SECONDS
            answer = read(slot.identity)
            if isinstance(answer, AvatarAnswer):
                return answer
            slot.request = answer
        if slot.request is None or not slot.request.done():
            return None
        request, slot.request = slot.request, None
        return answer_of(request)
