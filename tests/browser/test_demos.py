"""The demos: each page runs its program without an error, and shows what it says."""

from __future__ import annotations

import base64
import io
import json
import re
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from cna_avatars import AvatarAnimationPreset, AvatarBone
from cna_avatars.math3d import create_shadow
from cna_avatars.skeleton import PARENTS
from guarded_page import PageGuard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray
    from playwright.sync_api import Page, Route

    Open = Callable[[str], "Demo"]

NAMES = (
    "blending", "boundary", "compare", "custom", "gallery", "kinematics", "multiple", "net", "prop", "shadows", "wave",
)  # fmt: skip
SIZES = ((1280, 760), (390, 800))
PIXELS = 256
FRAME = 1 / 30

SETUP = """
import json
from datetime import timedelta

import numpy as np

from cna_avatars import AvatarAnimation, AvatarAnimationPreset, AvatarRenderer, AvatarRendererState
from cna_avatars.host import web
from cna_avatars.renderer.attachments import bone_world_transforms
"""

INSTALL = """async (setup) => {
  const { boot } = await import("../runtime/boot.js");
  const { pyodide } = await boot();
  globalThis.game = document.querySelector("cna-game");
  globalThis.python = (code) => {
    const result = pyodide.runPython(code);
    if (typeof result?.destroy === "function") throw new Error("Expected a plain result of " + code);
    return result ?? null;
  };
  globalThis.step = async (seconds, frames) => {
    for (let frame = 0; frame < frames; frame++) {
      globalThis.cnaAvatarsTest?.step(seconds);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  globalThis.settle = async (condition, frames) => {
    for (let frame = 0; frame < frames; frame++) {
      if (document.querySelector("#status.error")) throw new Error(document.querySelector("#status").textContent);
      if (python(condition)) return frame;
      await step(1 / 30, 1);
    }
    throw new Error(`Not settled after ${frames} frames: ${condition}`);
  };
  python(setup);
}"""


class Demo:
    """A demo's page, moved frame by frame by the test."""

    def __init__(self, page: Page, site_url: str, name: str) -> None:
        self.page = page
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(f"{site_url}demos/{name}.html?test=1")
        page.evaluate(INSTALL, SETUP)
        self.settle("web.games._game is not None and web.games._game._is_initialized")
        self.python("game = web.games._game")

    def python(self, code: str) -> Any:
        """Run Python in the page; numbers and strings come back."""
        return self.page.evaluate("(code) => python(code)", code)

    def value(self, code: str) -> Any:
        """What an expression is, as plain data."""
        return json.loads(self.python(f"json.dumps({code})"))

    def array(self, code: str) -> NDArray[np.float64]:
        """An array of the page."""
        return np.array(self.value(f"np.asarray({code}, float).tolist()"))

    def settle(self, condition: str, frames: int = 2000) -> None:
        """Let frames pass until a Python condition holds."""
        self.page.evaluate("([condition, frames]) => settle(condition, frames)", [f"bool({condition})", frames])

    def wait_until_ready(self, *renderers: str) -> None:
        """Let frames pass until avatars are there."""
        for renderer in renderers or ("game.renderer",):
            self.settle(f"{renderer}.state is AvatarRendererState.Ready")

    def step(self, frames: int, seconds: float = FRAME) -> None:
        """Let frames pass."""
        self.page.evaluate("([seconds, frames]) => step(seconds, frames)", [seconds, frames])

    def let_pass(self, seconds: float) -> None:
        """Let time pass in few frames: what is drawn between does not matter."""
        frames = max(1, round(seconds / 0.1))
        self.step(frames, seconds / frames)

    def hold(self, key: str, seconds: float) -> None:
        """Hold a key for so long."""
        self.page.evaluate("(key) => game.press(key, true)", key)
        self.let_pass(seconds)
        self.page.evaluate("(key) => game.press(key, false)", key)

    def tap(self, key: str) -> None:
        """Press a key by its button, and let go before the next frame."""
        button = self.page.locator(f'[data-key="{key}"]')
        button.dispatch_event("pointerdown")
        button.dispatch_event("pointerup")
        self.step(2)

    @property
    def title(self) -> str:
        """What the page says under the picture."""
        return self.page.locator("#status").inner_text()

    def picture(self) -> NDArray[np.int64]:
        """The picture (256, 256, 4), premultiplied."""
        text = self.page.evaluate(
            "(size) => cnaAvatarsTest.readPixels(cnaAvatarsTest.targets()[0], size, size)", PIXELS
        )
        return np.frombuffer(base64.b64decode(text), np.uint8).reshape(PIXELS, PIXELS, 4).astype(np.int64)

    def project(self, points: NDArray[np.float64], thing: str = "game.renderer") -> NDArray[np.float64]:
        """Columns and rows (..., 2) of points of the world, as `thing` is drawn."""
        matrix = self.array(f"{thing}.view") @ self.array(f"{thing}.projection")
        clip = np.concatenate([points, np.ones((*points.shape[:-1], 1))], -1) @ matrix
        x, y = clip[..., 0] / clip[..., 3], clip[..., 1] / clip[..., 3]
        return np.stack([0.5 + 0.5 * x, 0.5 - 0.5 * y], -1) * PIXELS - 0.5

    def bones(self, transforms: str, renderer: str = "game.renderer", world: str | None = None) -> NDArray[np.float64]:
        """The world matrices of an avatar's bones."""
        return self.array(f"bone_world_transforms({transforms}, {renderer}.bind_pose, {world or f'{renderer}.world'})")


