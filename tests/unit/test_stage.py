import json
import math
from dataclasses import replace

import numpy as np
import pytest

from cna_avatars import AvatarAnimation, AvatarDescription, AvatarRenderer, math3d
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.description import encode
from cna_avatars.errors import ArgumentError, InvalidOperationError
from cna_avatars.host.camera import FRAMINGS, Camera
from cna_avatars.host.records import (
    BONES,
    FLAG_MOVED,
    HEADER,
    OP_MODEL,
    OP_RELEASE_MODEL,
    OP_RELEASE_TILES,
    OP_SPHERE,
    OP_TILES,
    Records,
    address_of,
)
from cna_avatars.host.stage import Stage
from cna_avatars.jobs import JobQueue
from cna_avatars.math3d import normal_matrix
from cna_avatars.skeleton import BONE_COUNT

from .conftest import run_all
from .test_assembly import FILES, PLAIN


class Page:
    """A stage with a loader of the tiny catalog."""

    def __init__(self, library: CatalogLibrary) -> None:
        self.library, self.queue = library, JobQueue()
        self.loader = ModelLoader(library, self.queue)
        self.records = Records()
        self.stage = Stage(self.records)
        self.seconds = 0.0

    def player(self, target: int, **changes: object) -> int:
        number = self.stage.add_player(target)
        self.describe(number, **changes)
        return number

    def describe(self, number: int, **changes: object) -> None:
        self.stage.player(number).describe(AvatarDescription(encode(replace(PLAIN, **changes))), self.loader)  # type: ignore[arg-type]

    def finish(self) -> None:
        run_all(self.queue, self.library, FILES)

    def frame(self, elapsed: float = 0.0) -> int:
        self.seconds += elapsed
        return self.stage.frame(self.seconds)

    def uploads(self) -> list[list[int]]:
        return self.records.uploads.words[: self.records.uploads.count].tolist()

    def events(self, number: int) -> list[tuple[str, str]]:
        events = list(self.stage.player(number).events)
        self.stage.player(number).events.clear()
        return events


@pytest.fixture
def page(library: CatalogLibrary) -> Page:
    """Return an empty page."""
    return Page(library)


def test_a_player_shows_a_silhouette_and_then_the_figure(page: Page) -> None:
    target = page.stage.create_target()
    player = page.player(target)
    assert page.frame() == 2
    assert page.records.words[0, HEADER].tolist()[:2] == [2, target]
    assert page.events(player) == [("state", "loading")]
    page.finish()
    assert page.frame() == 1
    kind, where, model, who = page.records.words[0, HEADER].tolist()
    assert (kind, where, who) == (1, target, player)
    assert page.events(player) == [("state", "ready")]
    ops = [words[0] for words in page.uploads()]
    assert ops == [OP_TILES, OP_MODEL]
    assert page.uploads()[1][1] == model
    page.frame()
    assert page.uploads() == []


def test_an_idle_player_shows_nothing(page: Page) -> None:
    page.stage.add_player(page.stage.create_target())
    assert page.frame() == 0


def test_the_model_upload_tells_where_everything_is(page: Page) -> None:
    player = page.player(page.stage.create_target())
    page.finish()
    page.frame()
    model = page.stage.player(player).model
    assert model is not None
    words = page.uploads()[1]
    layers, height, width = model.layers.shape[:3]
    assert words[2:17] == [
        address_of(model.vertices),
        len(model.vertices),
        address_of(model.indices),
        len(model.indices),
        2,
        *model.counts,
        address_of(model.parts),
        model.part_count,
        address_of(model.layers),
        width,
        height,
        layers,
        page.uploads()[0][1],
    ]
    assert page.uploads()[0][2:5] == [address_of(model.atlas.tiles), 8, 80]


def test_a_new_description_keeps_the_old_figure_until_it_is_ready(page: Page) -> None:
    player = page.player(page.stage.create_target())
    page.finish()
    page.frame()
    old = int(page.records.words[0, HEADER][2])
    page.events(player)
    page.describe(player, height_mm=2000)
    assert page.frame() == 1
    assert page.records.words[0, HEADER][2] == old
    assert page.stage.player(player).height == 1.68
    page.finish()
    page.frame()
    new = int(page.records.words[0, HEADER][2])
    assert new != old
    assert page.events(player) == [("state", "loading"), ("state", "ready")]
    ops = [words[:2] for words in page.uploads()]
    assert ops == [[OP_MODEL, new], [OP_RELEASE_MODEL, old]]


