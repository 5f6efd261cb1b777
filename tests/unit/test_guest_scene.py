"""Pictures inside a host's own scene: GL's matrices come in, records in XNA's conventions go out."""

import json
import math
from collections.abc import Callable

import numpy as np
import pytest

from cna_avatars import AvatarDescription, math3d
from cna_avatars.animation.avatar_animation import preset_clips
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.description import encode
from cna_avatars.errors import ArgumentError
from cna_avatars.host.camera import Camera
from cna_avatars.host.guest import GuestScene, world_of
from cna_avatars.host.records import EYE, HEADER, LIGHTS, OP_RELEASE_MODEL, VIEW_PROJECTION, WORLD, Records
from cna_avatars.host.stage import STAGE_LIGHTS, Stage
from cna_avatars.jobs import JobQueue

from .conftest import run_all
from .test_assembly import FILES, PLAIN

EYE_POSITION = (3.0, 2.0, 5.0)
VIEW = math3d.create_look_at(EYE_POSITION, (0.0, 1.0, 0.0))
"""Row vectors, row-major: the numbers of GL's column-major view matrix."""


def gl_projection(near: float = 0.1, far: float = 50.0) -> np.ndarray:
    """Return a perspective projection for column vectors as GL has it, as its column-major numbers (16,)."""
    columns = np.zeros((4, 4))
    scale = 1.0 / math.tan(0.5)
    columns[0, 0], columns[1, 1] = scale / 1.5, scale
    columns[2, 2] = (near + far) / (near - far)
    columns[3, 2] = -1.0
    columns[2, 3] = 2.0 * near * far / (near - far)
    return columns.T.ravel()


def camera(projection: np.ndarray | None = None) -> list[float]:
    return [*VIEW.ravel().tolist(), *(gl_projection() if projection is None else projection).tolist()]


class Page:
    """A stage with one picture of its own and one in a host's scene, the same avatar in both."""

    def __init__(self, library: CatalogLibrary) -> None:
        self.queue = JobQueue()
        loader = ModelLoader(library, self.queue)
        self.records = Records()
        self.stage = Stage(self.records)
        self.picture, self.guest = self.stage.create_target(), self.stage.create_guest()
        self.player, self.visitor = (self.stage.add_player(target) for target in (self.picture, self.guest))
        for number in (self.player, self.visitor):
            self.stage.player(number).describe(AvatarDescription(encode(PLAIN)), loader)
        run_all(self.queue, library, FILES)
        assert preset_clips.are_there
        self.stage.scene(self.guest).look(camera())

    def headers(self) -> list[list[int]]:
        count = int(self.records.status[0])
        return self.records.words[:count, HEADER].tolist()

    def ops(self) -> list[int]:
        return self.records.uploads.words[: self.records.uploads.count, 0].tolist()


@pytest.fixture
def page(library: CatalogLibrary) -> Page:
    return Page(library)


def test_clip_depth_becomes_xnas_and_all_else_stays() -> None:
    scene = GuestScene(STAGE_LIGHTS)
    scene.look(camera())
    gl_matrix = (np.reshape(gl_projection(), (4, 4)).T) @ VIEW.T  # column vectors
    for point in ((0.0, 0.0, 0.0), (1.0, -2.0, 3.0), (-4.0, 0.5, -20.0)):
        x, y, z, w = gl_matrix @ np.array([*point, 1.0])
        clip = np.array([*point, 1.0]) @ scene.view.view_projection
        assert clip == pytest.approx([x, y, (z + w) / 2.0, w], abs=1e-9)
    assert scene.view.eye == pytest.approx(EYE_POSITION)


def test_the_near_and_far_planes_are_at_depth_0_and_1() -> None:
    scene = GuestScene(STAGE_LIGHTS)
    scene.look([*np.eye(4).ravel().tolist(), *gl_projection(0.5, 8.0).tolist()])
    for distance, depth in ((0.5, 0.0), (8.0, 1.0)):
        clip = np.array([0.0, 0.0, -distance, 1.0]) @ scene.view.view_projection
        assert clip[2] / clip[3] == pytest.approx(depth, abs=1e-9)


def test_a_direction_of_light_is_made_a_unit_vector() -> None:
    scene = GuestScene(STAGE_LIGHTS)
    scene.light((0.0, -2.0, 0.0, 0.5, 0.6, 0.7, 0.1, 0.2, 0.3))
    assert scene.lights.direction == (0.0, -1.0, 0.0)
    assert (scene.lights.color, scene.lights.ambient) == ((0.5, 0.6, 0.7), (0.1, 0.2, 0.3))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: world_of([1.0] * 15), "Expected 16 numbers; got 15"),
        (lambda: world_of([math.nan] * 16), "got nan"),
        (lambda: world_of([1e10] * 16), "got 10000000000"),
        (lambda: world_of(math3d.create_translation((1.0, 2.0, 3.0)).T.ravel().tolist()), "got 1, 2, 3, 1"),
        (lambda: GuestScene(STAGE_LIGHTS).look([0.0] * 32), "invertible"),
        (lambda: GuestScene(STAGE_LIGHTS).look([0.0] * 16), "Expected 32 numbers; got 16"),
        (lambda: GuestScene(STAGE_LIGHTS).look([*camera()[:31], math.inf]), "got inf"),
        (lambda: GuestScene(STAGE_LIGHTS).light([0.0] * 9), "length is 0"),
    ],
)
def test_numbers_that_cannot_be_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        call()


