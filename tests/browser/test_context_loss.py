"""A lost context comes back with the same picture, and nothing is kept that was released."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import numpy as np
import pytest

from .synthetic import (
    AVATAR,
    QUAD_INDICES,
    QUAD_UVS,
    SILHOUETTE,
    Memory,
    SyntheticPage,
    quad,
    record,
    vertices,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZE = 48


@pytest.fixture(scope="module", params=["webgl2", "webgpu"])
def renderer(request: pytest.FixtureRequest) -> str:
    """Those that have a context to lose."""
    name: str = request.param
    return name


@pytest.fixture
def scene(page: Page, site_url: str, renderer: str) -> SyntheticPage:
    """A page of its own: these tests leave it without its context."""
    return SyntheticPage(page, site_url, renderer=renderer)


def loading() -> Memory:
    """A picture of the loading effect."""
    memory = Memory()
    memory.sphere(1, quad(-0.7, -0.7, 0.7, 0.6), QUAD_INDICES)
    memory.records.append(record(SILHOUETTE, 1, silhouette=(0.2, 0.3, 0.4, 0.5)))
    return memory


def dressed() -> Memory:
    """A picture with every kind of resource: a textured part, two decals, tiles and a sphere."""
    random = np.random.default_rng(5)
    layers = random.integers(0, 256, (2, 8, 8, 4), dtype=np.uint8)
    tiles = random.integers(0, 256, (3, 16, 16, 4), dtype=np.uint8)
    tiles[..., :3] = np.minimum(tiles[..., :3], tiles[..., 3:])
    corners = np.concatenate([quad(-0.9, -0.8, 0.8, 0.9, depth) for depth in (0.5, 0.4, 0.3)])
    table = vertices(corners, uvs=np.tile(QUAD_UVS, (3, 1)), parts=np.repeat([0, 1, 2], 4))
    memory = loading()
    memory.model(
        1,
        table,
        QUAD_INDICES,
        [4, 5, 6, 4, 6, 7],
        [8, 9, 10],
        colors=[(0.9, 0.8, 0.7, 0.5), (1, 1, 1, 0), (0.3, 0.5, 0.9, 0)],
        windows=[(1, 1, 1, 0), (0, 1, 1, 6), (0, 1, 1, 1)],
        layers=layers,
        tiles=2,
    )
    memory.tiles(2, tiles)
    memory.records.append(record(AVATAR, 1, tiles=[0, 1, 0, 0, 0, 0, 2, 0], light_color=(0.5, 0.5, 0.5)))
    return memory


@pytest.mark.parametrize("make", [loading, dressed])
def test_the_picture_is_the_same_after_a_loss(scene: SyntheticPage, make: type[Memory]) -> None:
    """To the byte, and drawing while the context is lost throws nothing."""
    scene.load(make())
    before = scene.draw(SIZE, SIZE)
    assert len(np.unique(before.reshape(-1, 4), axis=0)) > 1
    scene.evaluate("harness.lose()")
    assert not scene.draw(SIZE, SIZE).any()
    scene.evaluate("harness.restore()")
    # The records are a frame's own; the next frame brings them again.
    scene.evaluate("harness.renderer.load(harness.addresses, harness.recordCount, 0)")
    assert np.array_equal(scene.draw(SIZE, SIZE), before)
    assert scene.evaluate("harness.device.errors()") == []


def test_what_is_uploaded_during_a_loss_is_there_after_it(scene: SyntheticPage, renderer: str) -> None:
    """An avatar that gets ready meanwhile is drawn as if nothing had happened."""
    scene.load(dressed())
    expected = scene.draw(SIZE, SIZE)
    scene.page.reload()
    scene.page.evaluate("(name) => harness.create(undefined, name)", renderer)
    scene.evaluate("harness.lose()")
    scene.load(dressed())
    scene.evaluate("harness.restore()")
    scene.evaluate("harness.renderer.load(harness.addresses, harness.recordCount, 0)")
    assert np.array_equal(scene.draw(SIZE, SIZE), expected)


def test_a_canvas_keeps_its_picture_during_a_loss(scene: SyntheticPage) -> None:
    """The last good picture stays on the page."""
    scene.load(dressed())
    shown = scene.page.evaluate(
        """async ([width, height]) => {
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [width, height];
          const context = canvas.getContext("2d");
          const show = () => {
            harness.renderer.drawAll([{ target: 1, width, height }], (_, source) => {
              context.globalCompositeOperation = "copy";
              context.drawImage(source, 0, 0);
            });
            return canvas.toDataURL();
          };
          const blank = canvas.toDataURL();
          const before = show();
          await harness.lose();
          const during = show();
          await harness.restore();
          return [blank, before, during];
        }""",
        [SIZE, SIZE],
    )
    blank, before, during = shown
    assert before == during
    assert before != blank


def test_releasing_brings_every_count_back(scene: SyntheticPage) -> None:
    """200 rounds of taking an avatar in and releasing it leave what was there before."""
    scene.load(loading())
    scene.draw(SIZE, SIZE)
    base = scene.evaluate("harness.device.counts()")
    memory = dressed()
    memory.release(2, 1)
    memory.release(5, 2)
    payload = memory.payload()
    scene.page.evaluate(
        """(payload) => {
          for (let round = 0; round < 200; round++) {
            harness.load(payload);
            harness.draw(1, 16, 16);
          }
        }""",
        payload,
    )
    scene.draw(SIZE, SIZE)
    assert scene.evaluate("harness.device.counts()") == base


def test_deleting_the_renderer_leaves_nothing(scene: SyntheticPage) -> None:
    """And deleting is idempotent."""
    scene.load(dressed())
    scene.draw(SIZE, SIZE)
    scene.evaluate("(harness.renderer.delete(), harness.renderer.delete())")
    assert scene.evaluate("harness.device.counts()") == {}
    assert scene.evaluate("harness.device.errors()") == []


@pytest.mark.parametrize("renderer", ["webgl2"], indirect=True)
def test_a_loss_inside_any_step_of_an_upload_does_no_harm(scene: SyntheticPage) -> None:
    """The n-th call that makes or fills something loses the context, for every n: nothing throws, all comes back."""
    scene.load(dressed())
    expected = scene.draw(SIZE, SIZE)
    texts = scene.page.evaluate(
        """async ([payload, size]) => {
          const { gl } = harness.device;
          const names = Object.keys(Object.getPrototypeOf(gl)).filter((name) =>
            /^(create|bufferData|bufferSubData|texStorage3D|texSubImage3D|generateMipmap|renderbufferStorage|draw)/.test(name));
          const texts = [];
          for (let isLost = true, target = 1; isLost; target++) {
            harness.clear();
            let count = 0;
            let lost;
            for (const name of names) {
              const call = gl[name];
              gl[name] = (...values) => {
                if (++count === target) lost = harness.lose();
                return call.apply(gl, values);
              };
            }
            harness.load(payload);
            await harness.draw(1, size - 1, size); // another size, so that the target is made anew, too
            for (const name of names) delete gl[name];
            isLost = lost !== undefined;
            if (isLost) {
              await lost;
              await harness.draw(1, size, size);
              await harness.restore();
            }
            harness.renderer.load(harness.addresses, harness.recordCount, 0);
            texts.push(await harness.draw(1, size, size));
          }
          return texts;
        }""",
        [dressed().payload(), SIZE],
    )
    assert len(texts) > 30
    pictures = [np.frombuffer(base64.b64decode(text), np.uint8).reshape(expected.shape) for text in texts]
    assert [number for number, picture in enumerate(pictures, 1) if not np.array_equal(picture, expected)] == []
    assert scene.evaluate("harness.device.errors()") == []


def test_a_context_may_be_lost_again_and_again(scene: SyntheticPage) -> None:
    """Also at once after it came back, before anything was drawn in it."""
    scene.load(dressed())
    before = scene.draw(SIZE, SIZE)
    counts = scene.evaluate("harness.device.counts()")
    for _ in range(3):
        scene.evaluate("harness.lose().then(() => harness.restore())")
    scene.evaluate("harness.renderer.load(harness.addresses, harness.recordCount, 0)")
    assert np.array_equal(scene.draw(SIZE, SIZE), before)
    assert scene.evaluate("harness.device.counts()") == counts
    assert scene.evaluate("harness.device.errors()") == []


def test_what_is_released_during_a_loss_does_not_come_back(scene: SyntheticPage) -> None:
    scene.load(loading())
    base = scene.evaluate("harness.device.counts()")
    scene.load(dressed())
    scene.draw(SIZE, SIZE)
    scene.evaluate("harness.lose()")
    gone = loading()
    gone.release(2, 1)
    gone.release(5, 2)
    scene.load(gone)
    scene.evaluate("harness.restore()")
    scene.evaluate("harness.renderer.load(harness.addresses, harness.recordCount, 0)")
    scene.draw(SIZE, SIZE)
    counts = scene.evaluate("harness.device.counts()")
    counts.pop("target")
    assert counts == base
