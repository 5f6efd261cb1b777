import contextlib
import json
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cna_avatars.catalog.face_layout import Decal
from cna_avatars.catalog.model_reader import Model, read_model
from cna_avatars.errors import ContentLoadError

from .helpers.tiny_catalog import TinyGltf, body_glb, pack_glb, png, quad

Change = Callable[[TinyGltf], Any]


def build(change: Change | None = None) -> bytes:
    gltf = TinyGltf()
    gltf.mesh(
        *quad(0.2, 1.0),
        5,
        {"cnaTint": "top", "cnaSpecular": 0.5},
        (0.5, 2.0, -1.0, 1.0),
        png(np.full((2, 3, 4), 255, np.uint8)),
    )
    if change:
        change(gltf)
    return gltf.pack()


def read(change: Change | None = None) -> Model:
    return read_model(build(change), "test.glb")


def put(*path: Any) -> Change:
    def change(gltf: TinyGltf) -> None:
        entry: Any = gltf.top
        for key in path[:-2]:
            entry = entry[key]
        entry[path[-2]] = path[-1]

    return change


def replace(attribute: str, array: np.ndarray, normalized: bool = False) -> Change:
    def change(gltf: TinyGltf) -> None:
        primitive = gltf.top["meshes"][0]["primitives"][0]
        place = primitive if attribute == "indices" else primitive["attributes"]
        place[attribute] = gltf.accessor(array, normalized)

    return change


def test_a_part_carries_geometry_and_material() -> None:
    (part,) = read().parts
    assert part.positions.shape == (4, 3)
    assert part.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]
    assert set(part.joints[:, 0]) == {5}
    assert set(part.weights[:, 0]) == {255}
    material = part.material
    assert (material.tint, material.color, material.specular) == ("top", (0.5, 1.0, 0.0), 0.5)
    assert material.texture is not None
    assert material.texture.shape == (2, 3, 4)
    assert material.decal is None


def test_decals_are_recognised() -> None:
    model = read_model(body_glb(), "body")
    assert [part.material.decal for part in model.parts[1:]] == list(Decal)
    assert [part.material.layer for part in model.parts[1:]] == [0, 1, 0, 1, 0, 0, 0]


def test_joints_may_come_in_any_order() -> None:
    def shuffle(gltf: TinyGltf) -> None:
        order = list(range(71))[::-1]
        skin = gltf.top["skins"][0]
        skin["joints"] = order
        accessor = gltf.top["accessors"][skin["inverseBindMatrices"]]
        start = gltf.top["bufferViews"][accessor["bufferView"]]["byteOffset"]
        matrices = np.frombuffer(bytes(gltf.binary[start : start + 71 * 64]), np.float32).reshape(71, 16)
        gltf.binary[start : start + 71 * 64] = matrices[order].tobytes()
        joints = np.zeros((4, 4), np.uint8)
        joints[:, 0] = 70 - 5
        replace("JOINTS_0", joints)(gltf)

    plain, shuffled = read(), read(shuffle)
    assert shuffled.parts[0].joints.tolist() == plain.parts[0].joints.tolist()
    assert np.array_equal(shuffled.bind_local, plain.bind_local)


def test_inverse_binds_in_another_order_than_the_joints_are_refused() -> None:
    def shuffle(gltf: TinyGltf) -> None:
        gltf.top["skins"][0]["joints"] = list(range(71))[::-1]

    with pytest.raises(ContentLoadError, match="inverse bind matrix"):
        read(shuffle)


@pytest.mark.parametrize(
    ("weights", "shares"),
    [
        (np.array([[0.5, 0.5, 0, 0]] * 4, np.float32), [128, 127, 0, 0]),
        (np.array([[0.2, 0.2, 0.2, 0.2]] * 4, np.float32), [64, 64, 64, 63]),
        (np.array([[1, 3, 0, 0]] * 4, np.float32), [64, 191, 0, 0]),
        (np.array([[1 / 3, 1 / 3, 1 / 3, 0]] * 4, np.float32), [85, 85, 85, 0]),
    ],
)
def test_weights_are_brought_to_255(weights: np.ndarray, shares: list[int]) -> None:
    joints = np.tile(np.array([1, 5, 14, 19], np.uint8), (4, 1))

    def change(gltf: TinyGltf) -> None:
        replace("JOINTS_0", joints)(gltf)
        replace("WEIGHTS_0", weights)(gltf)

    part = read(change).parts[0]
    assert part.weights[0].tolist() == shares
    assert part.joints[0].tolist() == [bone if share else 0 for bone, share in zip([1, 5, 14, 19], shares, strict=True)]


@given(st.lists(st.integers(1, 255), min_size=4, max_size=4))
def test_any_bytes_of_weight_sum_to_255(values: list[int]) -> None:
    def change(gltf: TinyGltf) -> None:
        replace("WEIGHTS_0", np.tile(np.array(values, np.uint8), (4, 1)), normalized=True)(gltf)
        replace("JOINTS_0", np.tile(np.array([1, 5, 14, 19], np.uint8), (4, 1)))(gltf)

    if sum(values) >= 128:
        assert read(change).parts[0].weights.sum(1).tolist() == [255] * 4


def test_normals_are_unit_and_a_zero_one_points_up() -> None:
    normals = np.array([[0, 0, 2], [0, 0, 0], [3, 4, 0], [0, -1, 0]], np.float32)
    part = read(replace("NORMAL", normals)).parts[0]
    assert part.normals == pytest.approx(np.array([[0, 0, 1], [0, 1, 0], [0.6, 0.8, 0], [0, -1, 0]]))
    short = np.array([[0, 0, 32767], [0, 0, -32768], [32767, 0, 0], [0, 16384, 0]], np.int16)
    part = read(replace("NORMAL", short, normalized=True)).parts[0]
    assert part.normals == pytest.approx(np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, 1, 0]]))


