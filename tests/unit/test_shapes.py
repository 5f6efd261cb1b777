"""Shapes and solids: closed, facing outwards, drawn like any model."""

import numpy as np
import pytest

from cna_avatars.assembly.model import VERTEX
from cna_avatars.errors import ArgumentError, InvalidOperationError
from cna_avatars.gamer_services.dispatcher import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer
from cna_avatars.math3d import create_rotation_z, create_translation, multiply
from cna_avatars.renderer.device import AvatarDraw, SilhouetteDraw
from cna_avatars.renderer.shapes import Shape, ball, box, lathe, plane
from cna_avatars.renderer.solid import Solid

BOTTLE = [(0.0, 0.0), (0.3, 0.0), (0.3, 0.0), (0.3, 1.0), (0.1, 1.4), (0.1, 1.4), (0.0, 1.4)]
CLOSED = {
    "box": (box(2.0, 3.0, 4.0), 24.0),
    "ball": (ball(0.5, 96), np.pi / 6),
    "lathe": (lathe(BOTTLE, 96), np.pi * (0.09 + 0.4 * (0.09 + 0.03 + 0.01) / 3)),
}


def clockwise_normals(shape: Shape) -> np.ndarray:
    a, b, c = (shape.positions[shape.triangles[:, i]] for i in range(3))
    return np.cross(c - a, b - a)


@pytest.mark.parametrize("name", CLOSED)
def test_triangles_are_clockwise_from_outside_and_agree_with_the_normals(name: str) -> None:
    shape, _ = CLOSED[name]
    facing = clockwise_normals(shape)
    assert (np.linalg.norm(facing, axis=1) > 0).all()
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    for corner in range(3):
        assert ((facing * shape.normals[shape.triangles[:, corner]]).sum(1) > 0.3).all()


@pytest.mark.parametrize("name", CLOSED)
def test_a_closed_shape_has_its_volume(name: str) -> None:
    shape, volume = CLOSED[name]
    a, b, c = (shape.positions[shape.triangles[:, i]] for i in range(3))
    assert (np.cross(c, b) * a).sum() / 6 == pytest.approx(volume, rel=0.003)


def test_two_equal_points_of_a_profile_make_a_sharp_edge() -> None:
    shape = lathe(BOTTLE, 8)
    at_edge = shape.normals[
        np.isclose(shape.positions[:, 1], 0.0) & np.isclose(np.hypot(*shape.positions[:, ::2].T), 0.3)
    ]
    assert {tuple(np.abs(np.round(n, 6))) for n in at_edge if abs(n[1]) > 0.5} == {(0.0, 1.0, 0.0)}
    assert (np.abs(at_edge[:, 1]) < 1e-9).sum() == 9


def test_a_plane_faces_up() -> None:
    assert (clockwise_normals(plane(2.0, 4.0))[:, 1] > 0).all()


def test_moving_turns_the_normals_but_does_not_move_them() -> None:
    moved = plane(1.0, 1.0).moved(multiply(create_rotation_z(np.pi / 2), create_translation((5.0, 0.0, 0.0))))
    assert moved.normals[0] == pytest.approx((-1.0, 0.0, 0.0))
    assert moved.positions[:, 0] == pytest.approx(np.full(4, 5.0))


@pytest.mark.parametrize(("profile", "segments"), [([(0.1, 0.0)], 8), ([(0.1, 0.0), (-0.1, 1.0)], 8), (BOTTLE, 2)])
def test_a_profile_that_sweeps_nothing_is_refused(profile: list[tuple[float, float]], segments: int) -> None:
    with pytest.raises(ArgumentError, match="Expected two or more points"):
        lathe(profile, segments)


class Device:
    def __init__(self) -> None:
        self.draws: list[AvatarDraw] = []
        self.graphics_device = self

    def draw_avatar(self, draw: AvatarDraw) -> None:
        self.draws.append(draw)

    def draw_silhouette(self, draw: SilhouetteDraw) -> None:
        raise AssertionError("a solid has no silhouette")


def test_a_solid_is_drawn_with_its_colours_world_and_camera() -> None:
    device, services = Device(), ServiceContainer()
    services.add_service(IGraphicsDeviceService, device)
    GamerServicesDispatcher.initialize(services)
    try:
        solid = Solid([(box(1, 1, 1), (0.2, 0.4, 0.6)), (plane(2, 2), (1.0, 0.5, 0.0))])
        solid.world = create_translation((1.0, 2.0, 3.0))
        solid.view = create_translation((0.0, 0.0, -7.0))
        solid.draw()
    finally:
        GamerServicesDispatcher.shut_down()
    (draw,) = device.draws
    assert draw.model.vertices.dtype == VERTEX
    assert draw.model.counts == (len(draw.model.indices), 0, 0) == (42, 0, 0)
    assert draw.model.vertices["part"][:, 0].tolist() == [0] * 24 + [1] * 4
    assert draw.model.parts[:2, :3].ravel() == pytest.approx((0.2, 0.4, 0.6, 1.0, 0.5, 0.0))
    assert draw.model.parts[64:66, 0].tolist() == [-1.0, -1.0]
    assert draw.world[3, :3].tolist() == [1.0, 2.0, 3.0]
    assert draw.view.eye.tolist() == [0.0, 0.0, 7.0]


def test_a_solid_without_gamer_services_has_no_device() -> None:
    with pytest.raises(InvalidOperationError, match="not initialized"):
        Solid([(plane(1, 1), (1.0, 1.0, 1.0))]).draw()


def test_a_solid_of_no_shapes_is_refused() -> None:
    with pytest.raises(ArgumentError, match="Expected 1 to 64 shapes; got 0"):
        Solid([])
