"""The browser's side: the functions that web/runtime/bridge.js calls.

Arguments and results are numbers, strings or bytes; nothing else crosses. Source: docs/architecture.md, "The frame".
"""

import json
import random
from typing import Any, Protocol

from cna_avatars.assembly.loader import jobs, loader
from cna_avatars.catalog.library import installed as library
from cna_avatars.catalog.manifest import FileId
from cna_avatars.description import AvatarDescription
from cna_avatars.errors import ContentLoadError
from cna_avatars.jobs import Steps
from cna_avatars.strict_json import Reader

from . import page_gamers
from .describe import describe_text
from .guest import world_of
from .page_game import PageGames
from .page_gamers import (
    deliver_profiles,
    gamer_avatar,
    profiles,
    profiles_saved,
    save_avatar,
    set_auto_sign_in,
    sign_in,
    sign_in_automatically,
    sign_in_guest,
    sign_out,
    signed_in_gamers,
    take_profile_saves,
    update_gamers,
)
from .records import FLAG_EVENTS, FLAG_MOVED, FLAG_REQUESTS, Records, address_of
from .stage import Stage

__all__ = [
    "deliver_profiles",
    "gamer_avatar",
    "profiles",
    "profiles_saved",
    "save_avatar",
    "set_auto_sign_in",
    "sign_in",
    "sign_in_automatically",
    "sign_in_guest",
    "sign_out",
    "signed_in_gamers",
    "take_profile_saves",
    "update_gamers",
]
"""The page's functions that are defined elsewhere."""

FRAME_BUDGET_MS = 6.0
"""How long jobs may take in a frame."""

FLAG_SAVES = 8
"""Of the status: profiles are to be saved."""

ALL_PLAYERS = -1
"""The player of events that concern the page."""

records = Records()
stage = Stage(records)
games = PageGames(stage, records)
library.awaits_manifests = True
_page_events: list[tuple[str, str]] = []
_manifests: list[FileId] = []


class Buffer(Protocol):
    """Bytes of JavaScript."""

    def to_bytes(self) -> bytes:
        """Return a copy."""


def start(index_json: str) -> None:
    """Begin to install the catalogs that `catalogs/index.json` lists.

    The event "catalogs" tells the end, "error" a failure.
    """
    index = Reader.parse(index_json.encode(), "catalog index")
    _manifests.extend(
        FileId(entry.get("sha256").text(64), entry.get("size").integer(1, 1 << 20))
        for entry in index.get("catalogs").items(1, 1024)
    )
    jobs.submit("catalogs", _install_catalogs)


def _install_catalogs() -> Steps[None]:
    try:
        for file in _manifests:
            library.install((yield from library.load_bytes(file)))
            yield None
        library.awaits_manifests = False
        _page_events.append(("catalogs", ""))
        yield from library.load_preset_clips()
    except ContentLoadError as error:
        library.awaits_manifests = False
        _page_events.append(("error", str(error)))
        raise


def arrays() -> str:
    """Return the addresses of the shared arrays as JSON."""
    records.status[2] = int(records.status[2]) & ~FLAG_MOVED
    return json.dumps(
        {
            "status": address_of(records.status),
            "records": address_of(records.floats),
            "uploads": address_of(records.uploads.words),
            "inputs": address_of(stage.inputs),
        }
    )


def take_file_requests() -> str:
    """Return the files that are wanted, as JSON [[sha256, size], …]; each is told once."""
    return json.dumps(library.take_requests())


def deliver_file(sha256: str, buffer: Buffer | bytes) -> None:
    """Take the bytes of a wanted file; ContentLoadError if they are not that file's (it stays wanted)."""
    library.deliver(sha256, buffer if isinstance(buffer, bytes) else buffer.to_bytes())


def file_failed(sha256: str, reason: str) -> None:
    """Give up a wanted file."""
    library.fail(sha256, reason)


def take_events() -> str:
    """Return what happened, as JSON [[player, type, detail], …]; player -1 is the page."""
    events: list[tuple[Any, ...]] = [(ALL_PLAYERS, *event) for event in _page_events + page_gamers.events]
    _page_events.clear()
    page_gamers.events.clear()
    for number, player in stage.players.items():
        events += [(number, *event) for event in player.events]
        player.events.clear()
    return json.dumps(events)


def create_target() -> int:
    """Return the number of a new picture."""
    return stage.create_target()


