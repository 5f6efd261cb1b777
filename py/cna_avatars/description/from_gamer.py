"""Where `AvatarDescription.begin_get_from_gamer` gets its answers: gamer services, which stand above this module."""

from typing import Any, Protocol

from cna_avatars.errors import InvalidOperationError


class GamerAvatars(Protocol):
    """What gamer services do for descriptions."""

    def begin_get_from_gamer(self, gamer: Any, callback: Any = None, state: Any = None) -> Any:
        """Begin to read the avatar of `gamer`; return the result to be ended."""

    def end_get_from_gamer(self, result: Any) -> Any:
        """Return the avatar that was read."""


_sources: list[GamerAvatars] = []


def provide(source: GamerAvatars) -> None:
    """Let `source` answer from now on."""
    _sources[:] = [source]


def source() -> GamerAvatars:
    """Return what answers; InvalidOperationError if cna_avatars.gamer_services was never imported."""
    if not _sources:
        raise InvalidOperationError("There are no gamers without gamer services; import cna_avatars.gamer_services.")
    return _sources[0]
