"""The tool that compares renderers: its measures, its table of frames, and what it makes of what it found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from cna_avatars.catalog.manifest import read_manifest
from cna_avatars.catalog.png import decode_png
from cna_avatars.description.codec import MAX_HEIGHT_MM, MIN_HEIGHT_MM
from cna_avatars.enums import AvatarAnimationPreset, AvatarBodyType
from cna_avatars.expression import AvatarEye, AvatarEyebrow, AvatarMouth
from cna_avatars.expression_text import parse_expression
from cna_avatars.wardrobe import ITEM_SLOTS
from review.browser import ROOT
from review.comparison import Bounds, Comparison
from review.frames import FRAMES, SIZE
from review.measures import Difference, Tile, compare, overlap, shown, worst_tile
from review.report import start_folder, write_page, write_pictures
from review.results import Results

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

BOUNDS = Bounds(mean=0.1, overlap=0.9995)
PAIR = ("webgl2", "software")


def picture(*squares: tuple[int, int, int, int], size: int = 64) -> NDArray[np.uint8]:
    """Return a transparent picture with opaque white squares: left, top, side, and their alpha."""
    pixels = np.zeros((size, size, 4), np.uint8)
    for left, top, side, alpha in squares:
        pixels[top : top + side, left : left + side] = alpha
    return pixels


def difference(mean: float = 0.0, overlap: float = 1.0, tile: float = 0.0) -> Difference:
    return Difference(mean, overlap, Tile(16, 32, tile), 9)


def results_of(**differences: Difference) -> Results:
    results = Results(BOUNDS, {"webgl2": "a card", "software": "NumPy"})
    frames = dict(zip(differences, FRAMES, strict=False))
    for name, found in differences.items():
        results.add(Comparison(frames[name]._replace(name=name), {PAIR: found}, 0.5))
    return results


# --- measures ---------------------------------------------------------------------------------------------------------


def test_equal_pictures_do_not_differ() -> None:
    one = picture((3, 5, 20, 255))
    assert compare(one, one.copy()) == Difference(0.0, 1.0, Tile(0, 0, 0.0), 0)


def test_the_mean_is_of_all_channels_of_all_pixels_and_has_no_sign() -> None:
    first, second = picture(size=8), picture(size=8)
    first[0, 0, 1], second[7, 7, 2], second[1, 1, 3] = 64, 32, 160
    assert compare(first, second).mean == compare(second, first).mean == 256 / (8 * 8 * 4)
    assert compare(first, second).largest == 160


def test_overlap_is_what_both_show_of_what_either_shows() -> None:
    first, second = picture((0, 0, 10, 255)), picture((5, 0, 10, 255))
    assert overlap(first, second) == 50 / 150
    assert overlap(first, picture((40, 40, 10, 255))) == 0.0


def test_overlap_counts_a_pixel_from_half_its_alpha() -> None:
    solid = picture((0, 0, 10, 255))
    assert overlap(solid, picture((0, 0, 10, 128))) == 1.0
    assert overlap(solid, picture((0, 0, 10, 127))) == 0.0


def test_two_empty_pictures_overlap_and_show_nothing() -> None:
    assert overlap(picture(), picture()) == 1.0
    assert shown(picture()) == 0.0
    assert shown(picture((0, 0, 32, 255))) == 0.25


def test_the_worst_tile_is_where_most_differs() -> None:
    first = picture((16, 32, 4, 100), (48, 0, 5, 100))
    assert compare(first, picture()).tile == Tile(48, 0, 25 * 100 / 256)


def test_a_difference_over_a_border_of_tiles_is_shared_by_them() -> None:
    assert compare(picture((12, 0, 6, 255)), picture()).tile == Tile(0, 0, 4 * 6 * 255 / 256)


def test_a_tile_at_the_edge_may_be_smaller() -> None:
    apart = np.zeros((20, 35, 4), np.uint8)
    apart[16:, 32:] = 64
    assert worst_tile(apart) == Tile(32, 16, 64 * 4 * 3 / 256)


def test_pictures_of_two_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"one size; got \(64, 64, 4\) and \(32, 32, 4\)"):
        compare(picture(), picture(size=32))


# --- the table --------------------------------------------------------------------------------------------------------


def test_there_are_257_frames_and_each_is_another() -> None:
    assert len(FRAMES) == len({frame.name for frame in FRAMES}) == 257
    assert len({frame._replace(name="") for frame in FRAMES}) == 257


@pytest.mark.parametrize(
    ("prefix", "count"), [("view", 16), ("person", 24), ("face", 32), ("head", 16), ("clip", 124), ("expression", 45)]
)
def test_frames_are_of_six_kinds(prefix: str, count: int) -> None:
    assert sum(frame.name.startswith(prefix + "-") for frame in FRAMES) == count


def test_every_animation_is_seen_at_four_instants_on_the_body_that_it_is_for() -> None:
    clips = [frame for frame in FRAMES if frame.name.startswith("clip-")]
    instants = {(frame.animation, frame.share) for frame in clips}
    assert instants == {(preset.name, share) for preset in AvatarAnimationPreset for share in (0.0, 0.3, 0.55, 0.8)}
    for frame in clips:
        body = next((body for body in AvatarBodyType if frame.animation.startswith(body.name)), frame.person.body)
        assert frame.person.body == body


def test_every_state_of_the_face_is_among_the_expressions() -> None:
    faces = [parse_expression(frame.expression) for frame in FRAMES if frame.name.startswith("expression-")]
    for feature, states in (
        ("mouth", AvatarMouth),
        ("left_eye", AvatarEye),
        ("right_eye", AvatarEye),
        ("left_eyebrow", AvatarEyebrow),
        ("right_eyebrow", AvatarEyebrow),
    ):
        assert {getattr(face, feature) for face in faces} == set(states)


def test_every_item_is_worn_by_both_bodies_in_its_own_slot() -> None:
    wardrobe = read_manifest((ROOT / "catalogs" / "v1" / "catalog.json").read_bytes()).wardrobe
    assert len(wardrobe.items) == 18
    for body in (0, 1):
        people = [frame.person for frame in FRAMES if frame.person.body == body]
        for slot in ITEM_SLOTS:
            worn = {person.items[slot] for person in people} - {0}
            assert worn == {item.id for item in wardrobe.of_slot(slot)}


def test_both_bodies_come_in_every_height_and_build() -> None:
    for body in (0, 1):
        people = {frame.person for frame in FRAMES if frame.person.body == body}
        extremes = {(person.height_mm, person.build) for person in people}
        assert {(height, build) for height in (MIN_HEIGHT_MM, MAX_HEIGHT_MM) for build in (0, 255)} <= extremes


# --- the verdict ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "is_outside"),
    [
        (difference(mean=0.1, overlap=0.9995), False),
        (difference(mean=0.11), True),
        (difference(overlap=0.9994), True),
        (difference(tile=200.0), False),
    ],
)
def test_a_frame_is_outside_by_its_mean_or_its_overlap(found: Difference, is_outside: bool) -> None:
    assert bool(results_of(one=found).outside) is is_outside


def test_a_picture_that_shows_nothing_is_outside() -> None:
    results = Results(BOUNDS, {})
    results.add(Comparison(FRAMES[0], {PAIR: difference()}, 0.0))
    assert results.outside == [FRAMES[0].name]


def test_the_worst_frame_comes_first_and_the_summary_names_it() -> None:
    results = results_of(good=difference(0.01), bad=difference(0.09, 0.9999), torn=difference(0.02, 0.99, 3.0))
    assert [comparison.frame.name for comparison in results.worst_first] == ["torn", "bad", "good"]
    found = results.summary(PAIR)
    assert [frame.frame.name for frame in (found.mean, found.overlap, found.tile)] == ["bad", "torn", "torn"]
    assert found.average == pytest.approx(0.04)
    assert found.outside == results.outside == ["torn"]
    assert "mean at most 0.0900 (bad; 0.0400 on average), overlap at least 0.99000 (torn)" in results.line(PAIR)


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def report(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """Return the folder of a report on two frames, and its numbers."""
    (tmp_path / "old.webgl2.png").write_bytes(b"")
    start_folder(tmp_path)
    results = results_of(good=difference(), bad=difference(0.2, 0.9, 3.0))
    first, second = picture((0, 0, 64, 255), size=SIZE), picture((0, 0, 64, 253), size=SIZE)
    for comparison in results.worst_first:
        write_pictures(tmp_path, comparison, dict(zip(PAIR, (first, second), strict=True)))
    write_page(tmp_path, results)
    return tmp_path, json.loads((tmp_path / "results.json").read_text())


def test_a_report_has_every_picture_that_its_page_shows(report: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = report
    page = (folder / "index.html").read_text(encoding="utf-8")
    kinds = ("webgl2", "software", "webgl2-software")
    assert {path.name for path in folder.glob("*.png")} == {f"{n}.{k}.png" for n in ("good", "bad") for k in kinds}
    assert all(f'src="{path.name}"' in page for path in folder.glob("*.png"))
    assert page.index('id="bad"') < page.index('id="good"')
    assert "2 frames, 1 out of bounds" in page
    assert "//" not in page


def test_differences_are_magnified_and_pictures_stand_before_a_background(report: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = report
    apart = decode_png((folder / "bad.webgl2-software.png").read_bytes(), "apart")
    assert apart[0, 0, :3].tolist() == [32, 32, 32]
    assert apart[100, 100, :3].tolist() == [0, 0, 0]
    shot = decode_png((folder / "bad.webgl2.png").read_bytes(), "shot")
    assert shot[100, 100, :3].tolist() == [54, 60, 72]


def test_the_numbers_are_there_for_machines(report: tuple[Path, dict[str, Any]]) -> None:
    _, numbers = report
    assert numbers["pairs"]["webgl2-software"]["outside"] == ["bad"]
    assert [frame["name"] for frame in numbers["frames"]] == ["bad", "good"]
    found = numbers["frames"][0]["pairs"]["webgl2-software"]
    assert found == {"mean": 0.2, "overlap": 0.9, "tile": {"left": 16, "top": 32, "mean": 3.0}, "largest": 9}
