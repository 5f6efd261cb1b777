"""`Game`: the loop of an XNA program.

Source: XNA 4.0, Game (fixed time step, order of the calls); avatars.md, the fragment in "AvatarRenderer".
"""

from datetime import timedelta
from typing import Final, Protocol

from cna_avatars.errors import ArgumentOutOfRangeError, InvalidOperationError
from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher, ServiceContainer

from . import platform
from .game_time import GameTime

_MOST_BEHIND: Final = timedelta(milliseconds=500)
_ZERO: Final = timedelta(0)


class GameComponent(Protocol):
    """A part of a game that is updated with it."""

    def initialize(self) -> None:
        """Called once, before the game's content is loaded."""

    def update(self, game_time: GameTime) -> None:
        """Called by `Game.update`."""


class Game:
    """Derive from it, add a GraphicsDeviceManager and a GamerServicesComponent, and call `run`.

    `update` is called every `target_elapsed_time`, as often as the time that passed needs; `draw` once a frame. Time
    beyond half a second is forgotten. With `is_fixed_time_step` False there is one update a frame, of the time that
    passed.
    """

    def __init__(self) -> None:
        self.services = ServiceContainer()
        self.components: list[GameComponent] = []
        self.is_fixed_time_step = True
        self.title = ""
        """Shown above the picture."""
        self._target_elapsed_time = timedelta(microseconds=16_667)
        self._behind = _ZERO
        self._total = _ZERO
        self._drawn_at = _ZERO
        self._is_initialized = False
        self._has_exited = False
        self._is_in_tick = False

    # --- for programs ---------------------------------------------------------------------------------------------

    def initialize(self) -> None:
        """Initialise the components, then load content."""
        for component in list(self.components):
            component.initialize()
        self.load_content()

    def load_content(self) -> None:
        """Make what the game draws; called once, when there is a device and gamer services."""

    def update(self, game_time: GameTime) -> None:
        """Let time pass; call it from your own, so that the components are updated."""
        for component in list(self.components):
            component.update(game_time)

    def draw(self, game_time: GameTime) -> None:
        """Draw a frame."""

    def unload_content(self) -> None:
        """Let go of what was loaded; called once, when the game ends."""

    @property
    def target_elapsed_time(self) -> timedelta:
        """How long a fixed step is; above zero."""
        return self._target_elapsed_time

    @target_elapsed_time.setter
    def target_elapsed_time(self, value: timedelta) -> None:
        if value <= _ZERO:
            raise ArgumentOutOfRangeError(f"Expected a step above zero; got {value}.", "value")
        self._target_elapsed_time = value

    def run(self) -> None:
        """Hand the game to the platform.

        Raises
        ------
        InvalidOperationError
            if no platform runs games here, or the game has ended.
        """
        if self._has_exited:
            raise InvalidOperationError("The game has ended; make a new one.")
        platform.current().run(self)

    def exit(self) -> None:
        """End the game: content is unloaded and gamer services are shut down. An update that is going on ends first."""
        is_first, self._has_exited = not self._has_exited, True
        if is_first and not self._is_in_tick:
            self._end()

    # --- for platforms --------------------------------------------------------------------------------------------

    @property
    def has_exited(self) -> bool:
        """Whether `exit` was called."""
        return self._has_exited

    def tick(self, elapsed: timedelta) -> int:
        """Let `elapsed` pass and return how many updates that took; the first call initialises the game."""
        if self._has_exited:
            return 0
        self._is_in_tick = True
        try:
            return self._tick(min(max(elapsed, _ZERO), _MOST_BEHIND))
        finally:
            self._is_in_tick = False
            if self.has_exited:
                self._end()

    def _tick(self, elapsed: timedelta) -> int:
        if not self._is_initialized:
            self._is_initialized = True
            self.initialize()
            self._update(_ZERO, is_slow=False)
            return 1
        if not self.is_fixed_time_step:
            self._update(elapsed, is_slow=False)
            return 1
        self._behind = min(self._behind + elapsed, _MOST_BEHIND)
        steps = self._behind // self._target_elapsed_time
        for done in range(steps):
            self._behind -= self._target_elapsed_time
            self._update(self._target_elapsed_time, is_slow=steps > 1)
            if self._has_exited:
                return done + 1
        return steps

    def _end(self) -> None:
        try:
            if self._is_initialized:
                self.unload_content()
        finally:
            GamerServicesDispatcher.shut_down()

    def render(self) -> None:
        """Draw once what there is now; nothing before the first tick or after the end."""
        if not self._is_initialized or self._has_exited:
            return
        elapsed, self._drawn_at = self._total - self._drawn_at, self._total
        self.draw(GameTime(self._total, elapsed))

    def _update(self, step: timedelta, *, is_slow: bool) -> None:
        self._total += step
        self.update(GameTime(self._total, step, is_slow))
