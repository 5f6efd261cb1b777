import copy
import json
from typing import Any

import numpy as np
import pytest

from cna_avatars.animation.clip import Channel, Clip, ClipSet, seconds_of
from cna_avatars.catalog.clip_reader import read_clips
from cna_avatars.errors import ContentLoadError
from cna_avatars.skeleton import BONE_COUNT

from .helpers.tiny_catalog import TinyGltf, clip_glb, pack_glb

F = np.float32


def channel(times: list[float], values: list[list[float]], ins: Any = None, outs: Any = None) -> Channel:
    values_array = np.array(values, F)
    zero = np.zeros_like(values_array)
    return Channel(
        np.array(times, F),
        values_array,
        zero if ins is None else np.array(ins, F),
        zero if outs is None else np.array(outs, F),
    )


def clip(rotations: dict[int, Channel], root: Channel | None = None, expressions: Any = ()) -> Clip:
    times = np.array([entry[0] for entry in expressions], F)
    states = np.array([entry[1] for entry in expressions], np.int64).reshape(-1, 5)
    return Clip("test", True, rotations, root, times, states)


def sample(clips: ClipSet, index: int, time: float) -> tuple[np.ndarray, np.ndarray, list[int]]:
    rotations, roots = np.zeros((4, BONE_COUNT, 1), F), np.zeros((3, 1), F)
    which, times = np.array([index], np.intp), np.array([time], F)
    clips.sample_rotations(which, times, rotations)
    clips.sample_roots(which, times, roots)
    return rotations[..., 0], roots[:, 0], clips.sample_expressions(which, times)[0].tolist()


def hermite(time: float, keys: Channel) -> np.ndarray:
    """Evaluate a cubic spline as the glTF specification writes it."""
    k = max(i for i, t in enumerate(keys.times) if t <= time)
    if k == len(keys.times) - 1:
        return keys.values[k].astype(float)
    span = float(keys.times[k + 1] - keys.times[k])
    t = (time - float(keys.times[k])) / span
    return (
        (2 * t**3 - 3 * t**2 + 1) * keys.values[k]
        + span * (t**3 - 2 * t**2 + t) * keys.out_tangents[k]
        + (-2 * t**3 + 3 * t**2) * keys.values[k + 1]
        + span * (t**3 - t**2) * keys.in_tangents[k + 1]
    )


SWING = channel(
    [0.0, 0.5, 2.0],
    [[0, 0, 0, 1], [0.6, 0, 0, 0.8], [0, 0.6, 0, 0.8]],
    ins=[[9, 9, 9, 9], [0.3, -0.2, 0, 0.1], [0.5, 0, 0.4, 0]],
    outs=[[0.4, 0, 0.1, 0], [-0.7, 0.2, 0, 0.3], [9, 9, 9, 9]],
)
MOVE = channel([0.25, 1.0], [[1, 2, 3], [4, 5, 7]], ins=[[9] * 3, [1, 0, -1]], outs=[[2, 0, 1], [9] * 3])


@pytest.mark.parametrize("time", [0.0, 0.1, 0.25, 0.499, 0.5, 0.7, 1.3, 1.999, 2.0])
def test_rotations_are_normalised_cubic_splines(time: float) -> None:
    rotations, _, _ = sample(ClipSet([clip({20: SWING})]), 0, time)
    expected = hermite(time, SWING)
    expected = expected / np.sqrt((expected**2).sum())
    assert rotations[:, 20] == pytest.approx(expected, abs=2e-6)
    assert rotations[:, 0].tolist() == [0, 0, 0, 1]


def test_every_channel_is_sampled_between_its_own_keys() -> None:
    near = channel([0.0, 0.1, 0.2], [[0, 0, 0, 1], [0, 0.6, 0, 0.8], [0.8, 0, 0, 0.6]])
    clips = ClipSet([clip({20: SWING, 33: near}), clip({20: near}, root=MOVE), clip({5: SWING})])
    for index, bone, keys, time in ((0, 33, near, 0.15), (1, 20, near, 0.15), (2, 5, SWING, 1.3), (0, 20, SWING, 1.3)):
        expected = hermite(time, keys)
        expected = expected / np.sqrt((expected**2).sum())
        assert sample(clips, index, time)[0][:, bone] == pytest.approx(expected, abs=2e-6), (index, bone)


def test_a_short_rotation_counts_as_its_direction() -> None:
    short = channel([0.0], [[0.06, 0, 0, 0.08]])
    assert sample(ClipSet([clip({20: short})]), 0, 0.0)[0][:, 20] == pytest.approx([0.6, 0, 0, 0.8], abs=1e-6)


def test_a_clip_without_a_root_leaves_none_of_the_last_one() -> None:
    clips = ClipSet([clip({20: SWING}, root=MOVE), clip({20: SWING})])
    roots = np.full((3, 2), 7.0, F)
    clips.sample_roots(np.array([1, 0], np.intp), np.array([1.0, 1.0], F), roots)
    assert roots.tolist() == [[0.0, 4.0], [0.0, 5.0], [0.0, 7.0]]


