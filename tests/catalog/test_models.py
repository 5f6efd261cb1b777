"""One fact a test about the meshes of the released catalog."""

from typing import Any

import numpy as np

from catalog.rig import RIGS
from cna_avatars.skeleton import BONE_NAMES, HELPERS, PARENTS

BODY_TRIANGLES = 3950
ITEM_TRIANGLES = {
    "hair": 2200,
    "top": 2450,
    "bottom": 1600,
    "shoes": 1300,
    "glasses": 600,
    "hat": 1100,
}
DRESSED_TRIANGLES = 12000
LEAST_HEIGHT = 0.0001  # metres
NEEDLES = 5  # triangles of a part that are more than twenty times as long as high
DECALS = {
    ("eyeLeft", 0, "none"),
    ("eyeRight", 0, "none"),
    ("eyeLeft", 1, "eyes"),
    ("eyeRight", 1, "eyes"),
    ("eyebrowLeft", 0, "hair"),
    ("eyebrowRight", 0, "hair"),
    ("mouth", 0, "none"),
}


def test_weights_sum_to_255(model: Any) -> None:
    for part in model.parts:
        sums = part.weights.astype(int).sum(1)
        assert (sums == 255).all(), (part.name, np.flatnonzero(sums != 255)[:5])


def test_only_bones_with_skin_are_weighted(model: Any) -> None:
    for part in model.parts:
        used = set(np.unique(part.joints[part.weights > 0]).tolist())
        assert not used & set(HELPERS), (part.name, [BONE_NAMES[i] for i in used & set(HELPERS)])
        assert part.joints.max() < 71


def test_normals_are_unit_vectors(model: Any) -> None:
    for part in model.parts:
        lengths = np.sqrt((part.normals / 32767.0 * (part.normals / 32767.0)).sum(1))
        assert np.abs(lengths - 1.0).max() < 1e-4, part.name


def test_positions_are_finite_and_near_the_body(model: Any) -> None:
    for part in model.parts:
        assert np.isfinite(part.positions).all(), part.name
        assert part.positions[:, 1].min() > -0.01, part.name
        assert np.abs(part.positions).max() < 2.1, part.name


def test_triangles_have_three_corners_and_an_area(model: Any) -> None:
    for part in model.parts:
        a, b, c = part.triangles.T
        assert ((a != b) & (b != c) & (c != a)).all(), part.name
        p = part.positions.astype(float)
        area = np.sqrt((np.cross(p[b] - p[a], p[c] - p[a]) ** 2).sum(1)) * 0.5
        assert (area < 1e-9).mean() < 0.002, part.name


def test_no_triangle_disagrees_with_a_normal_of_its_corners(model: Any) -> None:
    for part in model.parts:
        p, n = part.positions.astype(float)[part.triangles], part.normals / 32767.0
        across = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
        across /= np.sqrt((across * across).sum(1))[:, None]
        agreement = (n[part.triangles] * across[:, None]).sum(2).min(1)
        assert agreement.min() > 0.1, (part.name, p[agreement.argmin()].mean(0), agreement.min())


def test_triangles_are_no_needles(model: Any) -> None:
    for part in model.parts:
        p = part.positions.astype(float)[part.triangles]
        across = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
        longest = np.sqrt(((p - np.roll(p, 1, 1)) ** 2).sum(2).max(1))
        height = np.sqrt((across * across).sum(1)) / longest
        assert height.min() > LEAST_HEIGHT, (part.name, p[height.argmin()].mean(0), height.min())
        assert (height < 0.05 * longest).sum() <= NEEDLES, part.name


def test_every_vertex_is_used(model: Any) -> None:
    for part in model.parts:
        assert len(np.unique(part.triangles)) == len(part.positions), part.name


def test_joints_have_the_rigs_names_and_parents(model: Any) -> None:
    nodes = model.document["nodes"]
    assert tuple(nodes[i]["name"] for i in model.document["skins"][0]["joints"]) == BONE_NAMES
    for parent, node in enumerate(nodes):
        for child in node.get("children", []):
            assert PARENTS[child] == parent


