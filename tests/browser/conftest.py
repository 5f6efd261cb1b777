"""The scene that facts about drawing are checked on, once for each renderer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cna_avatars import wardrobe
from cna_avatars.animation import avatar_animation
from cna_avatars.assembly.loader import ModelLoader
from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.host import folder
from cna_avatars.jobs import JobQueue

from .software_scene import SoftwareScene
from .synthetic import SyntheticPage

if TYPE_CHECKING:
    from collections.abc import Iterator


CATALOGS = Path(__file__).resolve().parents[2] / "catalogs"


@pytest.fixture(scope="module")
def loader() -> Iterator[ModelLoader]:
    """Load models from the project's catalogs, in a library of the module's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wardrobe.installed, "_by_version", {})
        patch.setattr(avatar_animation.preset_clips, "_clips", None)
        library, queue = CatalogLibrary(wardrobe.installed), JobQueue()
        folder.install(CATALOGS, library, queue)
        yield ModelLoader(library, queue)


@pytest.fixture(scope="module", params=["webgl2", "webgpu", "software"])
def renderer(request: pytest.FixtureRequest) -> str:
    """Name what draws; a fact of one alone is parametrised with it, indirectly."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def scene_of_module(request: pytest.FixtureRequest, renderer: str) -> Iterator[SyntheticPage | SoftwareScene]:
    """Open a synthetic page that is known to draw with SwiftShader, or the scene that needs no page."""
    if renderer == "software":
        yield SoftwareScene()
        return
    from guarded_page import guarded_page

    browser, site_url, browser_config = map(request.getfixturevalue, ("browser", "site_url", "browser_config"))
    with guarded_page(browser, site_url, browser_config) as page:
        synthetic = SyntheticPage(page, site_url, renderer=renderer)
        assert "swiftshader" in synthetic.renderer_name.lower()
        yield synthetic


@pytest.fixture
def scene(scene_of_module: SyntheticPage | SoftwareScene) -> Iterator[SyntheticPage | SoftwareScene]:
    """The module's scene, empty; the test fails for errors of the graphics interface that it leaves."""
    scene_of_module.clear()
    yield scene_of_module
    assert scene_of_module.errors() == []
