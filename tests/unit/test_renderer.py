import math
from typing import Any

import numpy as np
import pytest

from cna_avatars import (
    AvatarAnimation,
    AvatarAnimationPreset,
    AvatarBone,
    AvatarDescription,
    AvatarExpression,
    AvatarMouth,
    AvatarRenderer,
    AvatarRendererState,
    math3d,
)
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.description import encode
from cna_avatars.errors import (
    ArgumentError,
    ArgumentNullError,
    InvalidOperationError,
    NotSupportedError,
    ObjectDisposedError,
)
from cna_avatars.gamer_services import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer
from cna_avatars.jobs import JobQueue
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw, TwoDimensionalDevice
from cna_avatars.skeleton import PARENTS

from .conftest import run_all
from .test_assembly import FILES, PLAIN

IDENTITIES = np.tile(np.eye(4), (71, 1, 1))
NEUTRAL = AvatarExpression()


class RecordingDevice:
    """A device that keeps what it was given."""

    def __init__(self) -> None:
        self.avatars: list[AvatarDraw] = []
        self.silhouettes: list[SilhouetteDraw] = []

    def draw_avatar(self, draw: AvatarDraw) -> None:
        self.avatars.append(draw)

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        self.silhouettes.append(draw)


class DeviceService:
    def __init__(self, device: Any) -> None:
        self.graphics_device = device


@pytest.fixture
def device() -> Any:
    """Give gamer services a recording device."""
    recording = RecordingDevice()
    initialize(recording)
    yield recording
    GamerServicesDispatcher.shut_down()


def initialize(device: Any) -> None:
    services = ServiceContainer()
    services.add_service(IGraphicsDeviceService, DeviceService(device))
    GamerServicesDispatcher.initialize(services)


class Loading:
    """A loader of the tiny catalog, and renderers that use it."""

    def __init__(self, library: CatalogLibrary) -> None:
        self.library = library
        self.queue = JobQueue()
        self.loader = ModelLoader(library, self.queue)

    def renderer(self, use_effect: bool = True, description: AvatarDescription | None = None) -> AvatarRenderer:
        description = description or AvatarDescription(encode(PLAIN))
        return AvatarRenderer(description, use_effect, loader=self.loader, clock=lambda: 2.0)

    def finish(self) -> None:
        run_all(self.queue, self.library, FILES)

    def ready(self, description: AvatarDescription | None = None) -> AvatarRenderer:
        renderer = self.renderer(description=description)
        self.finish()
        assert renderer.state is AvatarRendererState.Ready
        return renderer


@pytest.fixture
def loading(library: CatalogLibrary) -> Loading:
    """Return a loader of the tiny catalog."""
    return Loading(library)