def test_the_last_player_takes_models_and_tiles_with_it(page: Page) -> None:
    target = page.stage.create_target()
    page.player(target)
    page.finish()
    page.frame()
    page.stage.destroy_target(target)
    assert page.frame() == 0
    assert [words[0] for words in page.uploads()] == [OP_RELEASE_MODEL, OP_RELEASE_TILES]


def test_a_load_that_fails_is_told_and_leaves_the_page_alive(page: Page) -> None:
    target = page.stage.create_target()
    player = page.player(target)
    page.queue.pump(1000)
    for file in page.library.take_requests():
        page.library.fail(file.sha256, "gone")
    page.queue.pump(1000)
    assert page.frame() == 0
    kinds = [event[0] for event in page.events(player)]
    assert kinds == ["state", "error", "state"]
    assert page.stage.player(player).state == "unavailable"


def test_an_avatar_that_is_not_drawn_as_described_is_marked(page: Page) -> None:
    target = page.stage.create_target()
    stranger = page.player(target, catalog_version=9)
    worn = page.player(target)
    page.finish()
    page.frame()
    kind, detail = page.events(stranger)[1]
    assert (kind, json.loads(detail)) == ("substituted", {"catalogMissing": True, "items": [1, 20, 40, 60]})
    assert [event[0] for event in page.events(worn)] == ["state", "state"]


def test_the_light_goes_round_with_the_camera(page: Page) -> None:
    target = page.stage.create_target()
    page.player(target)
    page.finish()
    page.frame()
    front = page.records.floats[0, 48:51].astype(float)
    assert front[2] < -0.7
    page.stage.inputs[target, 0] = math.pi / 2
    page.frame()
    assert page.records.floats[0, 48:51] == pytest.approx([front[2], front[1], -front[0]], abs=1e-6)


def test_hidden_pictures_are_not_drawn_but_go_on_loading(page: Page) -> None:
    target = page.stage.create_target()
    player = page.player(target)
    page.stage.inputs[target, 4] = 0.0
    assert page.frame() == 0
    page.finish()
    assert page.frame() == 0
    assert page.stage.player(player).state == "ready"
    page.stage.inputs[target, 4] = 1.0
    assert page.frame() == 1


def test_palettes_are_those_of_the_renderer_one_by_one(page: Page) -> None:
    target = page.stage.create_target()
    players = [page.player(target, height_mm=1500 + 100 * i, body=i % 2) for i in range(4)]
    for i, number in enumerate(players):
        page.stage.player(number).animate(("Stand0", "Wave", "Clap", "MaleYawn")[i])
        page.stage.player(number).seek(0.3 + 0.4 * i)
    page.finish()
    page.frame()
    from cna_avatars.renderer.pose_check import palette_of

    for i, number in enumerate(players):
        player = page.stage.player(number)
        animation = AvatarAnimation(player.clip)
        animation.update(animation.length * 0, False)
        animation._position = player.position
        animation._sample()
        assert player.model is not None
        expected = palette_of(animation.bone_transforms, player.model)
        assert page.records.palettes[i] == pytest.approx(expected, abs=1e-5)
        block = page.records.floats[i, BONES : BONES + 12 * BONE_COUNT].reshape(BONE_COUNT, 3, 4)
        assert np.array_equal(block, page.records.palettes[i])


def test_more_avatars_than_capacity_move_the_records_and_say_so(page: Page) -> None:
    target = page.stage.create_target()
    for i in range(20):
        number = page.player(target)
        page.stage.player(number).place(float(i), 0.0, 0.0)
    page.finish()
    page.records.status[2] = 0
    before = address_of(page.records.floats)
    assert page.frame() == 20
    assert address_of(page.records.floats) != before
    assert page.records.status[2] & FLAG_MOVED
    xs = page.records.floats[:20, 12]
    assert xs.tolist() == list(range(20))
    assert page.records.status[0] == 20


