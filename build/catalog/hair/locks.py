"""Hair as a scalp with a drawn hairline and a few large locks that flow over the head (head units).

A lock is a row of control points on a ball around the head: azimuth in degrees from the face towards the avatar's
left, elevation in degrees, lift above the skull in hundredths of its radius, half-width and half-thickness in
thousandths. A smooth curve runs through them; its last point is the tip.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from catalog.anatomy import skull_form
from catalog.body import Figure
from catalog.fields import common, mirrored, profile, sphere, union
from catalog.garments.hats import hat_line, under_hat
from catalog.glb_writer import Material, Part
from catalog.shading import ramp
from catalog.surface import finish, sculpt
from catalog.weights import head_shares
from cna_avatars.exact import DEGREE, Array, atan2, cross3, dot3, length, normalize, sin_cos, smoothstep

Point = tuple[float, float, float, float, float]
Lock = tuple[Point, ...]
Hairline = tuple[tuple[float, float], ...]

CENTER = np.array((0.0, 0.016, -0.012))
_SKULL = np.array((0.134, 0.142, 0.137))
_HAT_DROP = 0.030  # how much lower hair begins over the forehead, so that it shows below a hat
_HAT_RIM: tuple[Lock, ...] = (
    ((10, 52, 4, 24, 12), (10, 40, 6, 24, 15), (13, 31, 7, 18, 13), (18, 22, 3, 4, 4)),
    ((32, 50, 4, 24, 12), (32, 39, 6, 24, 15), (36, 29, 7, 18, 13), (42, 19, 3, 4, 4)),
    ((54, 48, 4, 24, 12), (54, 35, 6, 24, 15), (58, 22, 6, 18, 13), (64, 8, 3, 4, 4)),
    ((76, 44, 4, 26, 12), (76, 26, 6, 24, 15), (78, 10, 5, 17, 12), (80, -10, 2, 4, 4)),
)
_STEPS = 7  # pieces along a lock
HAIR_RAMP = ramp(
    (0.36, 0.34, 0.36),
    (
        (0.0, (1.16, 1.16, 1.16)),
        (0.18, (1.04, 1.04, 1.04)),
        (0.30, (1.12, 1.12, 1.12)),
        (0.48, (0.93, 0.93, 0.93)),
        (0.60, (1.02, 1.02, 1.02)),
        (0.80, (0.84, 0.84, 0.84)),
        (1.0, (0.72, 0.72, 0.72)),
    ),
)


def ball_point(azimuth: float, elevation: float, lift: float) -> Array:
    """A point over the skull, in head units."""
    (sa, ca), (se, ce) = (tuple(float(x) for x in sin_cos(a * DEGREE)) for a in (azimuth, elevation))
    return np.asarray(CENTER + np.array((sa * ce, se, ca * ce)) * _SKULL * (1.0 + lift), np.float64)


def swept(lock: Lock) -> Lock:
    """The same lock on the other side."""
    return tuple((-azimuth, *rest) for azimuth, *rest in lock)  # type: ignore[misc]


@dataclass(frozen=True)
class _Curve:
    """A lock worked out: knots (k, 5) of position, half-width, half-thickness, their slopes, and a ball around it."""

    knots: Array
    slopes: Array
    center: Array
    reach: float

    def distance(self, q: Array) -> tuple[Array, Array]:
        """Nearly the distance of (n, 3) to the lock, and |across| / half-width."""
        place = self._nearest_piece(q)
        for _ in range(2):  # from the chord to the curve itself
            row, slope = self._at(place)
            place = place + dot3(q - row[:, :3], slope[:, :3]) / np.maximum(dot3(slope[:, :3], slope[:, :3]), 1e-9)
            place = np.clip(place, 0.0, len(self.knots) - 1.0)
        row, slope = self._at(place)
        along = normalize(slope[:, :3])
        side = normalize(cross3(along, row[:, :3] - CENTER))
        offset = q - row[:, :3]
        a, b = np.maximum(row[:, 3], 0.003), np.maximum(row[:, 4], 0.003)
        x, y, z = dot3(offset, side) / a, dot3(offset, cross3(side, along)) / b, dot3(offset, along) / a
        reach = np.sqrt(x * x + y * y + z * z)
        steep = np.sqrt(x * x / (a * a) + y * y / (b * b) + z * z / (a * a))
        return reach * (reach - 1.0) / np.maximum(steep, 1e-9), np.minimum(np.abs(x), 1.0)

    def _nearest_piece(self, q: Array) -> Array:
        """Where along the lock, in knots, the chord nearest to each point lies."""
        best, place = np.full(len(q), 1e9), np.zeros(len(q))
        for i in range(len(self.knots) - 1):
            start, step = self.knots[i], self.knots[i + 1] - self.knots[i]
            t = np.clip(dot3(q - start[:3], step[:3]) / dot3(step[:3], step[:3]), 0.0, 1.0)
            distance = length(q - start[:3] - t[:, None] * step[:3]) - (start[3] + t * step[3])
            place = np.where(distance < best, i + t, place)
            best = np.minimum(distance, best)
        return place

    def _at(self, place: Array) -> tuple[Array, Array]:
        """The smooth curve through the knots: rows (n, 5) and their slopes at places (n,)."""
        i = np.clip(place.astype(np.int64), 0, len(self.knots) - 2)
        t = (place - i)[:, None]
        start, end, m0, m1 = self.knots[i], self.knots[i + 1], self.slopes[i], self.slopes[i + 1]
        fall, square = start - end, t * t
        c2, c3 = -3.0 * fall - 2.0 * m0 - m1, 2.0 * fall + m0 + m1
        return start + t * m0 + square * c2 + square * t * c3, m0 + 2.0 * t * c2 + 3.0 * square * c3


def _curve(lock: Lock) -> _Curve:
    rows = np.array(
        [
            [*ball_point(azimuth, elevation, lift * 0.01), width * 0.001, thickness * 0.001]
            for azimuth, elevation, lift, width, thickness in lock
        ]
    )
    table = np.concatenate([np.arange(len(rows), dtype=np.float64)[:, None], rows], 1)
    knots = np.stack(profile(np.linspace(0.0, len(rows) - 1.0, _STEPS + 1), table), -1)
    slopes = np.empty_like(knots)
    slopes[1:-1] = (knots[2:] - knots[:-2]) * 0.5
    slopes[0], slopes[-1] = knots[1] - knots[0], knots[-1] - knots[-2]
    middle = (knots[:, :3].max(0) + knots[:, :3].min(0)) * 0.5
    reach = float((length(knots[:, :3] - middle) + knots[:, 3]).max()) + 0.025
    return _Curve(knots, slopes, middle, reach)


@dataclass(frozen=True)
class Style:
    """A hair style.

    `hairline` rows: azimuth either way in degrees, lowest height of hair in head units; `scalp` thickness, and
    `crown` more of it on top; `join` how softly locks meet.
    """

    name: str
    hairline: Hairline
    scalp: float
    locks: tuple[Lock, ...]
    crown: float = 0.014
    join: float = 0.007

    @cached_property
    def _curves(self) -> list[_Curve]:
        return [_curve(lock) for lock in self.locks]

    def evaluate(self, q: Array) -> tuple[Array, Array]:
        """The field at (n, 3), and how far across its lock a point lies: 0 ridge, 1 edge."""
        form = self._scalp(q)
        nearest, across = form.copy(), np.full(len(q), 0.75)
        for curve in self._curves:
            near = np.flatnonzero(sphere(q, curve.center, curve.reach) < 0.0)
            if len(near) == 0:
                continue
            distance, side = curve.distance(q[near])
            closer = distance < nearest[near]
            across[near[closer]] = side[closer]
            nearest[near] = np.minimum(nearest[near], distance)
            form[near] = union(form[near], distance, self.join)
        return form, across

    def _scalp(self, q: Array) -> Array:
        shell = skull_form(mirrored(q)) - self.scalp - self.crown * smoothstep(0.0, 0.14, q[:, 1])
        azimuth = np.abs(atan2(q[:, 0], q[:, 2] - CENTER[2])) / DEGREE
        low = profile(azimuth, self.hairline)[0]
        return common(shell, (low - q[:, 1]) * 0.8, 0.020)

    def hatted(self) -> "Style":
        """The style with what shows below a hat's edge: hair over the forehead and the temples, and locks there."""
        lower = tuple((azimuth, low - _HAT_DROP * max(0.0, 1.0 - azimuth / 70.0)) for azimuth, low in self.hairline)
        locks = (*self.locks, *_HAT_RIM, *(swept(lock) for lock in _HAT_RIM)) if self.locks else ()
        return replace(self, hairline=lower, scalp=max(self.scalp, 0.009), locks=locks)

    def field(self, q: Array, hat: bool) -> Array:
        """The style; under a hat it is cut so that nothing shows through."""
        form = self.evaluate(q)[0]
        if not hat:
            return form
        return common(form, under_hat(q), 0.008)


def hair_parts(figure: Figure, style: Style, triangles: int, hat: bool = False) -> list[Part]:
    """The style on a body."""
    s, y = figure.rig.head_scale, figure.rig.head_center
    style = style.hatted() if hat else style
    points = figure.anatomy.head_points

    def field(p: Array) -> Array:
        return style.field(points(p), hat) * s

    def unseen(p: Array) -> NDArray[np.bool_]:
        hidden = figure.anatomy.head(p) < -0.007
        if hat:
            hidden |= hat_line(points(p)) > 0.022
        return np.asarray(hidden, np.bool_)

    mesh = sculpt(
        field,
        (-0.26 * s, y - 0.24 * s, -0.27 * s),
        (0.26 * s, y + 0.25 * s, 0.25 * s),
        0.0052 * s,
        triangles,
        unseen,
    )
    material = Material("hair", specular=1.6, texture=HAIR_RAMP)
    return [
        finish(
            "hair",
            material,
            mesh,
            field,
            lambda p: np.minimum(field(p), figure.anatomy.head(p)),
            head_shares,
            lambda p: style.evaluate(points(p))[1],
        )
    ]
