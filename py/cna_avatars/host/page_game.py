"""The page as a platform for games: one game at a time, drawn into a picture.

Source: docs/architecture.md, "Games".
"""

import json
import linecache
import traceback
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from cna_avatars.animation.avatar_animation import preset_clips
from cna_avatars.errors import ArgumentError, InvalidOperationError
from cna_avatars.game import Game, Keys, platform
from cna_avatars.renderer.device import View

from .records import Records

if TYPE_CHECKING:
    from .stage import Stage

MOST_WAITING: Final = 256
"""Messages of a channel that are kept until the game takes them; the oldest give way."""

_MOST_SOURCE: Final = 1 << 20
_MOST_CHANNELS: Final = 16


class PageChannel:
    """A channel between tabs: what is sent leaves as an event, what comes is delivered by JavaScript."""

    def __init__(self, name: str, events: list[tuple[str, str]]) -> None:
        self._name = name
        self._events = events
        self._waiting: list[tuple[str, bytes]] = []

    def send(self, data: bytes) -> None:
        """Send `data` to the other tabs."""
        self._events.append(("game-send", json.dumps([self._name, data.hex()])))

    def receive(self) -> list[tuple[str, bytes]]:
        """Return what came since the last call."""
        taken, self._waiting = self._waiting, []
        return taken

    def deliver(self, sender: str, data: bytes) -> None:
        """Take what another tab sent."""
        self._waiting = [*self._waiting[-(MOST_WAITING - 1) :], (sender, data)]


class PageGames:
    """The game that runs in the page, if one does."""

    def __init__(self, stage: "Stage", records: Records) -> None:
        self._stage = stage
        self._records = records
        self._player = 0
        self._program: tuple[str, str] | None = None
        self._game: Game | None = None
        self._title = ""
        self._channels: dict[str, PageChannel] = {}
        self._last_seconds: float | None = None
        self._keys_down: frozenset[str] = frozenset()
        self.pressed_keys: frozenset[str] = frozenset()
        """The keys that are down, and those that went up since the last update: no game misses a short press."""

    # --- for games ------------------------------------------------------------------------------------------------

    @property
    def graphics_device(self) -> Records | None:
        """The shared records, while the picture is there."""
        return self._records if self._player in self._stage.players else None

    @property
    def aspect_ratio(self) -> float:
        """Of the picture."""
        return float(self._stage.inputs[self._target, 3]) or 1.0

    def run(self, game: Game) -> None:
        """Make `game` the one that runs."""
        if self._game is not None:
            raise InvalidOperationError("Expected one game to run; there is another already.")
        self._game = game

    def open_channel(self, name: str) -> PageChannel:
        """Open a channel between tabs, or return the one that is open."""
        if name not in self._channels:
            if len(self._channels) == _MOST_CHANNELS:
                raise InvalidOperationError(f"Expected at most {_MOST_CHANNELS} channels.")
            events = self._stage.player(self._player).events
            self._channels[name] = PageChannel(name, events)
            events.append(("game-open", name))
        return self._channels[name]

    # --- for JavaScript -------------------------------------------------------------------------------------------

    def start(self, player: int, source: str, name: str) -> None:
        """End the game that runs, and run the program `source` in the picture of `player`, as soon as there are clips.

        Errors of the program become events of the player.
        """
        self._stage.player(player)
        if len(source) > _MOST_SOURCE:
            message = f"Expected a program of at most {_MOST_SOURCE} characters; got {len(source)}."
            raise ArgumentError(message, "source")
        self.stop()
        self._player, self._title, self._last_seconds = player, "", None
        self._program = (source, name)

    def stop(self) -> None:
        """End the game that runs."""
        game, self._game, self._program = self._game, None, None
        target = self._stage.targets.get(self._target)
        if target is not None and self._draw in target.drawers:
            target.drawers.remove(self._draw)
        self._channels.clear()
        self._keys_down = self.pressed_keys = frozenset()
        if game is not None:
            try:
                game.exit()
            except Exception:
                self._tell("error", traceback.format_exc(limit=-4))

    def press(self, keys: str) -> None:
        """Say which keys are down, by their names with commas between; names that are no Keys are left out."""
        self._keys_down = frozenset(keys.split(",")) & frozenset(Keys)
        self.pressed_keys |= self._keys_down

    def deliver(self, channel: str, sender: str, data: bytes) -> None:
        """Take what another tab sent."""
        if channel in self._channels:
            self._channels[channel].deliver(sender, data)

    def advance(self, seconds: float) -> None:
        """Let the game's time go on to `seconds` of a rising clock, while its picture is seen."""
        if self._game is None and self._program is None:
            return
        if self._player not in self._stage.players:
            self.stop()
        elapsed = 0.0 if self._last_seconds is None else seconds - self._last_seconds
        self._last_seconds = seconds
        if self._program is not None and preset_clips.are_there:
            self._begin(*self._program)
        if self._game is None or self._stage.inputs[self._target, 4] == 0.0:
            return
        try:
            if self._game.tick(timedelta(seconds=elapsed)):
                self.pressed_keys = self._keys_down
        except Exception:
            self._fail()
            return
        if self._game.has_exited:
            self.stop()
        elif self._game.title != self._title:
            self._title = self._game.title
            self._tell("title", self._title)

    # --- within ---------------------------------------------------------------------------------------------------

    @property
    def _target(self) -> int:
        player = self._stage.players.get(self._player)
        return -1 if player is None else player.target

    def _begin(self, source: str, name: str) -> None:
        self._program = None
        platform.install(self)
        self._stage.target(self._target).drawers.append(self._draw)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        try:
            exec(compile(source, name, "exec"), {"__name__": "__main__", "__file__": name})
        except Exception:
            self._fail()

    def _draw(self, records: Records, view: View) -> None:
        del records, view
        if self._game is None:
            return
        try:
            self._game.render()
        except Exception:
            self._fail()

    def _fail(self) -> None:
        """Tell the error that is being handled, and end the game."""
        self._tell("error", traceback.format_exc(limit=-4))
        self.stop()

    def _tell(self, kind: str, detail: str) -> None:
        player = self._stage.players.get(self._player)
        if player is not None:
            player.events.append((f"game-{kind}", detail))