def test_time_advances_by_speed_and_ends_are_told_once(page: Page) -> None:
    number = page.player(page.stage.create_target())
    page.finish()
    page.frame()
    player = page.stage.player(number)
    page.events(number)
    player.is_looping = False
    player.animate("Wave")
    player.set_speed(8.0)
    for _ in range(4):
        page.frame(0.2)
    assert player.position == player.length
    assert page.events(number) == [("animationend", "Wave")]
    player.set_speed(-8.0)
    for _ in range(4):
        page.frame(0.2)
    assert player.position == 0
    assert page.events(number) == [("animationend", "Wave")]
    player.is_looping = True
    page.frame(0.1)
    assert player.position == player.length - 8_000_000
    player.is_paused = True
    page.frame(0.2)
    assert player.position == player.length - 8_000_000


def test_a_long_pause_between_frames_is_no_leap(page: Page) -> None:
    number = page.player(page.stage.create_target())
    page.finish()
    page.frame()
    page.frame(3600.0)
    assert page.stage.player(number).position == 2_500_000
    page.frame(-5.0)
    assert page.stage.player(number).position == 2_500_000


def test_an_expression_overrides_the_clip_until_it_is_emptied(page: Page) -> None:
    number = page.player(page.stage.create_target())
    page.finish()
    player = page.stage.player(number)
    player.seek(1.2)
    page.frame()
    assert page.records.floats[0, 60:67].tolist() == [52, 53, 50, 51, 64, 59, 72]
    player.express("Sad left-eyebrow:Raised")
    page.frame()
    assert page.records.floats[0, 60:67].tolist() == [4, 5, 6, 7, 64, 59, 67]
    player.express(" ")
    page.frame()
    assert page.records.floats[0, 66] == 72


