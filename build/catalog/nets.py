"""From a field to a closed mesh: surface nets on a grid that is looked at closely only near the surface."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catalog.fields import Field, gradient, in_chunks
from cna_avatars.exact import Array, cross3, dot3

Triangles = NDArray[np.int64]
_BLOCK = 4  # fine cells along a coarse one
_CORNERS = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


@dataclass(frozen=True)
class Mesh:
    """Vertices (n, 3) in metres and triangles (m, 3), counter-clockwise from outside."""

    vertices: Array
    triangles: Triangles


def mesh_field(field: Field, low: ArrayLike, high: ArrayLike, step: float) -> Mesh:
    """The zero set of a field inside a box (which must hold all of it), cells `step` metres wide."""
    origin = np.asarray(low, np.float64)
    values = _sample(field, origin, np.asarray(high, np.float64), step)
    inside = values < 0.0
    cells, places = _cell_vertices(values, inside)
    number = np.full(tuple(n - 1 for n in inside.shape), -1, np.int64)
    number[tuple(cells.T)] = np.arange(len(cells))
    quads = np.concatenate([_quads(inside, number, axis) for axis in range(3)])
    vertices = project(field, origin + places * step, step * 0.5, 1)
    return Mesh(vertices, _split(vertices, quads))


def project(field: Field, p: Array, reach: float, steps: int) -> Array:
    """Points moved onto the zero set along the slope, at most `reach` a step."""
    for _ in range(steps):
        slope = gradient(lambda x: in_chunks(field, x), p)
        distance = in_chunks(field, p) / np.maximum(dot3(slope, slope), 1e-2)
        p = p - slope * np.clip(distance, -reach, reach)[:, None]
    return p


def drop(mesh: Mesh, hidden: NDArray[np.bool_]) -> Mesh:
    """The mesh without the triangles whose three corners are all hidden (n,) flags, and without unused vertices."""
    kept = mesh.triangles[~hidden[mesh.triangles].all(1)]
    used = np.zeros(len(mesh.vertices), bool)
    used[kept.reshape(-1)] = True
    number = np.cumsum(used, dtype=np.int64) - 1
    return Mesh(mesh.vertices[used], number[kept])


def clip(mesh: Mesh, values: Array, snap: float = 0.3) -> Mesh:
    """What of the mesh lies where `values` (n,) are below zero, cut along the line between.

    A vertex less than `snap` of an edge away from the line moves onto it, so that no needles arise.
    """
    vertices, values = mesh.vertices.copy(), values.copy()
    pairs = np.concatenate([mesh.triangles[:, [0, 1]], mesh.triangles[:, [1, 2]], mesh.triangles[:, [2, 0]]])
    start, end = np.concatenate([pairs, pairs[:, ::-1]]).T
    crosses = values[start] * values[end] < 0.0
    start, end = start[crosses], end[crosses]
    share = values[start] / (values[start] - values[end])
    order = np.lexsort((end, share, start))
    first = order[np.unique(start[order], return_index=True)[1]]  # of each vertex the crossing nearest to it
    first = first[share[first] < snap]
    moved = start[first]
    vertices[moved] += (mesh.vertices[end[first]] - mesh.vertices[moved]) * share[first][:, None]
    values[moved] = 0.0
    sides = np.sign(values).astype(np.int64)[mesh.triangles]
    below, above = (sides < 0).sum(1), (sides > 0).sum(1)
    whole = mesh.triangles[(above == 0) & (below > 0)]
    parts = [_cut_triangles(mesh.triangles, sides, (below == 1) & (above > 0), -1)]
    parts.append(_cut_triangles(mesh.triangles, sides, (below == 2) & (above == 1), 1))
    ends = np.concatenate(parts, 0).reshape(-1, 2)
    keys, number = np.unique(ends.min(1) * len(vertices) + ends.max(1), return_inverse=True)
    a, b = keys // len(vertices), keys % len(vertices)
    denominator = np.where(a == b, 1.0, values[a] - values[b])
    places = vertices[a] + (vertices[b] - vertices[a]) * (np.where(a == b, 0.0, values[a] / denominator))[:, None]
    number = np.where(a == b, a, len(vertices) + np.arange(len(keys)))[number.reshape(-1)]
    triangles = np.concatenate([whole, number.reshape(-1, 3)])
    a, b, c = triangles.T
    triangles = triangles[(a != b) & (b != c) & (c != a)]
    vertices = np.concatenate([vertices, places])
    return drop(Mesh(vertices, triangles), np.zeros(len(vertices), bool))


def _cut_triangles(triangles: Triangles, sides: Triangles, chosen: NDArray[np.bool_], odd: int) -> Triangles:
    """Of triangles whose one corner lies on the side `odd` what lies below: corners as edges (m, 3, 2) they lie on."""
    turn = (sides[chosen] == odd).argmax(1)[:, None]
    a, b, c = np.take_along_axis(triangles[chosen], (turn + np.arange(3)) % 3, 1).T
    on_line = np.take_along_axis(sides[chosen], (turn + np.arange(3)) % 3, 1) == 0
    ab = np.stack([np.where(on_line[:, 1], b, a), b], -1)
    ac = np.stack([np.where(on_line[:, 2], c, a), c], -1)
    if odd < 0:
        return np.stack([np.stack([a, a], -1), ab, ac], 1)
    bb, cc = np.stack([b, b], -1), np.stack([c, c], -1)
    return np.concatenate([np.stack([ab, bb, cc], 1), np.stack([ab, cc, ac], 1)])


def joined(meshes: list[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0] + [len(m.vertices) for m in meshes[:-1]], dtype=np.int64)
    return Mesh(
        np.concatenate([m.vertices for m in meshes]),
        np.concatenate([m.triangles + start for m, start in zip(meshes, starts, strict=True)]),
    )


def _sample(field: Field, low: Array, high: Array, step: float) -> Array:
    """The field on the grid; far from the surface only its sign is right."""
    blocks = np.ceil((high - low) / (step * _BLOCK)).astype(np.int64)
    wide = step * _BLOCK
    index = np.stack(np.meshgrid(*[np.arange(n) for n in blocks], indexing="ij"), -1).reshape(-1, 3)
    centers = low + (index + (0.5 - 0.5 / _BLOCK)) * wide
    rough = in_chunks(field, centers)
    values = rough.reshape(blocks)
    for axis in range(3):
        values = np.repeat(values, _BLOCK, axis)
    near = index[np.abs(rough) < wide * 1.2]
    offsets = np.stack(np.meshgrid(*[np.arange(_BLOCK)] * 3, indexing="ij"), -1).reshape(-1, 3)
    points = (near[:, None] * _BLOCK + offsets).reshape(-1, 3)
    values[tuple(points.T)] = in_chunks(field, low + points * step)
    for axis in range(3):  # closed at the walls, whatever the field says there
        ends: list[slice | int] = [slice(None)] * 3
        for end in (0, -1):
            ends[axis] = end
            values[tuple(ends)] = np.maximum(values[tuple(ends)], step * 0.5)
    return values


def _cell_vertices(values: Array, inside: NDArray[np.bool_]) -> tuple[Triangles, Array]:
    """Cells that the surface crosses, and in each the mean of its edges' crossings, in grid units."""
    shape = inside.shape
    count = np.zeros(tuple(n - 1 for n in shape), np.int8)
    for i, j, k in _CORNERS:
        count += inside[i : shape[0] - 1 + i, j : shape[1] - 1 + j, k : shape[2] - 1 + k]
    cells = np.argwhere((count > 0) & (count < 8))
    corner = {c: values[tuple((cells + c).T)] for c in _CORNERS}
    total, crossings = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a in _CORNERS:
        for axis in range(3):
            if a[axis] == 0:
                b = (max(a[0], axis == 0), max(a[1], axis == 1), max(a[2], axis == 2))
                crosses = (corner[a] < 0.0) != (corner[b] < 0.0)
                t = np.where(crosses, corner[a] / np.where(crosses, corner[a] - corner[b], 1.0), 0.0)
                place = np.asarray(a, np.float64) + t[:, None] * (np.asarray(b) - np.asarray(a))
                total += np.where(crosses[:, None], place, 0.0)
                crossings += crosses
    return cells, cells + total / crossings[:, None]


