"""What a game is made with: the graphics device's manager, and gamer services as a component.

Source: XNA 4.0, GraphicsDeviceManager, GamerServicesComponent.
"""

from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher, IGraphicsDeviceService
from cna_avatars.renderer.device import GraphicsDevice

from . import platform
from .game import Game
from .game_time import GameTime


class GraphicsDeviceManager:
    """Offers the platform's device as the game's IGraphicsDeviceService."""

    def __init__(self, game: Game) -> None:
        game.services.add_service(IGraphicsDeviceService, self)

    @property
    def graphics_device(self) -> GraphicsDevice | None:
        """The device, or None while there is nothing to draw on."""
        return platform.current().graphics_device

    @property
    def aspect_ratio(self) -> float:
        """Width of the picture by its height, for projections."""
        return platform.current().aspect_ratio


class GamerServicesComponent:
    """Starts gamer services with the game's services, and updates them with the game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def initialize(self) -> None:
        """Initialise the dispatcher."""
        GamerServicesDispatcher.initialize(self._game.services)

    def update(self, game_time: GameTime) -> None:
        """Update the dispatcher."""
        del game_time
        GamerServicesDispatcher.update()
