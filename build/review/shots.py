"""What one picture of a sheet shows."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Shot:
    """An avatar at one instant. `code` is a share code; `seed` and `body` make a random one instead."""

    label: str
    code: str = ""
    seed: int = 1
    body: int = -1
    animation: str = "Stand0"
    time: float = 0.0
    expression: str = ""
    view: str = "full"
    yaw: float = 0.0
    pitch: float = 0.06
    zoom: float = 1.0


@dataclass(frozen=True)
class Sheet:
    """Shots in rows of `columns`; each is `width` by `height` pixels."""

    columns: int
    width: int
    height: int
    shots: tuple[Shot, ...] = field(default=())