def _quads(inside: NDArray[np.bool_], number: Triangles, axis: int) -> Triangles:
    """A quad for each grid edge along `axis` that the surface crosses."""
    lower: list[slice] = [slice(1, -1)] * 3
    upper = list(lower)
    lower[axis], upper[axis] = slice(0, -1), slice(1, None)
    edges = np.argwhere(inside[tuple(lower)] != inside[tuple(upper)])
    edges[:, [i for i in range(3) if i != axis]] += 1
    u, v = np.zeros(3, np.int64), np.zeros(3, np.int64)
    u[(axis + 1) % 3], v[(axis + 2) % 3] = 1, 1
    quads = np.stack([number[tuple((edges - d).T)] for d in (u + v, v, 0 * u, u)], -1)
    flip = ~inside[tuple(edges.T)]
    quads[flip] = quads[flip][:, ::-1]
    return quads


def _split(vertices: Array, quads: Triangles) -> Triangles:
    """Two triangles a quad, along the shorter diagonal."""
    first = vertices[quads[:, 0]] - vertices[quads[:, 2]]
    second = vertices[quads[:, 1]] - vertices[quads[:, 3]]
    short = (dot3(first, first) <= dot3(second, second))[:, None]
    triangles = np.concatenate(
        [
            np.where(short, quads[:, [0, 1, 2]], quads[:, [0, 1, 3]]),
            np.where(short, quads[:, [0, 2, 3]], quads[:, [1, 2, 3]]),
        ]
    )
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    area = cross3(b - a, c - a)
    return triangles[dot3(area, area) > 0.0]
