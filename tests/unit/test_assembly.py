import hashlib
import json
import random
from dataclasses import replace

import numpy as np
import pytest

from cna_avatars.assembly.assemble import assemble
from cna_avatars.assembly.face_shape import shape_face
from cna_avatars.assembly.model import VERTEX, AssembledModel
from cna_avatars.assembly.shape import build_factor
from cna_avatars.catalog.face_controls import FaceControl, FaceOp, OpKind
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.catalog.manifest import FileId
from cna_avatars.catalog.model_reader import read_model
from cna_avatars.description.codec import Descriptor
from cna_avatars.errors import ContentLoadError
from cna_avatars.jobs import JobQueue
from cna_avatars.wardrobe import WardrobeRegistry

from .helpers import tiny_catalog

MANIFEST, FILES = tiny_catalog.catalog()
COLORS = ((200, 100, 50), (10, 20, 30), (60, 70, 80), (255, 0, 51), (1, 2, 3), (4, 5, 6), (7, 8, 9))
PLAIN = Descriptor(body=0, height_mm=1680, colors=COLORS, items=(1, 20, 40, 60, 0, 0))


def make(
    descriptor: Descriptor,
    manifest: dict | None = None,
    files: dict[str, bytes] | None = None,
    missing: tuple[str, ...] = (),
) -> AssembledModel:
    """Assemble with a library of its own; files named in `missing` fail."""
    files = {**FILES, **(files or {})}
    manifest = manifest or tiny_catalog.manifest_of(1, files)
    library, queue = CatalogLibrary(WardrobeRegistry()), JobQueue()
    library.install(json.dumps(manifest).encode())
    by_hash = {hashlib.sha256(data).hexdigest(): (name, data) for name, data in files.items()}
    job = queue.submit("model", lambda: assemble(descriptor, library))
    while queue.pump(1000):
        for file in library.take_requests():
            name, data = by_hash[file.sha256]
            if name in missing:
                library.fail(file.sha256, "missing")
            else:
                library.deliver(file.sha256, data)
    if job.error:
        raise job.error
    assert job.result is not None
    return job.result


def test_parts_stand_in_draw_order() -> None:
    model = make(replace(PLAIN, items=(2, 20, 40, 60, 80, 0)))
    assert model.part_count == 1 + 5 + 7
    assert model.counts == (6 * 6, 5 * 6, 2 * 6)
    assert sum(model.counts) == len(model.indices)
    windows = model.parts[64 : 64 + model.part_count]
    assert windows[6:, 3].tolist() == [0, 2, 4, 5, 6, 1, 3]
    numbers = model.vertices["part"][model.indices[::6], 0]
    assert numbers.tolist() == list(range(13))


def test_a_vertex_is_44_bytes() -> None:
    assert VERTEX.itemsize == 44
    assert VERTEX.fields is not None
    assert {name: VERTEX.fields[name][1] for name in VERTEX.names or ()} == {
        "position": 0,
        "normal": 12,
        "uv": 24,
        "joints": 32,
        "weights": 36,
        "part": 40,
    }


def test_triangles_are_turned_clockwise() -> None:
    model = make(PLAIN)
    assert model.indices[:6].tolist() == [0, 2, 1, 0, 3, 2]
    corners = model.vertices["position"][model.indices[:3]]
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    assert normal[2] < 0 < model.vertices["normal"][0, 2]


def test_colours_are_factor_times_tint_and_exact() -> None:
    files = {"top_tshirt.glb": tiny_catalog.item_glb("top", 1.2, (0.25, 0.5, 0.75, 1.0))}
    model = make(PLAIN, files=files)
    assert model.parts[0].tolist() == np.array([200 / 255, 100 / 255, 50 / 255, 1.0], np.float32).tolist()
    assert model.parts[2].tolist() == np.array([0.25, 0.0, 0.75 * 51 / 255, 0.5], np.float32).tolist()
    white = 5
    assert model.parts[white, :3].tolist() == [1.0, 1.0, 1.0]


def test_height_scales_joints_and_vertices_by_one_factor() -> None:
    small, tall = make(replace(PLAIN, height_mm=1500)), make(replace(PLAIN, height_mm=2000))
    ratio = 2000 / 1500
    assert tall.bind_local == pytest.approx(small.bind_local * ratio, abs=1e-6)
    assert tall.vertices["position"] == pytest.approx(small.vertices["position"] * ratio, abs=1e-6)
    assert (small.height, tall.height) == (1.5, 2.0)


def test_bind_world_is_the_sum_of_the_local_offsets() -> None:
    model = make(PLAIN)
    wrist = [33, 25, 20, 12, 5, 1, 0]
    assert model.bind_world[33] == pytest.approx(model.bind_local[wrist].sum(0), abs=1e-6)


