"""`LocalSession`: bytes between the players on one machine, each in a tab or window of its own.

It does for descriptions what XNA's NetworkSession does over SystemLink: what one sends, all others receive, once.
"""

from dataclasses import dataclass
from typing import Final

from cna_avatars.errors import ArgumentError

from . import platform

MOST_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Message:
    """Bytes, and who sent them: a name that is this sender's alone while its tab is open."""

    sender: str
    data: bytes


class LocalSession:
    """A session by its name.

    Parameters
    ----------
    name
        1 to 64 characters; the same in every tab that takes part.
    """

    def __init__(self, name: str) -> None:
        if not 1 <= len(name) <= 64:
            raise ArgumentError(f"Expected a name of 1 to 64 characters; got {len(name)}.", "name")
        self._channel = platform.current().open_channel(name)

    def send_data(self, data: bytes) -> None:
        """Send `data` to all others; ArgumentError unless it has 1 to 65,536 bytes."""
        if not 1 <= len(data) <= MOST_BYTES:
            raise ArgumentError(f"Expected 1 to {MOST_BYTES} bytes; got {len(data)}.", "data")
        self._channel.send(bytes(data))

    def receive_data(self) -> list[Message]:
        """Return what came since the last call, oldest first."""
        return [Message(sender, data) for sender, data in self._channel.receive() if 1 <= len(data) <= MOST_BYTES]
