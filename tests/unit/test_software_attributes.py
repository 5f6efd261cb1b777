"""Facts about what lies between a triangle's corners: where it is taken, and how it changes from pixel to pixel."""

import numpy as np
from numpy.typing import NDArray

from cna_avatars.software.attributes import attributes, uv_steps
from cna_avatars.software.coverage import Fragments, rasterize
from cna_avatars.software.triangles import Triangles, front_triangles
from cna_avatars.software.vertices import Vertices

SIZE = 16
ROWS = range(SIZE)


def triangles_of(points: NDArray[np.float64], uvs: NDArray[np.float64], w: NDArray[np.float64]) -> Triangles:
    """Front triangles (t, 3, 2) with corners in pixels, at distances `w` (t, 3)."""
    clip = np.zeros((len(points) * 3, 4), np.float32)
    clip[:, :2] = (points.reshape(-1, 2) / SIZE * 2 - 1) * w.reshape(-1, 1)
    clip[:, 2], clip[:, 3] = 0.5 * w.ravel(), w.ravel()
    values = np.zeros((len(clip), 8), np.float32)
    values[:, 6:] = uvs.reshape(-1, 2)
    return front_triangles(Vertices(clip, values), np.arange(len(clip)).reshape(-1, 3), SIZE, SIZE)


def all_of(triangles: Triangles, samples: int = 4) -> Fragments:
    """The fragments that cover anything."""
    (fragments,) = rasterize(triangles, SIZE, ROWS, samples)
    return fragments.where(fragments.covered.any(0))


def test_values_never_leave_the_range_of_the_corners() -> None:
    """However thin the triangle: the middle of a pixel may lie outside of it, the centroid of its samples does not."""
    random = np.random.default_rng(8)
    start, end = random.uniform(0, SIZE, (2, 200, 2))
    third = start + random.uniform(-0.3, 0.3, (200, 2))
    uvs = np.broadcast_to([(0.0, 1.0), (0.0, 1.0), (1.0, 0.0)], (200, 3, 2))
    triangles = triangles_of(np.stack([start, third, end], 1), uvs, np.ones((200, 3)))
    fragments = all_of(triangles)
    assert len(fragments.row) > 200
    uv = attributes(triangles, fragments)[:, 6:]
    assert uv.min() >= -1e-4
    assert uv.max() <= 1 + 1e-4
    alone = fragments.covered.sum(0) == 1
    assert alone.sum() > 50


def test_steps_are_the_slope_of_a_plane() -> None:
    points = np.array([[(-40.0, -40.0), (-40.0, 80.0), (80.0, -40.0)]])
    uvs = points * (1 / 32, 1 / 8)
    triangles = triangles_of(points, uvs, np.ones((1, 3)))
    across, up = uv_steps(triangles, all_of(triangles))
    assert np.abs(across - (1 / 32, 0)).max() < 1e-5
    assert np.abs(up - (0, 1 / 8)).max() < 1e-5


def test_four_pixels_that_are_shaded_together_have_the_same_steps() -> None:
    points = np.array([[(-40.0, -40.0), (-40.0, 80.0), (80.0, -40.0)]])
    uvs = points / 16
    triangles = triangles_of(points, uvs, np.array([[1.0, 6.0, 2.0]]))
    fragments = all_of(triangles)
    steps = np.concatenate(uv_steps(triangles, fragments), 1)
    square = fragments.row // 2 * SIZE + fragments.column // 2
    assert len(fragments.row) == SIZE * SIZE
    for number in set(square.tolist()):
        ours = steps[square == number]
        assert (ours == ours[0]).all()
    assert np.ptp(steps, 0).max() > 0.01
