"""A page that asks for WebGPU gets it where there is one that works, and WebGL2 otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from .element_page import SEED_MALE, ElementPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

WEBGPU = "&renderer=webgpu"
FIGURE_PIXELS = 3000


@pytest.fixture(scope="module")
def opened(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[ElementPage]:
    """One page for all; it is checked for errors at the end."""
    from guarded_page import guarded_page

    with guarded_page(browser, site_url, browser_config) as page:
        avatars = ElementPage(page, site_url, query=WEBGPU)
        avatars.code()
        assert avatars.evaluate("cnaAvatarsTest.renderer()") == "webgpu"
        yield avatars


@pytest.fixture
def avatars(opened: ElementPage) -> ElementPage:
    opened.clear()
    return opened


def opaque(pixels: np.ndarray) -> int:
    return int((pixels[..., 3] > 250).sum())


def test_it_shows_what_webgl2_shows(avatars: ElementPage, page: Page, site_url: str) -> None:
    """The whole way: element, Python, records, the shared canvas, and the element's own."""
    code = avatars.code()
    avatars.add("one", code=code, animation="Celebrate", paused="", shadow="")
    other = ElementPage(page, site_url)
    other.add("one", code=code, animation="Celebrate", paused="", shadow="")
    assert other.evaluate("cnaAvatarsTest.renderer()") == "webgl2"
    shown, expected = avatars.shown("one").astype(int), other.shown("one").astype(int)
    assert opaque(expected) > FIGURE_PIXELS
    solid = (shown[..., 3] > 250) & (expected[..., 3] > 250)
    assert solid.sum() > 0.99 * opaque(expected)
    assert np.abs(shown - expected)[solid].mean() < 0.1


def test_the_picture_is_the_same_after_a_lost_device(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), paused="")
    before = avatars.shown("one")
    assert opaque(before) > FIGURE_PIXELS
    avatars.lose_context()
    avatars.step(0)
    assert np.array_equal(avatars.shown("one"), before)
    avatars.restore_context()
    avatars.step(0)
    assert np.array_equal(avatars.shown("one"), before)
    assert avatars.evaluate("cnaAvatarsTest.glErrors()") == []


def test_a_device_lost_while_loading_does_not_matter_later(avatars: ElementPage) -> None:
    code = avatars.code(SEED_MALE, 1)
    avatars.add("one", state="loading", code=code)
    avatars.lose_context()
    avatars.step(frames=5)
    avatars.restore_context()
    avatars.wait_for_state("one", "ready")
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS


NO_CANVAS = """
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind === "webgpu" ? null : getContext.call(this, kind, ...rest);
};
"""


@pytest.mark.parametrize(
    ("browser_without", "reason"),
    [
        ("Object.defineProperty(Navigator.prototype, 'gpu', { value: undefined })", "no WebGPU here"),
        ("GPU.prototype.requestAdapter = async () => null", "no adapter"),
        ("GPUAdapter.prototype.requestDevice = async () => { throw new Error('out of devices'); }", "out of devices"),
        (NO_CANVAS, "no WebGPU context"),
        ("GPUQueue.prototype.submit = () => {}", "does not arrive"),
    ],
)
def test_webgl2_draws_where_webgpu_cannot(page: Page, site_url: str, browser_without: str, reason: str) -> None:
    """And the console says why."""
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.add_init_script(browser_without)
    avatars = ElementPage(page, site_url, query=WEBGPU)
    avatars.add("one", code=avatars.code())
    assert avatars.evaluate("cnaAvatarsTest.renderer()") == "webgl2"
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS
    assert any("WebGL2 draws instead of WebGPU" in text and reason in text for text in messages), messages


def test_webgl2_draws_where_a_driver_refuses_a_shader(page: Page, site_url: str) -> None:
    """The browser's message names the line, and comes before anything was drawn."""
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    source = "fn vertex_main() -> f32 { return missing; }"
    page.route("**/shaders/avatar.wgsl", lambda route: route.fulfill(body=source, content_type="text/plain"))
    avatars = ElementPage(page, site_url, query=WEBGPU)
    avatars.add("one", code=avatars.code())
    assert avatars.evaluate("cnaAvatarsTest.renderer()") == "webgl2"
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS
    assert any("WebGL2 draws instead of WebGPU" in text and "missing" in text for text in messages), messages


def test_the_page_itself_may_ask_for_webgpu(page: Page, site_url: str) -> None:
    """By a meta element, so that no address need be changed."""
    avatars = ElementPage(page, site_url, body='<meta name="cna-avatars-renderer" content="webgpu">')
    avatars.code()
    assert avatars.evaluate("cnaAvatarsTest.renderer()") == "webgpu"


def test_a_renderer_of_another_name_is_told_and_webgl2_draws(page: Page, site_url: str) -> None:
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    avatars = ElementPage(page, site_url, query="&renderer=metal")
    avatars.code()
    assert avatars.evaluate("cnaAvatarsTest.renderer()") == "webgl2"
    assert any("Expected a renderer of webgl2, webgpu; got metal." in text for text in messages)
