"""Reads the released catalog's models once."""

import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
CATALOG = ROOT / "catalogs" / "v1"
_TYPES = {5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5126: np.float32}
_SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True)
class Primitive:
    """One part as it lies in the file: integers not yet normalised."""

    name: str
    extras: dict[str, Any]
    positions: NDArray[np.float32]
    normals: NDArray[np.int16]
    uv: NDArray[np.uint16]
    joints: NDArray[np.uint8]
    weights: NDArray[np.uint8]
    triangles: NDArray[np.int64]


@dataclass(frozen=True)
class Model:
    """A model file: its document, its parts, and bind translations by joint name."""

    name: str
    document: dict[str, Any]
    parts: list[Primitive]
    joints: dict[str, list[float]]

    @property
    def triangle_count(self) -> int:
        """All triangles of all parts."""
        return sum(len(part.triangles) for part in self.parts)


def _accessor(document: dict[str, Any], data: bytes, index: int) -> NDArray[Any]:
    entry = document["accessors"][index]
    view = document["bufferViews"][entry["bufferView"]]
    kind = np.dtype(_TYPES[entry["componentType"]])
    width = _SIZES[entry["type"]]
    stride = view.get("byteStride", kind.itemsize * width)
    rows = np.frombuffer(data, np.uint8, entry["count"] * stride, view["byteOffset"]).reshape(entry["count"], stride)
    return np.ascontiguousarray(rows[:, : kind.itemsize * width]).view(kind)


@cache
def read_model(name: str) -> Model:
    """The model of a file name in the catalog."""
    data = (CATALOG / name).read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    document = json.loads(data[20 : 20 + length])
    binary = data[28 + length :]
    parts = []
    for primitive in document["meshes"][0]["primitives"]:
        arrays = {key: _accessor(document, binary, index) for key, index in primitive["attributes"].items()}
        triangles = _accessor(document, binary, primitive["indices"]).astype(np.int64).reshape(-1, 3)
        extras = document["materials"][primitive["material"]]["extras"]
        parts.append(
            Primitive(
                primitive["extras"]["cnaPart"],
                extras,
                arrays["POSITION"],
                arrays["NORMAL"],
                arrays["TEXCOORD_0"],
                arrays["JOINTS_0"],
                arrays["WEIGHTS_0"],
                triangles,
            )
        )
    joints = {document["nodes"][i]["name"]: document["nodes"][i]["translation"] for i in document["skins"][0]["joints"]}
    return Model(name, document, parts, joints)


@cache
def read_manifest() -> dict[str, Any]:
    """The catalog's manifest."""
    manifest: dict[str, Any] = json.loads((CATALOG / "catalog.json").read_bytes())
    return manifest


def model_names() -> list[str]:
    """Every GLB with a mesh, in the manifest's order."""
    return [
        asset["name"]
        for asset in read_manifest()["assets"]
        if asset["name"].endswith(".glb") and asset["name"] != "animations.glb"
    ]


@pytest.fixture(params=model_names())
def model(request: pytest.FixtureRequest) -> Model:
    """Each model of the catalog in turn."""
    return read_model(request.param)


@pytest.fixture
def read() -> Callable[[str], Model]:
    """Reads a model by its file name."""
    return read_model


@pytest.fixture
def manifest() -> dict[str, Any]:
    """The catalog's manifest."""
    return read_manifest()


@pytest.fixture
def catalog_folder() -> Path:
    """The folder of the catalog."""
    return CATALOG
