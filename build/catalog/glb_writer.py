"""Binary glTF 2 as the catalog's reader expects it: one skin of 71 joints, one buffer, embedded PNG.

Normals are int16 (KHR_mesh_quantization, declared), texture coordinates uint16, weights uint8, positions float32.
"""

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalog.rig import Rig
from cna_avatars.exact import Array
from cna_avatars.skeleton import BONE_NAMES, PARENTS

JOINT_COUNT = 71
POSITION_GRID = 16384.0
FLOAT_GRID = 8192.0  # of curves: far finer than an eye sees, and it packs well
_LARGEST_SHORT = 32767.0
_BYTE, _UNSIGNED_BYTE, _SHORT, _UNSIGNED_SHORT, _FLOAT = 5120, 5121, 5122, 5123, 5126
_VERTICES, _INDICES = 34962, 34963
_LINEAR, _CLAMP = 9729, 33071
SHARED_VIEW = 1  # the skeleton's matrices lie in view 0


@dataclass(frozen=True)
class Material:
    """How a part is coloured: `color` times the description's `tint` colour times the texture."""

    tint: str = "none"
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    specular: float = 1.0
    texture: bytes | None = None
    feature: str | None = None
    layer: int | None = None


@dataclass(frozen=True)
class Part:
    """A skinned mesh: positions, normals (n, 3), uv (n, 2); joints, weights (n, 4); triangles (m, 3)."""

    name: str
    material: Material
    positions: Array
    normals: Array
    uv: Array
    joints: NDArray[np.uint8]
    weights: NDArray[np.uint8]
    triangles: NDArray[np.int64]


@dataclass(frozen=True)
class Channel:
    """A CUBICSPLINE sampler, `path` rotation or translation: values (k, 3, 4 or 3): in-tangent, value, out-tangent."""

    bone: int
    path: str
    times: Array
    values: Array


@dataclass(frozen=True)
class Clip:
    """One animation. `expressions`: rows of time, mouth, left eye, right eye, left brow, right brow."""

    name: str
    preset: int
    loop: bool
    channels: Sequence[Channel]
    expressions: Sequence[Sequence[float]] = field(default=())