@pytest.mark.parametrize(
    "call",
    [
        lambda p: p.animate("Moonwalk"),
        lambda p: p.express("Grumpy"),
        lambda p: p.seek(math.nan),
        lambda p: p.set_speed(math.inf),
        lambda p: p.place(0.0, 1e9, 0.0),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(page: Page, call: object) -> None:
    player = page.stage.player(page.player(page.stage.create_target()))
    before = (player.clip, player.position, player.face, player.speed, player.x)
    with pytest.raises(ArgumentError):
        call(player)  # type: ignore[operator]
    assert (player.clip, player.position, player.face, player.speed, player.x) == before


def test_pictures_have_the_lowest_free_number_and_the_inputs_never_move(page: Page) -> None:
    stage = page.stage
    assert [stage.create_target() for _ in range(3)] == [0, 1, 2]
    stage.inputs[1, 0] = 5.0
    stage.destroy_target(1)
    assert stage.create_target() == 1
    assert stage.inputs[1, :6].tolist() == [0, 0, 1, 1, 1, 0]
    before = address_of(stage.inputs)
    for _ in range(1021):
        stage.create_target()
    assert address_of(stage.inputs) == before
    with pytest.raises(InvalidOperationError, match="at most 1024 pictures"):
        stage.create_target()
    with pytest.raises(ArgumentError, match="number of a picture; got 9999"):
        stage.add_player(9999)
    with pytest.raises(ArgumentError, match="number of a player; got 5"):
        stage.player(5)


def test_drawers_share_the_picture_and_the_device(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    from cna_avatars.gamer_services import GamerServicesDispatcher

    monkeypatch.setattr(type(GamerServicesDispatcher), "graphics_device", lambda self: page.records)
    target = page.stage.create_target()
    renderer = AvatarRenderer(AvatarDescription(encode(PLAIN)), loader=page.loader)
    wave = AvatarAnimation(9)

    def draw(device: Records, view: object) -> None:
        del device, view
        renderer.draw(wave)

    page.stage.target(target).drawers.append(draw)
    assert page.frame() == 2
    page.finish()
    page.frame()
    assert page.frame() == 1
    assert page.records.words[0, HEADER].tolist()[:2] == [1, target]
    assert page.records.floats[0, 52:55].tolist() == pytest.approx([0.65] * 3)
    assert page.records.floats[0, [0, 5, 10]].tolist() == [-1.0, 1.0, -1.0]


# --- parts ----------------------------------------------------------------------------------------------------------


def test_normals_follow_any_world() -> None:
    mirror = math3d.create_scale((-2.0, 1.0, 0.5))
    world = math3d.multiply(mirror, math3d.create_rotation_y(0.6))
    rows = normal_matrix(world)[:, :3]
    a, b = np.array([1.0, 2.0, 0.3]), np.array([-0.5, 1.0, 2.0])
    surface_normal = np.cross(a, b)
    turned = rows @ surface_normal
    moved_a, moved_b = a @ world[:3, :3], b @ world[:3, :3]
    assert turned @ moved_a == pytest.approx(0.0, abs=1e-9)
    assert turned @ moved_b == pytest.approx(0.0, abs=1e-9)
    inverse_transpose = np.linalg.inv(world[:3, :3])
    expected = surface_normal @ inverse_transpose.T
    assert turned / np.linalg.norm(turned) == pytest.approx(expected / np.linalg.norm(expected))
    assert np.isfinite(normal_matrix(np.zeros((4, 4)))).all()


def test_the_sphere_is_uploaded_once() -> None:
    records = Records()
    first, second = records.uploads.sphere_id(), records.uploads.sphere_id()
    assert first == second
    assert records.uploads.words[:1, :2].tolist() == [[OP_SPHERE, first]]
    assert records.uploads.count == 1


@pytest.mark.parametrize("view", range(3))
@pytest.mark.parametrize("aspect", [0.5, 1.0, 2.0])
def test_a_framing_shows_all_it_must(view: int, aspect: float) -> None:
    inputs = np.zeros(16, np.float32)
    inputs[2:6] = (1.0, aspect, 1.0, view)
    for height in (1.45, 2.05):
        camera = Camera().update(inputs, height, 0.0, 0.0)
        framing = FRAMINGS[view]
        for x, y in (
            (0, framing.bottom),
            (0, framing.top),
            (framing.width / 2, framing.top),
            (-framing.width / 2, 0.9),
        ):
            clip = np.array([x * height, y * height, 0.0, 1.0]) @ camera.view_projection
            assert np.abs(clip[:2] / clip[3]).max() <= 1.0 + 1e-6
            assert 0 < clip[2] < clip[3]


def test_the_orbit_turns_about_the_avatar_and_never_over_the_pole() -> None:
    inputs = np.zeros(16, np.float32)
    inputs[:6] = (math.pi / 2, 9.0, 2.0, 1.0, 1.0, 0)
    view = Camera().update(inputs, 1.7, 0.0, 0.0)
    inputs[:3] = (0.0, 0.0, 1.0)
    plain = Camera().update(inputs, 1.7, 0.0, 0.0)
    centre = np.array([0.0, plain.eye[1], 0.0])
    assert np.linalg.norm(view.eye - centre) == pytest.approx(np.linalg.norm(plain.eye - centre) / 2, rel=1e-5)
    assert view.eye[0] > 0
    assert abs(view.eye[2]) < 1e-4
    assert view.eye[1] > centre[1]


def test_a_new_view_is_eased_to() -> None:
    inputs = np.zeros(16, np.float32)
    inputs[2:6] = (1.0, 1.0, 1.0, 0)
    camera = Camera()
    full = camera.update(inputs, 1.7, 0.0, 0.0).eye[2]
    inputs[5] = 2
    assert camera.update(inputs, 1.7, 0.0, 0.0).eye[2] == full
    between = camera.update(inputs, 1.7, 0.0, 0.1).eye[2]
    assert camera.update(inputs, 1.7, 0.0, 10.0).eye[2] < between < full


def test_another_shape_of_the_picture_is_followed_at_once() -> None:
    inputs = np.zeros(16, np.float32)
    inputs[2:6] = (1.0, 1.0, 1.0, 0)
    camera, other = Camera(), Camera()
    camera.update(inputs, 1.7, 0.0, 0.0)
    inputs[3] = 0.3
    assert np.array_equal(camera.update(inputs, 1.7, 0.0, 0.0).eye, other.update(inputs, 1.7, 0.0, 0.0).eye)


def test_shared_words_and_floats_are_the_same_memory() -> None:
    records = Records()
    records.floats[2, 0] = 1.0
    assert records.words[2, 0] == 0x3F800000
    assert json.dumps(address_of(records.floats))
