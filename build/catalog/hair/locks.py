"""Hair as a scalp with a drawn hairline and a few large locks that flow over the head (head units).

A lock is a row of control points on a ball around the head: azimuth in degrees from the face towards the avatar's left, elevation in
degrees, lift above the skull in hundredths of its radius, half-width and half-thickness in thousandths.
A smooth curve runs through them; its last point is the tip.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from catalog.anatomy import skull_form
from catalog.body import Figure
from catalog.exact import DEGREE, Array, atan2, cross3, dot3, length, normalize, sin_cos, smoothstep
from catalog.fields import common, mirrored, profile, sphere, union
from catalog.garments.hats import hat_line, under_hat
from catalog.glb_writer import Material, Part
from catalog.shading import ramp
from catalog.surface import finish, sculpt
from catalog.weights import head_shares

Point = tuple[float, float, float, float, float]
Lock = tuple[Point, ...]
Hairline = tuple[tuple[float, float], ...]

CENTER = np.array((0.0, 0.016, -0.012))
_SKULL = np.array((0.134, 0.142, 0.137))
_STEPS = 8  # straight pieces along a lock
_HAIR_RAMP = ramp(
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
    """A lock worked out: points, tangents, outward directions (k, 3), half-widths and -thicknesses (k, 2), and a ball around it all."""

    points: Array
    tangents: Array
    outward: Array
    sizes: Array
    center: Array
    reach: float

    def distance(self, q: Array) -> tuple[Array, Array]:
        """Nearly the distance of (n, 3) to the lock, and |across| / half-width."""
        best, segment, place = np.full(len(q), 1e9), np.zeros(len(q), np.int64), np.zeros(len(q))
        for i in range(len(self.points) - 1):
            axis = self.points[i + 1] - self.points[i]
            t = np.clip(dot3(q - self.points[i], axis) / dot3(axis, axis), 0.0, 1.0)
            distance = length(q - self.points[i] - t[:, None] * axis) - (
                self.sizes[i, 0] + t * (self.sizes[i + 1, 0] - self.sizes[i, 0])
            )
            closer = distance < best
            best, segment, place = (
                np.where(closer, distance, best),
                np.where(closer, i, segment),
                np.where(closer, t, place),
            )
        t = place[:, None]
        near, along, out, size = (
            row[segment] + t * (row[segment + 1] - row[segment])
            for row in (self.points, self.tangents, self.outward, self.sizes)
        )
        along = normalize(along)
        side = normalize(cross3(along, out))
        offset = q - near
        a, b = size[:, 0], size[:, 1]
        x, y, z = dot3(offset, side) / a, dot3(offset, cross3(side, along)) / b, dot3(offset, along) / a
        reach = np.sqrt(x * x + y * y + z * z)
        slope = np.sqrt(x * x / (a * a) + y * y / (b * b) + z * z / (a * a))
        return reach * (reach - 1.0) / np.maximum(slope, 1e-9), np.minimum(np.abs(x), 1.0)


def _curve(lock: Lock) -> _Curve:
    rows = np.array(
        [
            [*ball_point(azimuth, elevation, lift * 0.01), width * 0.001, thickness * 0.001]
            for azimuth, elevation, lift, width, thickness in lock
        ]
    )
    table = np.concatenate([np.arange(len(rows), dtype=np.float64)[:, None], rows], 1)
    fine = np.stack(profile(np.linspace(0.0, len(rows) - 1.0, _STEPS + 1), table), -1)
    points, sizes = fine[:, :3], np.maximum(fine[:, 3:], 0.003)
    ends = np.concatenate([points[:1], points, points[-1:]])
    middle = (points.max(0) + points.min(0)) * 0.5
    reach = float((length(points - middle) + sizes[:, 0]).max()) + 0.025
    return _Curve(points, normalize(ends[2:] - ends[:-2]), normalize(points - CENTER), sizes, middle, reach)


@dataclass(frozen=True)
class Style:
    """A hair style: elevation of the hairline by azimuth (head-unit heights), scalp thickness, locks, more thickness on
    top, and how deep the locks are joined.
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

    def field(self, q: Array, hat: bool) -> Array:
        """The style; under a hat it is cut so that nothing shows through."""
        form = self.evaluate(q)[0]
        if not hat:
            return form
        return common(form, under_hat(q), 0.008)


def hair_parts(figure: Figure, style: Style, triangles: int, hat: bool = False) -> list[Part]:
    """The style on a body."""
    s, y = figure.rig.head_scale, figure.rig.head_center
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
    material = Material("hair", specular=1.6, texture=_HAIR_RAMP)
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
