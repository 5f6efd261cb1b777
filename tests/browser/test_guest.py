"""Avatars as guests in a host's own WebGL2 scene: they share its depth, and leave its state as it was."""

from __future__ import annotations

import base64
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cna_avatars import math3d
from cna_avatars.host.camera import Camera
from guarded_page import guarded_page
from review.renderers import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from playwright.sync_api import Browser, Page, Route

    Pixels = NDArray[np.uint8]

WIDTH, HEIGHT = 160, 240
FIGURE_PIXELS = 2000  # opaque ones
FRAME_SECONDS = 1 / 30
NEAR, FAR = 0.1, 40.0
RED, BLUE = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


def projection(fov: float = 0.6, aspect: float = WIDTH / HEIGHT) -> list[float]:
    """A perspective projection with GL's clip depth, as column-major numbers."""
    scale = 1.0 / math.tan(fov / 2.0)
    matrix = np.zeros((4, 4))  # row vectors, row-major: the same numbers
    matrix[0, 0], matrix[1, 1] = scale / aspect, scale
    matrix[2, 2], matrix[2, 3] = (NEAR + FAR) / (NEAR - FAR), -1.0
    matrix[3, 2] = 2.0 * NEAR * FAR / (NEAR - FAR)
    numbers: list[float] = matrix.ravel().tolist()
    return numbers


def view(eye: Sequence[float] = (0.0, 0.9, 4.0), target: Sequence[float] = (0.0, 0.9, 0.0)) -> list[float]:
    numbers: list[float] = math3d.create_look_at(eye, target).ravel().tolist()
    return numbers


CAMERA = {"view": view(), "projection": projection()}


def quad(z: float, color: Sequence[float], half: float = 5.0, x: float = 0.0) -> dict[str, Any]:
    """A rectangle of the host's at a depth, `half` metres in each direction."""
    world = math3d.create_scale((half, half, 1.0))
    world[3, :3] = (x, 0.9, z)
    matrix = world @ np.reshape(CAMERA["view"], (4, 4)) @ np.reshape(CAMERA["projection"], (4, 4))
    return {"matrix": matrix.ravel().tolist(), "color": list(color)}


def opaque(pixels: Pixels) -> int:
    return int((pixels[..., 3] > 250).sum())


def is_color(pixels: Pixels, color: Sequence[float]) -> NDArray[np.bool_]:
    return np.asarray((pixels == np.multiply(color, 255).astype(np.uint8)).all(-1))


class GuestPage:
    """A page with a host's canvas, moved frame by frame by the test."""

    def __init__(self, page: Page, site_url: str, query: str = "?test=1") -> None:
        self.page = page
        base = site_url.rstrip("/") + "/test-pages/"
        page.route(base + "**", self._serve)
        page.goto(base + "guest.html" + query)
        self.evaluate("([width, height]) => { globalThis.host = new Host(width, height); }", [WIDTH, HEIGHT])

    def open(self) -> GuestPage:
        """Lets the host open its guest."""
        self.evaluate("host.open().then(() => {})")
        self.evaluate("joinStudio().then((studio) => settle(() => studio.catalogsAreInstalled, 3000, 0))")
        return self

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Shorthand for the page's own evaluate."""
        return self.page.evaluate(script, argument)

    def code(self, seed: int = 7, body: str = "female") -> str:
        """The share code of a fixed random avatar."""
        text: str = self.evaluate("([seed, body]) => host.guest.randomCode({ seed, body })", [seed, body])
        return text

    def add(self, name: str, *, is_awaited: bool = True, **values: Any) -> None:
        """Adds an avatar and waits until it is ready."""
        self.evaluate("([name, values]) => { host.add(name, values); }", [name, values])
        if is_awaited:
            self.settle(f"host.avatars.{name}.state === 'ready'")

    def settle(self, condition: str) -> int:
        """Lets frames pass until a JavaScript condition holds."""
        frames: int = self.evaluate(f"settle(() => {condition})")
        return frames

    def frame(self, **changes: Any) -> Pixels:
        """The host's picture (height, width, 4), the top row first, premultiplied."""
        call = "(frame) => { host.frame(frame); return host.pixels(); }"
        return self.pixels(self.evaluate(call, {**CAMERA, **changes}))

    def events(self, name: str, kind: str) -> list[dict[str, Any]]:
        """The events of one kind that an avatar told."""
        return [event for event in self.evaluate(f"host.avatars.{name}.events") if event["type"] == kind]

    def counts(self, name: str = "objects") -> dict[str, int]:
        """The numbers that the page keeps under a name."""
        counts: dict[str, int] = self.evaluate(f"({{ ...{name} }})")
        return counts

    @staticmethod
    def pixels(text: str) -> Pixels:
        rows = np.frombuffer(base64.b64decode(text), np.uint8).reshape(HEIGHT, WIDTH, 4)
        return rows[::-1]

    @staticmethod
    def _serve(route: Route) -> None:
        route.fulfill(path=PAGES / route.request.url.rpartition("/")[2].partition("?")[0])