@pytest.mark.parametrize(("time", "key"), [(-1.0, 0), (0.0, 0), (0.5, 1), (2.0, 2), (7.0, 2)])
def test_at_and_beyond_the_keys_their_values_hold(time: float, key: int) -> None:
    rotations, _, _ = sample(ClipSet([clip({20: SWING})]), 0, time)
    assert rotations[:, 20] == pytest.approx(SWING.values[key], abs=1e-7)


@pytest.mark.parametrize("time", [0.0, 0.25, 0.6, 1.0, 3.0])
def test_the_root_moves_and_is_not_normalised(time: float) -> None:
    _, root, _ = sample(ClipSet([clip({}, MOVE)]), 0, time)
    assert root == pytest.approx(hermite(max(time, 0.25), MOVE), abs=1e-5)


def test_a_single_key_is_a_constant_and_a_vanishing_rotation_the_identity() -> None:
    still = channel([0.4], [[0, 0.6, 0, 0.8]])
    through_zero = channel([0.0, 1.0], [[0, 0, 0, 1], [0, 0, 0, -1]])
    clips = ClipSet([clip({3: still, 5: through_zero})])
    for time in (0.0, 0.4, 9.0):
        assert sample(clips, 0, time)[0][:, 3] == pytest.approx([0, 0.6, 0, 0.8])
    assert sample(clips, 0, 0.5)[0][:, 5].tolist() == [0, 0, 0, 1]


def test_a_rotation_vanishes_at_a_length_of_one_millionth() -> None:
    vanished, barely = channel([0.0], [[1e-6, 0, 0, 0]]), channel([0.0], [[2e-6, 0, 0, 0]])
    rotations, _, _ = sample(ClipSet([clip({3: vanished, 5: barely})]), 0, 0.0)
    assert rotations[:, 3].tolist() == [0, 0, 0, 1]
    assert rotations[:, 5].tolist() == [1, 0, 0, 0]


def test_the_last_value_is_held_to_the_last_bit() -> None:
    values = [[0.01 * (3 * i + j) for j in range(3)] for i in range(60)]
    clips = ClipSet([clip({}, channel([0.5], [value])) for value in values])
    for index, value in enumerate(values):
        assert sample(clips, index, 2.0)[1].tolist() == np.array(value, F).tolist()


def test_an_empty_crowd_is_sampled_before_and_after_others() -> None:
    clips, none = ClipSet([clip({20: SWING}, MOVE)]), np.zeros(0, np.intp)
    for _ in range(2):
        clips.sample_rotations(none, np.zeros(0, F), np.zeros((4, BONE_COUNT, 0), F))
        clips.sample_roots(none, np.zeros(0, F), np.zeros((3, 0), F))
        assert clips.sample_expressions(none, np.zeros(0, F)).shape == (0, 5)
        assert sample(clips, 0, 2.0)[0][:, 20] == pytest.approx(SWING.values[2])


def test_many_avatars_are_sampled_as_one_by_one() -> None:
    clips = ClipSet([clip({20: SWING}), clip({}), clip({1: SWING, 20: channel([1.0], [[1, 0, 0, 0]])}, MOVE)])
    which = np.array([2, 0, 1, 2, 0], np.intp)
    times = np.array([0.3, 0.9, 0.5, 1.5, 0.0], F)
    rotations, roots = np.zeros((4, BONE_COUNT, 5), F), np.zeros((3, 5), F)
    clips.sample_rotations(which, times, rotations)
    clips.sample_roots(which, times, roots)
    for i in range(5):
        alone, root, _ = sample(clips, int(which[i]), float(times[i]))
        assert np.array_equal(rotations[..., i], alone)
        assert np.array_equal(roots[:, i], root)


def test_a_crowd_that_changes_clips_is_sampled_anew() -> None:
    clips = ClipSet([clip({20: SWING}), clip({1: SWING})])
    out = np.zeros((4, BONE_COUNT, 1), F)
    clips.sample_rotations(np.array([0], np.intp), np.array([0.5], F), out)
    clips.sample_rotations(np.array([1], np.intp), np.array([0.5], F), out)
    assert out[:, 20, 0].tolist() == [0, 0, 0, 1]
    assert out[0, 1, 0] == pytest.approx(0.6)


def test_an_expression_is_the_last_key_that_is_not_later() -> None:
    clips = ClipSet(
        [
            clip({}, None, [(0.5, [1, 2, 3, 4, 0]), (1.4, [6, 13, 13, 0, 0])]),
            clip({}, None, []),
            clip({}, None, [(0.0, [9, 9, 9, 1, 1])]),
        ]
    )
    assert sample(clips, 0, 0.4)[2] == [0] * 5
    assert sample(clips, 0, 0.5)[2] == [1, 2, 3, 4, 0]
    assert sample(clips, 0, 1.3999995)[2] == [6, 13, 13, 0, 0]
    assert sample(clips, 0, 1.39)[2] == [1, 2, 3, 4, 0]
    assert sample(clips, 1, 5.0)[2] == [0] * 5
    assert sample(clips, 2, 0.0)[2] == [9, 9, 9, 1, 1]