class _File:
    """The JSON document and its one buffer, grown together."""

    def __init__(self, rig: Rig, extras: dict[str, object]) -> None:
        self.buffer = bytearray()
        self._shared_bytes = bytearray()
        self._shared: dict[tuple[int, str, bytes], int] = {}
        self.document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "cna-avatars catalog", "extras": {"cna": extras}},
            "scene": 0,
            "bufferViews": [],
            "accessors": [],
        }
        self._add_skeleton(rig)

    def _add_skeleton(self, rig: Rig) -> None:
        nodes: list[dict[str, Any]] = [
            {"name": name, "translation": [float(str(x)) for x in place.astype(np.float32)]}
            for name, place in zip(BONE_NAMES, rig.local_positions, strict=True)
        ]
        for child, parent in enumerate(PARENTS):
            if parent >= 0:
                nodes[parent].setdefault("children", []).append(child)
        inverse = np.zeros((JOINT_COUNT, 4, 4), "<f4")
        inverse[:] = np.eye(4)
        inverse[:, 3, :3] = -rig.positions
        self.document |= {
            "nodes": nodes,
            "scenes": [{"nodes": [0]}],
            "skins": [
                {
                    "inverseBindMatrices": self.accessor(inverse.reshape(-1, 16), _FLOAT, "MAT4"),
                    "skeleton": 0,
                    "joints": list(range(JOINT_COUNT)),
                }
            ],
        }

    def share(self, values: NDArray[Any], component: int, shape: str, **more: Any) -> int:
        """Appends an array to the one view that all shared arrays lie in, or finds the same array there.

        Returns the number of the accessor; `more` are its other properties.
        """
        data = values.tobytes()
        known = (component, shape, data)
        if known not in self._shared:
            self.document["accessors"].append(
                {
                    "bufferView": SHARED_VIEW,
                    "byteOffset": len(self._shared_bytes),
                    "componentType": component,
                    "count": len(values),
                    "type": shape,
                    **more,
                }
            )
            self._shared_bytes += data + bytes(-len(data) % 4)
            self._shared[known] = len(self.document["accessors"]) - 1
        return self._shared[known]

    def view(self, data: bytes, **more: int) -> int:
        """Appends bytes, aligned to four; returns the number of the view."""
        self.document["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.buffer), "byteLength": len(data), **more}
        )
        self.buffer += data + bytes(-len(data) % 4)
        return len(self.document["bufferViews"]) - 1

    def accessor(
        self,
        values: NDArray[Any],
        component: int,
        shape: str,
        *,
        bounds: bool = False,
        normalized: bool = False,
        **view: int,
    ) -> int:
        """Appends an array, one row an element; returns the number of the accessor."""
        entry: dict[str, Any] = {
            "bufferView": self.view(values.tobytes(), **view),
            "componentType": component,
            "count": len(values),
            "type": shape,
        }
        if normalized:
            entry["normalized"] = True
        if bounds:
            entry |= {
                "min": np.atleast_1d(values.min(0)).tolist(),
                "max": np.atleast_1d(values.max(0)).tolist(),
            }
        self.document["accessors"].append(entry)
        return len(self.document["accessors"]) - 1

    def material(self, material: Material) -> int:
        """Appends a material and its texture; returns its number."""
        extras: dict[str, object] = {"cnaTint": material.tint}
        if material.feature is not None:
            extras["cnaFeature"] = material.feature
        if material.layer is not None:
            extras["cnaLayer"] = material.layer
        if material.specular != 1.0:
            extras["cnaSpecular"] = material.specular
        surface: dict[str, Any] = {
            "baseColorFactor": [*material.color, 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": 0.9,
        }
        if material.texture is not None:
            surface["baseColorTexture"] = {"index": self._texture(material.texture)}
        entry: dict[str, Any] = {"pbrMetallicRoughness": surface, "extras": extras}
        if material.feature is not None:
            entry["alphaMode"] = "BLEND"
        materials = self.document.setdefault("materials", [])
        materials.append(entry)
        return len(materials) - 1

    def _texture(self, png: bytes) -> int:
        self.document.setdefault(
            "samplers", [{"magFilter": _LINEAR, "minFilter": _LINEAR, "wrapS": _CLAMP, "wrapT": _CLAMP}]
        )
        images, textures = self.document.setdefault("images", []), self.document.setdefault("textures", [])
        images.append({"bufferView": self.view(png), "mimeType": "image/png"})
        textures.append({"sampler": 0, "source": len(images) - 1})
        return len(textures) - 1

    def primitive(self, part: Part) -> dict[str, Any]:
        """Appends a part's arrays; returns its glTF primitive."""
        count = len(part.positions)
        positions = (np.rint(part.positions * POSITION_GRID) / POSITION_GRID).astype("<f4")
        normals = np.zeros((count, 4), "<i2")
        normals[:, :3] = np.rint(part.normals * 32767.0)
        uv = np.rint(np.clip(part.uv, 0.0, 1.0) * 65535.0).astype("<u2")
        attributes = {
            "POSITION": self.accessor(positions, _FLOAT, "VEC3", bounds=True, target=_VERTICES),
            "NORMAL": self.accessor(normals, _SHORT, "VEC3", normalized=True, target=_VERTICES, byteStride=8),
            "TEXCOORD_0": self.accessor(uv, _UNSIGNED_SHORT, "VEC2", normalized=True, target=_VERTICES),
            "JOINTS_0": self.accessor(part.joints.astype(np.uint8), _UNSIGNED_BYTE, "VEC4", target=_VERTICES),
            "WEIGHTS_0": self.accessor(
                part.weights.astype(np.uint8), _UNSIGNED_BYTE, "VEC4", normalized=True, target=_VERTICES
            ),
        }
        indices = self.accessor(part.triangles.reshape(-1).astype("<u2"), _UNSIGNED_SHORT, "SCALAR", target=_INDICES)
        return {
            "attributes": attributes,
            "indices": indices,
            "material": self.material(part.material),
            "extras": {"cnaPart": part.name},
        }

    def finish(self) -> bytes:
        """The file: header, JSON chunk, binary chunk."""
        if self._shared_bytes:
            number = self.view(bytes(self._shared_bytes))
            if number != SHARED_VIEW:
                raise ValueError(f"expected the shared arrays in view {SHARED_VIEW}, got {number}")
        self.document["buffers"] = [{"byteLength": len(self.buffer)}]
        text = json.dumps(self.document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
        text += b" " * (-len(text) % 4)
        body = (
            struct.pack("<I4s", len(text), b"JSON")
            + text
            + struct.pack("<I4s", len(self.buffer), b"BIN\0")
            + bytes(self.buffer)
        )
        return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def write_model(parts: Sequence[Part], rig: Rig, extras: dict[str, object]) -> bytes:
    """The GLB of a body or an item: one mesh, one primitive a part, in the order given."""
    file = _File(rig, extras)
    file.document |= {
        "meshes": [{"primitives": [file.primitive(part) for part in parts]}],
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
    }
    file.document["nodes"].append({"name": "Mesh", "mesh": 0, "skin": 0})
    file.document["scenes"][0]["nodes"].append(JOINT_COUNT)
    return file.finish()


def write_animations(clips: Sequence[Clip], rig: Rig, extras: dict[str, object]) -> bytes:
    """The GLB of clips on a rig, in the order given, without a mesh.

    Arrays that are the same, in whatever clip, are written once.
    """
    file = _File(rig, extras)
    file.document["animations"] = [_animation(file, clip) for clip in clips]
    return file.finish()


def _animation(file: _File, clip: Clip) -> dict[str, Any]:
    samplers: dict[tuple[int, int], int] = {}
    channels: list[dict[str, Any]] = []
    for channel in clip.channels:
        key = _sampler(file, channel)
        number = samplers.setdefault(key, len(samplers))
        channels.append({"sampler": number, "target": {"node": channel.bone, "path": channel.path}})
    return {
        "name": clip.name,
        "samplers": [{"input": times, "output": values, "interpolation": "CUBICSPLINE"} for times, values in samplers],
        "channels": channels,
        "extras": {
            "cnaPreset": clip.preset,
            "cnaLoop": clip.loop,
            "cnaExpressions": [list(row) for row in clip.expressions],
        },
    }


def _sampler(file: _File, channel: Channel) -> tuple[int, int]:
    """Appends the keys; returns the numbers of the accessors of times and values.

    Rotations are 16-bit whole numbers, but for those whose tangents exceed 1 a second.
    """
    times, rows = _at_least_two_keys(channel)
    times = times.astype("<f4")
    low, high = times[:1].tolist(), times[-1:].tolist()
    values = rows.reshape(-1, rows.shape[-1])
    if channel.path == "rotation" and float(np.abs(values).max()) <= 1.0 + 1e-6:
        short = np.rint(values * _LARGEST_SHORT).astype("<i2")
        output = file.share(short, _SHORT, "VEC4", normalized=True)
    else:
        coarse = np.rint(values * FLOAT_GRID) / FLOAT_GRID
        output = file.share(coarse.astype("<f4"), _FLOAT, "VEC4" if channel.path == "rotation" else "VEC3")
    return file.share(times, _FLOAT, "SCALAR", min=low, max=high), output


def _at_least_two_keys(channel: Channel) -> tuple[Array, Array]:
    """Times and values; the one key of a constant channel is held for a second: glTF wants two for a spline."""
    if len(channel.times) > 1:
        return channel.times, channel.values
    held = channel.values.copy()
    held[:, (0, 2)] = 0.0
    return np.array([0.0, 1.0]), np.concatenate([held, held])