@pytest.fixture(scope="module")
def shared(browser: Browser, site_url: str, browser_config: dict[str, Any]) -> Iterator[GuestPage]:
    """One page for the module: Python starts once."""
    with guarded_page(browser, site_url, browser_config) as page:
        yield GuestPage(page, site_url).open()


@pytest.fixture
def host(shared: GuestPage) -> Iterator[GuestPage]:
    """The shared page, empty; the test fails for errors that it leaves in the host's context."""
    yield shared
    shared.evaluate("host.clear()")
    shared.evaluate("settle(() => !cnaAvatarsTest.isRunning())")
    assert shared.evaluate("host.errors") == []


@pytest.fixture
def fresh(page: Page, site_url: str) -> GuestPage:
    """A page of its own, without a guest yet."""
    return GuestPage(page, site_url)


def test_an_avatar_comes_as_a_silhouette_and_says_when_it_is_complete(host: GuestPage) -> None:
    code = host.code()
    host.add("ann", is_awaited=False, code=code)
    assert host.evaluate("host.avatars.ann.state") == "loading"
    first = host.frame()
    assert (first[..., 3] > 30).sum() > FIGURE_PIXELS / 2
    assert opaque(first) == 0
    host.settle("host.avatars.ann.state === 'ready'")
    assert opaque(host.frame()) > FIGURE_PIXELS
    assert [event["state"] for event in host.events("ann", "statechange")] == ["ready"]
    (load,) = host.events("ann", "load")
    assert (load["code"], load["catalogMissing"], load["items"]) == (code, False, [])
    assert host.evaluate("host.avatars.ann.details.body") == "female"


def test_it_is_the_figure_that_an_element_shows(host: GuestPage) -> None:
    """The same camera, given in GL's convention, leads to the same picture."""
    code = host.code()
    host.add("ann", code=code, paused=True, animation="Wave")
    height = host.evaluate("host.avatars.ann.details.height")
    inputs = np.zeros(16, np.float32)
    inputs[2:6] = (1.0, WIDTH / HEIGHT, 1.0, 0)
    inner = Camera().update(inputs, height, 0.0, 0.0)
    look = math3d.create_look_at(inner.eye, (0.0, inner.eye[1], 0.0))
    lens = math3d.invert(look) @ inner.view_projection
    lens[:, 2] = 2.0 * lens[:, 2] - lens[:, 3]
    camera = {"view": look.ravel().tolist(), "projection": lens.ravel().tolist()}
    drawn = host.pixels(host.evaluate("(camera) => host.multisampled(camera)", camera))
    expected = host.evaluate(
        """async ([code, width, height]) => {
          await import("../elements/cna-avatar.js");
          const element = document.createElement("cna-avatar");
          Object.assign(element, { code, paused: true, animation: "Wave" });
          Object.assign(element.style, { position: "fixed", top: 0, width: `${width}px`, height: `${height}px` });
          document.body.append(element);
          await settle(() => element.state === "ready");
          for (let frame = 0; frame < 20; frame++) cnaAvatarsTest.step(1); // the camera comes to rest
          const [target] = cnaAvatarsTest.targets();
          return cnaAvatarsTest.readPixels(target, width, height);
        }""",
        [code, WIDTH, HEIGHT],
    )
    shown = host.pixels(expected)[::-1]  # this one has the top row first
    assert opaque(drawn) > FIGURE_PIXELS
    difference = np.abs(drawn.astype(int) - shown)
    assert difference.mean() < 0.01
    assert (difference.max(-1) > 3).sum() <= 3


