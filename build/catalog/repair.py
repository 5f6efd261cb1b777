"""The last look at a mesh: normals that agree with the triangles around them, and triangles mended that still do not.

A triangle whose corner normal points to its other side is lit from the wrong side, and shows as a speck.
"""

import numpy as np

from catalog.nets import Mesh, Triangles
from cna_avatars.exact import Array, cross3, dot3, length, normalize

_AGREE, _ROUNDS = 0.30, 40  # of a normal with each triangle around it; rounds in which normals give way
_GOOD = 0.20  # of a triangle: agreement with its corners, and evenness, below which it is mended
_EVENNESS, _NEEDLE = 6.0, 0.10  # height over longest edge as a measure like agreement
_REACH = 25.0  # what a metre of collapsed edge counts against an otherwise better form
_PASSES = 6
_SHORT, _FLAT = 0.0006, 0.0002  # metres: an edge and a height that nobody sees


def agreeing_normals(mesh: Mesh, normals: Array) -> Array:
    """Unit normals (n, 3) turned as little as needed towards triangles around that they disagree with."""
    corners = mesh.triangles
    faces = _faces(mesh.vertices, corners)
    for _ in range(_ROUNDS):
        lack = _AGREE - dot3(normals[corners], faces[:, None])
        wrong = lack > 1e-3
        if not wrong.any():
            break
        turn = np.zeros_like(normals)
        for corner in range(3):
            rows = np.flatnonzero(wrong[:, corner])
            np.add.at(turn, corners[rows, corner], faces[rows] * lack[rows, corner][:, None])
        normals = normalize(normals + turn * 0.7)
    return normals


def mended(mesh: Mesh, normals: Array) -> tuple[Mesh, Array]:
    """The mesh and its normals (n, 3) without triangles that disagree with a corner, and as few needles as can be.

    Short edges are collapsed; edges are turned or collapsed where triangles fold over; and a corner that is left on a
    fold which no normal fits gets a vertex of its own.
    """
    mesh, normals = _welded(mesh, normals)
    for _ in range(_PASSES):
        work = _Work(mesh, agreeing_normals(mesh, normals))
        if not work.mend():
            break
        mesh, normals = _without_unused(
            mesh.vertices, normals, np.array([row for row in work.corners if row is not None], np.int64).reshape(-1, 3)
        )
    mesh, normals = _without_unused(mesh.vertices, normals, mesh.triangles[_heights(mesh) > _FLAT])
    return _split_folds(mesh, agreeing_normals(mesh, normals))


def _heights(mesh: Mesh) -> Array:
    """Of each triangle the shortest height in metres."""
    p = mesh.vertices[mesh.triangles]
    longest = np.stack([length(p[:, i] - p[:, i - 1]) for i in range(3)]).max(0)
    double_area = length(cross3(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]))
    return np.asarray(double_area / np.maximum(longest, 1e-12), np.float64)


def _welded(mesh: Mesh, normals: Array) -> tuple[Mesh, Array]:
    """Without edges that are too short to be seen."""
    corners = mesh.triangles
    while True:
        pairs = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
        short = pairs[length(mesh.vertices[pairs[:, 0]] - mesh.vertices[pairs[:, 1]]) < _SHORT]
        if len(short) == 0:
            return _without_unused(mesh.vertices, normals, corners)
        number = np.arange(len(mesh.vertices), dtype=np.int64)
        np.minimum.at(number, short.max(1), short.min(1))
        corners = number[corners]
        a, b, c = corners.T
        corners = corners[(a != b) & (b != c) & (c != a)]


def _without_unused(vertices: Array, normals: Array, corners: Triangles) -> tuple[Mesh, Array]:
    used = np.zeros(len(vertices), bool)
    used[corners.reshape(-1)] = True
    return Mesh(vertices[used], (np.cumsum(used, dtype=np.int64) - 1)[corners]), normals[used]


def _split_folds(mesh: Mesh, normals: Array) -> tuple[Mesh, Array]:
    faces = _faces(mesh.vertices, mesh.triangles)
    lack = _GOOD - dot3(normals[mesh.triangles], faces[:, None])
    rows, places = np.nonzero(lack > 0.0)
    old = mesh.triangles[rows, places]
    own = normals[old]
    for _ in range(_ROUNDS):
        own = normalize(own + faces[rows] * np.maximum(_GOOD + 0.02 - dot3(own, faces[rows]), 0.0)[:, None])
    corners = mesh.triangles.copy()
    corners[rows, places] = len(normals) + np.arange(len(rows))
    vertices = np.concatenate([mesh.vertices, mesh.vertices[old]])
    return _without_unused(vertices, np.concatenate([normals, own]), corners)