@pytest.fixture
def open_demo(page: Page, site_url: str) -> Open:
    """Open one demo in the test's page, which fails for errors."""
    return lambda name: Demo(page, site_url, name)


@contextmanager
def another_tab(page: Page, site_url: str, name: str) -> Iterator[Demo]:
    """The same demo in another tab of the same browser profile."""
    tab = page.context.new_page()
    guard = PageGuard(tab, site_url)
    yield Demo(tab, site_url, name)
    guard.verify()
    if not tab.is_closed():
        tab.close()


def changed(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where two pictures differ so that it is seen."""
    return np.abs(first - second).sum(-1) > 24


def angle(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Between two rotations, in degrees."""
    trace = float((first[:3, :3] * second[:3, :3]).sum())
    return float(np.degrees(np.arccos(np.clip((trace - 1.0) / 2.0, -1.0, 1.0))))


def test_there_is_a_page_for_each_program_and_the_list_leads_to_all(
    page: Page, site_url: str, site_folder: Path
) -> None:
    folder = site_folder / "demos"
    assert {path.stem for path in folder.glob("*.py")} == set(NAMES)
    page.goto(f"{site_url}demos/")
    links = page.locator(".demos a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
    assert sorted(links) == sorted(f"{name}.html" for name in (*NAMES, "guest"))
    assert all((folder / link).is_file() for link in links)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_is_short_narrow_and_says_what_it_shows(name: str, site_folder: Path) -> None:
    text = (site_folder / "demos" / f"{name}.py").read_text()
    assert text.startswith('"""')
    assert max(len(line) for line in text.splitlines()) <= 100
    assert len(text.splitlines()) <= 130
    modules = set(re.findall(r"^(?:from|import) (\S+)", text, re.MULTILINE))
    public = {"cna_avatars", *(f"cna_avatars.{part}" for part in ("description", "errors", "game"))}
    public |= {f"cna_avatars.renderer.{part}" for part in ("attachments", "shapes", "solid")}
    assert {module for module in modules if module.startswith("cna_avatars")} <= public
    assert not re.search(r"\.(_[a-z]\w*)", text), "only what is public"


def test_wave_shows_its_program_and_an_avatar_that_moves(open_demo: Open, site_folder: Path) -> None:
    demo = open_demo("wave")
    assert demo.page.locator("#source").inner_text() == (site_folder / "demos" / "wave.py").read_text()
    demo.wait_until_ready()
    demo.step(2)
    assert demo.title == f"Ready, {demo.value('game.description.height'):.2f} m"
    first = demo.picture()
    demo.step(20)
    assert (first[..., 3] == 255).sum() > 2000
    assert changed(first, demo.picture()).sum() > 60


@pytest.mark.parametrize("name", ["boundary", "custom", "guest"])  # the widest texts, the most buttons, and its own
def test_no_page_is_wider_than_its_window(name: str, page: Page, site_url: str) -> None:
    page.goto(f"{site_url}demos/{name}.html?test=1")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_the_gallery_names_every_preset_and_shows_it_on_the_body_it_was_made_for(open_demo: Open) -> None:
    demo = open_demo("gallery")
    for number, preset in enumerate(AvatarAnimationPreset):
        seconds = demo.value("game.animation.length.total_seconds()")
        assert demo.title == f"{preset.name}, {seconds:.1f} s ({number + 1} of 31)"
        body = demo.value("game.description.body_type.name")
        assert body in preset.name or not preset.name.startswith(("Female", "Male"))
        demo.tap("Right")
    assert demo.title.startswith("Stand0,")
    demo.page.keyboard.press("ArrowLeft")  # without a click before
    demo.step(2)
    assert demo.title.startswith("MaleYawn,")
    before = demo.value("game.description.share_code")
    demo.tap("R")
    assert demo.value("game.description.share_code") != before
    assert demo.value("game.description.body_type.name") == "Male"


def test_compare_moves_two_bodies_alike_and_changes_one_at_a_time(open_demo: Open) -> None:
    demo = open_demo("compare")
    demo.wait_until_ready("game.left.shown", "game.right.shown")
    demo.step(2)
    heights = "[each.shown.bind_pose[1:, 3, 1].sum() * 1.0 for each in (game.left, game.right)]"
    left, right = demo.array(heights)
    tops = [np.flatnonzero(half.any(1))[0] for half in np.split(demo.picture()[..., 3] > 128, 2, axis=1)]
    assert tops[0] > tops[1] + 10, "the left one is smaller"
    demo.tap("Q")
    demo.settle("game.left.shown is game.left.next")
    taller, same = demo.array(heights)
    assert taller / left == pytest.approx(1.65 / 1.55, rel=1e-3)
    assert same == right
    assert demo.title == "Celebrate: 1.65 m, build 64 and 1.95 m, build 192"
    demo.tap("S")
    demo.tap("Space")
    assert demo.title == "Clap: 1.65 m, build 64 and 1.95 m, build 255"


def test_the_boundary_answers_every_rule_as_documented(open_demo: Open) -> None:
    demo = open_demo("boundary")
    demo.wait_until_ready()
    demo.step(3)
    assert dict(line.rsplit(": ", 1) for line in demo.title.splitlines()) == {
        "Loading: the bind pose": "InvalidOperationError",
        "Loading: the number of parents": "71",
        "Loading: zero matrices": "fine",
        "Loading: 70 matrices": "ArgumentError",
        "Ready: the shape of the bind pose": "(71, 4, 4)",
        "Ready: no bones": "ArgumentNullError",
        "Ready: 70 matrices": "ArgumentError",
        "Ready: zero matrices": "InvalidOperationError",
        "Ready: a sheared hand": "InvalidOperationError",
        "Ready: a mirrored hand": "fine",
        "Preset 31: its length": "0:00:00",
        "Preset 31: holds the bind pose": "True",
        "1,020 bytes": "ArgumentError",
        "1,021 zeros: is it valid": "False",
        "Disposing": "fine",
        "Disposing twice": "fine",
        "Disposed: the state": "ObjectDisposedError",
        "Disposed: no bones": "ArgumentNullError",
        "Disposed: 71 matrices": "ObjectDisposedError",
        "Disposed animation: disposing": "fine",
        "Disposed animation: its position": "0:00:00",
        "Disposed animation: moving it": "ObjectDisposedError",
    }


def test_the_net_demo_shows_in_one_tab_who_was_made_in_the_other(open_demo: Open, page: Page, site_url: str) -> None:
    first = open_demo("net")
    first.wait_until_ready()
    first.step(2)
    alone = first.picture()
    with another_tab(page, site_url, "net") as second:

        def share_code_seen_by(demo: Demo) -> list[str]:
            for _ in range(40):  # messages between tabs are delivered between frames
                for each in (first, second):
                    each.step(1, 0.1)
                seen: list[str] = demo.value("[gamer.description.share_code for gamer in game.others.values()]")
                if own(first if demo is second else second) in seen:
                    break
            return seen

        def own(demo: Demo) -> str:
            code: str = demo.value("game.description.share_code")
            return code

        assert share_code_seen_by(first) == [own(second)]
        assert share_code_seen_by(second) == [own(first)], "who comes later learns who is there"
        before = own(second)
        second.tap("R")
        assert own(second) != before
        assert share_code_seen_by(first) == [own(second)], "another avatar of the same gamer"
        assert first.title == "You, and 1 in other tabs"
        first.wait_until_ready("next(iter(game.others.values())).renderer")
        drawn = first.picture()[..., 3] > 128
        columns = np.flatnonzero(drawn.any(0))
        assert (np.diff(columns) > 1).sum() == 1, "two figures with space between"
        assert (alone[..., 3] > 128)[:, PIXELS // 2].any(), "one in the middle before"
        second.page.close()
    first.step(45, 0.5)
    assert first.title == "You, and 0 in other tabs", "who is not heard for long is gone"


def test_the_net_demo_believes_nothing_that_is_no_avatar(open_demo: Open) -> None:
    demo = open_demo("net")
    for data in ("b'x'", "bytes(1021)", "b'\\xff' * 1020"):
        demo.python(f"web.games.deliver('avatar sync', 'stranger', {data})")
    demo.step(3)
    assert demo.title == "You, and 0 in other tabs"
    demo.python("web.games.deliver('avatar sync', 'stranger', game.description.description)")
    demo.step(3)
    assert demo.title == "You, and 1 in other tabs"


def test_blending_reaches_the_pose_of_the_button_that_was_pressed(open_demo: Open) -> None:
    demo = open_demo("blending")
    presets = {"A": "Celebrate", "B": "Clap", "X": "Stand0", "Y": "Wave"}
    arm = AvatarBone.ShoulderRight

    def pose_of(name: str, position: str) -> NDArray[np.float64]:
        demo.python(f"twin = AvatarAnimation(AvatarAnimationPreset.{name}); twin.current_position = {position}")
        return demo.array("twin.bone_transforms")

    for key, name in presets.items():
        demo.tap(key)
        demo.let_pass(0.4)
        assert demo.value("game.animation.since_change.total_seconds()") > 0.25
        assert demo.title == f"{name}, blending is on"
        assert demo.array("game.animation.bone_transforms") == pytest.approx(
            pose_of(name, "game.animation.current_position"), abs=1e-6
        )
    demo.tap("A")
    demo.let_pass(1.0)
    before = demo.array("game.animation.bone_transforms")
    demo.tap("X")
    demo.settle("game.animation.since_change >= timedelta(seconds=0.1)", 10)
    amount = demo.value("game.animation.since_change.total_seconds()") / 0.25
    after = pose_of("Stand0", "game.animation.current_position")
    between = demo.array("game.animation.bone_transforms")
    assert 0.4 <= amount < 0.9
    whole = angle(before[arm], after[arm])
    assert whole > 60
    assert angle(before[arm], between[arm]) / whole == pytest.approx(amount, abs=0.1)
    assert angle(before[arm], between[arm]) + angle(between[arm], after[arm]) == pytest.approx(whole, abs=0.5)
    demo.tap("Space")
    demo.tap("A")
    assert demo.array("game.animation.bone_transforms") == pytest.approx(
        pose_of("Celebrate", "game.animation.current_position"), abs=1e-6
    ), "without blending at once"


def test_the_right_arm_waves_while_the_body_celebrates(open_demo: Open) -> None:
    demo = open_demo("multiple")
    demo.let_pass(0.7)
    arm = {int(AvatarBone.ShoulderRight)}
    for bone, parent in enumerate(PARENTS):
        arm |= {bone} if parent in arm else set()
    drawn, body, wave = (
        demo.array(code) for code in ("game.transforms", "game.celebrate.bone_transforms", "game.wave.bone_transforms")
    )
    on_arm = np.array([bone in arm for bone in range(71)])
    assert on_arm.sum() == 24
    assert (drawn[on_arm] == wave[on_arm]).all()
    assert (drawn[~on_arm] == body[~on_arm]).all()
    assert angle(wave[AvatarBone.ShoulderRight], body[AvatarBone.ShoulderRight]) > 5
    demo.tap("Space")
    assert (demo.array("game.transforms") == demo.array("game.celebrate.bone_transforms")).all()


def test_the_bat_stays_in_the_hand(open_demo: Open) -> None:
    demo = open_demo("prop")
    demo.wait_until_ready()
    demo.python("draw_bat = game.bat.draw")
    hands = []
    for _ in range(3):
        demo.let_pass(0.7)
        demo.python("game.bat.draw = draw_bat")
        picture = demo.picture()
        demo.python("game.bat.draw = lambda: None")
        bat = np.argwhere(changed(picture, demo.picture()))[:, ::-1]
        bones = demo.bones("game.transforms")
        hand = demo.project(bones[AvatarBone.SpecialRight, 3, :3])
        other = demo.project(bones[AvatarBone.SpecialLeft, 3, :3])
        low, high = demo.project(np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
        meter = low[1] - high[1]  # in pixels
        distances = np.sqrt(((bat - hand) ** 2).sum(1))
        assert len(bat) > 60
        assert distances.min() < 0.08 * meter
        assert distances.max() < 0.75 * meter
        assert np.sqrt(((bat - other) ** 2).sum(1)).mean() > distances.min()
        hands.append(hand)
        demo.tap("A")
    moved = [np.sqrt(((a - b) ** 2).sum()) for a, b in pairwise(hands)]
    assert min(moved) > 20, "the hand was somewhere else each time"


def test_custom_moves_walk_jump_and_punch(open_demo: Open) -> None:
    demo = open_demo("custom")
    demo.wait_until_ready()
    demo.hold("Up", 1.0)
    place, heading = demo.array("game.place"), demo.value("game.heading")
    assert place == pytest.approx((-1.1 * np.sin(heading), 0.0, -1.1 * np.cos(heading)), abs=0.06)
    demo.step(2)
    assert demo.title == "stand"
    feet = demo.bones("game.animation.bone_transforms")[AvatarBone.AnkleLeft, 3, 1]
    demo.tap("Space")
    highest = 0.0
    for _ in range(16):
        demo.step(2)
        highest = max(highest, demo.bones("game.animation.bone_transforms")[AvatarBone.AnkleLeft, 3, 1])
    assert highest - feet > 0.25
    demo.let_pass(0.7)
    assert demo.title == "stand"
    demo.tap("A")
    demo.settle("game.animation.current_position >= timedelta(seconds=0.34)", 20)
    bones = demo.bones("game.animation.bone_transforms")
    forward = -bones[0, 2, :3]
    fist = bones[AvatarBone.WristRight, 3, :3] - bones[AvatarBone.ShoulderRight, 3, :3]
    assert (fist * forward).sum() > 0.25
    demo.let_pass(1.0)
    demo.hold("Left", 0.5)
    assert demo.value("game.heading") > heading + 0.5


def test_shadows_lie_on_the_ground_away_from_the_light(open_demo: Open) -> None:
    demo = open_demo("shadows")
    for number in range(16):
        demo.wait_until_ready(f"game.people[{number}].renderer")
    demo.step(1)
    person_class = "type(game.people[0])"
    demo.python(
        f"draw_person = {person_class}.draw\n"
        "def draw_upright(person, world):\n"
        "    if world is person.world: draw_person(person, world)"
    )
    for _ in range(2):
        demo.python(f"{person_class}.draw = draw_person")
        with_shadows = demo.picture()
        demo.python(f"{person_class}.draw = draw_upright")
        mask = changed(with_shadows, demo.picture())
        demo.python(f"{person_class}.draw = draw_person")
        light = demo.array("game.people[0].renderer.light_direction")
        onto_ground = create_shadow(-light, (0.0, 1.0, 0.0, 0.0))
        chests = demo.array(
            "[bone_world_transforms(p.animation.bone_transforms, p.renderer.bind_pose, p.world)[5, 3] for p in game.people]"
        )
        flat = chests @ onto_ground
        away = flat[:, :3] / flat[:, 3:]
        toward = 2.0 * np.stack([chests[:, 0], 0.0 * chests[:, 0], chests[:, 2]], -1) - away
        hits = []
        for points in (away, toward):
            columns, rows = np.round(demo.project(points, "game.ground")).astype(int).T
            seen = (columns >= 0) & (columns < PIXELS) & (rows >= 0) & (rows < PIXELS)
            hits.append(mask[rows[seen], columns[seen]].sum())
        assert away[:, 1] == pytest.approx(0.0)
        assert hits[0] >= 7, "the others are hidden by people in front"
        assert hits[1] <= hits[0] - 4
        assert with_shadows[mask][:, :3].sum(1).mean() < 150
        demo.hold("Right", 0.3)


def test_inverse_kinematics_brings_the_fingertip_to_the_cat(open_demo: Open) -> None:
    demo = open_demo("kinematics")
    demo.wait_until_ready()
    for key in ("Left", "Up", "Down"):
        demo.hold(key, 0.1)
        demo.let_pass(1.2)
        bones = demo.bones("game.bones")
        target = demo.array("game.cat.world")[3, :3]
        away = bones[AvatarBone.FingerMiddle3Left, 3, :3] - target
        assert np.sqrt((away * away).sum()) < 0.02, key
        looking = target - bones[AvatarBone.Head, 3, :3]
        face = -bones[AvatarBone.Head, 2, :3]
        assert (face * looking).sum() / np.sqrt((looking * looking).sum()) > 0.99
        assert demo.title.startswith(("The fingertip is 0 cm", "The fingertip is 1 cm"))
    x = demo.array("game.target")[0]
    demo.hold("Right", 0.6)
    demo.step(1)
    assert demo.array("game.target")[0] > x + 0.1


def test_the_guest_stands_behind_one_box_and_in_front_of_another(page: Page, site_url: str, site_folder: Path) -> None:
    """In the page's own scene, which is there long before it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/runtime/manifest.json", hold)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 700, "height": 900})
    page.goto(f"{site_url}demos/guest.html")
    scene = page.locator("#scene")
    source = page.locator("#source", has_text="openGuest")
    source.wait_for()
    assert source.inner_text() == (site_folder / "demos" / "guest.js").read_text()
    before = picture_of(scene.screenshot())
    for route in held:
        route.continue_()
    page.locator("#status", has_text=" m tall").wait_for()
    page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    after = picture_of(scene.screenshot())

    red, _, blue, _ = np.moveaxis(before, -1, 0)
    front, back = red - blue > 50, blue - red > 70
    assert min(front.sum(), back.sum()) > 5000
    figure = changed(before, after)
    figure[:, [0, -1]] = False
    assert (figure & back).sum() > 1000, "it hides a part of the box behind it"
    inner = front & np.roll(front, 2, 0) & np.roll(front, -2, 0) & np.roll(front, 2, 1) & np.roll(front, -2, 1)
    assert (figure & inner).sum() < 50, "the box before it hides a part of it"  # a hand may reach through
    rows, columns = np.nonzero(front)
    above = figure[rows.min() - 20 : rows.min() - 5, columns.min() : columns.max()]
    assert above.any(1).all(), "its legs go on behind that box"


def picture_of(png: bytes) -> NDArray[np.int64]:
    """A screenshot's pixels (height, width, 4)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")).astype(np.int64)
