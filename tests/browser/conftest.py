"""The scene that facts about drawing are checked on, once for each renderer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .software_scene import SoftwareScene
from .synthetic import SyntheticPage

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module", params=["webgl2", "webgpu", "software"])
def renderer(request: pytest.FixtureRequest) -> str:
    """Name what draws; a fact of one alone is parametrised with it, indirectly."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def scene_of_module(
    request: pytest.FixtureRequest, renderer: str
) -> Iterator[SyntheticPage | SoftwareScene]:
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
