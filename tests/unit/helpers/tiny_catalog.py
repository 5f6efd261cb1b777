"""A catalog of a few triangles, made in memory, for tests that need files but no art.

`TinyGltf` builds any binary glTF, well-formed by default; tests break one thing each.
"""

import hashlib
import json
import struct
import zlib
from typing import Any

import numpy as np

from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.enums import AvatarAnimationPreset
from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES, PARENTS

COMPONENT = {"float32": 5126, "uint8": 5121, "uint16": 5123, "int16": 5122, "uint32": 5125}
KIND = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
TILE_SIZE = 8
AUTHORED_MM = (1680, 1800)


def bind_local(scale: float = 1.0) -> np.ndarray:
    """Joint positions (71, 3) that differ from bone to bone."""
    local = np.zeros((BONE_COUNT, 3), np.float32)
    for bone in range(1, BONE_COUNT):
        side = -1.0 if "Right" in BONE_NAMES[bone] else 1.0
        local[bone] = (0.01 * side * (bone % 5 + 1), 0.02 * (bone % 7), 0.005 * (bone % 3))
    local[1] = (0.0, 0.9, -0.01)
    return (local * np.float32(scale)).astype(np.float32)


class TinyGltf:
    """A binary glTF file under construction: `top` is its JSON."""

    def __init__(self, local: np.ndarray | None = None) -> None:
        self.binary = bytearray()
        self.local = bind_local() if local is None else local
        self.top: dict[str, Any] = {"asset": {"version": "2.0"}, "accessors": [], "bufferViews": [], "nodes": []}
        for bone, name in enumerate(BONE_NAMES):
            node: dict[str, Any] = {"name": name, "translation": self.local[bone].tolist()}
            children = [child for child, parent in enumerate(PARENTS) if parent == bone]
            if children:
                node["children"] = children
            self.top["nodes"].append(node)
        world = self.local.astype(np.float64)
        for bone in range(1, BONE_COUNT):
            world[bone] += world[PARENTS[bone]]
        inverse = np.tile(np.eye(4, dtype=np.float32), (BONE_COUNT, 1, 1))
        inverse[:, 3, :3] = -world
        index = self.accessor(inverse.reshape(-1, 16))
        self.top["skins"] = [{"joints": list(range(BONE_COUNT)), "inverseBindMatrices": index}]

    def view(self, data: bytes) -> int:
        """Append `data` as a buffer view and return its number."""
        while len(self.binary) % 4:
            self.binary.append(0)
        self.top["bufferViews"].append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)})
        self.binary += data
        return len(self.top["bufferViews"]) - 1

    def accessor(self, array: np.ndarray, normalized: bool = False) -> int:
        """Append `array` (n, w) or (n,) as an accessor and return its number."""
        width = 1 if array.ndim == 1 else array.shape[1]
        entry = {
            "bufferView": self.view(array.tobytes()),
            "componentType": COMPONENT[array.dtype.name],
            "count": len(array),
            "type": KIND[width],
        }
        if normalized:
            entry["normalized"] = True
        self.top["accessors"].append(entry)
        return len(self.top["accessors"]) - 1

    def mesh(
        self,
        positions: np.ndarray,
        triangles: np.ndarray,
        bone: int,
        extras: dict[str, Any] | None = None,
        factor: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0),
        texture: bytes | None = None,
    ) -> None:
        """Append a mesh whose vertices all follow `bone`."""
        count = len(positions)
        joints = np.tile(np.array([bone, 0, 0, 0], np.uint8), (count, 1))
        weights = np.tile(np.array([255, 0, 0, 0], np.uint8), (count, 1))
        normals = np.tile(np.array([0, 0, 1], np.float32), (count, 1))
        uvs = np.linspace(0, 1, 2 * count, dtype=np.float32).reshape(-1, 2)
        surface: dict[str, Any] = {"baseColorFactor": list(factor)}
        if texture is not None:
            images = self.top.setdefault("images", [])
            images.append({"bufferView": self.view(texture), "mimeType": "image/png"})
            self.top.setdefault("textures", []).append({"source": len(images) - 1})
            surface["baseColorTexture"] = {"index": len(images) - 1}
        materials = self.top.setdefault("materials", [])
        materials.append({"pbrMetallicRoughness": surface, "extras": extras or {}})
        primitive = {
            "attributes": {
                "POSITION": self.accessor(positions.astype(np.float32)),
                "NORMAL": self.accessor(normals),
                "TEXCOORD_0": self.accessor(uvs),
                "JOINTS_0": self.accessor(joints),
                "WEIGHTS_0": self.accessor(weights, normalized=True),
            },
            "indices": self.accessor(triangles.astype(np.uint16).ravel()),
            "material": len(materials) - 1,
        }
        meshes = self.top.setdefault("meshes", [])
        meshes.append({"primitives": [primitive]})
        self.top["nodes"].append({"mesh": len(meshes) - 1, "skin": 0})

    def pack(self) -> bytes:
        """Return the file."""
        self.top["buffers"] = [{"byteLength": len(self.binary)}]
        return pack_glb(json.dumps(self.top).encode(), bytes(self.binary))


