"""The scene that facts about drawing are checked on, once for each of the browser's renderers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .synthetic import SyntheticPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module", params=["webgl2", "webgpu"])
def renderer(request: pytest.FixtureRequest) -> str:
    """Name what draws; a fact of one alone is parametrised with it, indirectly."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def scene_of_module(
    browser: Browser, site_url: str, browser_config: dict[str, Any], renderer: str
) -> Iterator[SyntheticPage]:
    """Open a synthetic page that is known to draw with SwiftShader."""
    from guarded_page import guarded_page

    with guarded_page(browser, site_url, browser_config) as page:
        synthetic = SyntheticPage(page, site_url, renderer=renderer)
        assert "swiftshader" in synthetic.renderer_name.lower()
        yield synthetic


@pytest.fixture
def scene(scene_of_module: SyntheticPage) -> Iterator[SyntheticPage]:
    """The module's page, empty; the test fails for errors of the graphics interface that it leaves."""
    scene_of_module.evaluate("harness.clear()")
    yield scene_of_module
    assert scene_of_module.evaluate("harness.device.errors()") == []