@pytest.mark.parametrize(("build", "factor"), [(0, 0.8186), (64, 0.9093), (128, 1.0), (192, 1.0907), (255, 1.18)])
def test_build_thickens_across_the_bone_and_keeps_the_length(build: int, factor: float) -> None:
    assert build_factor(build) == pytest.approx(factor, abs=1e-4)
    plain, built = make(PLAIN), make(replace(PLAIN, build=build))
    top = plain.vertices["part"][:, 0] == 2
    near, far = plain.bind_world[5].astype(float), plain.bind_world[14].astype(float)
    axis = (far - near) / np.sqrt(((far - near) ** 2).sum())
    for before, after in zip(plain.vertices["position"][top], built.vertices["position"][top], strict=True):
        old, new = before - near, after - near
        assert new @ axis == pytest.approx(old @ axis, abs=1e-5)
        assert new - (new @ axis) * axis == pytest.approx(factor * (old - (old @ axis) * axis), abs=2e-5)


def test_build_moves_no_joint_and_no_head() -> None:
    plain, built = make(PLAIN), make(replace(PLAIN, build=255))
    assert np.array_equal(plain.bind_local, built.bind_local)
    head = plain.vertices["joints"][:, 0] == 19
    assert np.array_equal(plain.vertices["position"][head], built.vertices["position"][head])
    assert not np.array_equal(plain.vertices["position"][~head], built.vertices["position"][~head])


def test_a_hat_that_covers_hair_flattens_it() -> None:
    bare, covered = make(PLAIN), make(replace(PLAIN, items=(1, 20, 40, 60, 0, 100)))
    other = make(replace(PLAIN, items=(2, 20, 40, 60, 0, 100)))
    heights = [
        model.vertices["position"][model.vertices["part"][:, 0] == 1, 1].max() for model in (bare, covered, other)
    ]
    assert heights == pytest.approx([1.85, 1.80, 1.86], abs=1e-5)


def test_an_unknown_id_alone_is_substituted() -> None:
    model = make(replace(PLAIN, items=(1, 999, 40, 60, 80, 998), facial_hair=997))
    assert model.substituted == (999, 998, 997)
    assert not model.is_catalog_missing
    assert model.part_count == 1 + 5 + 7


def test_a_file_that_cannot_be_had_is_substituted() -> None:
    model = make(replace(PLAIN, items=(2, 21, 40, 60, 80, 0)), missing=("top_longsleeve.glb", "glasses_round.glb"))
    assert model.substituted == (21, 80)
    assert model.digest == make(replace(PLAIN, items=(2, 20, 40, 60, 0, 0))).digest


def test_a_missing_catalog_gives_the_default_avatar_and_reads_no_id() -> None:
    model = make(replace(PLAIN, catalog_version=9, height_mm=1700, items=(2, 21, 40, 60, 80, 100)))
    assert model.is_catalog_missing
    assert model.substituted == (2, 21, 40, 60, 80, 100)
    assert model.digest == make(replace(PLAIN, height_mm=1700)).digest
    assert model.height == 1.7


def test_without_a_body_there_is_no_avatar() -> None:
    with pytest.raises(ContentLoadError, match="missing"):
        make(PLAIN, missing=("body.female.glb",))


def test_an_item_that_does_not_fit_the_body_is_refused() -> None:
    gltf = tiny_catalog.TinyGltf(tiny_catalog.bind_local(1.01))
    gltf.mesh(*tiny_catalog.quad(0.1, 1.2), 5, {"cnaTint": "top"})
    with pytest.raises(ContentLoadError, match="item 20 does not fit"):
        make(PLAIN, files={"top_tshirt.glb": gltf.pack()})


def test_more_than_64_parts_are_refused() -> None:
    gltf = tiny_catalog.TinyGltf()
    for _ in range(60):
        gltf.mesh(*tiny_catalog.quad(0.1, 1.2), 5)
    with pytest.raises(ContentLoadError, match="at most 64 parts in one avatar; got 71"):
        make(PLAIN, files={"top_tshirt.glb": gltf.pack()})


def test_textures_of_other_sizes_share_layers_with_repeated_edges() -> None:
    pixels = np.zeros((3, 2, 4), np.uint8)
    pixels[..., 3] = 255
    pixels[..., 0] = np.arange(6).reshape(3, 2)
    gltf = tiny_catalog.TinyGltf()
    gltf.mesh(*tiny_catalog.quad(0.1, 1.2), 5, {"cnaTint": "top"}, texture=tiny_catalog.png(pixels))
    model = make(PLAIN, files={"top_tshirt.glb": gltf.pack()})
    assert model.layers.shape == (3, 3, 4, 4)
    assert (model.layers[0] == 255).all()
    assert model.layers[2, ..., 0].tolist() == [[0, 1, 1, 1], [2, 3, 3, 3], [4, 5, 5, 5]]
    assert model.parts[64].tolist() == pytest.approx([1.0, 1.0, 2 / 3, 0.0])
    assert model.parts[66].tolist() == pytest.approx([2.0, 0.5, 1.0, 0.0])
    assert model.parts[65].tolist() == pytest.approx([0.0, 0.25, 1 / 3, 0.0])