BIG = np.zeros((4, 3), np.float32)
BIG[0, 0] = 5.5
NAN = np.zeros((4, 3), np.float32)
NAN[2, 1] = np.nan
JOINTS = np.zeros((4, 4), np.uint8)
FAR_JOINT, HELPER = JOINTS.copy(), JOINTS.copy()
FAR_JOINT[1, 0] = 71
HELPER[1, 0] = 4
PRIMITIVE = ("meshes", 0, "primitives", 0)


def drop_bone(gltf: TinyGltf) -> None:
    gltf.top["skins"][0]["joints"].pop()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("asset", "version", "1.0"), "'2.0'"),
        (put("extensionsRequired", ["KHR_draco_mesh_compression"]), "no required extension"),
        (put("images", [{"uri": "x.png"}]), "no URI"),
        (put("skins", []), "expected one skin"),
        (put("skins", [{}, {}]), "0 to 1 elements"),
        (drop_bone, "71 to 71 elements at skins"),
        (put("skins", 0, "joints", 3, 2), "the name of a bone, once"),
        (put("nodes", 3, "name", "Tail"), "the name of a bone"),
        (put("nodes", 3, "name", "HipLeft"), "each of the 71 bones once"),
        (put("nodes", 14, "children", []), "a bone under Neck"),
        (put("nodes", 71, {"children": [0]}), "a bone under no parent|skin"),
        (put("nodes", 6, "scale", [1, 2, 1]), "scale 1"),
        (put("nodes", 6, "rotation", [0, 0.1, 0, 0.99]), "no rotation"),
        (put("nodes", 6, "matrix", [0] * 16), "no matrix"),
        (put("nodes", 6, "translation", [0, 6, 0]), "-5 to 5"),
        (put("nodes", 6, "translation", [0, 0.5, 0]), "inverse bind matrix of"),
        (put("nodes", 71, "translation", [0, 1, 0]), "a mesh node without translation"),
        (put("nodes", 71, "skin", 1), "nodes"),
        (put(*PRIMITIVE, "targets", []), "no morph targets"),
        (put(*PRIMITIVE, "mode", 1), "mode"),
        (put(*PRIMITIVE, "attributes", "COLOR_0", 1), "and perhaps TEXCOORD_0"),
        (put(*PRIMITIVE, "material", 1), "material"),
        (put("meshes", 0, "primitives", []), "1 to 64 elements"),
        (replace("POSITION", BIG), "positions of at most 5"),
        (replace("POSITION", NAN), "finite numbers"),
        (replace("POSITION", np.zeros((3, 3), np.float32)), "3 elements in every attribute"),
        (replace("NORMAL", np.zeros((4, 3), np.int16)), "normalized whole numbers"),
        (replace("JOINTS_0", FAR_JOINT), "joints below 71"),
        (replace("JOINTS_0", HELPER), "no weight on the helper bone Slot04"),
        (replace("WEIGHTS_0", np.zeros((4, 4), np.float32)), "a sum of 0.5 or more"),
        (replace("WEIGHTS_0", np.full((4, 4), -0.5, np.float32)), "weights of 0 or more"),
        (replace("indices", np.array([0, 1], np.uint16)), "whole triangles"),
        (replace("indices", np.array([0, 1, 4], np.uint16)), "indices below 4"),
        (put("materials", 0, "extras", {"cnaTint": "ink"}), "cnaTint"),
        (put("materials", 0, "extras", {"cnaFeature": "nose"}), "cnaFeature"),
        (put("materials", 0, "extras", {"cnaFeature": "mouth", "cnaLayer": 1}), "layer 0 for the feature mouth"),
        (put("materials", 0, "extras", {"cnaSpecular": 4.5}), "cnaSpecular"),
        (put("images", 0, "mimeType", "image/jpeg"), "'image/png'"),
        (put("accessors", 1, "sparse", {}), "no sparse accessor"),
        (put("accessors", 1, "byteOffset", 2), "multiples of 4"),
        (put("accessors", 1, "count", 5), "elements"),
        (put("bufferViews", 1, "byteLength", 1 << 24), "a view inside the buffer"),
    ],
)
def test_broken_files_are_refused_with_the_place(change: Change, words: str) -> None:
    with pytest.raises(ContentLoadError, match=words) as caught:
        read(change)
    assert str(caught.value).startswith("avatar asset: test.glb:") or "test.glb" in str(caught.value)


GOOD = build()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "at least 20 bytes"),
        (b"glTX" + GOOD[4:], "binary glTF 2 header"),
        (GOOD[:4] + struct.pack("<I", 1) + GOOD[8:], "binary glTF 2 header"),
        (GOOD[:-4], "expected"),
        (GOOD + b"1234", "expected"),
        (pack_glb(b"{}", b"1234"), "asset"),
        (pack_glb(b"not json", b"1234"), "JSON"),
        (
            pack_glb(json.dumps({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 9}]}).encode(), b"1234"),
            "byteLength",
        ),
        (pack_glb(json.dumps({"asset": {"version": "2.0"}}).encode(), b"1234"), "one buffer"),
    ],
)
def test_broken_containers_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(ContentLoadError, match=words):
        read_model(data, "test.glb")


@given(st.integers(0, len(GOOD) - 1), st.binary(min_size=1, max_size=8))
def test_damaged_bytes_raise_nothing_else(place: int, data: bytes) -> None:
    with contextlib.suppress(ContentLoadError):
        read_model(GOOD[:place] + data + GOOD[place + len(data) :], "test.glb")