def test_depth_works_both_ways(host: GuestPage) -> None:
    host.add("ann", code=host.code(), paused=True)
    alone = host.frame()
    figure = alone[..., 3] > 250
    before = host.frame(quads=[quad(2.0, RED, 0.4)])
    behind = host.frame(quads=[quad(-2.0, BLUE)])
    covered = is_color(before, RED)
    assert (covered & figure).sum() > 800
    assert np.array_equal(before[~covered], alone[~covered])
    assert np.array_equal(behind[figure], alone[figure])
    nothing = alone[..., 3] == 0
    assert nothing.sum() > FIGURE_PIXELS
    assert is_color(behind, BLUE)[nothing].all()


def test_a_wall_through_the_middle_cuts_it(host: GuestPage) -> None:
    """The depths of both are on one scale: a wall at the feet's place hides the half behind it."""
    host.add("ann", code=host.code(), paused=True)
    figure = opaque(host.frame())
    cut = host.frame(quads=[quad(0.0, RED)])
    kept = (~is_color(cut, RED)).sum()
    assert 0.6 * figure < kept < 1.05 * figure
    assert (~is_color(host.frame(quads=[quad(0.5, RED)]), RED)).sum() == 0
    turned = math3d.create_rotation_y(math.pi)
    host.evaluate("(world) => { host.avatars.ann.world = world; }", turned.ravel().tolist())
    back = host.frame(quads=[quad(0.0, RED)])
    assert (is_color(back, RED) != is_color(cut, RED)).sum() > 100


