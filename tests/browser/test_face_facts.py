"""Facts about the faces of real avatars, on every renderer: eyes, brows and mouth lie on the head and nothing else."""

from __future__ import annotations

import dataclasses
from contextlib import ExitStack
from math import atan, pi
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.atlas import Atlas
from cna_avatars.math3d import (
    create_look_at,
    create_perspective_field_of_view,
    create_rotation_x,
    create_rotation_y,
    multiply,
    transform,
)
from cna_avatars.renderer.device import AvatarDraw, Lights, View
from review.frames import FACE, Frame, Person
from review.renderers import make
from review.scene import pose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cna_avatars.assembly.model import AssembledModel
    from review.renderers import Renderer

    Mask = NDArray[np.bool_]
    Angles = tuple[float, float, float]

SIZE = 320
LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW, MOUTH = (0, 1), (2, 3), (4,), (5,), (6,)
UNLIT = Lights((0, 0, -1), (0, 0, 0), (1, 1, 1))
BARE = [Person(body, 1700, 128, 0, (2, 20, 40, 60, 0, 0)) for body in (0, 1)]  # short hair, no glasses
HIDDEN = [Person(0, 1700, 128, 0, (1, 20, 40, 60, 81, 0)), Person(1, 1700, 128, 0, (5, 20, 40, 60, 80, 100))]


class Studio:
    """One renderer with one sample a pixel, and the project's catalogs."""

    def __init__(self, renderer: Renderer, loader: ModelLoader) -> None:
        self.renderer = renderer
        self.loader = loader

    def portrait(self, person: Person) -> AvatarDraw:
        """The avatar in its own colours."""
        return dataclasses.replace(pose(Frame("portrait", person, FACE), self.loader), lights=UNLIT)

    def white(self, draw: AvatarDraw, angles: Sequence[Angles]) -> Mask:
        """Where the pictures from several angles are white: (angles, SIZE, SIZE)."""
        pictures = np.array([self.renderer.draw([seen(draw, *each)], SIZE) for each in angles])
        assert set(np.unique(pictures[..., :3])) <= {0, 255}
        return pictures[..., 0] == 255


def seen(draw: AvatarDraw, yaw: float, pitch: float, distance: float) -> AvatarDraw:
    """Its head, as large in the picture from wherever it is seen."""
    target = np.array([0, 0.885 * draw.model.height, 0.02])
    turn = multiply(create_rotation_x(-pitch), create_rotation_y(yaw))
    eye = target + transform((0.0, 0.0, distance), turn)
    lens = create_perspective_field_of_view(2 * atan(0.2 / distance), 1.0, 0.1, 100.0)
    return dataclasses.replace(draw, view=View(multiply(create_look_at(eye, target), lens), eye))


@pytest.fixture(scope="module")
def studio(request: pytest.FixtureRequest, renderer: str, loader: ModelLoader) -> Iterator[Studio]:
    from guarded_page import guarded_page

    with ExitStack() as stack:

        def new_page() -> Any:
            browser, config = request.getfixturevalue("browser"), request.getfixturevalue("browser_config")
            return stack.enter_context(guarded_page(browser, site_url, config))

        site_url = request.getfixturevalue("site_url")
        yield Studio(make(renderer, site_url, new_page, samples=1), loader)


def decal_parts(model: AssembledModel) -> NDArray[np.uint8]:
    """The numbers of the parts that are decals."""
    return np.unique(model.vertices["part"][model.indices[model.counts[0] :], 0])


def marked(draw: AvatarDraw, features: tuple[int, ...], *, head: bool = True) -> AvatarDraw:
    """All black, but the tiles of some features all white; without the head, nothing hides them."""
    model = draw.model
    opaque, decals, irises = model.counts
    parts = model.parts.copy()
    parts[:64] = 0
    parts[decal_parts(model), :3] = 1
    tiles = np.zeros((2, *model.atlas.tiles.shape[1:]), np.uint8)
    tiles[1] = 255
    changed = dataclasses.replace(
        model,
        parts=parts,
        atlas=Atlas(model.atlas.layout, tiles),
        indices=model.indices if head else model.indices[opaque:],
        counts=(opaque if head else 0, decals, irises),
    )
    return dataclasses.replace(draw, model=changed, tiles=tuple(int(index in features) for index in range(7)))


