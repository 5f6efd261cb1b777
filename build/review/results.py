"""What a comparison of renderers comes to: the worst of each pair, and the frames that are out of bounds."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .comparison import Bounds, Comparison, Pair
from .frames import SIZE


@dataclass(frozen=True, slots=True)
class Summary:
    """One pair over all frames: the frames with the worst mean, overlap and tile; the mean of all; who is outside."""

    mean: Comparison
    overlap: Comparison
    tile: Comparison
    average: float
    outside: list[str]


class Results:
    """Comparisons as they come in; `devices` says what each renderer runs on."""

    def __init__(self, bounds: Bounds, devices: dict[str, str]) -> None:
        self.bounds = bounds
        self.devices = devices
        self._comparisons: list[Comparison] = []

    def add(self, comparison: Comparison) -> None:
        """Take in one frame."""
        self._comparisons.append(comparison)

    @property
    def worst_first(self) -> list[Comparison]:
        """All frames, the worst first."""
        return sorted(self._comparisons, key=lambda comparison: comparison.badness(self.bounds), reverse=True)

    @property
    def outside(self) -> list[str]:
        """The frames that are out of bounds."""
        return [comparison.frame.name for comparison in self._comparisons if self.is_outside(comparison)]

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of renderers."""
        return list(self._comparisons[0].differences)

    def is_outside(self, comparison: Comparison) -> bool:
        """Return whether a frame is out of bounds for any pair."""
        return comparison.badness(self.bounds) > 1.0

    def summary(self, pair: Pair) -> Summary:
        """Return the worst of one pair."""
        frames = self._comparisons
        return Summary(
            max(frames, key=lambda frame: frame.differences[pair].mean),
            min(frames, key=lambda frame: frame.differences[pair].overlap),
            max(frames, key=lambda frame: frame.differences[pair].tile.mean),
            float(np.mean([frame.differences[pair].mean for frame in frames])),
            [frame.frame.name for frame in frames if self.bounds.badness(frame.differences[pair]) > 1.0],
        )

    def line(self, pair: Pair) -> str:
        """Return a pair's summary as a line of text."""
        found = self.summary(pair)
        mean, overlap, tile = (frame.differences[pair] for frame in (found.mean, found.overlap, found.tile))
        return (
            f"{' and '.join(pair)}: mean at most {mean.mean:.4f} ({found.mean.frame.name}; {found.average:.4f} on "
            f"average), overlap at least {overlap.overlap:.5f} ({found.overlap.frame.name}), worst tile "
            f"{tile.tile.mean:.2f} ({found.tile.frame.name}), {len(found.outside)} frames out of bounds"
        )

    def numbers(self) -> dict[str, Any]:
        """Return everything that was measured, as JSON holds it."""
        pairs = {}
        for pair in self.pairs:
            found = self.summary(pair)
            worst = {name: getattr(found, name).frame.name for name in ("mean", "overlap", "tile")}
            pairs["-".join(pair)] = {"worst": worst, "average": found.average, "outside": found.outside}
        return {
            "size": SIZE,
            "bounds": {"mean": self.bounds.mean, "overlap": self.bounds.overlap},
            "renderers": self.devices,
            "pairs": pairs,
            "frames": [self._fields(comparison) for comparison in self.worst_first],
        }

    def _fields(self, comparison: Comparison) -> dict[str, Any]:
        return {
            "name": comparison.frame.name,
            "shown": comparison.shown,
            "isOutside": self.is_outside(comparison),
            "pairs": {
                "-".join(pair): {**found._asdict(), "tile": found.tile._asdict()}
                for pair, found in comparison.differences.items()
            },
        }
