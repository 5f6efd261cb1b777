"""XNA programs on the software renderer: the calls a game makes, and the picture they come to."""

from collections.abc import Iterator

import numpy as np
import pytest

from cna_avatars import AvatarAnimation, AvatarAnimationPreset, AvatarDescription, AvatarRenderer, AvatarRendererState
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.description import encode
from cna_avatars.gamer_services import GamerServicesDispatcher, IGraphicsDeviceService, ServiceContainer
from cna_avatars.jobs import JobQueue
from cna_avatars.math3d import create_look_at, create_perspective_field_of_view, create_rotation_y, create_translation
from cna_avatars.renderer.shapes import box
from cna_avatars.renderer.solid import Solid
from cna_avatars.software import SoftwareDevice

from .conftest import run_all
from .test_assembly import FILES, PLAIN

VIEW = create_look_at((0.0, 1.0, 4.0), (0.0, 0.9, 0.0))
PROJECTION = create_perspective_field_of_view(0.8, 1.0, 0.1, 20.0)
SIZE = 64


@pytest.fixture
def screen() -> Iterator[SoftwareDevice]:
    """Give gamer services a software device."""

    class Service:
        graphics_device = SoftwareDevice(SIZE, SIZE)

    services = ServiceContainer()
    services.add_service(IGraphicsDeviceService, Service())
    GamerServicesDispatcher.initialize(services)
    yield Service.graphics_device
    GamerServicesDispatcher.shut_down()


def test_an_avatar_is_a_silhouette_while_it_loads_and_then_a_figure(
    library: CatalogLibrary, screen: SoftwareDevice
) -> None:
    queue = JobQueue()
    renderer = AvatarRenderer(AvatarDescription(encode(PLAIN)), loader=ModelLoader(library, queue), clock=lambda: 0.5)
    renderer.world, renderer.view, renderer.projection = create_rotation_y(np.pi), VIEW, PROJECTION
    animation = AvatarAnimation(AvatarAnimationPreset.Stand0)
    renderer.draw(animation)
    loading = screen.picture()
    assert 0 < loading[..., 3].max() < 255
    assert (loading[..., 2] >= loading[..., 0]).all()
    run_all(queue, library, FILES)
    assert renderer.state is AvatarRendererState.Ready
    screen.clear()
    renderer.draw(animation)
    figure = screen.picture()
    assert figure[..., 3].max() == 255
    screen.clear()
    renderer.world = create_translation((0.0, 50.0, 0.0))
    renderer.draw(animation)
    assert not screen.picture().any()


def test_a_thing_that_moves_between_two_draws_is_drawn_in_both_places(screen: SoftwareDevice) -> None:
    """Also when a program changes its matrix in place."""
    prop = Solid([(box(0.3, 0.3, 0.3), (1.0, 1.0, 1.0))])
    prop.view, prop.projection = VIEW, PROJECTION
    prop.world = create_translation((-0.8, 0.9, 0.0))
    prop.draw()
    prop.world[3, 0] = 0.8
    prop.draw()
    alpha = screen.picture()[..., 3]
    assert alpha[:, :32].any()
    assert alpha[:, 32:].any()


def test_a_prop_turned_to_the_light_shows_its_colour(screen: SoftwareDevice) -> None:
    prop = Solid([(box(0.8, 0.8, 0.8).moved(create_translation((0.0, 0.9, 0.0))), (1.0, 0.5, 0.25))])
    prop.view, prop.projection = VIEW, PROJECTION
    prop.draw()
    assert screen.picture()[32, 32].tolist() == pytest.approx([255, 128, 64, 255], abs=1)
    screen.clear()
    prop.world = create_rotation_y(np.pi / 4)
    prop.draw()
    turned = screen.picture()[32, [30, 34]].astype(int)
    expected = 255 * np.array([1.0, 0.5, 0.25]) * (0.35 + 0.65 * np.cos(np.pi / 4))
    assert np.abs(turned[:, :3] - expected).max() <= 3
