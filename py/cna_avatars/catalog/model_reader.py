"""Reading a body or an item: the meshes of one binary glTF file.

Source: avatars.md, "Assets"; glTF 2.0.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from cna_avatars.skeleton import BONE_NAMES, HELPERS
from cna_avatars.strict_json import Reader

from .face_layout import Decal
from .gltf_container import Gltf
from .png import Pixels, decode_png
from .rig_reader import Rig, check_mesh_nodes, read_rig

MAX_PARTS: Final = 64
MAX_VERTICES: Final = 65_535
MAX_TOTAL_VERTICES: Final = 200_000
MAX_TOTAL_INDICES: Final = 360_000
MAX_IMAGE_BYTES: Final = 1 << 20
MAX_POSITION: Final = 5.0

TINTS: Final = ("none", "skin", "hair", "eyes", "top", "bottom", "shoes", "accessory")
_FEATURES: Final = ("eyeLeft", "eyeRight", "eyebrowLeft", "eyebrowRight", "mouth")
_DECALS: Final = {
    ("eyeLeft", 0): Decal.eye_left_white,
    ("eyeLeft", 1): Decal.eye_left_iris,
    ("eyeRight", 0): Decal.eye_right_white,
    ("eyeRight", 1): Decal.eye_right_iris,
    ("eyebrowLeft", 0): Decal.eyebrow_left,
    ("eyebrowRight", 0): Decal.eyebrow_right,
    ("mouth", 0): Decal.mouth,
}
_REQUIRED = {"POSITION", "NORMAL", "JOINTS_0", "WEIGHTS_0"}
_ATTRIBUTES = _REQUIRED | {"TEXCOORD_0"}
_FLOAT, _UBYTE, _SHORT, _USHORT, _UINT = 5126, 5121, 5122, 5123, 5125


@dataclass(frozen=True, slots=True)
class Part:
    """One mesh with one material.

    positions, normals (n, 3), uvs (n, 2) float32; joints, weights (n, 4) uint8, weights summing to 255; triangles
    (m, 3) uint32, counter-clockwise.
    """

    positions: npt.NDArray[np.float32]
    normals: npt.NDArray[np.float32]
    uvs: npt.NDArray[np.float32]
    joints: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.uint8]
    triangles: npt.NDArray[np.uint32]
    material: "Material"


@dataclass(frozen=True, slots=True)
class Material:
    """color (3,) in 0..1, times the description's colour `tint`; texture (h, w, 4) uint8 premultiplied, or None."""

    tint: str
    color: tuple[float, ...]
    specular: float
    decal: Decal | None
    layer: int
    texture: Pixels | None


@dataclass(frozen=True, slots=True)
class Model:
    """A body or an item: `bind_local` (71, 3) float32 and its parts."""

    bind_local: npt.NDArray[np.float32]
    parts: tuple[Part, ...]


def read_model(data: bytes, where: str) -> Model:
    """Read the bytes of a body or an item; `where` names it in errors.

    Raises
    ------
    ContentLoadError
        if a rule of the contract is broken; the text starts with "avatar asset:".
    """
    gltf = Gltf(data, where)
    rig = read_rig(gltf)
    check_mesh_nodes(gltf)
    materials = _MaterialReader(gltf)
    meshes = gltf.elements("meshes", MAX_PARTS)
    primitives = [primitive for mesh in meshes for primitive in mesh.get("primitives").items(1, MAX_PARTS)]
    if not 1 <= len(primitives) <= MAX_PARTS:
        gltf.fail(f"expected 1 to {MAX_PARTS} primitives; got {len(primitives)}.")
    parts = tuple(_read_part(gltf, primitive, rig, materials) for primitive in primitives)
    vertices, indices = sum(len(part.positions) for part in parts), sum(part.triangles.size for part in parts)
    if vertices > MAX_TOTAL_VERTICES:
        gltf.fail(f"expected at most {MAX_TOTAL_VERTICES} vertices; got {vertices}.")
    if indices > MAX_TOTAL_INDICES:
        gltf.fail(f"expected at most {MAX_TOTAL_INDICES} indices; got {indices}.")
    return Model(rig.bind_local, parts)


def _read_part(gltf: Gltf, primitive: Reader, rig: Rig, materials: "_MaterialReader") -> Part:
    if (mode := primitive.optional("mode")) is not None:
        mode.integer(4, 4)
    if primitive.optional("targets") is not None:
        primitive.get("targets").fail("no morph targets")
    attributes = primitive.get("attributes")
    names = set(attributes.keys())
    if not _REQUIRED <= names <= _ATTRIBUTES:
        attributes.fail(f"{', '.join(sorted(_REQUIRED))} and perhaps TEXCOORD_0")
    positions = gltf.floats(attributes.get("POSITION"), "VEC3", (_FLOAT,), MAX_VERTICES)
    if np.abs(positions).max() > MAX_POSITION:
        attributes.get("POSITION").fail(f"positions of at most {MAX_POSITION} m")
    count = len(positions)
    normals = _unit(gltf.floats(attributes.get("NORMAL"), "VEC3", (_FLOAT, _SHORT), MAX_VERTICES))
    uvs = np.zeros((count, 2), np.float32)
    if "TEXCOORD_0" in names:
        uvs = gltf.floats(attributes.get("TEXCOORD_0"), "VEC2", (_FLOAT, _UBYTE, _USHORT), MAX_VERTICES)
    joints = gltf.array(attributes.get("JOINTS_0"), "VEC4", (_UBYTE, _USHORT), MAX_VERTICES)
    weights = gltf.floats(attributes.get("WEIGHTS_0"), "VEC4", (_FLOAT, _UBYTE, _USHORT), MAX_VERTICES)
    if {len(normals), len(uvs), len(joints), len(weights)} != {count}:
        attributes.fail(f"{count} elements in every attribute")
    bones, shares = _skin(attributes, rig, joints, weights)
    indices = gltf.array(primitive.get("indices"), "SCALAR", (_UBYTE, _USHORT, _UINT), MAX_TOTAL_INDICES)
    triangles = indices.astype(np.uint32)
    if len(triangles) % 3 or triangles.max() >= count:
        primitive.get("indices").fail(f"whole triangles of indices below {count}")
    material = materials.read(primitive.get("material"))
    return Part(positions, normals, uvs, bones, shares, triangles.reshape(-1, 3), material)