def test_the_length_is_that_of_the_longest_channel_in_rounded_ticks() -> None:
    assert clip({1: SWING}, MOVE).length_ticks == 20_000_000
    assert clip({}).length_ticks == 0
    assert clip({1: channel([0.0, 3.2], [[0, 0, 0, 1]] * 2)}).length_ticks == 32_000_000
    assert seconds_of(12_345_678) == F(1.2345678)


# --- reading --------------------------------------------------------------------------------------------------------


def test_the_31_presets_are_read_in_their_order() -> None:
    clips = read_clips(clip_glb(), "test").clips
    assert [c.name for c in clips][:9] == [*(f"Stand{i}" for i in range(8)), "Clap"]
    assert [c.is_loop for c in clips].count(True) == 8
    assert clips[10].length_ticks == 40_000_000
    assert set(clips[0].rotations) == {36}
    assert clips[0].root is not None
    assert clips[3].expressions.tolist()[1] == [6, 13, 12, 4, 1]


def test_rotations_of_16_bits_are_those_of_floats() -> None:
    def shorten(gltf: dict[str, Any], data: bytearray) -> None:
        index = gltf["animations"][0]["samplers"][0]["output"]
        accessor = gltf["accessors"][index]
        view = gltf["bufferViews"][accessor["bufferView"]]
        start, size = view["byteOffset"], view["byteLength"]
        values = np.frombuffer(bytes(data[start : start + size]), F)
        accessor.update(componentType=5122, normalized=True)
        data[start : start + size // 2] = np.rint(values * 32767).astype(np.int16).tobytes()

    plain, short = read_clips(clip_glb(), "test"), read_clips(edited(shorten), "test")
    for time in (0.4, 1.5, 2.0):
        assert sample(short, 0, time)[0] == pytest.approx(sample(plain, 0, time)[0], abs=2 / 32767)


def edited(change: Any) -> bytes:
    data = clip_glb()
    length = int.from_bytes(data[12:16], "little")
    gltf, binary = json.loads(data[20 : 20 + length]), bytearray(data[28 + length :])
    change(gltf, binary)
    return pack_glb(json.dumps(gltf).encode(), bytes(binary))


def put(*path: Any) -> Any:
    def change(gltf: dict[str, Any], data: bytearray) -> None:
        del data
        entry: Any = gltf
        for key in path[:-2]:
            entry = entry[key]
        entry[path[-2]] = path[-1]

    return change


def double_key_time(gltf: dict[str, Any], data: bytearray) -> None:
    accessor = gltf["accessors"][gltf["animations"][0]["samplers"][0]["input"]]
    start = gltf["bufferViews"][accessor["bufferView"]]["byteOffset"]
    data[start + 4 : start + 8] = data[start : start + 4]


def second_channel(gltf: dict[str, Any], data: bytearray) -> None:
    del data
    channels = gltf["animations"][0]["channels"]
    channels.append(copy.deepcopy(channels[0]))


FIRST = ("animations", 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put(*FIRST, "extras", "cnaPreset", 1), "a preset that no other clip has"),
        (put(*FIRST, "extras", "cnaPreset", 31), "0 to 30"),
        (put(*FIRST, "extras", "cnaLoop", 1), "true or false"),
        (put(*FIRST, "extras", "cnaExpressions", [[0, 14, 0, 0, 0, 0]]), "0 to 13"),
        (put(*FIRST, "extras", "cnaExpressions", [[0, 0, 0, 0, 5, 0]]), "0 to 4"),
        (put(*FIRST, "extras", "cnaExpressions", [[1, 0, 0, 0, 0, 0], [0.5, 0, 0, 0, 0, 0]]), "a number of 1 to 600"),
        (put(*FIRST, "channels", 0, "target", "path", "scale"), "one rotation of WristRight"),
        (put(*FIRST, "channels", 0, "target", "path", "translation"), "one translation of Root"),
        (put(*FIRST, "channels", 0, "target", "node", 4), "a bone that carries skin"),
        (put(*FIRST, "samplers", 0, "interpolation", "LINEAR"), "'CUBICSPLINE'"),
        (double_key_time, "key times that rise"),
        (second_channel, "one rotation of WristRight"),
        (put(*FIRST, "samplers", 0, "output", 1), "VEC4|elements for"),
    ],
)
def test_broken_clips_are_refused(change: Any, words: str) -> None:
    with pytest.raises(ContentLoadError, match=words):
        read_clips(edited(change), "test")


def test_a_missing_preset_is_named() -> None:
    with pytest.raises(ContentLoadError, match="missing: MaleYawn"):
        read_clips(clip_glb(presets=30), "test")
    with pytest.raises(ContentLoadError, match="missing: Stand0"):
        read_clips(TinyGltf().pack(), "test")