@pytest.mark.parametrize("distance", [0.4, 5.0, 30.0])
@pytest.mark.parametrize("person", BARE, ids=["Female", "Male"])
@pytest.mark.parametrize(
    ("features", "hidden"),
    [((*LEFT_EYE, *RIGHT_EYE, *MOUTH), 0), ((*LEFT_BROW, *RIGHT_BROW), 90)],
    ids=["eyes-and-mouth", "brows"],
)
def test_decals_neither_flicker_nor_sink(
    studio: Studio, features: tuple[int, ...], hidden: int, person: Person, distance: float
) -> None:
    """Near and far, with planes at 10 cm and 100 m: at 30 m one or two pixels of the rims are lost to the head.

    A lock of hair hides the corners of the brows' tiles, as much from everywhere.
    """
    draw = studio.portrait(person)
    alone, on_head = (marked(draw, features, head=head) for head in (False, True))
    angles = [(yaw, 0.0, distance) for yaw in (-0.3, 0.0, 0.3)]
    whole = studio.white(alone, angles)
    assert whole.sum((1, 2)).min() > 5000
    lost = (studio.white(on_head, angles) != whole).sum((1, 2))
    assert lost.max() <= hidden + (4 if distance > 10 else 0), lost


@pytest.mark.parametrize("distance", [0.4, 5.0, 30.0])
@pytest.mark.parametrize(("eye", "side"), [(LEFT_EYE, 1), (RIGHT_EYE, -1)], ids=["left", "right"])
def test_an_eye_does_not_sink_at_a_grazing_angle(
    studio: Studio, eye: tuple[int, ...], side: int, distance: float
) -> None:
    """From its own side up to a right angle; at 86 degrees hardly more than its rim is seen."""
    draw = studio.portrait(BARE[0])
    alone, on_head = (marked(draw, eye, head=head) for head in (False, True))
    angles = [(side * yaw, 0.0, distance) for yaw in (0.9, 1.3, 1.5)]
    whole = studio.white(alone, angles)
    assert whole.sum((1, 2)).min() > 1000
    assert (studio.white(on_head, angles) != whole).sum((1, 2)).max() <= 2


def solid_brows(draw: AvatarDraw) -> AvatarDraw:
    """The same, with brows among the solid parts, and no other decals."""
    model = draw.model
    decals = decal_parts(model)
    brows = decals[np.isin(model.parts[64:, 3], (*LEFT_BROW, *RIGHT_BROW))[decals]]
    assert len(brows) == 2
    parts = model.parts.copy()
    parts[64 + decals, 0] = -1  # solid parts have no tile
    opaque = model.counts[0]
    face = model.indices[opaque:].reshape(-1, 3)
    chosen = face[np.isin(model.vertices["part"][face[:, 0], 0], brows)].ravel()
    indices = np.concatenate([model.indices[:opaque], chosen])
    return dataclasses.replace(
        draw, model=dataclasses.replace(model, parts=parts, indices=indices, counts=(len(indices), 0, 0))
    )


@pytest.mark.parametrize("person", HIDDEN, ids=["bob-round", "spiky-square-cap"])
def test_brows_show_neither_through_glasses_nor_through_hair(studio: Studio, person: Person) -> None:
    """From 16 angles the nearest is seen, as if brows were solid, too: it is not the order of drawing that decides."""
    draw = studio.portrait(person)
    alone, on_head = (marked(draw, LEFT_BROW + RIGHT_BROW, head=head) for head in (False, True))
    angles = [((step - 7.5) * pi / 16, 0.5 * ((step % 3) - 1), 0.5) for step in range(16)]
    shown = studio.white(on_head, angles)
    assert (shown == studio.white(solid_brows(on_head), angles)).all()
    assert (studio.white(alone, angles) & ~shown).sum() > 5000
