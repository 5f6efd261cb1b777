"""Frames: many records, pictures of several sizes, the ground shadow, bad tables, and the loop that drives them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from .synthetic import AVATAR, QUAD_INDICES, Memory, SyntheticPage, quad, record, vertices

FULL = quad(-1, -1, 1, 1)


def load_error(scene: SyntheticPage, memory: Memory, change: str) -> str:
    """The message of the error that a changed memory image meets; `change` sees `words` and `payload`."""
    message: str = scene.page.evaluate(
        f"""(payload) => {{
          harness.heap.replace(Uint8Array.from(atob(payload.memory), (c) => c.charCodeAt(0)));
          const words = harness.heap.uint32;
          {change};
          try {{ harness.renderer.load(payload, payload.recordCount, payload.uploadCount); return ""; }}
          catch (error) {{ return error.message; }}
        }}""",
        memory.payload(),
    )
    return message


def one_quad() -> Memory:
    memory = Memory()
    memory.model(1, vertices(FULL), QUAD_INDICES)
    memory.records.append(record(AVATAR, 1))
    return memory


def test_more_records_than_before_find_room(scene: SyntheticPage) -> None:
    """40 avatars side by side, each with its own record; the first frame had one."""
    scene.load(one_quad())
    memory = Memory()
    width = 2 / 40
    for column in range(40):
        left = -1 + column * width
        color = (column / 39, 1 - column / 39, 0.5, 0)
        memory.model(column, vertices(quad(left, -1, left + width, 1)), QUAD_INDICES, colors=[color])
        memory.records.append(record(AVATAR, column))
    scene.load(memory)
    pixels = scene.draw(160, 8)
    expected = np.rint(255 * np.arange(40) / 39)
    assert np.abs(pixels[4, 2::4, 0] - expected).max() <= 1
    assert (pixels[..., 3] == 255).all()


def test_pictures_that_are_drawn_side_by_side_stay_apart(scene: SyntheticPage) -> None:
    """Of different sizes, on several sheets: each canvas shows what its picture alone would be."""
    memory = Memory()
    memory.model(1, vertices(quad(-2, -2, 2, 2)), QUAD_INDICES, colors=[(1, 0, 0, 0)])
    memory.model(2, vertices(quad(-0.5, -0.5, 2, 0.5)), QUAD_INDICES, colors=[(0, 1, 0, 0)])
    memory.records += [record(AVATAR, 1, target=1), record(AVATAR, 2, target=2)]
    scene.load(memory)
    different = scene.page.evaluate(
        """async () => {
          const pictures = [[1, 1500, 700], [2, 400, 300], [2, 300, 500], [3, 200, 200], [1, 90, 60], [2, 900, 900]].map(
            ([target, width, height]) => ({ target, width, height }));
          const contexts = harness.presentAll(pictures);
          const differs = await Promise.all(pictures.map(async ({ target, width, height }, index) => {
            const shown = contexts[index].getImageData(0, 0, width, height).data;
            const alone = await harness.renderer.readPixels({ target, width, height });
            return shown.some((value, place) => value !== alone[place]);
          }));
          return pictures.filter((_, index) => differs[index]);
        }"""
    )
    assert different == []


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ([(100, 200)], [[100, 200, [0, 0]]]),
        ([(1000, 300), (1000, 400), (1000, 500)], [[2000, 900, [0, 0], [1000, 0], [0, 400]]]),
        ([(2000, 600), (100, 600)], [[2000, 600, [0, 0]], [100, 600, [0, 0]]]),
        ([(3000, 1500), (100, 100)], [[3000, 1500, [0, 0]], [100, 100, [0, 0]]]),
        ([(100, 100), (3000, 1500)], [[100, 100, [0, 0]], [3000, 1500, [0, 0]]]),
    ],
)
def test_sheets_are_filled_in_rows(
    scene: SyntheticPage, sizes: list[tuple[int, int]], expected: list[list[Any]]
) -> None:
    """[width, height, place…] of each sheet: at most 2048 × 1024, unless one picture is larger."""
    found = scene.page.evaluate(
        """async (sizes) => {
          const { packSheets } = await import("../render/sheet.js");
          const sheets = packSheets(sizes.map(([width, height]) => ({ width, height })));
          return sheets.map(({ width, height, places }) => [width, height, ...places.map(({ x, y }) => [x, y])]);
        }""",
        sizes,
    )
    assert found == expected


def test_the_ground_shadow_is_drawn_only_where_it_is_asked_for(scene: SyntheticPage) -> None:
    """Seen from above: darkest below the feet, gone at some distance, and not there by default."""
    memory = Memory()
    memory.model(1, vertices(quad(-1e-4, -1e-4, 1e-4, 1e-4)), QUAD_INDICES)
    above = np.array([[1, 0, 0, 0], [0, 0, -0.1, 0], [0, -1, 0, 0], [0, 0, 0.5, 1]])  # looks down -y, -z is up
    memory.records.append(record(AVATAR, 1, view_projection=above))
    scene.load(memory)
    assert scene.draw(64, 64)[..., 3].sum() <= 255
    alpha = scene.draw(64, 64, shadow=True)[..., 3].astype(int)
    feet = alpha[33:36, [28, 35]]
    assert feet.min() > 60
    assert alpha[32, 16] < feet.min() / 2
    assert alpha[[0, 0, 63, 63], [0, 63, 0, 63]].sum() == 0
    assert np.array_equal(alpha > 0, (alpha > 0)[:, ::-1])


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ("words[payload.uploads / 4] = 9", "got 9"),
        ("words[payload.uploads / 4 + 6] = 3", "got 3"),
        ("words[payload.uploads / 4 + 7] = 3", "Expected 6 indices"),
        ("words[payload.records / 4 + 1000] = 7", "got 7"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(scene: SyntheticPage, change: str, part: str) -> None:
    assert part in load_error(scene, one_quad(), change)


def test_records_of_released_models_draw_nothing(scene: SyntheticPage) -> None:
    memory = one_quad()
    memory.release(2, 1)
    scene.load(memory)
    assert not scene.draw(16, 16).any()
    assert scene.evaluate("harness.device.errors()") == []


LOOP = """async (use) => {
  const { FrameLoop } = await import("../render/frame-loop.js");
  const ticks = [];
  const queue = [];
  const options = {
    requestFrame: (callback) => queue.push(callback),
    cancelFrame: (handle) => { queue[handle - 1] = null; },
  };
  const pass = (ms) => { for (const callback of queue.splice(0)) callback?.(ms); };
  const loop = new FrameLoop((seconds) => ticks.push(seconds), options);
  %s
  return ticks;
}"""


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("pass(1000);", []),
        ("loop.start(); loop.start(); pass(1000); pass(1016);", [1.0, 1.016]),
        ("loop.start(); pass(1000); loop.stop(); pass(2000); loop.start(); pass(3000);", [1.0, 3.0]),
        ("loop.start(); pass(1000); pass(500); pass(1500);", [1.0, 1.0, 1.5]),
        ("loop.manual = true; loop.start(); pass(1000); loop.step(0.5); loop.step(0.25);", [0.5, 0.75]),
    ],
)
def test_the_loop_ticks_while_it_runs_on_a_clock_that_never_goes_back(
    scene: SyntheticPage, script: str, expected: list[Any]
) -> None:
    assert scene.evaluate(LOOP % script) == expected