def _unit(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    wide = vectors.astype(np.float64)
    length = np.sqrt((wide * wide).sum(-1, keepdims=True))
    up = np.array([0.0, 1.0, 0.0])
    return np.where(length > 0.0, wide / np.where(length > 0.0, length, 1.0), up).astype(np.float32)


def _skin(
    attributes: Reader, rig: Rig, joints: npt.NDArray[np.generic], weights: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return (bones, weights) (n, 4) uint8; weights are brought to a sum of 255, bones without weight to 0."""
    indices = joints.astype(np.intp)
    if indices.max() >= len(rig.bone_of_joint):
        attributes.get("JOINTS_0").fail(f"joints below {len(rig.bone_of_joint)}")
    total = weights.astype(np.float64).sum(-1, keepdims=True)
    if weights.min() < 0.0 or total.min() < 0.5:
        attributes.get("WEIGHTS_0").fail("weights of 0 or more with a sum of 0.5 or more at every vertex")
    exact = weights.astype(np.float64) / total * 255.0
    shares = np.floor(exact + 1e-6).astype(np.int64)
    order = np.argsort(-(exact - shares), axis=-1, kind="stable")
    missing = 255 - shares.sum(-1, keepdims=True)
    rank = np.argsort(order, axis=-1, kind="stable")
    shares += (rank < missing).astype(np.int64)
    bones = np.where(shares > 0, rig.bone_of_joint[indices], 0)
    helper = np.isin(bones, list(HELPERS))
    if helper.any():
        attributes.get("JOINTS_0").fail(f"no weight on the helper bone {BONE_NAMES[int(bones[helper][0])]}")
    return bones.astype(np.uint8), shares.astype(np.uint8)


class _MaterialReader:
    """Reads materials; images are decoded once each."""

    def __init__(self, gltf: Gltf) -> None:
        self._gltf = gltf
        self._materials = gltf.elements("materials", MAX_PARTS)
        self._textures = gltf.elements("textures", MAX_PARTS)
        self._images = gltf.elements("images", MAX_PARTS)
        self._decoded: dict[int, Pixels] = {}

    def read(self, index: Reader) -> Material:
        """Return the material that `index` names."""
        material = self._materials[index.integer(0, len(self._materials) - 1)]
        color: tuple[float, ...] = (1.0, 1.0, 1.0)
        texture = None
        if (surface := material.optional("pbrMetallicRoughness")) is not None:
            if (factor := surface.optional("baseColorFactor")) is not None:
                color = tuple(min(max(part, 0.0), 1.0) for part in factor.vector(4, -100.0, 100.0)[:3])
            if (reference := surface.optional("baseColorTexture")) is not None:
                texture = self._texture(reference)
        tint, feature, layer, specular = self._extras(material.optional("extras"))
        decal = None
        if feature is not None:
            if (feature, layer) not in _DECALS:
                material.get("extras").fail(f"layer 0 for the feature {feature}")
            decal = _DECALS[feature, layer]
        return Material(tint, color, specular, decal, layer, texture)

    @staticmethod
    def _extras(extras: Reader | None) -> tuple[str, str | None, int, float]:
        tint, feature, layer, specular = "none", None, 0, 1.0
        if extras is None:
            return tint, feature, layer, specular
        if (value := extras.optional("cnaTint")) is not None:
            tint = value.text()
            if tint not in TINTS:
                value.fail(f"one of {', '.join(TINTS)}")
        if (value := extras.optional("cnaFeature")) is not None:
            feature = value.text()
            if feature not in _FEATURES:
                value.fail(f"one of {', '.join(_FEATURES)}")
        if (value := extras.optional("cnaLayer")) is not None:
            layer = value.integer(0, 1)
        if (value := extras.optional("cnaSpecular")) is not None:
            specular = value.number(0.0, 4.0)
        return tint, feature, layer, specular

    def _texture(self, reference: Reader) -> Pixels:
        if (channel := reference.optional("texCoord")) is not None:
            channel.integer(0, 0)
        texture = self._textures[reference.get("index").integer(0, len(self._textures) - 1)]
        source = texture.get("source").integer(0, len(self._images) - 1)
        if source not in self._decoded:
            image = self._images[source]
            if image.optional("uri") is not None:
                image.get("uri").fail("no URI")
            if image.get("mimeType").text() != "image/png":
                image.get("mimeType").fail("'image/png'")
            data = self._gltf.bytes_of(image.get("bufferView"))
            if len(data) > MAX_IMAGE_BYTES:
                image.fail(f"an image of at most {MAX_IMAGE_BYTES} bytes")
            self._decoded[source] = decode_png(data, f"{self._gltf.where}, {image.path}")
        return self._decoded[source]
