"""Frames drawn by several renderers and compared, pair by pair."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.png import Pixels

from .frames import SIZE, Frame
from .measures import Difference, compare, shown
from .renderers import Renderer
from .scene import pose

Pair = tuple[str, str]

LEAST_SHOWN: Final = 0.01
"""Of a picture must be opaque: what shows nothing agrees with anything."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What two pictures may differ by: at most `mean` of 255, at least `overlap`."""

    mean: float
    overlap: float

    def badness(self, difference: Difference) -> float:
        """Return how much of what is allowed is used up; above 1 is too much."""
        return max(difference.mean / self.mean, (1.0 - difference.overlap) / (1.0 - self.overlap))


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the pictures of one frame differ, by pairs of renderers; the least share of one of them that is opaque."""

    frame: Frame
    differences: dict[Pair, Difference]
    shown: float

    def badness(self, bounds: Bounds) -> float:
        """Return the worst pair's; infinity if a picture shows nothing."""
        if self.shown < LEAST_SHOWN:
            return float("inf")
        return max((bounds.badness(difference) for difference in self.differences.values()), default=0.0)


def compare_frames(
    frames: Iterable[Frame], renderers: Sequence[Renderer], loader: ModelLoader
) -> Iterator[tuple[Comparison, dict[str, Pixels]]]:
    """Yield each frame's comparison, and its pictures by renderer."""
    for frame in frames:
        draw = pose(frame, loader)  # the one before is held till now, so neighbours with one avatar share its model
        pictures = {renderer.name: renderer.draw([draw], SIZE) for renderer in renderers}
        differences = {
            (first, second): compare(pictures[first], pictures[second]) for first, second in combinations(pictures, 2)
        }
        yield Comparison(frame, differences, min(shown(picture) for picture in pictures.values())), pictures
