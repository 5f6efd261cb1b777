"""Fewer triangles by quadric edge collapse: many far-apart edges at a time, in an order that never changes."""

import numpy as np
from numpy.typing import NDArray

from catalog.nets import Mesh, Triangles
from cna_avatars.exact import Array, cross3, dot3, length

_EVENNESS = 7e-4  # how much long edges cost, beside the change of form
_SHARE = 0.2  # of the edges, cheapest first, looked at in one round
_ROUNDS, _TRIES = 400, 24
_AGREEMENT, _NEEDLE = 0.35, 0.12  # of a triangle with its corners' normals; of its height with its longest edge
_RIM = 2.0  # how much a way off an open edge costs, beside a way off the surface


def simplify(mesh: Mesh, target: int, importance: Array) -> tuple[Mesh, Array]:
    """At most about `target` triangles; `importance` (n,) multiplies the cost of a change at a vertex (1 is usual).

    Open edges stay where they are: they get fewer vertices, and none leaves them. Returns the mesh and the importance
    of its vertices.
    """
    vertices, triangles = mesh.vertices, mesh.triangles
    quadrics, normals = _vertex_quadrics(vertices, triangles), _vertex_normals(vertices, triangles)
    for _ in range(_ROUNDS):
        excess = len(triangles) - target
        if excess <= 0:
            break
        edges, uses = edges_of(triangles, len(vertices))
        on_rim = np.zeros(len(vertices), bool)
        on_rim[edges[uses == 1]] = True
        places, costs = _best_places(vertices, quadrics, edges, on_rim)
        costs = costs * np.maximum(importance[edges[:, 0]], importance[edges[:, 1]])
        costs[(uses > 2) | ((uses == 2) & on_rim[edges].all(1))] = np.inf
        chosen = _choose(vertices, normals, triangles, edges, uses, costs, places)[: max(excess // 2, 1)]
        if len(chosen) == 0:
            break
        keep, gone = edges[chosen, 0], edges[chosen, 1]
        vertices, quadrics, importance = vertices.copy(), quadrics.copy(), importance.copy()
        vertices[keep] = places[chosen]
        quadrics[keep] += quadrics[gone]
        normals = normals.copy()
        normals[keep] += normals[gone]
        importance[keep] = np.maximum(importance[keep], importance[gone])
        number = np.arange(len(vertices), dtype=np.int64)
        number[gone] = keep
        triangles = number[triangles]
        a, b, c = triangles.T
        triangles = triangles[(a != b) & (b != c) & (c != a)]
        used = np.zeros(len(vertices), bool)
        used[triangles.reshape(-1)] = True
        number = np.cumsum(used, dtype=np.int64) - 1
        vertices, quadrics, normals, importance, triangles = (
            vertices[used],
            quadrics[used],
            normals[used],
            importance[used],
            number[triangles],
        )
    return Mesh(vertices, triangles), importance


def _vertex_quadrics(vertices: Array, triangles: Triangles) -> Array:
    """For each vertex the sum of its triangles' squared-distance forms (n, 10), by area, and of its open edges'."""
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    normal = cross3(b - a, c - a)
    form = _forms(normal, a, length(normal))
    total = np.zeros((len(vertices), 10))
    for corner in range(3):
        np.add.at(total, triangles[:, corner], form)
    rows, first = _open_edges(triangles, len(vertices))
    if len(rows):
        start, end = triangles[rows, first], triangles[rows, (first + 1) % 3]
        along = vertices[end] - vertices[start]
        form = _forms(cross3(along, normal[rows]), vertices[start], dot3(along, along) * _RIM)
        np.add.at(total, start, form)
        np.add.at(total, end, form)
    return total


def _forms(normals: Array, p: Array, weights: Array) -> Array:
    """The squared distance (n, 10) to planes through points `p`, each with a weight."""
    x, y, z = (normals / np.maximum(length(normals), 1e-30)[:, None]).T
    d = -(x * p[:, 0] + y * p[:, 1] + z * p[:, 2])
    return np.stack([x * x, x * y, x * z, x * d, y * y, y * z, y * d, z * z, z * d, d * d], -1) * weights[:, None]


def _open_edges(triangles: Triangles, count: int) -> tuple[Triangles, Triangles]:
    """Edges of one triangle alone: the triangle, and its corner (0..2) where the edge begins."""
    pairs = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    _, number, uses = np.unique(pairs.min(1) * count + pairs.max(1), return_inverse=True, return_counts=True)
    places = np.flatnonzero(uses[number.reshape(-1)] == 1)
    return places % len(triangles), places // len(triangles)


def _vertex_normals(vertices: Array, triangles: Triangles) -> Array:
    """For each vertex the sum of its triangles' normals by area."""
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    total = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(total, triangles[:, corner], cross3(b - a, c - a))
    return total


def edges_of(triangles: Triangles, count: int) -> tuple[Triangles, Triangles]:
    """The edges (e, 2), smaller vertex first, in order, and how many triangles use each."""
    pairs = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    keys, uses = np.unique(pairs.min(1) * count + pairs.max(1), return_counts=True)
    return np.stack([keys // count, keys % count], -1), uses


def _error(q: Array, p: Array) -> Array:
    x, y, z = p.T
    return np.asarray(
        q[:, 0] * x * x
        + q[:, 4] * y * y
        + q[:, 7] * z * z
        + q[:, 9]
        + 2.0 * (q[:, 1] * x * y + q[:, 2] * x * z + q[:, 5] * y * z + q[:, 3] * x + q[:, 6] * y + q[:, 8] * z),
        np.float64,
    )


def _best_places(vertices: Array, quadrics: Array, edges: Triangles, on_rim: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Where each edge's merged vertex should lie, and what the collapse costs; a vertex on a rim stays for another."""
    q = quadrics[edges[:, 0]] + quadrics[edges[:, 1]]
    start, end = vertices[edges[:, 0]], vertices[edges[:, 1]]
    middle, span = (start + end) * 0.5, length(end - start)
    trace = (q[:, 0] + q[:, 4] + q[:, 7]) * 1e-3  # pulls towards the middle where the form leaves a direction free
    a00, a11, a22, a01, a02, a12 = (
        q[:, 0] + trace,
        q[:, 4] + trace,
        q[:, 7] + trace,
        q[:, 1],
        q[:, 2],
        q[:, 5],
    )
    right = np.stack(
        [trace * middle[:, 0] - q[:, 3], trace * middle[:, 1] - q[:, 6], trace * middle[:, 2] - q[:, 8]], -1
    )
    row0, row1, row2 = (np.stack(r, -1) for r in ((a00, a01, a02), (a01, a11, a12), (a02, a12, a22)))
    minor = cross3(row1, row2)
    determinant = dot3(row0, minor)
    safe = np.where(np.abs(determinant) < 1e-60, 1.0, determinant)[:, None]
    place = (minor * right[:, :1] + cross3(row2, row0) * right[:, 1:2] + cross3(row0, row1) * right[:, 2:]) / safe
    far = (np.abs(determinant) < 1e-60) | (length(place - middle) > span)
    place = np.where(far[:, None], middle, place)
    first, second = on_rim[edges].T
    place = np.where((first & ~second)[:, None], start, np.where((second & ~first)[:, None], end, place))
    squared = span * span
    return place, np.maximum(_error(q, place), 0.0) + _EVENNESS * squared * squared


def _choose(
    vertices: Array,
    normals: Array,
    triangles: Triangles,
    edges: Triangles,
    uses: Triangles,
    costs: Array,
    places: Array,
) -> Triangles:
    """The edges to collapse now; those that may not be are put aside until some are found."""
    costs = costs.copy()
    for tries in range(_TRIES):
        found = _independent(edges, costs, len(vertices))
        allowed = _keeps_topology(edges, uses, found, len(vertices))
        allowed[allowed] = _keeps_facing(vertices, normals, triangles, edges, found[allowed], places)
        if 4 * allowed.sum() >= len(found) or (tries > _TRIES // 4 and allowed.any()):
            break
        costs[found[~allowed]] = np.inf
    return found[allowed]


def _independent(edges: Triangles, costs: Array, count: int) -> Triangles:
    """A set of cheap edges, cheapest first, no two of which touch a common neighbour.

    Among the cheap ones a scrambled number decides, not the cost: costs fall in long slopes with few lowest points.
    """
    usable = int(np.isfinite(costs).sum())
    cheap = np.argsort(costs, kind="stable").astype(np.int64)[: min(max(int(len(edges) * _SHARE), 64), usable)]
    none = np.int64(1) << 62
    turn = np.full(len(edges), none)
    turn[cheap] = cheap * 2654435761 % 4294967291 * len(edges) + cheap
    first = np.full(count, none)
    np.minimum.at(first, edges[:, 0], turn)
    np.minimum.at(first, edges[:, 1], turn)
    around = first.copy()
    np.minimum.at(around, edges[:, 0], first[edges[:, 1]])
    np.minimum.at(around, edges[:, 1], first[edges[:, 0]])
    result: Triangles = cheap[(around[edges[cheap, 0]] == turn[cheap]) & (around[edges[cheap, 1]] == turn[cheap])]
    return result


def _keeps_topology(edges: Triangles, uses: Triangles, chosen: Triangles, count: int) -> NDArray[np.bool_]:
    """Whether the ends of each chosen edge share exactly as many neighbours as the edge has triangles."""
    both = np.concatenate([edges, edges[:, ::-1]])
    both = both[np.argsort(both[:, 0], kind="stable")]
    starts = np.searchsorted(both[:, 0], np.arange(count + 1))
    neighbours = both[:, 1].tolist()
    result = np.zeros(len(chosen), bool)
    for i, ((a, b), wanted) in enumerate(zip(edges[chosen].tolist(), uses[chosen].tolist(), strict=True)):
        shared = set(neighbours[starts[a] : starts[a + 1]]) & set(neighbours[starts[b] : starts[b + 1]])
        result[i] = len(shared) == wanted
    return result


def _keeps_facing(
    vertices: Array, normals: Array, triangles: Triangles, edges: Triangles, chosen: Triangles, places: Array
) -> NDArray[np.bool_]:
    """Whether no triangle around a chosen edge would turn over, turn from its normals or become a needle."""
    owner = np.full(len(vertices), -1, np.int64)
    owner[edges[chosen, 0]] = np.arange(len(chosen))
    owner[edges[chosen, 1]] = np.arange(len(chosen))
    owners = owner[triangles]
    touched = owners.max(1) >= 0
    owners, corners = owners[touched], triangles[touched]
    group = owners.max(1)
    moves = (owners >= 0)[..., None]
    moved = np.where(moves, places[chosen][owners], vertices[corners])
    summed = normals[edges[chosen, 0]] + normals[edges[chosen, 1]]
    removed = (owners == group[:, None]).sum(1) == 2
    facing = [
        _facing(vertices[corners], normals[corners]),
        _facing(moved, np.where(moves, summed[owners], normals[corners])),
    ]
    (before, agreed, even), (after, agrees, evens) = facing
    bad = ~removed & (
        (dot3(before, after) < 0.3 * length(before) * length(after))
        | (agrees < np.minimum(agreed, _AGREEMENT))
        | (evens < np.minimum(even, _NEEDLE))
    )
    result = np.ones(len(chosen), bool)
    result[group[bad]] = False
    return result


def _facing(p: Array, normals: Array) -> tuple[Array, Array, Array]:
    """Of triangles (m, 3, 3) the normal, its least agreement with the corners' normals, and the evenness."""
    across = cross3(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
    size = length(across)
    agreement = dot3(normals, across[:, None]) / np.maximum(length(normals) * size[:, None], 1e-30)
    longest = np.stack([length(p[:, i] - p[:, i - 1]) for i in range(3)]).max(0)
    return across, agreement.min(1), size / np.maximum(longest * longest, 1e-30)
