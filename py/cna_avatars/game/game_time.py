"""`GameTime`: what `update` and `draw` are told.

Source: XNA 4.0, GameTime.
"""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class GameTime:
    """The game's own time, which stands still while nobody sees it."""

    total_game_time: timedelta = timedelta(0)
    """Since the start."""
    elapsed_game_time: timedelta = timedelta(0)
    """Since the last call of the same kind."""
    is_running_slowly: bool = False
    """Whether updates are catching up with time that was lost."""