def test_a_missing_description_is_refused() -> None:
    with pytest.raises(ArgumentNullError, match="avatar_description"):
        AvatarRenderer(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("first", [0, 7])
def test_bytes_without_an_avatar_are_unavailable_and_draw_nothing(first: int, device: RecordingDevice) -> None:
    renderer = AvatarRenderer(AvatarDescription(bytes([first]) * 1021))
    assert renderer.state is AvatarRendererState.Unavailable
    assert (renderer.bone_count, renderer.parent_bones) == (71, PARENTS)
    renderer.draw(IDENTITIES, NEUTRAL)
    assert (device.avatars, device.silhouettes) == ([], [])
    with pytest.raises(InvalidOperationError, match="once the avatar is ready"):
        _ = renderer.bind_pose


def test_defaults_are_the_contracts(loading: Loading) -> None:
    renderer = loading.renderer()
    assert renderer.light_color == (0.65, 0.65, 0.65)
    assert renderer.light_direction == (0.0, 0.0, -1.0)
    assert renderer.ambient_light_color == (0.35, 0.35, 0.35)
    for matrix in (renderer.world, renderer.view, renderer.projection):
        assert np.array_equal(matrix, np.eye(4))


def test_it_is_loading_until_the_jobs_are_done_and_somebody_asks(loading: Loading) -> None:
    renderer = loading.renderer()
    assert renderer.state is AvatarRendererState.Loading
    assert renderer.parent_bones == PARENTS
    with pytest.raises(InvalidOperationError):
        _ = renderer.bind_pose
    loading.finish()
    assert renderer.bind_pose.shape == (71, 4, 4)
    assert renderer.state is AvatarRendererState.Ready


def test_bind_pose_is_the_half_turn_of_the_models_joints_and_scales_with_height(loading: Loading) -> None:
    from dataclasses import replace

    tall = AvatarDescription(encode(replace(PLAIN, height_mm=2000)))
    short = AvatarDescription(encode(replace(PLAIN, height_mm=1500)))
    poses = [loading.ready(description).bind_pose for description in (tall, short)]
    assert poses[0][14, 3, :3] == pytest.approx(poses[1][14, 3, :3] * (2000 / 1500), rel=1e-3)
    model = loading.loader.cached(tall.description)
    assert model is None
    parts = math3d.decompose(poses[0])
    assert parts.ok.all()
    assert np.abs(parts.rotation[:, 3] - 1).max() < 1e-6
    with pytest.raises(ValueError, match="read-only"):
        poses[0][0, 0, 0] = 2


def test_a_load_that_ends_inside_a_draw_keeps_that_frame_loading(loading: Loading, device: RecordingDevice) -> None:
    renderer = loading.renderer()
    loading.finish()
    renderer.draw(np.zeros((71, 4, 4)), NEUTRAL)
    assert len(device.silhouettes) == 2
    assert device.avatars == []
    assert renderer.state is AvatarRendererState.Ready
    with pytest.raises(InvalidOperationError, match="decomposable; Root"):
        renderer.draw(np.zeros((71, 4, 4)), NEUTRAL)


def test_the_loading_effect_is_a_silhouette_of_the_avatars_height(loading: Loading, device: RecordingDevice) -> None:
    renderer = loading.renderer()
    renderer.draw(IDENTITIES, NEUTRAL)
    head, body = device.silhouettes
    pulse = 0.5 + 0.5 * math.sin(6.0)
    scale = 1 + 0.03 * pulse
    assert head.world[3, 1] == pytest.approx(0.9 * 1.68 * scale)
    assert head.world[1, 1] == pytest.approx(0.1 * 1.68 * scale)
    assert body.world[0, 0] == pytest.approx(0.2 * scale)
    alpha = 0.25 + 0.35 * pulse
    assert head.color == pytest.approx((0.45 * alpha, 0.7 * alpha, alpha, alpha))


def test_without_the_effect_a_loading_draw_needs_no_device(loading: Loading) -> None:
    renderer = loading.renderer(use_effect=False)
    renderer.draw(IDENTITIES, NEUTRAL)
    with pytest.raises(InvalidOperationError, match="not initialized"):
        loading.renderer(use_effect=True).draw(IDENTITIES, NEUTRAL)


def test_null_comes_before_disposed_and_disposed_before_counting(loading: Loading) -> None:
    renderer = loading.ready()
    renderer.dispose()
    renderer.dispose()
    with pytest.raises(ArgumentNullError, match="animation"):
        renderer.draw(None)
    with pytest.raises(ObjectDisposedError):
        renderer.draw(IDENTITIES[:70], NEUTRAL)
    for name in ("state", "bind_pose"):
        with pytest.raises(ObjectDisposedError):
            getattr(renderer, name)


@pytest.mark.parametrize("shape", [(70, 4, 4), (72, 4, 4), (71, 4, 3), (71, 16)])
def test_exactly_71_matrices_are_asked_for_even_while_loading(loading: Loading, shape: tuple) -> None:
    with pytest.raises(ArgumentError, match="exactly 71 matrices") as caught:
        loading.renderer(use_effect=False).draw(np.zeros(shape), NEUTRAL)
    assert caught.value.parameter == "bones"


def test_what_is_no_animation_is_refused(loading: Loading) -> None:
    with pytest.raises(ArgumentError, match="IAvatarAnimation"):
        loading.renderer(use_effect=False).draw(IDENTITIES)
    with pytest.raises(ArgumentError, match="matrices of numbers"):
        loading.renderer(use_effect=False).draw("bones", NEUTRAL)


def test_bones_are_checked_before_the_device(loading: Loading) -> None:
    renderer = loading.ready()
    broken = IDENTITIES.copy()
    broken[20] = 0.0
    with pytest.raises(InvalidOperationError, match=r"decomposable; ShoulderLeft \(20\)"):
        renderer.draw(broken, NEUTRAL)
    with pytest.raises(InvalidOperationError, match="not initialized"):
        renderer.draw(IDENTITIES, NEUTRAL)
    initialize(None)
    with pytest.raises(InvalidOperationError, match="there is none"):
        renderer.draw(IDENTITIES, NEUTRAL)
    GamerServicesDispatcher.shut_down()


def test_a_device_that_cannot_refuses_every_time(loading: Loading) -> None:
    renderer = loading.ready()
    initialize(TwoDimensionalDevice())
    for _ in range(2):
        with pytest.raises(NotSupportedError, match="two dimensions"):
            renderer.draw(IDENTITIES, NEUTRAL)
    GamerServicesDispatcher.shut_down()


def test_dispose_while_loading_harms_nobody(loading: Loading) -> None:
    first, second = loading.renderer(), loading.renderer()
    first.dispose()
    loading.finish()
    assert second.state is AvatarRendererState.Ready


def test_identical_descriptions_share_one_model_and_one_job(loading: Loading, device: RecordingDevice) -> None:
    first, second = loading.renderer(), loading.renderer()
    assert len(loading.queue) == 1
    loading.finish()
    third = loading.renderer()
    assert len(loading.queue) == 0
    clap, wave = AvatarAnimation(AvatarAnimationPreset.Clap), AvatarAnimation(AvatarAnimationPreset.Wave)
    wave.update(wave.length / 2, False)
    for renderer, animation in ((first, clap), (second, wave), (third, clap)):
        assert renderer.state is AvatarRendererState.Ready
        renderer.draw(animation)
    assert device.avatars[0].model is device.avatars[1].model is device.avatars[2].model
    assert not np.array_equal(device.avatars[0].palette, device.avatars[1].palette)
    assert np.array_equal(device.avatars[0].palette, device.avatars[2].palette)


def test_the_expression_chooses_the_tiles_and_nonsense_counts_as_neutral(
    loading: Loading, device: RecordingDevice
) -> None:
    renderer = loading.ready()
    renderer.draw(
        IDENTITIES, AvatarExpression(mouth=AvatarMouth.Happy, left_eye=13, right_eye=2, left_eyebrow=4, right_eyebrow=1)
    )  # type: ignore[arg-type]
    renderer.draw(IDENTITIES, AvatarExpression(mouth=99, left_eye=-1))  # type: ignore[arg-type]
    assert device.avatars[0].tiles == (52, 53, 10, 11, 64, 59, 72)
    assert device.avatars[1].tiles == (0, 1, 2, 3, 56, 57, 66)


def test_any_world_is_drawn_singular_and_projective_ones_too(loading: Loading, device: RecordingDevice) -> None:
    renderer = loading.ready()
    renderer.world = math3d.create_shadow((0.0, 1.0, 0.0), (0.0, 1.0, 0.0, -0.001))
    renderer.view = np.zeros((4, 4))
    renderer.draw(IDENTITIES, NEUTRAL)
    assert np.isfinite(device.avatars[0].world).all()
    assert np.isfinite(device.avatars[0].view.eye).all()


def test_bones_keep_the_avatars_offsets_and_the_root_takes_its_translation(
    loading: Loading, device: RecordingDevice
) -> None:
    renderer = loading.ready()
    bones = IDENTITIES.copy()
    bones[0, 3, :3] = (0.25, 0.5, -1.0)
    bones[20, 3, :3] = (9.0, 9.0, 9.0)
    renderer.draw(bones, NEUTRAL)
    assert device.avatars[0].palette[:, :, 3] == pytest.approx(np.tile([-0.25, 0.5, 1.0], (71, 1)), abs=1e-6)


def test_bone_scale_is_honoured_and_reaches_the_children(loading: Loading, device: RecordingDevice) -> None:
    renderer = loading.ready()
    bones = IDENTITIES.copy()
    bones[19, :3, :3] *= 0.001
    bones[33, :3, :3] = np.diag([2.0, 1.0, 0.5])
    renderer.draw(bones, NEUTRAL)
    palette = device.avatars[0].palette
    assert palette[19, :, :3] == pytest.approx(np.eye(3) * 0.001, abs=1e-7)
    assert palette[37, :, :3] == pytest.approx(np.diag([2.0, 1.0, 0.5]), abs=1e-6)


@pytest.mark.parametrize(
    "preset", [AvatarAnimationPreset.Stand0, AvatarAnimationPreset.Wave, AvatarAnimationPreset.MaleYawn]
)
def test_attachments_meet_the_joints_that_are_drawn(
    preset: AvatarAnimationPreset, loading: Loading, device: RecordingDevice
) -> None:
    from dataclasses import replace
    from datetime import timedelta

    renderer = loading.ready(AvatarDescription(encode(replace(PLAIN, body=1, height_mm=1930, build=200))))
    renderer.world = math3d.multiply(math3d.create_rotation_y(0.73), math3d.create_translation((2.0, -0.4, 1.3)))
    animation = AvatarAnimation(preset)
    for seconds in (0.37, 1.1):
        animation.current_position = timedelta(seconds=seconds)
        renderer.draw(animation)
        worlds: list[np.ndarray] = []
        for bone, parent in enumerate(PARENTS):
            local = math3d.multiply(
                animation.bone_transforms[bone].astype(float), renderer.bind_pose[bone].astype(float)
            )
            worlds.append(math3d.multiply(local, renderer.world if parent < 0 else worlds[parent]))
        draw = device.avatars[-1]
        for bone in AvatarBone:
            joint = draw.palette[bone].astype(float) @ np.append(draw.model.bind_world[bone].astype(float), 1.0)
            assert math3d.transform(joint, draw.world) == pytest.approx(worlds[bone][3, :3], abs=1e-4)


def test_a_broken_body_makes_it_unavailable_and_says_why(loading: Loading) -> None:
    renderer = loading.renderer()
    loading.queue.pump(1000)
    for file in loading.library.take_requests():
        loading.library.fail(file.sha256, "gone")
    loading.queue.pump(1000)
    assert renderer.state is AvatarRendererState.Unavailable
    assert "gone" in str(renderer.error)
    renderer.draw(IDENTITIES, NEUTRAL)


def test_dispatcher_rules() -> None:
    GamerServicesDispatcher.shut_down()
    assert not GamerServicesDispatcher.is_initialized
    with pytest.raises(InvalidOperationError, match="not initialized"):
        GamerServicesDispatcher.update()
    with pytest.raises(ArgumentNullError, match="service_provider"):
        GamerServicesDispatcher.initialize(None)  # type: ignore[arg-type]
    services = ServiceContainer()
    services.add_service(str, "x")
    with pytest.raises(ArgumentError, match="there is one"):
        services.add_service(str, "y")
    services.remove_service(str)
    assert services.get_service(str) is None
    GamerServicesDispatcher.initialize(services)
    GamerServicesDispatcher.update()
    GamerServicesDispatcher.shut_down()
