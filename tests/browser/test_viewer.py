"""The viewer page: what a person sees and can do, from the first moment."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from cna_avatars import AvatarAnimationPreset, AvatarDescription
from guarded_page import guarded_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

START_MS = 60_000


def open_viewer(page: Page, site_url: str, code: str = "") -> None:
    page.goto(site_url + (f"#{code}" if code else ""))


def wait_until_ready(page: Page) -> None:
    page.locator("body[data-state=ready]").wait_for(timeout=START_MS)
    page.locator("#random:enabled").wait_for()


def code_of(page: Page) -> str:
    text: str = page.evaluate("location.hash.slice(1)")
    return text


def attribute(page: Page, name: str) -> str | None:
    return page.locator("#avatar").get_attribute(name)


@pytest.fixture(scope="module")
def viewer(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[Page]:
    """The viewer with an avatar on stage; one for the module, since Python takes seconds to start."""
    with guarded_page(browser, site_url, browser_config) as page:
        open_viewer(page, site_url)
        wait_until_ready(page)
        yield page


def test_it_looks_finished_before_python_is_there(page: Page, site_url: str) -> None:
    """With the runtime held back: the stage, a silhouette, progress, and every control in place but off."""
    page.route("**/runtime/manifest.json", lambda _: None)
    open_viewer(page, site_url)
    page.locator("#animations .pill").first.wait_for()
    assert page.locator("cna-avatar > img").is_visible()
    assert page.locator("#progress").is_visible()
    assert page.locator("#animations input").count() == len(AvatarAnimationPreset)
    assert page.locator("#random").is_disabled()
    assert not page.locator("#notice").is_visible()


def test_it_shows_a_random_avatar_that_its_address_names(viewer: Page) -> None:
    description = AvatarDescription.from_share_code(code_of(viewer))
    assert description.is_valid
    assert f"{description.height:.2f} m" in viewer.locator("#facts-line").inner_text()
    assert viewer.locator("#facts-list dt").count() >= 4
    assert attribute(viewer, "animation") == "Stand0"
    assert viewer.locator("#link").input_value() == viewer.url


def test_a_link_shows_its_avatar_to_others(viewer: Page, browser: Browser) -> None:
    link = viewer.locator("#link").input_value()
    with browser.new_context() as other:
        visitor = other.new_page()
        visitor.goto(link)
        wait_until_ready(visitor)
        assert attribute(visitor, "code") == code_of(viewer) == code_of(visitor)
        assert visitor.locator("#facts-list").inner_text() == viewer.locator("#facts-list").inner_text()


def test_random_makes_a_new_one_and_back_returns(viewer: Page) -> None:
    first = code_of(viewer)
    viewer.locator("#random").click()
    viewer.wait_for_url(lambda url: url.partition("#")[2] != first)
    second = code_of(viewer)
    viewer.go_back()
    viewer.locator(f'#avatar[code="{first}"]').wait_for(state="attached")
    viewer.go_forward()
    viewer.locator(f'#avatar[code="{second}"]').wait_for(state="attached")


def test_every_preset_can_be_chosen_by_its_name(viewer: Page) -> None:
    inputs = viewer.locator("#animations input")
    values = inputs.evaluate_all("(inputs) => inputs.map(({ value }) => value)")
    assert sorted(values) == sorted(preset.name for preset in AvatarAnimationPreset)
    for name, text in (("FemaleIdleCheckNails", "Check nails"), ("Celebrate", "Celebrate"), ("Stand3", "Stand 3")):
        pill = viewer.locator(f'.pill:has(input[value="{name}"])')
        assert pill.inner_text() == text
        pill.click()
        assert attribute(viewer, "animation") == name
    assert not viewer.locator("#notice").is_visible()


def test_every_expression_is_accepted(viewer: Page) -> None:
    errors = viewer.evaluate(
        """() => {
          const errors = [];
          document.getElementById("avatar").addEventListener("error", ({ detail }) => errors.push(detail.message));
          const inputs = [...document.querySelectorAll("#expressions input")];
          for (const input of inputs) input.click();
          return [inputs.length, errors];
        }"""
    )
    assert errors == [22, []]


def test_speed_loop_and_pause_reach_the_avatar(viewer: Page) -> None:
    speed = viewer.locator("#speed")
    for value, text in (("-2", "−2×"), ("0", "0×"), ("1.5", "1.5×")):
        speed.fill(value)
        assert attribute(viewer, "speed") == value
        assert viewer.locator("#speed-text").inner_text() == text
    viewer.locator("#loop").uncheck()
    assert attribute(viewer, "loop") == "false"
    viewer.locator("#play").click()
    assert attribute(viewer, "paused") is not None
    viewer.locator("#play").click()
    assert attribute(viewer, "paused") is None
    viewer.locator("#views input[value=head]").check(force=True)
    assert attribute(viewer, "view") == "head"


def test_copying_the_link_says_so(viewer: Page) -> None:
    viewer.context.grant_permissions(["clipboard-read", "clipboard-write"])
    viewer.locator("#copy").click()
    viewer.locator("#feedback:has-text('copied')").wait_for()
    assert viewer.evaluate("navigator.clipboard.readText()") == viewer.url


def test_the_saved_picture_is_a_transparent_png_of_1024_pixels(page: Page, site_url: str) -> None:
    open_viewer(page, site_url)
    wait_until_ready(page)
    with page.expect_download() as download:
        page.locator("#save").click()
    assert re.fullmatch(r"avatar-[\w-]{12}\.png", download.value.suggested_filename)
    image = Image.open(io.BytesIO(download.value.path().read_bytes()))
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (1024, 1024))
    alpha = np.asarray(image)[..., 3]
    assert alpha[0].max() == 0
    assert 0.08 < (alpha == 255).mean() < 0.6


@pytest.mark.parametrize("code", ["nonsense", "%E0%A4%A", "A" * 58])
def test_a_broken_link_is_explained_and_a_random_avatar_offered(page: Page, site_url: str, code: str) -> None:
    open_viewer(page, site_url, code)
    notice = page.locator("#notice")
    notice.wait_for(timeout=START_MS)
    assert "link" in notice.inner_text()
    page.locator("#notice-random").click()
    wait_until_ready(page)
    assert not notice.is_visible()
    assert AvatarDescription.from_share_code(code_of(page)).is_valid


@pytest.mark.allow_console_errors(r".*")
def test_a_start_that_fails_names_what_is_missing(page: Page, site_url: str) -> None:
    page.route("**/runtime/manifest.json", lambda route: route.fulfill(status=404, body=""))
    open_viewer(page, site_url)
    notice = page.locator("#notice")
    notice.wait_for(timeout=START_MS)
    assert "manifest.json" in notice.inner_text()
    assert page.locator("#notice-reload").is_visible()
    assert page.locator("cna-avatar > img").is_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390), (1280, 800)])
def test_nothing_hangs_over_the_side(viewer: Page, width: int, height: int) -> None:
    viewer.set_viewport_size({"width": width, "height": height})
    sizes = viewer.evaluate(
        """() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const panel = document.querySelector(".panel");
          const over = [...document.querySelectorAll("button, input, label, h1, h2, p, dl")].filter((element) => {
            const { left, right, width } = element.getBoundingClientRect();
            return width > 1 && (left < 0 || right > innerWidth + 0.5);
          });
          return [scrollWidth - clientWidth, panel.scrollWidth - panel.clientWidth, over.map((each) => each.outerHTML)];
        }"""
    )
    assert sizes == [0, 0, []]


def test_every_control_can_be_reached_by_the_tab_key(viewer: Page) -> None:
    """Radio groups count once; the avatar itself is in the order too."""
    reached = set()
    for _ in range(40):
        viewer.keyboard.press("Tab")
        reached.add(viewer.evaluate("document.activeElement.id || document.activeElement.name || ''"))
    wanted = {
        "avatar",
        "random",
        "play",
        "reset",
        "view",
        "animation",
        "expression",
        "loop",
        "speed",
        "link",
        "copy",
        "save",
    }
    assert wanted <= reached


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.preloads: set[str] = set()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given: dict[str, Any] = dict(attrs)
        if tag == "link" and given.get("rel") == "modulepreload":
            self.preloads.add(given["href"])
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given):
            self.inline.append(tag)


def test_the_page_preloads_its_modules_and_has_nothing_inline(site_folder: Path) -> None:
    """What is not preloaded is found one import after the other; what is inline the security policy refuses."""
    links = _Links()
    links.feed((site_folder / "index.html").read_text())
    found: set[str] = set()
    waiting = [site_folder / "viewer" / "main.js"]
    while waiting:
        module = waiting.pop()
        for relative in re.findall(r"^(?:import|export)\b[^;\"]*\"(\.[^\"]+)\";", module.read_text(), re.MULTILINE):
            path = (module.parent / relative).resolve()
            name = path.relative_to(site_folder.resolve()).as_posix()
            if name not in found:
                found.add(name)
                waiting.append(path)
    assert links.preloads == found
    assert links.inline == []
