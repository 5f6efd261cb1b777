"""What a game needs of the machine it runs on, and the one that is installed.

`host.page_game` installs the browser's; a program of another kind brings its own.
"""

from typing import TYPE_CHECKING, Protocol

from cna_avatars.errors import InvalidOperationError
from cna_avatars.renderer.device import GraphicsDevice

if TYPE_CHECKING:
    from .game import Game


class Channel(Protocol):
    """Carries bytes to everyone else who opened a channel of the same name."""

    def send(self, data: bytes) -> None:
        """Send `data` to all others."""

    def receive(self) -> list[tuple[str, bytes]]:
        """Return what came since the last call: who sent it, and the bytes."""


class GamePlatform(Protocol):
    """The machine."""

    @property
    def graphics_device(self) -> GraphicsDevice | None:
        """Where games draw; None while there is nothing to draw on."""

    @property
    def aspect_ratio(self) -> float:
        """Width of the picture by its height."""

    @property
    def pressed_keys(self) -> frozenset[str]:
        """The names of the keys that are down."""

    def run(self, game: "Game") -> None:
        """Call `game.tick` and `game.render` for each frame until it exits. In a page this returns at once."""

    def open_channel(self, name: str) -> Channel:
        """Open the channel `name`."""


_installed: list[GamePlatform] = []


def install(platform: GamePlatform | None) -> None:
    """Make `platform` the one that games run on; None takes it away."""
    _installed[:] = [] if platform is None else [platform]


def current() -> GamePlatform:
    """Return the installed platform; InvalidOperationError if there is none."""
    if not _installed:
        raise InvalidOperationError("No platform runs games here: a page does, or install one with game.platform.")
    return _installed[0]
