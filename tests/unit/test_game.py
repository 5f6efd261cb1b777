"""The game host: order of the calls, fixed steps, services, keys, sessions."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from cna_avatars.errors import ArgumentError, ArgumentOutOfRangeError, InvalidOperationError
from cna_avatars.game import (
    Game,
    GamerServicesComponent,
    GameTime,
    GraphicsDeviceManager,
    Keyboard,
    Keys,
    LocalSession,
    platform,
)
from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher
from cna_avatars.renderer.device import TwoDimensionalDevice

STEP = timedelta(microseconds=16_667)


class Channel:
    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.waiting: list[tuple[str, bytes]] = []

    def send(self, data: bytes) -> None:
        self.sent.append(data)

    def receive(self) -> list[tuple[str, bytes]]:
        taken, self.waiting = self.waiting, []
        return taken


class Machine:
    """A platform that does nothing by itself."""

    def __init__(self) -> None:
        self.graphics_device = TwoDimensionalDevice()
        self.aspect_ratio = 1.5
        self.pressed_keys = frozenset({"A", "Left"})
        self.games: list[Game] = []
        self.channels: dict[str, Channel] = {}

    def run(self, game: Game) -> None:
        self.games.append(game)

    def open_channel(self, name: str) -> Channel:
        return self.channels.setdefault(name, Channel())


class Recorder(Game):
    """Writes down what is called."""

    def __init__(self) -> None:
        super().__init__()
        self.graphics = GraphicsDeviceManager(self)
        self.components.append(GamerServicesComponent(self))
        self.calls: list[str] = []
        self.updates: list[GameTime] = []
        self.draws: list[GameTime] = []

    def load_content(self) -> None:
        assert GamerServicesDispatcher.is_initialized, "content is loaded when there are gamer services"
        assert GamerServicesDispatcher.graphics_device() is self.graphics.graphics_device
        self.calls.append("load")

    def update(self, game_time: GameTime) -> None:
        self.calls.append("update")
        self.updates.append(game_time)
        super().update(game_time)

    def draw(self, game_time: GameTime) -> None:
        self.calls.append("draw")
        self.draws.append(game_time)

    def unload_content(self) -> None:
        self.calls.append("unload")


@pytest.fixture
def machine() -> Iterator[Machine]:
    made = Machine()
    platform.install(made)
    yield made
    platform.install(None)
    GamerServicesDispatcher.shut_down()


def seconds(value: float) -> timedelta:
    return timedelta(seconds=value)


def test_run_hands_the_game_to_the_platform(machine: Machine) -> None:
    game = Recorder()
    game.run()
    assert machine.games == [game]
    assert game.calls == []


def test_without_a_platform_nothing_runs() -> None:
    with pytest.raises(InvalidOperationError, match="No platform"):
        Game().run()


def test_the_first_tick_loads_content_then_updates_with_no_time(machine: Machine) -> None:
    game = Recorder()
    game.render()
    assert game.tick(seconds(5)) == 1
    game.render()
    assert game.calls == ["load", "update", "draw"]
    assert game.updates == [GameTime()]


def test_updates_are_whole_steps_and_the_rest_is_kept(machine: Machine) -> None:
    game = Recorder()
    game.tick(seconds(0))
    assert [game.tick(STEP * 0.8) for _ in range(4)] == [0, 1, 1, 1]
    assert [time.elapsed_game_time for time in game.updates[1:]] == [STEP] * 3
    assert game.updates[-1].total_game_time == STEP * 3
    assert not any(time.is_running_slowly for time in game.updates)


def test_several_steps_in_one_tick_are_running_slowly_and_drawn_once(machine: Machine) -> None:
    game = Recorder()
    game.tick(seconds(0))
    assert game.tick(STEP * 3) == 3
    game.render()
    assert [time.is_running_slowly for time in game.updates] == [False, True, True, True]
    assert game.draws == [GameTime(STEP * 3, STEP * 3)]


def test_time_beyond_half_a_second_is_forgotten(machine: Machine) -> None:
    game = Recorder()
    game.tick(seconds(0))
    assert game.tick(seconds(3600)) == 29
    assert game.tick(seconds(0)) == 0
    assert game.tick(STEP - (seconds(0.5) - STEP * 29)) == 1


def test_a_clock_that_goes_back_takes_no_time_away(machine: Machine) -> None:
    game = Recorder()
    game.tick(seconds(0))
    game.tick(STEP / 2)
    assert game.tick(-seconds(1)) == 0
    assert game.tick(STEP / 2 + timedelta(microseconds=1)) == 1


def test_without_fixed_steps_every_tick_is_one_update_of_its_length(machine: Machine) -> None:
    game = Recorder()
    game.is_fixed_time_step = False
    game.tick(seconds(0))
    assert [game.tick(seconds(0.003)), game.tick(seconds(9))] == [1, 1]
    assert [time.elapsed_game_time for time in game.updates[1:]] == [seconds(0.003), seconds(0.5)]


def test_a_step_of_no_length_is_refused(machine: Machine) -> None:
    game = Recorder()
    with pytest.raises(ArgumentOutOfRangeError, match="above zero"):
        game.target_elapsed_time = seconds(0)
    game.target_elapsed_time = seconds(0.1)
    game.tick(seconds(0))
    assert game.tick(seconds(0.35)) == 3


def test_exit_unloads_once_and_ends_gamer_services(machine: Machine) -> None:
    game = Recorder()
    game.tick(seconds(0))
    game.exit()
    game.exit()
    assert game.calls == ["load", "update", "unload"]
    assert not GamerServicesDispatcher.is_initialized
    assert game.tick(seconds(1)) == 0
    game.render()
    assert game.calls[-1] == "unload"
    with pytest.raises(InvalidOperationError, match="has ended"):
        game.run()


def test_a_game_that_exits_in_an_update_is_not_updated_again(machine: Machine) -> None:
    class Quitter(Recorder):
        def update(self, game_time: GameTime) -> None:
            super().update(game_time)
            if len(self.updates) == 3:
                self.exit()

    game = Quitter()
    game.tick(seconds(0))
    assert game.tick(STEP * 8) == 2
    assert len(game.updates) == 3


def test_two_graphics_device_managers_are_one_too_many(machine: Machine) -> None:
    game = Recorder()
    with pytest.raises(ArgumentError, match="IGraphicsDeviceService"):
        GraphicsDeviceManager(game)
    assert game.graphics.aspect_ratio == 1.5


def test_keys_are_what_the_platform_says(machine: Machine) -> None:
    state = Keyboard.get_state()
    assert state.is_key_down(Keys.A)
    assert state.is_key_up(Keys.B)
    assert state.get_pressed_keys() == ["A", "Left"]


def test_a_session_sends_and_receives_bytes_once(machine: Machine) -> None:
    session = LocalSession("room")
    session.send_data(b"hello")
    channel = machine.channels["room"]
    channel.waiting = [("x", b"one"), ("y", b""), ("x", b"z" * 65_537), ("y", b"two")]
    assert channel.sent == [b"hello"]
    assert [(message.sender, message.data) for message in session.receive_data()] == [("x", b"one"), ("y", b"two")]
    assert session.receive_data() == []


@pytest.mark.parametrize("data", [b"", b"z" * 65_537])
def test_a_session_refuses_to_send_nothing_and_too_much(machine: Machine, data: bytes) -> None:
    with pytest.raises(ArgumentError, match="Expected 1 to 65536 bytes"):
        LocalSession("room").send_data(data)
    with pytest.raises(ArgumentError, match="1 to 64 characters"):
        LocalSession("")
