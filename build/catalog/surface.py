"""From a field to a finished part: mesh, simplify, drop what is never seen, then normals, shading and weights."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catalog.fields import Field, gradient, in_chunks
from catalog.glb_writer import POSITION_GRID, Material, Part
from catalog.nets import Mesh, Triangles, clip, drop, mesh_field, project
from catalog.repair import mended
from catalog.shading import openness
from catalog.simplify import edges_of, simplify
from catalog.weights import arm_share, packed
from cna_avatars.exact import Array, cross3, dot3, length, normalize

Tone = Callable[[Array], Array]
Shares = Callable[[Array], Array]
Importance = Callable[[Array], Array]
Hidden = Callable[[Array], NDArray[np.bool_]]
_TRIES = 6
_FLAT = 4e-9  # square metres, twice the area of a triangle that is as good as none
_APART = 0.75  # how much less arms at rest darken what they are near
_LINE_STEP = 0.004  # metres
_UNSEEN = 0.02  # importance of what will be dropped


def sculpt(
    field: Field,
    low: ArrayLike,
    high: ArrayLike,
    step: float,
    triangles: int,
    hidden: Hidden | None = None,
    importance: Importance | None = None,
) -> Mesh:
    """The field's surface in about `triangles` triangles, without those whose corners are all `hidden`."""
    mesh = mesh_field(field, low, high, step)
    values = np.ones(len(mesh.vertices)) if importance is None else importance(mesh.vertices)
    if hidden is None:
        return _settled(field, simplify(mesh, triangles, values)[0], step)
    values = np.where(hidden(mesh.vertices), values * _UNSEEN, values)
    share = 1.5
    while True:
        mesh, values = simplify(mesh, int(triangles * share), values)
        excess = len(drop(mesh, hidden(mesh.vertices)).triangles) - triangles
        if excess <= 0 or share < 0.5:
            break
        share = min(share, len(mesh.triangles) / triangles) - max(excess * 0.75 / triangles, 0.01)
    mesh = _settled(field, mesh, step)
    return drop(mesh, hidden(mesh.vertices))


def sculpt_shown(
    field: Field,
    low: ArrayLike,
    high: ArrayLike,
    step: float,
    triangles: int,
    shown: Field,
    importance: Importance | None = None,
) -> Mesh:
    """As `sculpt`, but cut cleanly along the zero line of `shown`: what lies above it is dropped.

    It is cut while it is fine: a large triangle may reach over a narrow strip of what is shown, its corners all hidden.
    """
    mesh = mesh_field(field, low, high, step)
    mesh = clip(mesh, in_chunks(shown, mesh.vertices))
    values = np.ones(len(mesh.vertices)) if importance is None else importance(mesh.vertices)
    mesh = _settled(field, simplify(mesh, triangles, values)[0], step)
    edges, uses = edges_of(mesh.triangles, len(mesh.vertices))
    on_rim = np.zeros(len(mesh.vertices), bool)
    on_rim[edges[uses == 1]] = True
    rim = np.flatnonzero(on_rim)
    vertices = mesh.vertices.copy()
    vertices[rim] = _on_line(field, shown, vertices[rim])
    return _with_area(Mesh(np.rint(vertices * POSITION_GRID) / POSITION_GRID, mesh.triangles))


def _on_line(field: Field, line: Field, p: Array) -> Array:
    """Points on the surface of a field moved along it to the zero line of another, a few millimetres at most."""
    for _ in range(5):
        normals, slope = normalize(gradient(field, p, 4e-4)), gradient(line, p, 4e-4)
        along = slope - normals * dot3(slope, normals)[:, None]
        p = p - along * (np.clip(line(p), -_LINE_STEP, _LINE_STEP) / np.maximum(dot3(along, along), 0.2))[:, None]
        p = project(field, p, _LINE_STEP, 1)
    return p


def finish(
    name: str,
    material: Material,
    mesh: Mesh,
    field: Field,
    scene: Field,
    shares: Shares,
    tone: Tone | None = None,
    apart: tuple[Field, Field] | None = None,
    sunken: float = 0.0,
) -> Part:
    """A part with normals from the field, openness past `scene` as u, `tone` (0..1) as v and four weights a vertex.

    A mesh that lies up to `sunken` metres below the field's surface is shaded as the surface above it.

    Arms hang only in the bind pose. With `apart`, what does not move with them is shaded mostly by the first of these
    fields, which lacks the arms, and what does by the second, the arms alone.
    """
    normals = normalize(gradient(lambda x: in_chunks(field, x), mesh.vertices, 4e-4))
    mesh, normals = mended(mesh, normals)
    p = mesh.vertices
    table = shares(p)
    lit = project(field, p, sunken, 3) if sunken else p
    light = openness(scene, lit, normals)
    if apart is not None:
        on_arm = arm_share(table)
        still, moving = (openness(part, lit, normals) for part in apart)
        light = light + (np.maximum(still + (moving - still) * on_arm, light) - light) * _APART
    uv = np.stack([light, np.zeros(len(p)) if tone is None else tone(p)], -1)
    joints, weights = packed(table)
    return Part(name, material, p, normals, uv, joints, weights, mesh.triangles)


def _settled(field: Field, mesh: Mesh, step: float) -> Mesh:
    """The vertices back on the surface, on the grid of the file; no triangle turned over, none without an area."""
    corners = mesh.triangles
    before = _areas(mesh.vertices, corners)
    vertices = project(field, mesh.vertices, step * 0.5, 3)
    for _ in range(_TRIES):
        after = _areas(vertices, corners)
        turned = dot3(before, after) < 0.3 * length(before) * length(after)
        if not turned.any():
            break
        back = corners[turned].reshape(-1)
        vertices[back] = mesh.vertices[back]
    return _with_area(Mesh(np.rint(vertices * POSITION_GRID) / POSITION_GRID, corners))


def _with_area(mesh: Mesh) -> Mesh:
    """The mesh without triangles that are as good as none."""
    kept = mesh.triangles[length(_areas(mesh.vertices, mesh.triangles)) > _FLAT]
    return drop(Mesh(mesh.vertices, kept), np.zeros(len(mesh.vertices), bool))


def _areas(vertices: Array, triangles: Triangles) -> Array:
    """Of each triangle the normal, as long as twice its area."""
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    return cross3(b - a, c - a)
