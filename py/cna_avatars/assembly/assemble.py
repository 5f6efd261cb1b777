"""Assembly: from a description to a model, as steps of a job.

The description's own catalog is used or none: if it is not installed, its ids are not read against another one, and the
newest body is drawn with every slot at its default.

Source: avatars.md, "Assets" and "Catalogs a release does not have".
"""

from dataclasses import dataclass

import numpy as np

from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.catalog.manifest import FileId, Manifest
from cna_avatars.catalog.model_reader import Model
from cna_avatars.catalog.rig_reader import bind_world
from cna_avatars.description.codec import Descriptor
from cna_avatars.errors import ContentLoadError
from cna_avatars.jobs import Steps
from cna_avatars.wardrobe import Slot

from .face_shape import shape_face
from .merge import ShapedPart, in_draw_order, merge_geometry, merge_materials
from .model import AssembledModel
from .shape import apply_build

FIT_TOLERANCE = 1e-3
"""Metres that an item's joints may differ from the body's."""


@dataclass(frozen=True, slots=True)
class Outfit:
    """What is worn after substitution: item ids by slot, and the ids that were replaced."""

    manifest: Manifest
    is_catalog_missing: bool
    items: dict[Slot, int]
    substituted: tuple[int, ...]


def choose_outfit(descriptor: Descriptor, library: CatalogLibrary) -> Outfit:
    """Return the catalog to draw from and the ids to wear; unknown ids are replaced by their slot's default."""
    own = library.manifest(descriptor.catalog_version)
    manifest = own or library.newest()
    items: dict[Slot, int] = {}
    substituted = []
    for slot in Slot:
        item_id = descriptor.item(slot)
        entry = manifest.items.get(item_id) if own else None
        if item_id and (entry is None or entry.item.slot != slot):
            substituted.append(item_id)
            item_id = 0
        items[slot] = item_id or manifest.wardrobe.default(slot)
    return Outfit(manifest, own is None, items, tuple(substituted))


def file_of(outfit: Outfit, slot: Slot, body: int) -> FileId | None:
    """Return the file worn in `slot`, or None; hair under a hat that covers it is the flattened variant."""
    entry = outfit.manifest.items.get(outfit.items[slot])
    if entry is None:
        return None
    hat = outfit.manifest.items.get(outfit.items[Slot.hat])
    if slot == Slot.hair and hat is not None and hat.covers_hair and entry.hat_files is not None:
        return entry.hat_files[body]
    return entry.files[body]


def assemble(descriptor: Descriptor, library: CatalogLibrary) -> Steps[AssembledModel]:
    """Assemble `descriptor`; the steps wait for files and yield between pieces of work.

    Raises
    ------
    ContentLoadError
        if the body cannot be had, or an item does not fit it.
    """
    outfit = choose_outfit(descriptor, library)
    body = descriptor.body
    library.request(outfit.manifest.bodies[body])
    library.request(outfit.manifest.atlas)
    for slot in Slot:
        if (file := file_of(outfit, slot, body)) is not None:
            library.request(file)
    body_model = yield from library.load_model(outfit.manifest.bodies[body])
    atlas = yield from library.load_atlas(outfit.manifest)
    models, substituted = yield from _load_items(outfit, body, library)
    joints = bind_world(body_model.bind_local.astype(np.float64))
    controls = () if outfit.is_catalog_missing else outfit.manifest.face_controls[body]
    scale = descriptor.height_mm / outfit.manifest.wardrobe.authored_height_mm[body]
    shaped: list[ShapedPart] = []
    worn: list[tuple[Slot | None, Model]] = [(None, body_model), *models]
    for worn_in, model in worn:
        if worn_in is not None:
            _check_fit(body_model, model, outfit.items[worn_in])
        is_face = worn_in in (None, Slot.facial_hair)
        for part in model.parts:
            positions = shape_face(part, part.positions.astype(np.float64), controls, descriptor.face, is_face)
            positions = apply_build(part, positions, joints, descriptor.build)
            shaped.append(ShapedPart(part, positions * scale))
        yield None
    ordered, counts = in_draw_order(shaped)
    vertices, indices = merge_geometry(ordered)
    yield None
    parts, layers = merge_materials(ordered, descriptor.colors)
    return AssembledModel(
        descriptor.height_mm / 1000.0,
        (body_model.bind_local.astype(np.float64) * scale).astype(np.float32),
        (joints * scale).astype(np.float32),
        vertices,
        indices,
        counts,
        parts,
        len(ordered),
        layers,
        atlas,
        outfit.is_catalog_missing,
        substituted,
    )


def _load_items(
    outfit: Outfit, body: int, library: CatalogLibrary
) -> Steps[tuple[list[tuple[Slot, Model]], tuple[int, ...]]]:
    """Load what is worn, in slot order; an item that cannot be read is replaced by its slot's default."""
    models: list[tuple[Slot, Model]] = []
    substituted = list(outfit.substituted)
    for slot in Slot:
        file = file_of(outfit, slot, body)
        if file is None:
            continue
        try:
            model = yield from library.load_model(file)
        except ContentLoadError:
            default = outfit.manifest.wardrobe.default(slot)
            if outfit.items[slot] == default:
                raise
            substituted.append(outfit.items[slot])
            outfit.items[slot] = default
            file = file_of(outfit, slot, body)
            if file is None:
                continue
            model = yield from library.load_model(file)
        models.append((slot, model))
    return models, tuple(substituted)


def _check_fit(body: Model, item: Model, item_id: int) -> None:
    error = float(np.abs(body.bind_local - item.bind_local).max())
    if error > FIT_TOLERANCE:
        raise ContentLoadError(f"avatar asset: item {item_id} does not fit the body: a joint is {error:.4f} m off.")