def test_items_are_fitted_to_their_body(model: Any, read: Any) -> None:
    body = read(f"body.{'female' if '.female.' in model.name else 'male'}.glb")
    for name, place in body.joints.items():
        assert np.abs(np.subtract(model.joints[name], place)).max() <= 1e-4, (model.name, name)


def test_a_body_has_the_seven_decals_in_drawing_order(read: Any) -> None:
    for body in ("female", "male"):
        decals = [part for part in read(f"body.{body}.glb").parts if "cnaFeature" in part.extras]
        assert {(d.extras["cnaFeature"], d.extras["cnaLayer"], d.extras["cnaTint"]) for d in decals} == DECALS
        assert len(decals) == len(DECALS)


def test_decals_are_grids_with_their_origin_at_the_viewers_top_left(read: Any) -> None:
    for body in ("female", "male"):
        for part in read(f"body.{body}.glb").parts:
            if "cnaFeature" in part.extras:
                assert len(part.positions) == 100
                first, right, low = part.positions[0], part.positions[9], part.positions[90]
                assert (part.uv[[0, 9, 90]] == [(0, 0), (65535, 0), (0, 65535)]).all()
                assert right[0] > first[0], "the viewer's left is the avatar's right, on -x"
                assert low[1] < first[1]
                assert (part.joints[:, 0] == BONE_NAMES.index("Head")).all()


def test_a_fully_dressed_avatar_keeps_to_its_triangles(manifest: dict[str, Any], read: Any) -> None:
    for body in ("female", "male"):
        most = dict.fromkeys([*ITEM_TRIANGLES, "hair under a hat"], 0)
        for item in manifest["items"]:
            count = read(item["assets"][body]).triangle_count
            assert count <= ITEM_TRIANGLES[item["slot"]], (item["name"], count)
            most[item["slot"]] = max(most[item["slot"]], count)
            if "hatAssets" in item:
                under = read(item["hatAssets"][body]).triangle_count
                most["hair under a hat"] = max(most["hair under a hat"], under)
        bare = read(f"body.{body}.glb").triangle_count
        assert bare <= BODY_TRIANGLES, (body, bare)
        dressed = bare + sum(most[slot] for slot in ("top", "bottom", "shoes", "glasses"))
        assert dressed + most["hair"] <= DRESSED_TRIANGLES, (body, dressed + most["hair"])
        hatted = dressed + most["hair under a hat"] + most["hat"]
        assert hatted <= DRESSED_TRIANGLES, (body, hatted)


def test_textures_are_small_and_embedded(model: Any) -> None:
    for image in model.document.get("images", []):
        view = model.document["bufferViews"][image["bufferView"]]
        assert image["mimeType"] == "image/png"
        assert view["byteLength"] < 8192


def test_the_head_moves_as_one(read: Any) -> None:
    head_joint = {"female": 1.270, "male": 1.369}
    for body, height in head_joint.items():
        head = next(part for part in read(f"body.{body}.glb").parts if part.name == "head")
        above = head.positions[:, 1] > height + 0.045
        weight = (head.weights * (head.joints == BONE_NAMES.index("Head"))).sum(1)
        assert (weight[above] == 255).all(), (body, head.positions[above & (weight < 255)][:3])


def test_below_the_knee_every_point_hangs_on_one_leg(model: Any) -> None:
    """Legs part: what hung on both would be drawn out between them."""
    knee = RIGS[model.name.rsplit(".", 2)[1]].joints["KneeLeft"][1]
    sides = [[i for i, name in enumerate(BONE_NAMES) if name in _leg(side)] for side in ("Left", "Right")]
    for part in model.parts:
        left, right = ((part.weights * np.isin(part.joints, bones)).sum(1) / 255.0 for bones in sides)
        low = part.positions[:, 1] < knee
        assert np.minimum(left, right)[low].max(initial=0.0) < 0.02, part.name


def _leg(side: str) -> set[str]:
    return {f"{bone}{side}" for bone in ("Hip", "Knee", "Ankle", "Toe")}