def test_a_picture_is_drawn_by_its_own_frame_alone(page: Page) -> None:
    page.stage.inputs[page.guest, 4] = 1.0
    assert page.stage.frame(0.0) == 1
    assert [header[1] for header in page.headers()] == [page.picture]
    assert page.stage.guest_frame(page.guest, 0.0) == 1
    assert [header[1] for header in page.headers()] == [page.guest]
    with pytest.raises(ArgumentError, match="in a host's scene; got 0"):
        page.stage.guest_frame(page.picture, 0.0)
    with pytest.raises(ArgumentError, match="number of a picture; got 9"):
        page.stage.scene(9)


def test_a_record_carries_what_the_host_gave(page: Page) -> None:
    world = math3d.create_rotation_y(0.7)
    world[3, :3] = (4.0, 5.0, 6.0)
    page.stage.player(page.visitor).stand(world_of(world.ravel().tolist()))
    page.stage.scene(page.guest).light((0.0, 0.0, -1.0, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25))
    page.stage.guest_frame(page.guest, 0.0)
    row = page.records.floats[0]
    assert row[WORLD] == pytest.approx(world.ravel(), abs=1e-6)
    expected = page.stage.scene(page.guest).view.view_projection
    assert row[VIEW_PROJECTION] == pytest.approx(expected.ravel(), rel=1e-6)
    assert row[EYE] == pytest.approx([*EYE_POSITION, 1.0])
    assert row[LIGHTS].tolist() == [0, 0, -1, 0, 0.5, 0.5, 0.5, 0, 0.25, 0.25, 0.25, 0]
    page.stage.player(page.visitor).place(1.0, 2.0, 0.0)
    assert page.stage.player(page.visitor).world(0.0)[3, :3].tolist() == [1.0, 0.0, 2.0]


def test_a_silhouette_stands_where_its_avatar_will(page: Page, library: CatalogLibrary) -> None:
    late = page.stage.add_player(page.guest)
    page.stage.player(late).stand(world_of(math3d.create_translation((7.0, 0.0, 0.0)).ravel().tolist()))
    description = AvatarDescription(encode(PLAIN))
    page.stage.player(late).describe(description, ModelLoader(library, JobQueue()))
    assert page.stage.guest_frame(page.guest, 0.0) == 3
    assert page.records.floats[1:3, 12] == pytest.approx([7.0, 7.0], abs=0.5)


def test_time_passes_once_whichever_frame_comes_first(page: Page) -> None:
    stage = page.stage
    stage.frame(0.0)
    stage.guest_frame(page.guest, 0.0)
    stage.guest_frame(page.guest, 0.1)
    stage.frame(0.1)
    stage.frame(0.2)
    stage.guest_frame(page.guest, 0.2)
    assert {stage.player(number).position for number in (page.player, page.visitor)} == {2_000_000}


def test_the_camera_of_a_picture_eases_on_beside_a_guest(page: Page) -> None:
    stage = page.stage
    eyes = []
    for has_guest in (False, True):
        stage.targets[page.picture].camera = Camera()
        stage.inputs[page.picture, 5] = 0.0
        stage.frame(100.0)
        stage.inputs[page.picture, 5] = 2.0
        for number in range(1, 6):
            if has_guest:
                stage.guest_frame(page.guest, 100.0 + 0.1 * number)
            stage.frame(100.0 + 0.1 * number)
        eyes.append(page.records.floats[0, EYE].tolist())
        stage.frame(99.0)
    assert eyes[0] == pytest.approx(eyes[1])


def test_a_guests_frame_releases_what_nobody_holds_and_nothing_that_a_picture_shows(page: Page) -> None:
    stage = page.stage
    stage.frame(0.0)
    stage.guest_frame(page.guest, 0.0)
    assert page.ops() == []
    shown = stage.player(page.player).model
    assert shown is not None
    stage.player(page.player).model = None  # now as a game draws it: in the records, and nobody's
    stage._drawn_in_pictures = {page.records.uploads.model_id(shown)}
    stage.player(page.visitor).model = None
    stage.guest_frame(page.guest, 0.1)
    assert page.ops() == []
    stage.frame(0.2)
    assert OP_RELEASE_MODEL in page.ops()


def test_the_pages_calls_reach_the_scene(library: CatalogLibrary) -> None:
    del library
    from cna_avatars.host import web

    target = web.create_guest()
    player = web.create_player(target)
    web.set_camera(target, *camera())
    web.set_lights(target, 0, -1, 0, 1, 1, 1, 0, 0, 0)
    web.set_world(player, *math3d.create_translation((1.0, 2.0, 3.0)).ravel().tolist())
    assert web.guest_frame(target, 0.0) == 0
    assert int(web.records.status[0]) == 0
    assert web.stage.player(player).world(0.0)[3, :3].tolist() == [1.0, 2.0, 3.0]
    assert set(json.loads(web.arrays())) == {"status", "records", "uploads", "inputs"}
    picture = web.create_target()
    with pytest.raises(ArgumentError):
        web.set_camera(picture, *camera())
    web.destroy_target(picture)
    web.destroy_target(target)
    with pytest.raises(ArgumentError):
        web.guest_frame(target, 1.0)