def test_it_draws_within_the_hosts_viewport_and_scissor(host: GuestPage) -> None:
    host.add("ann", code=host.code(), paused=True)
    whole = host.frame()
    part = host.frame(scissor=[0, 0, WIDTH, HEIGHT // 2])
    assert opaque(part[: HEIGHT // 2]) == 0
    assert np.array_equal(part[HEIGHT // 2 :], whole[HEIGHT // 2 :])
    corner = host.frame(viewport=[WIDTH // 2, 0, WIDTH // 2, HEIGHT // 2])
    assert corner[: HEIGHT // 2].max() == 0
    assert corner[:, : WIDTH // 2].max() == 0
    assert opaque(corner) == pytest.approx(opaque(whole) / 4, rel=0.1)


def test_two_cameras_look_at_one_moment(host: GuestPage) -> None:
    host.add("ann", code=host.code(), animation="Celebrate")
    position = "joinStudio().then((studio) => studio.loop.now())"
    before = host.evaluate(position)
    first, second = host.frame(), host.frame()
    assert np.array_equal(first, second)
    side = host.frame(view=view((4.0, 0.9, 0.0)))
    assert not np.array_equal(side, first)
    assert host.evaluate(position) == before
    host.evaluate("for (let frame = 0; frame < 8; frame++) cnaAvatarsTest.step(0.1)")
    assert not np.array_equal(host.frame(), first)


def test_what_is_set_is_seen(host: GuestPage) -> None:
    host.add("ann", code=host.code(), paused=True)
    first = host.frame()
    moved = math3d.create_translation((0.4, 0.0, 0.0)).ravel().tolist()
    host.evaluate("(world) => { host.avatars.ann.world = new Float32Array(world); }", moved)
    columns = [np.flatnonzero((pixels[..., 3] > 250).any(0)).mean() for pixels in (first, host.frame())]
    assert 15 < columns[1] - columns[0] < 40
    host.evaluate("host.avatars.ann.world = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]")
    assert np.array_equal(host.frame(), first)

    host.evaluate("host.guest.setLights({ direction: [0, 0, -1], color: [0, 0, 0], ambient: [0.2, 0.2, 0.2] })")
    dark = host.frame()
    figure = first[..., 3] > 250
    assert dark[figure][:, :3].mean() < 0.4 * first[figure][:, :3].mean()
    host.evaluate(
        """host.guest.setLights({ direction: [-0.406, -0.508, -0.76], color: [0.62, 0.595, 0.55],
          ambient: [0.47, 0.485, 0.53] })"""
    )
    assert np.abs(host.frame().astype(int) - first).max() <= 1

    host.evaluate("host.guest.shadow = true")
    above = view((0.0, 3.0, 3.0), (0.0, 0.0, 0.0))
    soft = host.frame(view=above)
    host.evaluate("host.guest.shadow = false")
    plain = host.frame(view=above)
    assert ((soft[..., 3] > 0) & (plain[..., 3] == 0)).sum() > 300

    near = view((0.0, 1.5, 1.2), (0.0, 1.5, 0.0))
    face = host.frame(view=near)
    host.evaluate("host.avatars.ann.expression = 'Angry'")
    assert (host.frame(view=near) != face).any(-1).sum() > 50
    host.evaluate("host.avatars.ann.expression = ''")
    host.evaluate("host.avatars.ann.seek(1)")
    assert not np.array_equal(host.frame(view=near), face)
    host.evaluate("host.avatars.ann.seek(0)")
    assert np.array_equal(host.frame(view=near), face)


def test_several_avatars_stand_each_in_its_place(host: GuestPage) -> None:
    code = host.code()
    for index, x in enumerate((-0.35, 0.35)):
        world = math3d.create_translation((x, 0.0, 0.0)).ravel().tolist()
        host.add(f"a{index}", code=code, world=world, paused=True)
    both = host.frame()
    halves = [opaque(both[:, : WIDTH // 2]), opaque(both[:, WIDTH // 2 :])]
    assert min(halves) > FIGURE_PIXELS / 2
    host.evaluate("host.avatars.a0.remove()")
    one = host.frame()
    assert opaque(one[:, : WIDTH // 2]) < 0.2 * halves[0]
    assert opaque(one[:, WIDTH // 2 :]) == pytest.approx(halves[1], rel=0.05)


def test_a_new_code_keeps_the_old_figure_until_the_new_one_is_ready(host: GuestPage) -> None:
    host.add("ann", code=host.code(), paused=True)
    before = host.frame()
    host.evaluate("(code) => { host.avatars.ann.code = code; }", host.code(23, "male"))
    assert host.evaluate("host.avatars.ann.state") == "loading"
    assert np.array_equal(host.frame(), before)
    host.settle("host.avatars.ann.state === 'ready'")
    assert not np.array_equal(host.frame(), before)
    assert len(host.events("ann", "load")) == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("openGuest(null)", "Expected a WebGL2 context of a canvas; got null"),
        ("openGuest(document.createElement('canvas').getContext('webgl'))", "got WebGLRenderingContext"),
        ("host.guest.draw()", "Expected the camera to be an object; got undefined"),
        ("host.guest.draw({ projection: [] })", "Expected view to be an array of 16 numbers; got undefined"),
        ("host.guest.draw({ view: [1, 2, 3] })", "Expected view to be an array of 16 numbers; got Array of 3"),
        ("host.guest.draw({ view: host.gl })", "got WebGL2RenderingContext"),
        ("host.guest.draw({ camera: 1 })", "Expected the camera to have view, projection; got camera"),
        (
            "host.guest.draw({ view: Array(16).fill(1), projection: Array(16).fill('x') })",
            'Expected projection[0] to be a number; got "x"',
        ),
        ("host.guest.draw({ view: Array(16).fill(0), projection: Array(16).fill(0) })", "invertible"),
        ("host.guest.add({ color: 1 })", "Expected the avatar to have code, animation,"),
        ("host.guest.add({ code: 'nonsense' })", "58 or 82"),
        ("host.guest.add({ animation: 'Moonwalk' })", "Expected an animation"),
        ("host.guest.add({ speed: 'fast' })", 'Expected speed to be a number; got "fast"'),
        ("host.guest.add({ paused: 1 })", "Expected paused to be a boolean; got 1"),
        ("host.guest.add({ world: Array(16).fill(1) })", "Expected a world in column-major order"),
        ("host.guest.setLights({ direction: [0, 0, 0], color: [1, 1, 1], ambient: [0, 0, 0] })", "length is 0"),
        ("host.guest.setLights({ direction: [0, -1, 0], color: [1, 1, 1] })", "Expected ambient to be an array of 3"),
    ],
)
def test_a_wrong_argument_is_refused_at_once(host: GuestPage, call: str, message: str) -> None:
    """With what was expected and what came; nothing is left behind."""
    host.add("ann", is_awaited=False)
    answer = host.evaluate(f"Promise.try(() => {call}).then(() => ['', ''], (error) => [error.code, error.message])")
    assert message in answer[1]
    assert answer[0].startswith("argument")
    assert host.evaluate("host.guest.avatars.length") == 1


def test_bytes_that_cannot_be_had_are_an_event(fresh: GuestPage) -> None:
    fresh.open()
    code = fresh.code(41, "male")
    fresh.page.route("**/catalogs/files/*", lambda route: route.fulfill(status=200, body=b"wrong"))
    fresh.add("ann", is_awaited=False, code=code)
    fresh.settle("host.avatars.ann.state === 'unavailable'")
    (error,) = fresh.events("ann", "error")
    assert error["code"] == "content"
    assert fresh.frame().max() == 0


def test_the_page_works_while_an_avatar_loads_and_rests_when_it_is_there(host: GuestPage) -> None:
    """Without an element on the page and without a frame of the host's."""
    assert not host.evaluate("cnaAvatarsTest.isRunning()")
    host.add("ann", is_awaited=False, code=host.code(51))
    assert host.evaluate("cnaAvatarsTest.isRunning()")
    host.settle("host.avatars.ann.state === 'ready'")
    host.evaluate("cnaAvatarsTest.step(0)")
    assert not host.evaluate("cnaAvatarsTest.isRunning()")


def test_by_the_browsers_own_frames_it_loads_and_moves(page: Page, site_url: str) -> None:
    host = GuestPage(page, site_url, query="").open()
    host.add("ann", code=host.code(), animation="Celebrate")
    first = host.frame()
    assert opaque(first) > FIGURE_PIXELS
    host.evaluate(
        """(camera) => new Promise((resolve) => {
          let frames = 0;
          const frame = () => {
            host.frame(camera);
            if (++frames < 20) requestAnimationFrame(frame);
            else resolve();
          };
          requestAnimationFrame(frame);
        })""",
        CAMERA,
    )
    assert not np.array_equal(host.frame(), first)
    assert host.evaluate("host.errors") == []


def test_what_fails_in_a_hosts_context_is_that_guests_alone(host: GuestPage) -> None:
    """It is told by an event, once, and not thrown into the host's frame."""
    host.add("ann", code=host.code(), paused=True)
    before = host.frame()
    answer = host.evaluate(
        """async ([code, camera]) => {
          const other = new Host(160, 240);
          const { gl } = other;
          other.guest = await openGuest(gl);
          const avatar = other.add("bob", { code });
          await settle(() => avatar.state === "ready");
          gl.getProgramParameter = () => false;
          other.guest.draw(camera);
          other.guest.draw(camera);
          const errors = avatar.events.filter(({ type }) => type === "error");
          const refusal = await Promise.try(() => other.guest.add({ code })).catch(({ message }) => message);
          const answer = [avatar.state, errors.length, errors[0].code, refusal, gl.getError()];
          other.guest.dispose();
          other.loss.loseContext();
          return answer;
        }""",
        [host.code(), CAMERA],
    )
    assert answer[:3] == ["error", 1, "internal"]
    assert "does not link" in answer[3]
    assert answer[4] == 0
    assert np.array_equal(host.frame(), before)
    assert host.evaluate("host.avatars.ann.state") == "ready"


# --- the host's state -----------------------------------------------------------------------------------------------

ALWAYS_THE_SAME = {"TRANSFORM_FEEDBACK_PAUSED", "UNIFORM_BUFFER_SIZE 1", "UNIFORM_BUFFER_START 1"}
"""A capture goes on; that block is bound as a whole."""
TWO_VALUES = ("VERTEX_ATTRIB_ARRAY_INTEGER", "VERTEX_ATTRIB_ARRAY_NORMALIZED")

VISIT = """async ([code, camera, isOdd]) => {
  const { readState, makeOdd, differences, unchanged } = glState;
  const host = new Host(160, 240);
  const { gl } = host;
  const found = {};
  const initial = readState(gl);
  const prepare = () => {
    if (isOdd) makeOdd(gl, 160, 240);
    return readState(gl);
  };
  let before = prepare();
  found.notOdd = unchanged(initial, before);
  const compare = (what) => {
    const now = readState(gl);
    found[what] = differences(before, now);
    host.noteErrors();
    before = now;
  };
  const guest = await openGuest(gl);
  compare("opening");
  const avatar = guest.add({ code, paused: true });
  guest.draw(camera);
  compare("the silhouette");
  await settle(() => avatar.state === "ready");
  compare("loading");
  guest.shadow = true;
  guest.draw(camera);
  compare("the first upload");
  guest.draw(camera);
  compare("a frame");
  const query = gl.createQuery();
  gl.beginQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
  guest.draw(camera);
  gl.endQuery(gl.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
  compare("a frame within a query");
  host.afterMake = () => {
    before = prepare();
  };
  await settle(() => gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE));
  found.captured = gl.getQueryParameter(query, gl.QUERY_RESULT);
  await host.lose();
  guest.draw(camera);
  await host.restore();
  compare("a restored context");
  guest.draw(camera);
  compare("a frame after that");
  avatar.remove();
  cnaAvatarsTest.step(0);
  compare("removal");
  const another = guest.add({ code });
  await settle(() => another.state === "ready");
  guest.draw(camera);
  compare("another avatar");
  guest.dispose();
  compare("the guest's leave");
  found.errors = host.errors;
  host.loss.loseContext();
  return found;
}"""


@pytest.mark.parametrize("is_odd", [False, True])
def test_a_guest_leaves_every_piece_of_the_state_as_it_was(host: GuestPage, is_odd: bool) -> None:
    """From opening to leaving; the state is the initial one, or has odd values in every piece."""
    found = host.evaluate(VISIT, [host.code(), CAMERA, is_odd])
    if is_odd:
        same = {name for name in found["notOdd"] if not name.startswith(TWO_VALUES)}
        assert same == ALWAYS_THE_SAME
    del found["notOdd"]
    assert found.pop("captured") == 0
    assert found.pop("errors") == []
    assert len(found) == 11
    assert found == {name: [] for name in found}


def test_whatever_the_hosts_state_is_the_picture_is_the_same(host: GuestPage) -> None:
    """Nothing that a host has set reaches our drawing, apart from its viewport and scissor."""
    texts = host.evaluate(
        """async ([code, camera]) => {
          const host = new Host(160, 240);
          const { gl } = host;
          host.guest = await openGuest(gl);
          const avatar = host.guest.add({ code, paused: true });
          await settle(() => avatar.state === "ready");
          host.frame({ ...camera, viewport: [2, 4, 90, 130], scissor: [3, 5, 70, 110] });
          const ordinary = host.pixels();
          gl.disable(gl.SCISSOR_TEST);
          glState.makeOdd(gl, 160, 240);
          host.guest.draw(camera);
          gl.endTransformFeedback();
          gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.getParameter(gl.DRAW_FRAMEBUFFER_BINDING));
          gl.readBuffer(gl.COLOR_ATTACHMENT0);
          gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
          for (const name of ["PACK_ROW_LENGTH", "PACK_SKIP_PIXELS", "PACK_SKIP_ROWS"]) gl.pixelStorei(gl[name], 0);
          const odd = host.pixels();
          host.noteErrors();
          if (host.errors.length) throw new Error(`errors: ${host.errors}`);
          host.guest.dispose();
          host.loss.loseContext();
          return [ordinary, odd];
        }""",
        [host.code(), CAMERA],
    )
    ordinary, odd = (host.pixels(text) for text in texts)
    assert opaque(ordinary) > 500
    assert np.array_equal(odd, ordinary)


def test_a_program_that_was_deleted_in_use_is_no_error(host: GuestPage) -> None:
    host.add("ann", code=host.code(), paused=True)
    errors = host.evaluate(
        """(camera) => {
          const { gl } = host;
          gl.useProgram(host.program);
          gl.deleteProgram(host.program);
          host.guest.draw(camera);
          const answer = [gl.getError(), gl.getParameter(gl.CURRENT_PROGRAM)];
          host.make();
          return answer;
        }""",
        CAMERA,
    )
    assert errors == [0, None]


def test_a_guest_that_leaves_takes_everything_along_but_the_context(host: GuestPage) -> None:
    answer = host.evaluate(
        """async ([code, camera]) => {
          const host = new Host(160, 240);
          const objects = countObjects(host.gl);
          const guest = await openGuest(host.gl);
          const avatars = [guest.add({ code }), guest.add({ code })];
          await settle(() => avatars.every(({ state }) => state === "ready"));
          guest.draw(camera);
          const during = { ...objects };
          guest.dispose();
          guest.dispose();
          let refusal = "";
          try { guest.draw(camera); } catch (error) { refusal = error.code; }
          const lost = host.gl.isContextLost();
          host.loss.loseContext();
          return [during, objects, refusal, lost];
        }""",
        [host.code(), CAMERA],
    )
    during, after, refusal, is_lost = answer
    assert during["Buffer"] >= 4
    assert during["Texture"] >= 1
    assert set(after.values()) == {0}
    assert (refusal, is_lost) == ("disposed", False)


def test_200_avatars_come_and_go_and_leave_nothing(host: GuestPage) -> None:
    host.add("ann", code=host.code())
    host.frame()
    host.evaluate("host.clear()")
    host.evaluate("cnaAvatarsTest.step(0)")
    codes = [host.code(), host.code(8, "male")]
    before, after = host.evaluate(
        """async ([codes, camera]) => {
          const objects = countObjects(host.gl);
          for (let round = 0; round < 40; round++) {
            for (let index = 0; index < 5; index++) host.guest.add({ code: codes[(round + index) % 2] });
            await settle(() => host.guest.avatars.every(({ state }) => state === "ready"));
            host.guest.draw(camera);
            host.clear();
            cnaAvatarsTest.step(0);
          }
          return [{}, objects];
        }""",
        [codes, CAMERA],
    )
    assert before == {}
    assert set(after.values()) == {0}
    assert host.evaluate("cnaAvatarsTest.proxies()") == 0


# --- a lost context -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["loading", "ready"])
def test_the_picture_is_the_same_after_the_hosts_context_was_lost(host: GuestPage, state: str) -> None:
    host.add("ann", is_awaited=state == "ready", code=host.code(61), paused=True)
    before = host.frame()
    assert (before[..., 3] > 30).sum() > FIGURE_PIXELS / 2
    host.evaluate("host.lose()")
    host.frame()
    host.evaluate("host.restore()")
    assert np.array_equal(host.frame(), before)


def test_what_loads_during_a_loss_is_there_after_it(host: GuestPage) -> None:
    host.add("ann", code=host.code(), paused=True)
    expected = host.frame()
    host.evaluate("host.clear()")
    host.evaluate("cnaAvatarsTest.step(0)")
    host.evaluate("host.lose()")
    host.add("ann", code=host.code(), paused=True)
    host.frame()
    host.evaluate("host.restore()")
    assert np.array_equal(host.frame(), expected)


def test_whether_a_lost_context_comes_back_is_the_hosts_decision(host: GuestPage) -> None:
    answer = host.evaluate(
        """async () => {
          const canvas = document.createElement("canvas");
          const gl = canvas.getContext("webgl2");
          const guest = await openGuest(gl);
          const { promise, resolve } = Promise.withResolvers();
          canvas.addEventListener("webglcontextlost", resolve);
          gl.getExtension("WEBGL_lose_context").loseContext();
          const { defaultPrevented } = await promise;
          guest.dispose();
          return defaultPrevented;
        }"""
    )
    assert answer is False


def test_a_loss_inside_any_step_of_an_upload_does_no_harm(host: GuestPage) -> None:
    """The n-th thing that is made in the host's context loses it, for every n."""
    host.add("ann", code=host.code(), paused=True)
    expected = host.frame()
    answers = host.evaluate(
        """async ([code, camera]) => {
          const names = ["createBuffer", "createTexture", "createVertexArray", "texStorage3D", "texSubImage3D",
            "bufferData", "bufferSubData", "generateMipmap", "drawElements", "useProgram"];
          const answers = [];
          host.clear();
          cnaAvatarsTest.step(0);
          for (let lost = true, target = 1; lost; target++) {
            const avatar = host.guest.add({ code, paused: true });
            await settle(() => avatar.state === "ready");
            const loss = host.lose.bind(host);
            let count = 0;
            let losing;
            for (const name of names) {
              const call = host.gl[name];
              host.gl[name] = (...values) => {
                if (++count === target) losing = loss();
                return call.apply(host.gl, values);
              };
            }
            host.frame(camera);
            for (const name of names) delete host.gl[name];
            lost = losing !== undefined;
            if (lost) {
              await losing;
              await host.restore();
            }
            host.frame(camera);
            answers.push(host.pixels());
            avatar.remove();
            cnaAvatarsTest.step(0);
          }
          return answers;
        }""",
        [host.code(), CAMERA],
    )
    assert len(answers) > 20
    wrong = [n for n, text in enumerate(answers, 1) if not np.array_equal(host.pixels(text), expected)]
    assert wrong == []


# --- beside elements ------------------------------------------------------------------------------------------------

ELEMENT = """async (code) => {
  await import("../elements/cna-avatar.js");
  const element = document.createElement("cna-avatar");
  Object.assign(element, { code, paused: true });
  document.body.append(element);
  const canvas = element.shadowRoot.querySelector("canvas");
  await settle(() => element.state === "ready" && canvas.width > 1);
  cnaAvatarsTest.step(0);
  return () => canvas.toDataURL();
}"""


@pytest.mark.parametrize("renderer", ["webgl2", "webgpu"])
def test_an_element_that_comes_later_gets_what_a_guest_has_had_long_since(
    page: Page, site_url: str, renderer: str
) -> None:
    fresh = GuestPage(page, site_url, f"?test=1&renderer={renderer}").open()
    code = fresh.code()
    fresh.add("ann", code=code, paused=True)
    before = fresh.frame()
    assert fresh.evaluate("cnaAvatarsTest.renderer() ?? null") is None, "a guest needs no context of the page's own"
    fresh.evaluate(f"({ELEMENT})('{code}').then((shown) => Object.assign(globalThis, {{ shown }}))")
    assert fresh.evaluate("cnaAvatarsTest.renderer()") == renderer
    first = fresh.evaluate("shown()")
    assert np.array_equal(fresh.frame(), before)
    fresh.evaluate("cnaAvatarsTest.step(0)")
    assert fresh.evaluate("shown()") == first
    # The guest's goes; the element's stays, in its own context.
    fresh.evaluate("host.clear = () => host.guest.avatars.forEach((avatar) => avatar.remove())")
    fresh.evaluate("host.clear()")
    assert fresh.frame().max() == 0
    fresh.evaluate("cnaAvatarsTest.step(0)")
    assert fresh.evaluate("shown()") == first
    assert fresh.evaluate("cnaAvatarsTest.glErrors()") == []
    assert fresh.evaluate("host.errors") == []


def test_a_guest_that_comes_later_gets_what_elements_have_had_long_since(fresh: GuestPage) -> None:
    fresh.evaluate("joinStudio().then((studio) => settle(() => studio.catalogsAreInstalled, 3000, 0))")
    code = fresh.evaluate("joinStudio().then((studio) => studio.bridge.randomCode(7, 0))")
    fresh.evaluate(f"({ELEMENT})('{code}').then((shown) => Object.assign(globalThis, {{ shown }}))")
    first = fresh.evaluate("shown()")
    counts = fresh.evaluate("cnaAvatarsTest.counts()")
    fresh.open()
    fresh.add("ann", code=code, paused=True)
    assert opaque(fresh.frame()) > FIGURE_PIXELS
    fresh.add("bob", code=fresh.code(8, "male"), paused=True)
    both = fresh.frame()
    assert fresh.evaluate("cnaAvatarsTest.counts()") == counts, "the page's own context has nothing of the guests'"
    fresh.evaluate("cnaAvatarsTest.step(0)")
    assert fresh.evaluate("shown()") == first
    # Either context may be lost alone.
    fresh.evaluate("cnaAvatarsTest.loseContext()")
    fresh.settle("cnaAvatarsTest.isContextLost()")
    assert np.array_equal(fresh.frame(), both)
    fresh.evaluate("cnaAvatarsTest.restoreContext()")
    fresh.settle("!cnaAvatarsTest.isContextLost()")
    fresh.evaluate("host.lose()")
    fresh.evaluate("cnaAvatarsTest.step(0)")
    assert fresh.evaluate("shown()") == first
    fresh.evaluate("host.restore()")
    assert np.array_equal(fresh.frame(), both)
    assert fresh.evaluate("cnaAvatarsTest.glErrors()") == []
    assert fresh.evaluate("host.errors") == []


def test_importing_it_on_a_server_does_nothing(site_folder: Any) -> None:
    import subprocess

    script = "import(process.argv[1]).then(({ openGuest }) => console.log(typeof openGuest))"
    module = (site_folder / "runtime" / "guest.js").as_uri()
    result = subprocess.run(["node", "-e", script, module], capture_output=True, text=True, check=False)
    assert (result.stdout.strip(), result.returncode) == ("function", 0), result.stderr