def pack_glb(text: bytes, binary: bytes) -> bytes:
    """Return a binary glTF file of a JSON text and a buffer."""
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    total = 12 + 8 + len(text) + 8 + len(binary)
    return (
        struct.pack("<4sIIII", b"glTF", 2, total, len(text), 0x4E4F534A)
        + text
        + struct.pack("<II", len(binary), 0x004E4942)
        + binary
    )


def png(pixels: np.ndarray, filters: list[int] | None = None) -> bytes:
    """Return an RGBA PNG of `pixels` (h, w, 4); rows are stored as they are, marked with `filters` (default 0)."""
    height, width = pixels.shape[:2]
    marks = filters or [0] * height
    raw = b"".join(bytes([mark]) + row.tobytes() for mark, row in zip(marks, pixels, strict=True))
    return png_of(struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0), raw)


def png_of(header: bytes, raw: bytes, extra: list[tuple[bytes, bytes]] | None = None) -> bytes:
    """Return a PNG of a header, raw rows and further chunks before the pixels."""
    chunks = [(b"IHDR", header), *(extra or []), (b"IDAT", zlib.compress(raw)), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def quad(size: float, y: float, z: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Return a square facing +Z: positions (4, 3), triangles (2, 3)."""
    positions = np.array([[-size, y - size, z], [size, y - size, z], [size, y + size, z], [-size, y + size, z]])
    return positions, np.array([[0, 1, 2], [0, 2, 3]])


def body_glb(local: np.ndarray | None = None) -> bytes:
    """Return a body: a square of skin on BackLower, and the seven decals on Head."""
    gltf = TinyGltf(local)
    gltf.mesh(*quad(0.2, 1.0), 1, {"cnaTint": "skin"}, texture=png(np.full((2, 4, 4), 200, np.uint8)))
    for feature, layer, tint in (
        ("eyeLeft", 0, "none"),
        ("eyeLeft", 1, "eyes"),
        ("eyeRight", 0, "none"),
        ("eyeRight", 1, "eyes"),
        ("eyebrowLeft", 0, "hair"),
        ("eyebrowRight", 0, "hair"),
        ("mouth", 0, "none"),
    ):
        gltf.mesh(*quad(0.02, 1.6, 0.2), 19, {"cnaFeature": feature, "cnaLayer": layer, "cnaTint": tint})
    return gltf.pack()


def item_glb(tint: str, y: float, factor: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0)) -> bytes:
    """Return an item: a square on BackUpper."""
    gltf = TinyGltf()
    gltf.mesh(*quad(0.1, y), 5, {"cnaTint": tint, "cnaSpecular": 0.5}, factor)
    return gltf.pack()


def clip_glb(keys: int = 3, presets: int = len(AvatarAnimationPreset)) -> bytes:
    """Return the animations: preset p swings WristRight and the root over 3 + p / 10 seconds."""
    gltf = TinyGltf()
    animations = []
    for preset in range(presets):
        times = np.linspace(0.0, 3.0 + preset / 10.0, keys).astype(np.float32)
        output = np.zeros((keys, 3, 4), np.float32)
        output[:, 1, 3] = 1.0
        output[keys // 2, 1] = (0.6, 0.0, 0.0, 0.8)
        output[0, 2, 0] = 0.1
        move = np.zeros((keys, 3, 3), np.float32)
        move[keys // 2, 1] = (0.02, 0.01, -0.03)
        time = gltf.accessor(times)
        samplers = [
            {"input": time, "interpolation": "CUBICSPLINE", "output": gltf.accessor(output.reshape(-1, 4))},
            {"input": time, "interpolation": "CUBICSPLINE", "output": gltf.accessor(move.reshape(-1, 3))},
        ]
        animations.append(
            {
                "samplers": samplers,
                "channels": [
                    {"sampler": 0, "target": {"node": 36, "path": "rotation"}},
                    {"sampler": 1, "target": {"node": 0, "path": "translation"}},
                ],
                "extras": {
                    "cnaPreset": preset,
                    "cnaLoop": preset < 8,
                    "cnaExpressions": [[0.0, 0, 0, 0, 0, 0], [1.0, 6, 13, 12, 4, 1], [2.0, 0, 0, 0, 0, 0]],
                },
            }
        )
    gltf.top["animations"] = animations
    return gltf.pack()


def atlas_png() -> bytes:
    """Return an atlas of 16 x 5 tiles of 8 pixels; every tile has its number as its red value."""
    tiles = np.arange(80, dtype=np.uint8).reshape(5, 1, 16, 1)
    pixels = np.zeros((5, TILE_SIZE, 16, TILE_SIZE, 4), np.uint8)
    pixels[..., 0] = tiles
    pixels[..., 3] = 255
    return png(pixels.reshape(5 * TILE_SIZE, 16 * TILE_SIZE, 4))


def face_layout() -> dict[str, Any]:
    """Return the layout in the contract's tile order."""
    eyes = {s.name: {"left": [4 * s, 4 * s + 1], "right": [4 * s + 2, 4 * s + 3]} for s in AvatarEye}
    brows = {s.name: {"left": 56 + 2 * s, "right": 57 + 2 * s} for s in AvatarEyebrow}
    mouths = {s.name: 66 + s for s in AvatarMouth}
    size = TILE_SIZE
    return {
        "tileSize": size,
        "columns": 16,
        "width": 16 * size,
        "height": 5 * size,
        "eyes": eyes,
        "eyebrows": brows,
        "mouths": mouths,
    }


ITEMS = (
    (1, "hair", "hair_short", "hair", 1.75),
    (2, "hair", "hair_spiky", "hair", 1.76),
    (20, "top", "top_tshirt", "top", 1.2),
    (21, "top", "top_longsleeve", "top", 1.21),
    (40, "bottom", "bottom_jeans", "bottom", 0.7),
    (60, "shoes", "shoes_sneakers", "shoes", 0.1),
    (80, "glasses", "glasses_round", "accessory", 1.6),
    (100, "hat", "hat_cap", "accessory", 1.8),
)


def catalog(version: int = 1) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return a manifest as a dict and the files by name."""
    files = {"body.female.glb": body_glb(), "body.male.glb": body_glb(bind_local(1.07))}
    for _, _, name, tint, y in ITEMS:
        files[f"{name}.glb"] = item_glb(tint, y)
    files["hair_short.hat.glb"] = item_glb("hair", 1.7)
    files["animations.glb"] = clip_glb()
    files["face_features.png"] = atlas_png()
    return manifest_of(version, files), files


def manifest_of(version: int, files: dict[str, bytes]) -> dict[str, Any]:
    """Return the manifest of `files`."""
    items = []
    for item_id, slot, name, _, _ in ITEMS:
        asset = f"{name}.glb"
        entry: dict[str, Any] = {
            "id": item_id,
            "slot": slot,
            "name": name,
            "assets": {"female": asset, "male": asset},
        }
        if item_id == 1:
            entry["hatAssets"] = {"female": "hair_short.hat.glb", "male": "hair_short.hat.glb"}
        if item_id == 100:
            entry["coversHair"] = True
        items.append(entry)
    return {
        "format": 1,
        "rig": "cna-avatar-71",
        "catalogVersion": version,
        "note": "for tests",
        "assets": [
            {"name": name, "sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
            for name, data in files.items()
        ],
        "bodies": {
            "female": {"asset": "body.female.glb", "authoredHeightMillimeters": AUTHORED_MM[0]},
            "male": {"asset": "body.female.glb", "authoredHeightMillimeters": AUTHORED_MM[1]},
        },
        "items": items,
        "face": {"asset": "face_features.png", "layout": face_layout()},
        "animations": {"asset": "animations.glb", "presets": [preset.name for preset in AvatarAnimationPreset]},
    }


def deliver_all(library: CatalogLibrary, files: dict[str, bytes]) -> None:
    """Answer the library's requests from `files`."""
    by_hash = {hashlib.sha256(data).hexdigest(): data for data in files.values()}
    for file in library.take_requests():
        library.deliver(file.sha256, by_hash[file.sha256])
