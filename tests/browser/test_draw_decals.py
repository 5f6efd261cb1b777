"""Facts about face decals: which tile, in which order, and nothing of its neighbours."""

from __future__ import annotations

import numpy as np
import pytest

from .synthetic import AVATAR, QUAD_INDICES, QUAD_UVS, Memory, SyntheticPage, quad, record, vertices

MAGENTA = (255, 0, 255, 255)
HEAD, FIRST, SECOND = QUAD_INDICES, [4, 5, 6, 4, 6, 7], [8, 9, 10, 8, 10, 11]
TILE_SIZE = 32


def tile_set(**colors: tuple[int, int, int, int]) -> np.ndarray:
    """Nine tiles: the named ones (`t4=...`) of one colour, all others magenta."""
    pixels = np.full((9, TILE_SIZE, TILE_SIZE, 4), MAGENTA, dtype=np.uint8)
    for name, color in colors.items():
        pixels[int(name[1:])] = color
    return pixels


def face(feature_first: int, feature_second: int, *, scale: float = 1.0, color_second: tuple = (1, 1, 1, 0)) -> Memory:
    """A black head with two decals in front of it, of two features; the second is an iris."""
    corners = [quad(-scale, -scale, scale, scale, depth) for depth in (0.5, 0.4, 0.3)]
    table = vertices(np.concatenate(corners), uvs=np.tile(QUAD_UVS, (3, 1)), parts=np.repeat([0, 1, 2], 4))
    memory = Memory()
    memory.model(
        1,
        table,
        HEAD,
        FIRST,
        SECOND,
        colors=[(0, 0, 0, 0), (1, 1, 1, 0), color_second],
        windows=[(-1, 1, 1, 0), (0, 1, 1, feature_first), (0, 1, 1, feature_second)],
        tiles=7,
    )
    return memory


@pytest.mark.parametrize("feature", range(7))
def test_a_decal_shows_the_tile_of_its_feature(scene: SyntheticPage, feature: int) -> None:
    """The record's eight numbers are looked up by the part's feature."""
    memory = face(feature, feature)
    memory.tiles(7, tile_set(t6=(10, 200, 30, 255)))
    tiles = [0] * 8
    tiles[feature] = 6
    memory.records.append(record(AVATAR, 1, tiles=tiles))
    scene.load(memory)
    assert list(scene.draw(16, 16)[8, 8]) == [10, 200, 30, 255]


@pytest.mark.parametrize("size", [8, 64, 200])
def test_no_tile_bleeds_into_its_neighbour(scene: SyntheticPage, size: int) -> None:
    """Magnified and minified, with mip levels: what is drawn is one tile and nothing of the next."""
    memory = face(0, 0)
    memory.tiles(7, tile_set(t4=(20, 160, 40, 255)))
    memory.records.append(record(AVATAR, 1, tiles=[4] * 8))
    scene.load(memory)
    pixels = scene.draw(size, size)
    assert (pixels == (20, 160, 40, 255)).all()


def test_tiles_are_averaged_when_they_are_small(scene: SyntheticPage) -> None:
    """A fine pattern becomes its mean, not one of its texels."""
    pattern = np.zeros((1, TILE_SIZE, TILE_SIZE, 4), dtype=np.uint8)
    pattern[..., 3] = 255
    pattern[0, (np.indices((TILE_SIZE, TILE_SIZE)).sum(axis=0) % 2) == 0] = 255
    memory = face(0, 0)
    memory.tiles(7, pattern)
    memory.records.append(record(AVATAR, 1))
    scene.load(memory)
    pixels = scene.draw(4, 4).astype(int)
    assert np.abs(pixels[..., :3] - 127.5).max() <= 2


def test_irises_are_drawn_over_the_whites(scene: SyntheticPage) -> None:
    """Premultiplied: a half transparent iris lets half of the white through, tinted by its own colour."""
    memory = face(0, 1, color_second=(0.5, 1, 0.25, 0))
    memory.tiles(7, tile_set(t1=(200, 100, 60, 255), t2=(128, 64, 128, 128)))
    memory.records.append(record(AVATAR, 1, tiles=[1, 2, 0, 0, 0, 0, 0, 0]))
    scene.load(memory)
    pixel = scene.draw(16, 16)[8, 8].astype(int)
    rest = 1 - 128 / 255
    expected = np.array([64 + 200 * rest, 64 + 100 * rest, 32 + 60 * rest, 255])
    assert np.abs(pixel - expected).max() <= 1


def test_decals_hide_nothing_and_are_hidden(scene: SyntheticPage) -> None:
    """They test depth and never write it: a nearer opaque part of another avatar covers them in any order."""
    memory = face(0, 0)
    memory.tiles(7, tile_set(t0=(255, 255, 255, 255)))
    memory.model(2, vertices(quad(-1, -1, 0, 1, 0.1)), QUAD_INDICES, colors=[(0, 0, 1, 0)])
    memory.model(3, vertices(quad(0, -1, 1, 1, 0.35)), QUAD_INDICES, colors=[(0, 1, 0, 0)])
    memory.records += [record(AVATAR, number) for number in (1, 2, 3)]
    scene.load(memory)
    pixels = scene.draw(16, 16)
    assert list(pixels[8, 4]) == [0, 0, 255, 255]
    assert list(pixels[8, 12]) == [255, 255, 255, 255]  # the iris, at 0.3, is before the part at 0.35


def test_the_highlight_is_weighted_by_the_tiles_alpha(scene: SyntheticPage) -> None:
    """A quarter-opaque decal carries a quarter of the highlight of an opaque one."""
    memory = face(0, 1, color_second=(0, 0, 0, 1))
    memory.tiles(7, tile_set(t1=(0, 0, 0, 0), t2=(0, 0, 0, 64)))
    fields = {"light_color": (1, 1, 1), "ambient": (0, 0, 0), "eye": (0, 0, 50)}
    memory.records.append(record(AVATAR, 1, tiles=[1, 2, 0, 0, 0, 0, 0, 0], **fields))
    scene.load(memory)
    pixel = scene.draw(16, 16)[8, 8].astype(int)
    assert np.abs(pixel - (255 * 0.12 * 64 / 255, 255 * 0.12 * 64 / 255, 255 * 0.12 * 64 / 255, 255)).max() <= 1
