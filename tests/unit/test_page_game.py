"""Games in a page: they start when there are clips, run while they are seen, and their errors are told."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest

from cna_avatars.animation.avatar_animation import preset_clips
from cna_avatars.errors import ArgumentError
from cna_avatars.game import platform
from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher
from cna_avatars.host.page_game import MOST_WAITING, PageGames
from cna_avatars.host.records import Records
from cna_avatars.host.stage import Stage

PROGRAM = """
from cna_avatars.game import *

log = []

class Recorder(Game):
    def __init__(self):
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))

    def load_content(self):
        log.append("load")

    def update(self, game_time):
        log.append("update")
        self.title = ",".join(Keyboard.get_state().get_pressed_keys())
        super().update(game_time)

    def draw(self, game_time):
        log.append("draw")

    def unload_content(self):
        log.append("unload")

game = Recorder()
game.log = log
game.run()
"""


class Page:
    """A stage with one picture, and the games on it."""

    def __init__(self) -> None:
        self.records = Records()
        self.stage = Stage(self.records)
        self.target = self.stage.create_target()
        self.player = self.stage.add_player(self.target)
        self.stage.inputs[self.target, 3:5] = (1.25, 1.0)
        self.games = PageGames(self.stage, self.records)
        self.seconds = 0.0

    def frame(self, elapsed: float = 0.0) -> None:
        self.seconds += elapsed
        self.games.advance(self.seconds)
        self.stage.frame(self.seconds)

    def start(self, source: str = PROGRAM) -> None:
        self.games.start(self.player, source, "demo.py")

    @property
    def log(self) -> list[str]:
        game = self.games._game
        return [] if game is None else game.log  # type: ignore[attr-defined]

    def events(self) -> list[tuple[str, str]]:
        events = self.stage.player(self.player).events
        taken = list(events)
        events.clear()
        return taken


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setattr(type(preset_clips), "are_there", property(lambda self: True))
    yield Page()
    platform.install(None)
    GamerServicesDispatcher.shut_down()


def test_a_program_waits_until_there_are_clips(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(preset_clips), "are_there", property(lambda self: False))
    page.start()
    page.frame()
    assert page.games._game is None
    monkeypatch.setattr(type(preset_clips), "are_there", property(lambda self: True))
    page.frame()
    assert page.log == ["load", "update", "draw"]


def test_a_frame_updates_by_its_time_and_draws_once(page: Page) -> None:
    page.start()
    page.frame()
    page.frame(0.0170)
    page.frame(0.0)
    page.frame(0.0340)
    assert page.log == ["load", "update", "draw", "update", "draw", "draw", "update", "update", "draw"]


def test_a_game_that_nobody_sees_stands_still(page: Page) -> None:
    page.start()
    page.frame()
    page.stage.inputs[page.target, 4] = 0.0
    page.frame(3.0)
    page.stage.inputs[page.target, 4] = 1.0
    page.frame(0.0)
    assert page.log == ["load", "update", "draw", "draw"]


def test_it_draws_into_its_picture_with_its_aspect(page: Page) -> None:
    page.start()
    page.frame()
    assert page.games.graphics_device is page.records
    assert page.games.aspect_ratio == 1.25
    assert GamerServicesDispatcher.graphics_device() is page.records


def test_keys_reach_the_game_and_its_title_is_told_when_it_changes(page: Page) -> None:
    page.start()
    page.frame()
    page.games.press("B,A,Boss,")
    page.frame(0.02)
    page.frame(0.02)
    assert page.events() == [("game-title", "A,B")]


def test_a_key_that_was_pressed_between_two_updates_is_seen_by_the_next(page: Page) -> None:
    page.start()
    page.frame()
    page.games.press("A")
    page.games.press("")
    page.frame(0.0)  # no update yet
    page.frame(0.02)
    page.frame(0.02)
    assert page.events() == [("game-title", "A"), ("game-title", "")]


def test_starting_another_ends_the_first(page: Page) -> None:
    page.start()
    page.frame()
    first = page.log
    page.games.press("A")
    page.start()
    page.frame()
    assert first[-1] == "unload"
    assert page.log == ["load", "update", "draw"]
    assert page.games.pressed_keys == frozenset()
    assert len(page.stage.target(page.target).drawers) == 1


def test_a_destroyed_picture_ends_its_game(page: Page) -> None:
    page.start()
    page.frame()
    log = page.log
    page.stage.destroy_target(page.target)
    page.frame()
    assert log[-1] == "unload"
    assert page.games.graphics_device is None


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("x = (\n", "SyntaxError"),
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        (PROGRAM.replace('log.append("load")', "raise ValueError('no content')"), "no content"),
        (PROGRAM.replace('log.append("draw")', "raise ValueError('no picture')"), "raise ValueError('no picture')"),
    ],
)
def test_an_error_of_the_program_is_told_with_its_line_and_ends_it(page: Page, source: str, line: str) -> None:
    page.start(source)
    page.frame()
    page.frame(0.1)
    (event,) = [event for event in page.events() if event[0] == "game-error"]
    assert "demo.py" in event[1]
    assert line in event[1]
    assert page.games._game is None
    assert not GamerServicesDispatcher.is_initialized


def test_a_game_that_exits_is_over(page: Page) -> None:
    page.start(PROGRAM.replace('log.append("update")', 'log.append("update"); self.exit()'))
    page.frame()
    page.frame(1.0)
    assert page.games._game is None
    assert page.stage.target(page.target).drawers == []


def test_a_second_game_of_one_program_is_refused(page: Page) -> None:
    page.start(PROGRAM + "\nRecorder().run()\n")
    page.frame()
    assert "there is another already" in page.events()[0][1]


def test_a_program_of_more_than_a_million_characters_is_refused(page: Page) -> None:
    with pytest.raises(ArgumentError, match="at most 1048576 characters"):
        page.start("#" * (1 << 20) + "#")


def test_sessions_send_by_events_and_receive_what_is_delivered(page: Page) -> None:
    page.start(
        "from cna_avatars.game import *\nsession = LocalSession('room')\nsession.send_data(b'\\x01\\xff')\n" + PROGRAM
    )
    page.frame()
    assert page.events() == [("game-open", "room"), ("game-send", json.dumps(["room", "01ff"]))]
    page.games.deliver("room", "tab", b"one")
    page.games.deliver("elsewhere", "tab", b"two")
    assert page.games.open_channel("room").receive() == [("tab", b"one")]


def test_messages_that_nobody_takes_are_bounded(page: Page) -> None:
    page.start("from cna_avatars.game import *\nLocalSession('room')\n" + PROGRAM)
    page.frame()
    for number in range(MOST_WAITING + 5):
        page.games.deliver("room", "tab", number.to_bytes(2, "big"))
    waiting = page.games.open_channel("room").receive()
    assert [int.from_bytes(data, "big") for _, data in waiting] == list(range(5, MOST_WAITING + 5))


def test_time_that_passed_unseen_is_not_made_up_for(page: Page) -> None:
    page.start()
    page.frame()
    page.frame(60.0)
    assert page.log.count("update") == 1 + timedelta(milliseconds=500) // timedelta(microseconds=16_667)