def _faces(vertices: Array, corners: Triangles) -> Array:
    a, b, c = (vertices[corners[:, i]] for i in range(3))
    across = cross3(b - a, c - a)
    return np.asarray(across / np.maximum(length(across), 1e-12)[:, None], np.float64)


Row = tuple[int, int, int]


class _Work:
    """A mesh while it is mended: triangles by number (None when gone), and the triangles around each vertex."""

    def __init__(self, mesh: Mesh, normals: Array) -> None:
        self.vertices, self.normals = mesh.vertices, normals
        self.corners: list[Row | None] = [(a, b, c) for a, b, c in mesh.triangles.tolist()]
        self.around: list[set[int]] = [set() for _ in range(len(mesh.vertices))]
        for number, row in enumerate(mesh.triangles.tolist()):
            for vertex in row:
                self.around[vertex].add(number)

    def mend(self) -> int:
        """One pass over the bad triangles; returns how many were mended."""
        quality = self._quality(np.array(self.corners, np.int64))
        done = 0
        for number in np.argsort(quality, kind="stable")[: int((quality < _GOOD).sum())].tolist():
            row = self.corners[number]
            if row is not None and self._worst([row]) < _GOOD:
                done += self._mend(row)
        return done

    def _quality(self, corners: Triangles) -> Array:
        """Of triangles (m, 3) the least of agreement with their normals and evenness."""
        p = self.vertices[corners]
        across = cross3(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
        double_area = length(across)
        agreement = dot3(self.normals[corners], (across / np.maximum(double_area, 1e-12)[:, None])[:, None]).min(1)
        longest = np.stack([length(p[:, i] - p[:, i - 1]) for i in range(3)]).max(0)
        evenness = double_area / np.maximum(longest * longest, 1e-12)
        return np.asarray(np.minimum(agreement, _EVENNESS * evenness - _NEEDLE), np.float64)

    def _worst(self, rows: list[Row]) -> float:
        return float(self._quality(np.array(rows, np.int64).reshape(-1, 3)).min()) if rows else 1.0

    def _mend(self, row: Row) -> bool:
        """The best of turning or collapsing one of a triangle's edges, if it is better than leaving it."""
        best: tuple[float, list[int], list[Row]] | None = None
        for i in range(3):
            for gone, fresh, cost in self._choices(row[i], row[(i + 1) % 3]):
                rows = [r for r in (self.corners[n] for n in gone) if r is not None]
                gain = self._worst(fresh) - self._worst(rows) - cost
                if gain > 0.02 and (best is None or gain > best[0]):
                    best = gain, gone, fresh
        if best is None:
            return False
        self._replace(best[1], best[2])
        return True

    def _choices(self, a: int, b: int) -> list[tuple[list[int], list[Row], float]]:
        """Ways to change the mesh at an edge: triangles that go, triangles that come, and a cost."""
        shared = sorted(self.around[a] & self.around[b])
        across = [next(v for v in self._row(n) if v not in (a, b)) for n in shared]
        result: list[tuple[list[int], list[Row], float]] = []
        if len(shared) == 2 and across[0] != across[1] and not self.around[across[0]] & self.around[across[1]]:
            first = self._row(shared[0])
            ahead = first[(first.index(a) + 1) % 3] == b
            c, d = across if ahead else across[::-1]
            result.append((shared, [(a, d, c), (d, b, c)], 0.0))
        if len(self._neighbours(a) & self._neighbours(b)) == len(shared):
            far = self.vertices[a] - self.vertices[b]
            cost = _REACH * float(length(far))
            for keep, lost in ((a, b), (b, a)):
                if self._on_edge(lost) and not (len(shared) == 1 and self._on_edge(keep)):
                    continue
                gone = sorted(self.around[lost])
                moved = [self._row(n) for n in gone if n not in shared]
                fresh = [
                    (r[0] if r[0] != lost else keep, r[1] if r[1] != lost else keep, r[2] if r[2] != lost else keep)
                    for r in moved
                ]
                if fresh:
                    result.append((gone, fresh, cost))
        return result

    def _row(self, number: int) -> Row:
        row = self.corners[number]
        if row is None:
            raise AssertionError(f"triangle {number} is gone")
        return row

    def _neighbours(self, vertex: int) -> set[int]:
        return {v for n in self.around[vertex] for v in self._row(n)} - {vertex}

    def _on_edge(self, vertex: int) -> bool:
        """Whether a vertex lies on an open edge."""
        return len(self._neighbours(vertex)) != len(self.around[vertex])

    def _replace(self, gone: list[int], fresh: list[Row]) -> None:
        for number in gone:
            for vertex in self._row(number):
                self.around[vertex].discard(number)
            self.corners[number] = None
        for row in fresh:
            self.corners.append(row)
            for vertex in row:
                self.around[vertex].add(len(self.corners) - 1)
