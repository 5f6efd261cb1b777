import math

import numpy as np
import pytest

from cna_avatars import exact

ANGLES = np.concatenate([np.linspace(-20, 20, 4001), np.linspace(-9e4, 9e4, 999)])


def test_sine_and_cosine_are_right_to_the_last_bits() -> None:
    sine, cosine = exact.sin_cos(ANGLES)
    assert np.abs(sine - [math.sin(a) for a in ANGLES]).max() < 1e-11
    near = np.abs(ANGLES) < 20
    assert np.abs(sine - [math.sin(a) for a in ANGLES])[near].max() < 4e-16
    assert np.abs(cosine - [math.cos(a) for a in ANGLES])[near].max() < 4e-16


def test_exponential_and_logarithm_undo_each_other() -> None:
    x = np.linspace(0.25, 4.0, 1001)
    assert exact.log(x) == pytest.approx(np.array([math.log(v) for v in x]), abs=1e-15)
    assert exact.exp(exact.log(x)) == pytest.approx(x, rel=2e-15)
    y = np.linspace(-30, 30, 1001)
    assert exact.exp(y) == pytest.approx(np.array([math.exp(v) for v in y]), rel=1e-14)


def test_angles_come_back() -> None:
    a = np.linspace(-3.1, 3.1, 501)
    assert exact.atan2(exact.sin(a), exact.cos(a)) == pytest.approx(a, abs=1e-14)
    assert exact.acos(exact.cos(np.abs(a))) == pytest.approx(np.abs(a), abs=1e-7)


def test_the_bits_are_the_same_on_every_machine() -> None:
    """A fingerprint of a few thousand results; another library's sine would change it."""
    import hashlib

    parts = [*exact.sin_cos(ANGLES), exact.exp(ANGLES / 3000.0), exact.atan2(ANGLES, ANGLES[::-1])]
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in parts)).hexdigest()
    assert digest == "01394a694ffba5ed99748afd3b75308e345f811fb20b6c0b07add4c231114483"


def test_quaternions_turn_right_handed() -> None:
    turn = exact.quaternion_from_axis_angle((0.0, 0.0, 3.0), exact.PI / 2)
    assert exact.rotate_by_quaternion(turn, (1.0, 0.0, 0.0)) == pytest.approx([0, 1, 0], abs=1e-15)
    twice = exact.quaternion_product(turn, turn)
    assert exact.rotate_by_quaternion(twice, (1.0, 2.0, 3.0)) == pytest.approx([-1, -2, 3], abs=1e-15)
