"""`<cna-avatar>` on a page: what it shows at each moment, what it tells, and what it leaves behind."""

from __future__ import annotations

import base64
import io
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from cna_avatars.description import Descriptor, encode, share_code
from cna_avatars.wardrobe import WardrobeRegistry
from guarded_page import guarded_page

from .element_page import SEED_MALE, ElementPage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

FIGURE_PIXELS = 2000  # opaque ones, of 160 × 240


@pytest.fixture(scope="module")
def shared(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[ElementPage]:
    """One page for the module: Python starts once."""
    with guarded_page(browser, site_url, browser_config) as page:
        yield ElementPage(page, site_url)


@pytest.fixture
def avatars(shared: ElementPage) -> Iterator[ElementPage]:
    """The shared page, empty."""
    yield shared
    shared.clear()


def opaque(pixels: np.ndarray) -> int:
    return int((pixels[..., 3] > 250).sum())


def test_importing_it_on_a_server_defines_nothing(site_folder: Path) -> None:
    script = "import(process.argv[1]).then(() => console.log(typeof HTMLElement, typeof customElements))"
    module = (site_folder / "elements" / "cna-avatar.js").as_uri()
    result = subprocess.run(["node", "-e", script, module], capture_output=True, text=True, check=False)
    assert (result.stdout.split(), result.returncode) == (["undefined", "undefined"], 0), result.stderr


def test_it_loads_and_says_so_in_order(avatars: ElementPage) -> None:
    code = avatars.code()
    avatars.add("one", code=code)
    states = [event["state"] for event in avatars.events("statechange")]
    assert states == ["loading", "ready"]
    (load,) = avatars.events("load")
    assert (load["code"], load["catalogMissing"], load["items"]) == (code, False, [])
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS


def test_an_avatar_of_a_missing_catalog_is_drawn_in_defaults_and_marked(avatars: ElementPage) -> None:
    elsewhere = Descriptor(1, 1800, catalog_version=999, items=(7, 28, 45, 64, 83, 4000))
    avatars.add("stranger", code=share_code(encode(elsewhere, WardrobeRegistry()), WardrobeRegistry()))
    (load,) = avatars.events("load")
    assert (load["catalogMissing"], load["items"]) == (True, [7, 28, 45, 64, 83, 4000])
    assert opaque(avatars.shown("stranger")) > FIGURE_PIXELS
    assert avatars.events("error") == []


def test_before_it_is_complete_it_shows_only_the_silhouette(page: Page, site_url: str) -> None:
    """Every frame from the first to ready: nothing opaque, so no bare body and no T-pose; then the whole figure."""
    avatars = ElementPage(page, site_url)
    code = avatars.code()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/catalogs/files/*", hold)
    avatars.add("one", state="loading", code=code)
    canvas = 'document.getElementById("one")'
    avatars.settle(f"shown({canvas}).height > 100")
    avatars.step()
    alpha = avatars.shown("one")[..., 3]
    assert (alpha > 30).sum() > FIGURE_PIXELS / 2
    assert alpha.max() < 200
    page.unroute("**/catalogs/files/*", hold)
    for route in held:
        route.continue_()
    history = avatars.evaluate(
        f"""async () => {{
          const element = {canvas};
          const history = [];
          const look = () => history.push([element.state, opaque(element)]);
          look(); // the files may all be here before the first frame
          await settle(() => element.state === "ready", 3000, 1 / 30, look);
          return history;
        }}"""
    )
    loading = [count for state, count in history if state == "loading"]
    ready = [count for state, count in history if state == "ready"]
    assert max(loading) == 0
    assert min(ready) > FIGURE_PIXELS


def test_a_poster_stays_until_the_figure_is_complete(avatars: ElementPage) -> None:
    avatars.evaluate(
        """(code) => {
          document.body.innerHTML = `<cna-avatar id="one" code="${code}" poster="../styles/icon.svg"></cna-avatar>`;
        }""",
        avatars.code(22),
    )
    avatars.settle('document.getElementById("one").state === "loading"')
    avatars.step(frames=2)
    stage = 'document.getElementById("one").shadowRoot.querySelector(".stage").dataset.shows'
    assert avatars.evaluate(stage) != "figure"
    avatars.wait_for_state("one", "ready")
    assert avatars.evaluate(stage) == "figure"


def test_a_new_code_keeps_the_old_figure_until_the_new_one_is_ready(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    before = avatars.shown("one")
    counts = avatars.evaluate(
        """async (code) => {
          const element = document.getElementById("one");
          element.code = code;
          const counts = [];
          const loads = () => events.filter((event) => event.type === "load").length;
          await settle(() => loads() === 2, 3000, 1 / 30, () => counts.push(opaque(element)));
          return counts;
        }""",
        avatars.code(23, 1),
    )
    assert min(counts) > FIGURE_PIXELS
    assert not np.array_equal(avatars.shown("one"), before)


@pytest.mark.parametrize("code", ["nonsense", "A" * 58, "é" * 58, "00" * 1021])
def test_an_unreadable_code_is_an_error_and_no_avatar(avatars: ElementPage, code: str) -> None:
    avatars.add("one", state="unavailable", code=code)
    (error,) = avatars.events("error")
    assert error["code"].startswith("argument")
    assert len(error["message"]) > 10
    avatars.evaluate("(code) => { document.getElementById('one').code = code; }", avatars.code())
    avatars.wait_for_state("one", "ready")


def test_an_unreadable_code_leaves_the_figure_that_is_shown(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    avatars.evaluate("document.getElementById('one').code = 'nonsense'")
    avatars.step(frames=3)
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS
    assert avatars.evaluate("document.getElementById('one').state") == "ready"
    assert len(avatars.events("error")) == 1


@pytest.mark.parametrize(
    ("attribute", "value"), [("animation", "Moonwalk"), ("expression", "Smug"), ("speed", "fast"), ("speed", "1e9")]
)
def test_an_unknown_value_is_an_error_with_that_value(avatars: ElementPage, attribute: str, value: str) -> None:
    avatars.add("one", code=avatars.code(), **{attribute: value})
    (error,) = avatars.events("error")
    assert error["code"].startswith("argument")


def test_properties_set_before_the_class_is_there_count(page: Page, site_url: str) -> None:
    early = "<cna-avatar id=one></cna-avatar><script>Object.assign(one, { animation: 'Wave', paused: true })</script>"
    avatars = ElementPage(page, site_url, early)
    avatars.evaluate("customElements.whenDefined('cna-avatar').then(() => {})")
    assert avatars.evaluate("one.outerHTML") == '<cna-avatar id="one" animation="Wave" paused=""></cna-avatar>'
    avatars.evaluate("one.animation = 'Clap'")
    assert avatars.evaluate("one.getAttribute('animation')") == "Clap"


def test_it_moves_unless_it_is_paused(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), animation="Celebrate")
    first = avatars.shown("one")
    avatars.step(0.1, 5)
    second = avatars.shown("one")
    assert not np.array_equal(first, second)
    avatars.evaluate("document.getElementById('one').pause()")
    avatars.step(0.1, 5)
    assert np.array_equal(avatars.shown("one"), second)
    assert avatars.evaluate("document.getElementById('one').hasAttribute('paused')")
    avatars.evaluate("document.getElementById('one').play()")
    avatars.step(0.1, 5)
    assert not np.array_equal(avatars.shown("one"), second)


def test_reduced_motion_is_a_still_pose_until_play_is_called(avatars: ElementPage) -> None:
    avatars.page.emulate_media(reduced_motion="reduce")
    try:
        avatars.add("one", code=avatars.code(), animation="Celebrate")
        first = avatars.shown("one")
        avatars.step(0.1, 5)
        assert np.array_equal(avatars.shown("one"), first)
        avatars.evaluate("document.getElementById('one').play()")
        avatars.step(0.1, 5)
        assert not np.array_equal(avatars.shown("one"), first)
    finally:
        avatars.page.emulate_media(reduced_motion="no-preference")


def test_an_animation_that_plays_once_tells_its_end(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), animation="Clap", loop="false", speed="2")
    avatars.step(0.1, 60)
    assert [event["animation"] for event in avatars.events("animationend")] == ["Clap"]


def test_elements_with_one_avatar_keep_their_own_animations(avatars: ElementPage) -> None:
    code = avatars.code()
    avatars.add("one", code=code, animation="Celebrate")
    avatars.add("two", code=code, animation="Stand0")
    avatars.step(0.1, 8)
    assert not np.array_equal(avatars.shown("one"), avatars.shown("two"))


def test_views_frame_different_parts(avatars: ElementPage) -> None:
    code = avatars.code()
    avatars.add("full", code=code, paused="")
    avatars.add("head", code=code, paused="", view="head")
    full, head = avatars.shown("full"), avatars.shown("head")
    assert opaque(head) > 1.5 * opaque(full)


def test_an_expression_changes_the_face(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), view="head", paused="")
    before = avatars.shown("one")
    avatars.evaluate("document.getElementById('one').expression = 'Angry'")
    avatars.step(0)
    changed = (avatars.shown("one") != before).any(axis=2)
    assert 20 < changed.sum() < changed.size / 2
    avatars.evaluate("document.getElementById('one').expression = ''")
    avatars.step(0)
    assert np.array_equal(avatars.shown("one"), before)


def test_a_picture_is_a_png_of_the_size_asked_with_a_transparent_ground(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    text = avatars.evaluate(
        """async () => {
          const blob = await document.getElementById("one").toBlob({ width: 300, height: 200 });
          const bytes = new Uint8Array(await blob.arrayBuffer());
          return btoa(String.fromCharCode(...bytes));
        }"""
    )
    image = Image.open(io.BytesIO(base64.b64decode(text)))
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (300, 200))
    alpha = np.asarray(image)[..., 3]
    assert [alpha[0, 0], alpha[-1, 0], alpha[0, -1]] == [0, 0, 0]
    assert alpha[100, 150] == 255


def test_a_picture_before_it_is_ready_is_refused(avatars: ElementPage) -> None:
    code = avatars.evaluate("document.createElement('cna-avatar').toBlob().then(() => '', (error) => error.code)")
    assert code == "not-ready"


def test_random_avatars_come_from_their_seeds(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    codes = avatars.evaluate(
        """async () => {
          const element = document.getElementById("one");
          const codes = [];
          for (const seed of [1, 1, 2, -1, -1]) codes.push(await element.randomize({ seed, body: "male" }));
          return codes;
        }"""
    )
    assert codes[0] == codes[1]
    assert len(set(codes[1:])) == 4
    avatars.settle("events.filter((event) => event.type === 'load').length >= 2")
    assert avatars.evaluate("document.getElementById('one').details.body") == "male"


def test_it_is_an_image_with_a_sentence_for_a_name(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    stage = 'document.getElementById("one").shadowRoot.querySelector(".stage")'
    assert avatars.evaluate(f"{stage}.getAttribute('role')") == "img"
    assert len(avatars.evaluate(f"{stage}.getAttribute('aria-label')").split()) > 6
    avatars.evaluate("document.getElementById('one').alt = 'Me'")
    assert avatars.evaluate(f"{stage}.getAttribute('aria-label')") == "Me"
    assert avatars.evaluate(f"{stage}.tabIndex") == -1


def test_keys_and_mouse_turn_it(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), paused="", camera_controls="")
    stage = 'document.getElementById("one").shadowRoot.querySelector(".stage")'
    assert avatars.evaluate(f"{stage}.getAttribute('role')") == "application"
    front = avatars.shown("one")
    avatars.page.keyboard.press("Tab")
    for _ in range(6):
        avatars.page.keyboard.press("ArrowRight")
    avatars.step(frames=60)
    side = avatars.shown("one")
    assert np.abs(side.astype(int) - front).mean() > 1
    avatars.page.keyboard.press("0")
    avatars.step(frames=120)
    assert np.abs(avatars.shown("one").astype(int) - front).mean() < 0.1

    avatars.page.mouse.move(80, 120)
    avatars.page.mouse.down()
    avatars.page.mouse.move(140, 120, steps=3)
    avatars.page.mouse.up()
    avatars.step(frames=60)
    assert np.abs(avatars.shown("one").astype(int) - front).mean() > 1


def test_the_wheel_scrolls_the_page_until_the_avatar_has_the_focus(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), paused="", camera_controls="")
    avatars.evaluate("document.body.insertAdjacentHTML('beforeend', '<div id=tall></div>')")
    avatars.evaluate("document.getElementById('tall').style.height = '3000px'")
    front = avatars.shown("one")
    avatars.page.mouse.move(80, 120)
    avatars.page.mouse.wheel(0, 100)
    avatars.evaluate("new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))")
    avatars.step(frames=30)
    assert np.array_equal(avatars.shown("one"), front)
    avatars.evaluate("scrollTo(0, 0)")
    avatars.evaluate("document.getElementById('one').focus()")
    avatars.page.mouse.wheel(0, -200)
    avatars.settle("document.getElementById('one') && opaque(document.getElementById('one')) > 0")
    avatars.step(frames=30)
    assert opaque(avatars.shown("one")) > 1.1 * opaque(front)
    assert avatars.evaluate("scrollY") == 0


def test_moving_it_in_the_page_does_not_load_it_again(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    avatars.evaluate(
        """async () => {
          const box = document.createElement("div");
          document.body.append(box);
          box.append(document.getElementById("one"));
          await new Promise((resolve) => setTimeout(resolve, 120));
          cnaAvatarsTest.step(0);
        }"""
    )
    assert len(avatars.events("load")) == 1
    assert avatars.evaluate("document.getElementById('one').state") == "ready"


def test_it_comes_back_after_it_was_taken_away(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    avatars.evaluate("globalThis.kept = document.getElementById('one'); kept.remove()")
    avatars.settle("cnaAvatarsTest.counts().pictures === 0", seconds=0)
    assert avatars.evaluate("kept.state") == "idle"
    avatars.evaluate("document.body.append(kept)")
    avatars.wait_for_state("one", "ready")
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS


def test_the_picture_is_the_same_after_a_lost_context(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), paused="")
    before = avatars.shown("one")
    avatars.lose_context()
    avatars.step(0)
    assert np.array_equal(avatars.shown("one"), before)
    avatars.restore_context()
    avatars.step(0)
    assert np.array_equal(avatars.shown("one"), before)
    assert avatars.evaluate("cnaAvatarsTest.glErrors()") == []


def test_a_frame_between_a_loss_and_its_event_shows_what_was_there(avatars: ElementPage) -> None:
    """The context is lost at once, and the event comes later; a picture that is asked for meanwhile is refused."""
    avatars.add("one", code=avatars.code(), paused="")
    before = avatars.shown("one")
    answer = avatars.evaluate(
        """async () => {
          const element = document.getElementById("one");
          cnaAvatarsTest.loseContext();
          cnaAvatarsTest.step(0);
          const { pixels } = shown(element);
          const refusal = element.toBlob().then(() => "", (error) => error.code);
          return [pixels, cnaAvatarsTest.isContextLost(), await refusal];
        }"""
    )
    assert answer[1:] == [False, "webgl"]
    assert np.array_equal(np.frombuffer(base64.b64decode(answer[0]), np.uint8), before.ravel())
    avatars.settle("cnaAvatarsTest.isContextLost()", seconds=0)
    avatars.restore_context()
    avatars.step(0)
    assert np.array_equal(avatars.shown("one"), before)


def test_a_context_lost_while_loading_does_not_matter_later(avatars: ElementPage) -> None:
    code = avatars.code(31, 1)
    avatars.add("one", state="loading", code=code)
    avatars.lose_context()
    avatars.step(frames=5)
    avatars.restore_context()
    avatars.wait_for_state("one", "ready")
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS


def test_elements_come_change_and_go_during_a_loss(avatars: ElementPage) -> None:
    """What was asked for meanwhile is there afterwards, as if nothing had happened."""
    code, other = avatars.code(), avatars.code(33, 1)
    for identifier in ("goes", "stays", "changes"):
        avatars.add(identifier, code=code, paused="")
    avatars.add("model", code=other, paused="", view="head")
    expected = avatars.shown("model")
    before = avatars.shown("stays")
    avatars.evaluate("document.getElementById('model').remove()")
    avatars.settle("cnaAvatarsTest.counts().pictures === 3", seconds=0)
    avatars.lose_context()
    answer = avatars.evaluate(
        """async (other) => {
          document.getElementById("goes").remove();
          Object.assign(document.getElementById("changes"), { code: other, view: "head" });
          document.body.insertAdjacentHTML("beforeend", `<cna-avatar id="comes" code="${other}" paused view="head">`);
          await settle(() => document.getElementById("comes").state === "ready", 3000, 1 / 30);
          cnaAvatarsTest.step(0);
          return document.getElementById("stays").toBlob().then(() => "", (error) => error.code);
        }""",
        other,
    )
    assert answer == "webgl"
    assert np.array_equal(avatars.shown("stays"), before)
    avatars.restore_context()
    avatars.step(0.1, 60)  # the camera of the one that changed comes to rest
    assert np.array_equal(avatars.shown("stays"), before)
    for identifier in ("comes", "changes"):
        assert np.array_equal(avatars.shown(identifier), expected), identifier
    assert avatars.evaluate("cnaAvatarsTest.glErrors()") == []
    assert avatars.events("error") == []


def test_in_its_own_context_no_frame_reads_anything_back(avatars: ElementPage) -> None:
    """Each read waits for the graphics process; whether the context is lost, the page itself knows."""
    avatars.add("one", code=avatars.code(), animation="Celebrate", shadow="")
    calls = avatars.evaluate(
        """() => {
          const { prototype } = WebGL2RenderingContext;
          const calls = [];
          const kept = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
            ([name, { value }]) => /^(get|is|read)/.test(name) && name !== "isContextLost" && typeof value === "function",
          );
          for (const [name, { value }] of kept)
            prototype[name] = function (...values) {
              calls.push(name);
              return value.apply(this, values);
            };
          for (let frame = 0; frame < 30; frame++) cnaAvatarsTest.step(1 / 30);
          const during = calls.splice(0);
          cnaAvatarsTest.rendererName();
          for (const [name, descriptor] of kept) Object.defineProperty(prototype, name, descriptor);
          return [during, calls.length > 0, kept.length > 30];
        }"""
    )
    assert calls == [[], True, True]


def test_200_elements_come_and_go_and_leave_nothing(avatars: ElementPage) -> None:
    codes = [avatars.code(), avatars.code(SEED_MALE, 1)]
    avatars.add("one", code=codes[0])
    avatars.clear()
    avatars.step(0)
    base = avatars.evaluate("cnaAvatarsTest.counts()")
    avatars.evaluate(
        """async (codes) => {
          for (let round = 0; round < 40; round++) {
            for (let index = 0; index < 5; index++) {
              const element = document.createElement("cna-avatar");
              element.setAttribute("code", codes[(round + index) % 2]);
              document.body.append(element);
            }
            await settle(() => [...document.body.children].every(({ state }) => state === "ready"), 500, 1 / 30);
            document.body.replaceChildren();
            await settle(() => cnaAvatarsTest.counts().pictures === 0, 500, 0);
          }
          cnaAvatarsTest.step(0);
        }""",
        codes,
    )
    assert avatars.evaluate("cnaAvatarsTest.counts()") == base
    assert avatars.evaluate("cnaAvatarsTest.proxies()") == 0


def test_what_is_out_of_sight_is_loaded_and_not_drawn(avatars: ElementPage) -> None:
    code = avatars.code()
    avatars.evaluate("""() => {
      document.body.innerHTML = "<div id=tall></div>";
      document.getElementById("tall").style.height = "4000px";
    }""")
    avatars.add("one", state="loading", code=code)
    avatars.settle("events.some(({ type }) => type === 'load')")
    avatars.step(frames=3)
    assert avatars.shown("one").shape[:2] == (1, 1)
    avatars.settle("!cnaAvatarsTest.isRunning()", seconds=0)
    avatars.evaluate("document.getElementById('one').scrollIntoView()")
    avatars.settle("cnaAvatarsTest.isRunning()", seconds=0)
    avatars.step()
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS


def test_frames_stop_when_nothing_moves_and_go_on_for_a_change(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), paused="", view="head")
    assert avatars.evaluate("cnaAvatarsTest.isRunning()")
    avatars.step(0.1, 30)
    assert not avatars.evaluate("cnaAvatarsTest.isRunning()")
    for change in ("expression = 'Angry'", "view = 'full'", "play()"):
        avatars.evaluate(f"document.getElementById('one').{change}")
        assert avatars.evaluate("cnaAvatarsTest.isRunning()"), change
        avatars.step(0.1, 30)
    assert avatars.evaluate("cnaAvatarsTest.isRunning()")


def test_frames_stop_in_a_hidden_tab(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    assert avatars.evaluate("cnaAvatarsTest.isRunning()")
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
      return cnaAvatarsTest.isRunning();
    }"""
    assert avatars.evaluate(hide, True) is False
    assert avatars.evaluate(hide, False) is True


def test_what_is_asked_for_in_a_hidden_tab_waits_for_its_return(avatars: ElementPage) -> None:
    code = avatars.code()
    avatars.add("one", code=code, animation="Celebrate", loop="false")
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    avatars.evaluate(hide, True)
    try:
        avatars.evaluate(
            """(code) => {
              for (let index = 0; index < 5; index++) document.getElementById("one").expression = "Angry";
              document.body.insertAdjacentHTML("beforeend", `<cna-avatar id="two" code="${code}"></cna-avatar>`);
            }""",
            avatars.code(35, 1),
        )
        for _ in range(3):
            avatars.evaluate("new Promise((resolve) => setTimeout(resolve))")
            assert avatars.evaluate("cnaAvatarsTest.isRunning()") is False
    finally:
        avatars.evaluate(hide, False)
    assert avatars.evaluate("cnaAvatarsTest.isRunning()")
    avatars.wait_for_state("two", "ready")


def test_after_an_hour_in_a_hidden_tab_it_goes_on_where_it_was(avatars: ElementPage) -> None:
    """Not by more than the longest step, a quarter of a second."""
    avatars.add("one", code=avatars.code(), animation="Celebrate")
    pictures = []
    for seconds in (3600, 0.25):
        avatars.evaluate("document.getElementById('one').restart()")
        avatars.step(0)
        first = avatars.shown("one")
        avatars.step(seconds)
        pictures.append(avatars.shown("one"))
    assert np.array_equal(*pictures)
    assert not np.array_equal(first, pictures[0])


def test_it_follows_many_sizes_to_the_pixel_and_is_never_empty(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code(), paused="")
    answers = avatars.evaluate(
        """async () => {
          const element = document.getElementById("one");
          const answers = [];
          for (let step = 0; step < 24; step++) {
            const size = [101 + 7 * step, 260 - 5 * step];
            Object.assign(element.style, { inlineSize: `${size[0]}px`, blockSize: `${size[1]}px` });
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            const before = opaque(element);
            cnaAvatarsTest.step(0);
            const { width, height } = shown(element);
            answers.push({ size, shown: [width, height], opaque: [before, opaque(element)] });
          }
          return answers;
        }"""
    )
    assert [answer["shown"] for answer in answers] == [answer["size"] for answer in answers]
    assert min(min(answer["opaque"]) for answer in answers) > 500


def test_a_size_of_half_pixels_is_what_the_screen_gives_it(avatars: ElementPage) -> None:
    """The canvas has as many pixels as the screen has for it, and no more."""
    avatars.add("one", code=avatars.code(), paused="")
    avatars.evaluate(
        """() => {
          Object.assign(document.getElementById("one").style,
            { inlineSize: "133.4px", blockSize: "200.6px", position: "absolute", left: "0.3px", top: "0.3px" });
        }"""
    )
    avatars.settle("shown(document.getElementById('one')).width < 160")
    size = avatars.evaluate(
        """() => new Promise((resolve) => new ResizeObserver(([{ devicePixelContentBoxSize: [box] }]) =>
          resolve([box.blockSize, box.inlineSize])).observe(document.getElementById("one"),
          { box: "device-pixel-content-box" }))"""
    )
    avatars.step(0)
    assert list(avatars.shown("one").shape[:2]) == size


def test_it_follows_the_pixel_ratio_and_stops_at_two(avatars: ElementPage) -> None:
    """As for a zoom, or a move to another screen; the size in CSS pixels stays."""
    avatars.add("one", code=avatars.code(), paused="")
    before = avatars.shown("one")
    session = avatars.page.context.new_cdp_session(avatars.page)
    viewport = avatars.page.viewport_size
    assert viewport is not None

    def set_ratio(ratio: float) -> None:
        # The window gets narrower, too: an emulated ratio alone is not told to the page.
        changed = {**viewport, "width": viewport["width"] - round(10 * (ratio - 1))}
        session.send("Emulation.setDeviceMetricsOverride", {**changed, "deviceScaleFactor": ratio, "mobile": False})

    try:
        for ratio, width, height in ((2, 320, 480), (1.5, 240, 360), (3, 320, 480)):
            set_ratio(ratio)
            avatars.settle(f"shown(document.getElementById('one')).width === {width}", seconds=0)
            shown = avatars.shown("one")
            assert shown.shape[:2] == (height, width)
            assert opaque(shown) == pytest.approx(opaque(before) * (width / 160) ** 2, rel=0.05)
    finally:
        set_ratio(1)
    avatars.settle("shown(document.getElementById('one')).width === 160", seconds=0)
    assert np.array_equal(avatars.shown("one"), before)
    assert avatars.events("error") == []


def test_it_follows_its_size_and_survives_none(avatars: ElementPage) -> None:
    avatars.add("one", code=avatars.code())
    for width, height in ((80, 200), (0, 0), (300, 100)):
        avatars.evaluate(
            """([width, height]) => Object.assign(document.getElementById("one").style,
              { inlineSize: `${width}px`, blockSize: `${height}px` })""",
            [width, height],
        )
        if width:
            avatars.settle(f"shown(document.getElementById('one')).width === {width}")
            assert avatars.shown("one").shape[:2] == (height, width)
            assert opaque(avatars.shown("one")) > 500
        else:
            avatars.settle("!cnaAvatarsTest.isRunning()", seconds=0)
    assert avatars.events("error") == []


def test_two_fingers_zoom_and_one_turns(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 400, "height": 400}) as context:
        avatars = ElementPage(context.new_page(), site_url)
        avatars.add("one", code=avatars.code(), paused="", camera_controls="")
        front = avatars.shown("one")
        fingers = context.new_cdp_session(avatars.page)

        def touch(kind: str, *points: tuple[int, int]) -> None:
            places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

        touch("touchStart", (70, 120), (90, 120))
        for spread in (10, 15, 20, 25):
            touch("touchMove", (80 - spread, 120), (80 + spread, 120))
        touch("touchEnd")
        avatars.step(frames=60)
        near = avatars.shown("one")
        assert opaque(near) > 1.2 * opaque(front)
        touch("touchStart", (60, 120))
        for x in (80, 100, 120):
            touch("touchMove", (x, 120))
        touch("touchEnd")
        avatars.step(frames=60)
        assert np.abs(avatars.shown("one").astype(int) - near).mean() > 1


def corrupted(route: Route) -> None:
    """Answers with as many bytes, of which the last is wrong."""
    body = route.fetch().body()
    route.fulfill(body=body[:-1] + bytes([body[-1] ^ 1]))


def test_wrong_bytes_are_fetched_once_more_past_the_caches(page: Page, site_url: str) -> None:
    page.add_init_script(
        """globalThis.fetches = [];
        const original = fetch;
        globalThis.fetch = (input, init) => {
          fetches.push([String(input).split("/").pop(), init?.cache ?? "default"]);
          return original(input, init);
        };"""
    )
    avatars = ElementPage(page, site_url)
    code = avatars.code()
    seen: set[str] = set()

    def first_wrong(route: Route) -> None:
        if route.request.url in seen:
            route.continue_()
        else:
            seen.add(route.request.url)
            corrupted(route)

    page.route("**/catalogs/files/*", first_wrong)
    avatars.add("one", code=code)
    names = {url.rpartition("/")[2] for url in seen}
    fetches = [(name, mode) for name, mode in avatars.evaluate("fetches") if name in names]
    assert len(names) > 3
    assert sorted(fetches) == sorted([(name, mode) for name in names for mode in ("default", "reload")])


def test_bytes_that_stay_wrong_are_an_error_and_no_avatar(page: Page, site_url: str) -> None:
    avatars = ElementPage(page, site_url)
    code, other = avatars.code(), avatars.code(41, 1)
    avatars.add("one", code=code)
    page.route("**/catalogs/files/*", corrupted)
    avatars.add("two", state="unavailable", code=other)
    (error,) = avatars.events("error")
    assert error["code"] == "content"
    # One that had a figure keeps it, and its own words.
    avatars.evaluate("(code) => { document.getElementById('one').code = code; }", other)
    avatars.settle("events.filter(({ type }) => type === 'error').length === 2")
    avatars.step(frames=2)
    assert avatars.evaluate("document.getElementById('one').state") == "ready"
    assert opaque(avatars.shown("one")) > FIGURE_PIXELS
    assert len(avatars.events("load")) == 1


def test_24_elements_share_one_context_and_none_is_blank(page: Page, site_url: str) -> None:
    avatars = ElementPage(page, site_url)
    page.set_viewport_size({"width": 1000, "height": 1000})
    avatars.evaluate(
        """async () => {
          const codes = [];
          for (let seed = 0; seed < 24; seed++) codes.push(await codeOf(100 + seed, seed % 2));
          document.body.innerHTML = codes.map((code, index) => `<cna-avatar id="a${index}" code="${code}"></cna-avatar>`).join("");
          await settle(() => [...document.body.children].every(({ state }) => state === "ready"), 3000, 1 / 30);
          cnaAvatarsTest.step(1 / 30);
        }"""
    )
    counts = [opaque(avatars.shown(f"a{index}")) for index in range(24)]
    assert min(counts) > FIGURE_PIXELS
    assert avatars.events("error") == []


@pytest.mark.allow_console_errors(r".*")
def test_without_webgl_it_shows_its_poster_and_an_error(page: Page, site_url: str) -> None:
    page.add_init_script(
        """const original = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind === "webgl2" ? null : original.call(this, kind, ...rest);
        };"""
    )
    avatars = ElementPage(page, site_url, '<cna-avatar id="one" code="x"></cna-avatar><p id="rest">The rest</p>')
    avatars.settle('document.getElementById("one").state === "error"')
    (error,) = avatars.events("error")
    assert error["code"] == "webgl"
    assert "WebGL2" in error["message"]
    poster = 'document.getElementById("one").shadowRoot.querySelector("img")'
    avatars.settle(f"{poster}.complete && {poster}.naturalWidth > 0")
    assert page.locator("#rest").is_visible()


@pytest.mark.allow_console_errors(r".*")
def test_a_runtime_that_cannot_start_is_a_named_error(page: Page, site_url: str) -> None:
    page.route("**/runtime/manifest.json", lambda route: route.fulfill(status=404, body=""))
    avatars = ElementPage(page, site_url, '<cna-avatar id="one" code="x"></cna-avatar>')
    avatars.settle('document.getElementById("one").state === "error"')
    (error,) = avatars.events("error")
    assert error["code"] == "missing"
    assert "manifest.json" in error["message"]