DIGESTS = {
    "plain": "c36f13c77adeabde6f952e8f1a0868531d6bafa7779337c59a88a88556b91193",
    "built": "8136e92479b0313234e3d02a11ce960358c0588dce197d1b1703d7952590bf32",
    "hatted": "ec45d41f0b708fb5daca4bf1da063b19263e375b4aba035546e6f3f42ff11071",
}


@pytest.mark.parametrize(
    ("name", "descriptor"),
    [
        ("plain", PLAIN),
        ("built", replace(PLAIN, body=1, height_mm=1931, build=37)),
        ("hatted", replace(PLAIN, height_mm=1453, build=255, items=(1, 21, 40, 60, 80, 100))),
    ],
)
def test_the_same_bytes_on_every_machine(name: str, descriptor: Descriptor) -> None:
    assert make(descriptor).digest == DIGESTS[name]


def test_any_readable_description_can_be_assembled() -> None:
    bits = random.Random(8)
    for _ in range(12):
        descriptor = replace(
            PLAIN, body=bits.randrange(2), height_mm=bits.randint(1450, 2050), build=bits.randrange(256)
        )
        model = make(descriptor)
        assert np.isfinite(model.vertices["position"]).all()


# --- face shape -----------------------------------------------------------------------------------------------------

HEAD = read_model(tiny_catalog.body_glb(), "body").parts[1]
BODY = read_model(tiny_catalog.body_glb(), "body").parts[0]
CENTRE = (0.02, 1.6, 0.2)


def control(kind: OpKind, amount: tuple, degrees: float = 0.0, whole: bool = False, inner: float = 0.5) -> FaceControl:
    return FaceControl(5, whole, (FaceOp(kind, CENTRE, (0.1, 0.1, 0.1), inner, amount, degrees),))


def shaped(controls: list[FaceControl], value: int, is_face: bool = True) -> np.ndarray:
    face = [128] * 16
    face[5] = value
    return shape_face(HEAD, HEAD.positions.astype(float), controls, face, is_face) - HEAD.positions


def test_moving_is_linear_and_symmetric_about_128() -> None:
    move = control(OpKind.move, (0.01, 0.02, -0.03))
    assert shaped([move], 255) == pytest.approx(np.tile([0.01, 0.02, -0.03], (4, 1)))
    assert shaped([move], 1) == pytest.approx(-np.tile([0.01, 0.02, -0.03], (4, 1)))
    assert np.array_equal(shaped([move], 0), shaped([move], 1))
    assert not shaped([move], 128).any()


def test_scaling_is_geometric() -> None:
    scale = control(OpKind.scale, (1.5, 1.0, 0.5))
    offset = HEAD.positions.astype(float) - CENTRE
    assert shaped([scale], 255) == pytest.approx(offset * [0.5, 0.0, -0.5], abs=1e-7)
    assert shaped([scale], 1) == pytest.approx(offset * [1 / 1.5 - 1, 0.0, 1.0], abs=1e-7)


def test_rotating_turns_about_the_axis() -> None:
    turn = control(OpKind.rotate, (0.0, 0.0, 2.0), 30.0)
    offset = HEAD.positions.astype(float) - CENTRE
    cos, sin = np.sqrt(3) / 2, 0.5
    expected = np.stack(
        [cos * offset[:, 0] - sin * offset[:, 1], sin * offset[:, 0] + cos * offset[:, 1], offset[:, 2]], -1
    )
    assert shaped([turn], 255) == pytest.approx(expected - offset, abs=1e-7)


def test_the_effect_fades_outside_the_inner_ellipsoid() -> None:
    move = control(OpKind.move, (0.01, 0.0, 0.0), inner=0.0)
    distances = np.sqrt((((HEAD.positions.astype(float) - CENTRE) / 0.1) ** 2).sum(-1))
    fade = np.clip(1 - distances**2 * (3 - 2 * distances), 0, 1)
    assert shaped([move], 255)[:, 0] == pytest.approx(0.01 * fade, abs=1e-7)


def test_controls_add_up_from_the_undeformed_head_and_spare_the_body() -> None:
    a, b = control(OpKind.move, (0.01, 0, 0)), control(OpKind.scale, (1.5, 1.5, 1.5))
    assert shaped([a, b], 200) == pytest.approx(shaped([a], 200) + shaped([b], 200))
    face = [128] * 16
    face[5] = 255
    assert shape_face(BODY, BODY.positions.astype(float), [a], face, True) == pytest.approx(BODY.positions)


def test_hair_follows_controls_of_the_whole_head_only() -> None:
    assert not shaped([control(OpKind.move, (0.01, 0, 0))], 255, is_face=False).any()
    assert shaped([control(OpKind.move, (0.01, 0, 0), whole=True)], 255, is_face=False).any()


def test_files_are_identified_by_hash_and_size() -> None:
    assert FileId("a" * 64, 3) != FileId("a" * 64, 4)
