"""`Gamer` and `SignedInGamer`: people, and where their avatars are.

Source: XNA 4.0, Gamer, SignedInGamer, SignedInGamerCollection, PlayerIndex; cna-facts 1.7.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, ClassVar

from cna_avatars.errors import ArgumentOutOfRangeError
from cna_avatars.events import Event


class PlayerIndex(IntEnum):
    """The four players of one machine."""

    One = 0
    Two = 1
    Three = 2
    Four = 3


class SignedInGamerCollection:
    """The signed-in gamers, by player index."""

    def __init__(self) -> None:
        self._by_index: dict[PlayerIndex, SignedInGamer] = {}

    def get(self, index: int) -> "SignedInGamer | None":
        """Return the gamer of a player index, or None; ArgumentOutOfRangeError for an undefined index."""
        return self._by_index.get(require_player_index(index))

    def add(self, gamer: "SignedInGamer") -> None:
        """Seat a gamer at its player index, in the place of whoever was there."""
        self._by_index[gamer.player_index] = gamer

    def remove(self, index: int) -> "SignedInGamer | None":
        """Remove and return the gamer of a player index, if there is one."""
        return self._by_index.pop(require_player_index(index), None)

    def __getitem__(self, index: int) -> "SignedInGamer | None":
        return self.get(index)

    def __iter__(self) -> Iterator["SignedInGamer"]:
        return iter([gamer for _, gamer in sorted(self._by_index.items())])

    def __len__(self) -> int:
        return len(self._by_index)

    def __contains__(self, gamer: object) -> bool:
        return any(each is gamer for each in self._by_index.values())


class Gamer:
    """A person: signed in here, or met in a session.

    Parameters
    ----------
    gamertag
        the name.
    identity
        where the avatar is: "local:<gamertag>", "service:<user id>", or None for nowhere.
    """

    signed_in_gamers: ClassVar = SignedInGamerCollection()

    def __init__(self, gamertag: str, identity: str | None = None) -> None:
        self.gamertag = gamertag
        self.identity = identity
        self.tag: Any = None
        """Whatever the game likes to keep here."""
        self._is_disposed = False

    @property
    def display_name(self) -> str:
        """The name as it is shown."""
        return self.gamertag

    @property
    def is_disposed(self) -> bool:
        """Whether `dispose` was called."""
        return self._is_disposed

    def dispose(self) -> None:
        """Give the gamer up; it may be called again."""
        self._is_disposed = True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.gamertag!r})"


class SignedInGamer(Gamer):
    """A gamer at one of the four player indices of this machine.

    `signed_in` and `signed_out` are raised by `GamerServicesDispatcher.update`, with the gamer.
    """

    signed_in: ClassVar = Event()
    signed_out: ClassVar = Event()

    def __init__(
        self, gamertag: str, player_index: PlayerIndex, identity: str | None, *, is_guest: bool = False
    ) -> None:
        super().__init__(gamertag, identity)
        self.player_index = player_index
        self.is_guest = is_guest

    @property
    def is_signed_in_to_live(self) -> bool:
        """Whether the gamer has an account of the service."""
        return self.identity is not None and self.identity.startswith(SERVICE)


LOCAL = "local:"
SERVICE = "service:"


def require_player_index(index: int) -> PlayerIndex:
    """Return `index`; ArgumentOutOfRangeError unless it is 0 to 3."""
    if index not in PlayerIndex.__members__.values():
        raise ArgumentOutOfRangeError(f"Expected a PlayerIndex of 0 to 3; got {index!r}.", "player_index")
    return PlayerIndex(index)
