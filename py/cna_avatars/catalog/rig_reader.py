"""Finding the 71 bones in a glTF file, whatever order its joints are in.

Source: avatars.md, "Assets" (the canonical 71-joint rig).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cna_avatars.skeleton import BONE_COUNT, BONE_NAMES, LEVELS, PARENT_ARRAY, PARENTS
from cna_avatars.strict_json import Reader

from .gltf_container import Gltf

_FLOAT = (5126,)
_IDENTITY_TOLERANCE = 1e-5
_BIND_TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True)
class Rig:
    """`bind_local` (71, 3) float32: joint positions relative to the parent. `bone_of_joint`: skin index → bone."""

    bind_local: npt.NDArray[np.float32]
    bone_of_joint: npt.NDArray[np.intp]
    bone_of_node: dict[int, int]


def bind_world(bind_local: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Return joint positions (71, 3) from the origin, of positions relative to the parent."""
    world = bind_local.copy()
    for bones in LEVELS:
        world[bones] += world[PARENT_ARRAY[bones]]
    return world


def read_rig(gltf: Gltf) -> Rig:
    """Read the one skin of `gltf`; ContentLoadError unless it is the 71-bone rig, bound without rotation and scale."""
    skins = gltf.elements("skins", 1)
    if not skins:
        gltf.fail("expected one skin; there is none.")
    bone_of_name = {name: bone for bone, name in enumerate(BONE_NAMES)}
    bones, bone_of_node = [], {}
    for joint in skins[0].get("joints").items(BONE_COUNT, BONE_COUNT):
        node_index = joint.integer(0, len(gltf.nodes) - 1)
        name = gltf.nodes[node_index].get("name")
        if name.text() not in bone_of_name or node_index in bone_of_node:
            name.fail("the name of a bone, once")
        bone_of_node[node_index] = bone_of_name[name.text()]
        bones.append(bone_of_node[node_index])
    if len(set(bones)) != BONE_COUNT:
        gltf.fail("expected each of the 71 bones once among the joints.")
    _check_parents(gltf, bone_of_node)
    bind_local = np.zeros((BONE_COUNT, 3), np.float32)
    for node_index, bone in bone_of_node.items():
        bind_local[bone] = _bind_translation(gltf.nodes[node_index])
    bone_of_joint = np.array(bones, np.intp)
    _check_inverse_binds(gltf, skins[0], bone_of_joint, bind_local)
    return Rig(bind_local, bone_of_joint, bone_of_node)


def _check_parents(gltf: Gltf, bone_of_node: dict[int, int]) -> None:
    parent_of_node: dict[int, int] = {}
    for index, node in enumerate(gltf.nodes):
        children = node.optional("children")
        for child in children.items(0, 4096) if children is not None else ():
            if parent_of_node.setdefault(child.integer(0, len(gltf.nodes) - 1), index) != index:
                child.fail("a node with one parent")
    for node_index, bone in bone_of_node.items():
        parent = bone_of_node.get(parent_of_node.get(node_index, -1), -1)
        alone = node_index not in parent_of_node
        if parent != PARENTS[bone] or (bone == 0 and not alone):
            wanted = BONE_NAMES[PARENTS[bone]] if bone else "no parent"
            gltf.nodes[node_index].get("name").fail(f"a bone under {wanted}")


def _bind_translation(node: Reader) -> tuple[float, ...]:
    if node.optional("matrix") is not None:
        node.get("matrix").fail("no matrix")
    scale, rotation = node.optional("scale"), node.optional("rotation")
    if scale is not None and any(abs(part - 1.0) > _IDENTITY_TOLERANCE for part in scale.vector(3, -100.0, 100.0)):
        scale.fail("scale 1")
    if rotation is not None and abs(rotation.vector(4, -1.0, 1.0)[3]) < 1.0 - _IDENTITY_TOLERANCE:
        rotation.fail("no rotation")
    translation = node.optional("translation")
    return (0.0, 0.0, 0.0) if translation is None else translation.vector(3, -5.0, 5.0)


def _check_inverse_binds(
    gltf: Gltf, skin: Reader, bone_of_joint: npt.NDArray[np.intp], bind_local: npt.NDArray[np.float32]
) -> None:
    index = skin.get("inverseBindMatrices")
    matrices = gltf.floats(index, "MAT4", _FLOAT, BONE_COUNT)
    if len(matrices) != BONE_COUNT:
        index.fail(f"{BONE_COUNT} matrices")
    wanted = np.broadcast_to(np.eye(4, dtype=np.float32), (BONE_COUNT, 4, 4)).copy()
    wanted[:, 3, :3] = -bind_world(bind_local)[bone_of_joint]
    error = np.abs(matrices.reshape(-1, 4, 4) - wanted).max((1, 2))
    if error.max() > _BIND_TOLERANCE:
        joint = int(error.argmax())
        gltf.fail(
            f"expected the inverse bind matrix of {BONE_NAMES[bone_of_joint[joint]]} to undo the joint's position;"
            f" it is {error[joint]:.6f} off."
        )


def check_mesh_nodes(gltf: Gltf) -> None:
    """Raise ContentLoadError unless every node with a mesh uses skin 0 and stands still."""
    for node in gltf.nodes:
        if node.optional("mesh") is None:
            continue
        node.get("skin").integer(0, 0)
        for key in ("matrix", "translation", "rotation", "scale"):
            if (value := node.optional(key)) is not None:
                value.fail(f"a mesh node without {key}")
