"""A small game host in XNA's shape: `Game`, its time, its device, keys, and data between players.

What the machine gives (a device, keys, frames, a channel) comes from the installed platform; see `platform`.
"""

from .components import GamerServicesComponent, GraphicsDeviceManager
from .game import Game, GameComponent
from .game_time import GameTime
from .keyboard import Keyboard, KeyboardState, Keys
from .session import LocalSession, Message

__all__ = [
    "Game",
    "GameComponent",
    "GameTime",
    "GamerServicesComponent",
    "GraphicsDeviceManager",
    "Keyboard",
    "KeyboardState",
    "Keys",
    "LocalSession",
    "Message",
]
