"""Facts about coverage: the top-left rule, exactly, whatever the triangles and however they are batched."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars.software import coverage
from cna_avatars.software.coverage import SAMPLES, rasterize
from cna_avatars.software.triangles import STEPS, Triangles, front_triangles
from cna_avatars.software.vertices import Vertices

SIZE = 16


def triangles_of(points: np.ndarray, indices: np.ndarray, size: int = SIZE) -> Triangles:
    """Front triangles of `points` (n, 2) in pixels, rows going up."""
    clip = np.zeros((len(points), 4), np.float32)
    clip[:, :2] = np.asarray(points) / size * 2 - 1
    clip[:, 2:] = (0.5, 1.0)
    return front_triangles(Vertices(clip, np.zeros((len(points), 0), np.float32)), np.asarray(indices), size, size)


def counts(triangles: Triangles, samples: int, size: int = SIZE) -> np.ndarray:
    """How often each sample (samples, size, size) is covered."""
    total = np.zeros((samples, size, size), np.int64)
    for fragments in rasterize(triangles, size, range(size), samples):
        for sample in range(samples):
            np.add.at(total[sample], (fragments.row, fragments.column), fragments.covered[sample])
    return total


def by_definition(triangles: Triangles, samples: int) -> np.ndarray:
    """The same, sample by sample and triangle by triangle in Python's whole numbers."""
    total = np.zeros((samples, SIZE, SIZE), np.int64)
    for xs, ys in zip(triangles.x.tolist(), triangles.y.tolist(), strict=True):
        for sample, (dx, dy) in enumerate(SAMPLES[samples].tolist()):
            for row in range(SIZE):
                for column in range(SIZE):
                    x, y = STEPS * column + dx, STEPS * row + dy
                    total[sample, row, column] += all(
                        _is_inside(x - xs[i], y - ys[i], xs[i - 2] - xs[i], ys[i - 2] - ys[i]) for i in range(3)
                    )
    return total


def _is_inside(x: int, y: int, along_x: int, along_y: int) -> bool:
    side = along_x * y - along_y * x
    is_left, is_level_and_first = along_y < 0, along_y == 0 and along_x > 0
    return side > 0 or (side == 0 and (is_left or is_level_and_first))


POINT = st.tuples(*[st.integers(-8 * STEPS, (SIZE + 8) * STEPS).map(lambda step: step / STEPS)] * 2)


@pytest.mark.parametrize("samples", [1, 4])
@given(points=st.lists(POINT, min_size=3, max_size=3))
def test_coverage_is_the_rule_itself(samples: int, points: list[tuple[float, float]]) -> None:
    triangles = triangles_of(np.array(points), np.array([(0, 1, 2), (0, 2, 1)]))
    assert (counts(triangles, samples) == by_definition(triangles, samples)).all()


@pytest.mark.parametrize("samples", [1, 4])
@given(middle=st.tuples(*[st.integers(1, SIZE * STEPS - 1).map(lambda step: step / STEPS)] * 2))
def test_neighbours_leave_no_gap_and_share_no_sample(samples: int, middle: tuple[float, float]) -> None:
    points = np.array([(0, 0), (0, SIZE), (SIZE, SIZE), (SIZE, 0), middle])
    fan = np.array([(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)])
    assert (counts(triangles_of(points, fan), samples) == 1).all()


@pytest.mark.parametrize("halves", [[(0, 1, 2), (0, 2, 3)], [(0, 1, 3), (1, 2, 3)]])
def test_of_edges_through_the_middle_of_pixels_the_left_and_the_first_count(halves: list) -> None:
    """First: in memory, where the bottom row of a picture lies first."""
    points = np.array([(2.5, 2.5), (2.5, 5.5), (6.5, 5.5), (6.5, 2.5)])
    expected = np.zeros((SIZE, SIZE), int)
    expected[2:5, 2:6] = 1
    assert (counts(triangles_of(points, np.array(halves)), 1)[0] == expected).all()


@pytest.mark.parametrize("samples", [1, 4])
def test_asking_for_one_pixel_gives_what_the_rows_give(samples: int) -> None:
    random = np.random.default_rng(7)
    triangles = triangles_of(random.integers(0, SIZE * STEPS, (300, 2)) / STEPS, np.arange(300).reshape(100, 3))
    for fragments in rasterize(triangles, SIZE, range(SIZE), samples):
        place = fragments.triangle, fragments.column, fragments.row
        assert (coverage.coverage(triangles, *place, samples) == fragments.covered).all()
        beside = coverage.coverage(triangles, fragments.triangle, fragments.column + SIZE, fragments.row, samples)
        assert not beside.any()


def test_a_mesh_of_slivers_covers_each_sample_once() -> None:
    """Down to triangles much thinner than a pixel."""
    angles = np.linspace(0, 2 * np.pi, 1500, endpoint=False)
    rim = SIZE / 2 + 40 * np.stack([np.sin(angles), np.cos(angles)], 1)
    points = np.concatenate([[(7.3, 8.4)], rim])
    number = np.arange(1500)
    fan = np.stack([np.zeros_like(number), number + 1, (number + 1) % 1500 + 1], 1)
    assert (counts(triangles_of(points, fan), 4) == 1).all()


def test_small_batches_give_the_same_fragments(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    triangles = triangles_of(random.uniform(-4, SIZE + 4, (90, 2)), np.arange(90).reshape(30, 3))
    whole = list(rasterize(triangles, SIZE, range(SIZE), 4))
    monkeypatch.setattr(coverage, "_MOST_ROWS", 7)
    monkeypatch.setattr(coverage, "_MOST_PIXELS", 11)
    parts = list(rasterize(triangles, SIZE, range(SIZE), 4))
    assert len(parts) > len(whole) == 1
    for name in ("triangle", "column", "row"):
        assert (np.concatenate([getattr(part, name) for part in parts]) == getattr(whole[0], name)).all()
    assert (np.concatenate([part.covered for part in parts], 1) == whole[0].covered).all()


def test_fragments_come_in_the_order_of_the_triangles() -> None:
    random = np.random.default_rng(4)
    triangles = triangles_of(random.uniform(0, SIZE, (60, 2)), np.arange(60).reshape(20, 3))
    order = np.concatenate([fragments.triangle for fragments in rasterize(triangles, SIZE, range(SIZE), 4)])
    assert (np.diff(order) >= 0).all()


def test_whole_numbers_hold_at_the_largest_size() -> None:
    """A fan whose corners lie as far out as clipping lets them."""
    size = 4096
    points = np.array([(-12000, -12000), (-12000, 16000), (16000, 16000), (16000, -12000), (2048.3125, 2047.6875)])
    fan = np.array([(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)])
    triangles = triangles_of(points, fan, size)
    covered = 0
    for fragments in rasterize(triangles, size, range(2016, 2080), 1):
        covered += int(fragments.covered.sum())
    assert covered == 64 * size