def create_guest() -> int:
    """Return the number of a new picture inside a host's own scene, with the camera that `set_camera` gives."""
    return stage.create_guest()


def destroy_target(target: int) -> None:
    """Remove a picture and the players in it."""
    stage.destroy_target(target)


def create_player(target: int) -> int:
    """Return the number of a new player in a picture."""
    return stage.add_player(target)


def destroy_player(player: int) -> None:
    """Remove a player."""
    stage.player(player)
    del stage.players[player]


def start_game(player: int, source: str, name: str) -> None:
    """Run the Python program `source`, a game, in a player's picture; `name` stands in error messages."""
    games.start(player, source, name)


def stop_game() -> None:
    """End the game that runs."""
    games.stop()


def press_keys(keys: str) -> None:
    """Say which keys are down, by XNA's names with commas between."""
    games.press(keys)


def deliver_message(channel: str, sender: str, data: str) -> None:
    """Take the bytes (hexadecimal) that another tab sent to the running game."""
    games.deliver(channel, sender, bytes.fromhex(data))


def set_description(player: int, code: str) -> None:
    """Show the avatar of a share code, or of 2,042 hexadecimal digits."""
    stage.player(player).describe(AvatarDescription.from_share_code(code), loader)


def set_animation(player: int, name: str) -> None:
    """Play a preset by XNA's name."""
    stage.player(player).animate(name)


def set_expression(player: int, text: str) -> None:
    """Show an expression by name, or by feature ("mouth:Happy left-eye:Blink"); "" follows the animation."""
    stage.player(player).express(text)


def set_speed(player: int, factor: float) -> None:
    """Play `factor` times as fast; negative plays backward."""
    stage.player(player).set_speed(factor)


def set_paused(player: int, flag: bool) -> None:
    """Hold the animation, or let it go on."""
    stage.player(player).is_paused = bool(flag)


def set_loop(player: int, flag: bool) -> None:
    """Repeat the animation, or stop at its end."""
    stage.player(player).is_looping = bool(flag)


def set_time(player: int, seconds: float) -> None:
    """Go to `seconds` of the animation."""
    stage.player(player).seek(seconds)


def set_place(player: int, x: float, z: float, turn: float) -> None:
    """Stand at (x, 0, z) metres, turned by `turn` radians."""
    stage.player(player).place(x, z, turn)


def set_world(player: int, *numbers: float) -> None:
    """Stand where a column-major matrix of sixteen numbers puts asset space."""
    stage.player(player).stand(world_of(numbers))


def set_camera(target: int, *numbers: float) -> None:
    """Look by a host's camera: its view and projection, sixteen numbers each, column-major, clip depth -w..w."""
    stage.scene(target).look(numbers)


def set_lights(target: int, *numbers: float) -> None:
    """Light a picture in a host's scene: the light's direction of travel, its colour, the ambient colour."""
    stage.scene(target).light(numbers)


def random_code(seed: int, body: int) -> str:
    """Return the share code of a random avatar; a seed below 0 is the system's, a body below 0 any."""
    bits = random.Random(int(seed)) if seed >= 0 else None
    return AvatarDescription.create_random(None if body < 0 else int(body), bits).share_code


def describe(code: str) -> str:
    """Return what an avatar is, as JSON: body, height, items, colours, and a sentence."""
    return json.dumps(describe_text(AvatarDescription.from_share_code(code)))


def frame(now_seconds: float) -> int:
    """Let jobs go on, advance all players, write the records; return their number."""
    jobs.pump(FRAME_BUDGET_MS)
    update_gamers()
    games.advance(now_seconds)
    count = stage.frame(now_seconds)
    _write_flags()
    return count


def guest_frame(target: int, now_seconds: float) -> int:
    """Advance all players, write the records of one picture in a host's scene; return their number.

    It is called once for each time the host draws; jobs and games go on in `frame` alone.
    """
    count = stage.guest_frame(target, now_seconds)
    _write_flags()
    return count


def _write_flags() -> None:
    flags = int(records.status[2]) & FLAG_MOVED
    if library.has_requests:
        flags |= FLAG_REQUESTS
    if page_gamers.store.has_saves:
        flags |= FLAG_SAVES
    if _page_events or page_gamers.events or any(player.events for player in stage.players.values()):
        flags |= FLAG_EVENTS
    records.status[2] = flags
