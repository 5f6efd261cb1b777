"""Stand0 to Stand7: eight people who stand and wait, for anybody. They loop without a seam."""

from collections.abc import Mapping

from catalog.motion.acting import Act, Face, blinks, cycle, heel, tapping, toes, with_relaxed
from catalog.motion.curve import Keys

HAND_ON_HIP: Mapping[str, float] = {
    "elbow_out": 0.4,
    "elbow_up": -0.2,
    "pronate": -34.0,
    "wrist": -20.0,
    "wave": 14.0,
    "curl": 0.35,
    "thumb": -0.3,
}
HIP = (0.234, -0.360, 0.016)


def stand(
    seconds: float, breaths: int, more: Mapping[str, Keys | float], depth: float = 1.0
) -> dict[str, Keys | float]:
    """Return a relaxed, breathing stance with `more` on top."""
    breathing: dict[str, Keys | float] = {
        "breath": cycle(seconds, breaths, 0.0, depth),
        "curl_l": cycle(seconds, 1, 0.22, 0.32, 0.3),
        "curl_r": cycle(seconds, 1, 0.31, 0.23, 0.4),
    }
    return with_relaxed({**breathing, **more})


def held(side: str, place: tuple[float, float, float], posture: Mapping[str, float]) -> dict[str, Keys | float]:
    """Return the curves of a hand that stays at a place before the chest."""
    where = {f"hand_{axis}_{side}": value for axis, value in zip("xyz", place, strict=True)}
    return {f"hand_{side}": 1.0, **where, **{f"{name}_{side}": value for name, value in posture.items()}}


def repeated(beat: float, count: int, keys: Keys) -> Keys:
    """Return the keys of one beat, `count` times."""
    return [(index * beat + time, value) for index in range(count) for time, value in keys]


_ROCK = 3.25
_FINGERTIPS = {
    "elbow_out": 0.67,
    "elbow_up": 0.12,
    "wrist": 22.0,
    "wave": 15.0,
    "curl": 0.85,
    "point": 0.9,
    "thumb": 0.7,
}
_TAPS = [(0.2, 0.204), (0.55, 0.190), (0.9, 0.204), (1.25, 0.190), (1.7, 0.204), (2.3, 0.207), (3.0, 0.204)]

STANDING = (
    # From foot to foot: the hip goes out, the shoulders answer, the head follows late.
    Act(
        "Stand0",
        6.0,
        stand(
            6.0,
            2,
            {
                "weight": [(0.0, 0.0), (1.3, 0.95), (2.6, 0.85), (4.2, -0.95), (5.4, -0.75)],
                "side": [(0.1, 0.0), (1.5, 3.6), (2.8, 2.8), (4.4, -3.6), (5.5, -2.4)],
                "twist": [(0.2, 0.0), (1.6, 3.4), (3.0, 2.2), (4.5, -3.4), (5.6, -1.8)],
                "tilt": [(0.3, 0.0), (1.8, -3.0), (3.2, -1.5), (4.8, 3.0), (5.8, 1.2)],
                "look": [(0.2, 0.0), (1.9, 6.0), (3.1, 3.0), (4.9, -5.0), (5.8, -2.0)],
                "nod": cycle(6.0, 2, 1.0, -1.2, 0.15),
                "swing_l": cycle(6.0, 1, 7.0, 2.0, 0.1),
                "swing_r": cycle(6.0, 1, 2.0, 7.0, 0.1),
                "elbow_l": cycle(6.0, 2, 13.0, 18.0, 0.2),
                "elbow_r": cycle(6.0, 2, 18.0, 13.0, 0.25),
            },
        ),
        blinks([1.4, 4.2]),
        loop=True,
    ),
    # At ease: feet apart, chest out, the hands on top of each other behind the back; a guard who looks along the line.
    Act(
        "Stand1",
        7.0,
        stand(
            7.0,
            2,
            {
                **held(
                    "l",
                    (0.031, -0.388, -0.157),
                    {"elbow_out": 2.2, "elbow_up": 0.46, "pronate": 32.0, "wrist": -9.0, "wave": 11.0},
                ),
                **held(
                    "r",
                    (0.032, -0.414, -0.204),
                    {"elbow_out": 2.7, "elbow_up": 0.38, "pronate": 19.0, "wrist": -18.0, "wave": 16.0},
                ),
                "bend": -4.0,
                "weight": cycle(7.0, 1, 0.5, -0.5),
                "side": cycle(7.0, 1, 1.4, -1.4, 0.05),
                "tilt": cycle(7.0, 1, -1.5, 1.5, 0.1),
                "twist": cycle(7.0, 1, -2.5, 2.5, 0.1),
                "look": [(0.3, -16.0), (2.2, -13.0), (3.6, 16.0), (5.6, 13.0)],
                "nod": cycle(7.0, 2, -1.0, 2.0, 0.15),
                **{f"step_x_{side}": 0.045 for side in "lr"},
                **{f"yaw_{side}": 16.0 for side in "lr"},
            },
            1.4,
        ),
        blinks([2.0, 5.1]),
        loop=True,
    ),
    # Bored: the arms swing back, then a fist taps an open palm, up on the toes and back.
    Act(
        "Stand2",
        6.5,
        stand(
            6.5,
            2,
            {
                **{f"hand_{s}": repeated(_ROCK, 2, [(0.5, 0.0), (1.3, 1.0), (2.15, 1.0), (2.95, 0.0)]) for s in "lr"},
                **{f"hand_{axis}_l": value for axis, value in zip("xyz", (0.050, -0.360, 0.240), strict=True)},
                "hand_x_r": 0.05,
                "hand_z_r": 0.206,
                "hand_y_r": repeated(
                    _ROCK,
                    2,
                    [
                        (0.6, -0.21),
                        (1.15, -0.18),
                        (1.35, -0.234),
                        (1.6, -0.19),
                        (1.8, -0.234),
                        (2.2, -0.18),
                        (2.6, -0.19),
                    ],
                ),
                "elbow_out_l": 0.67,
                "elbow_up_l": -0.05,
                "elbow_out_r": 0.6,
                "elbow_up_r": -0.35,
                **{
                    f"{name}_r": repeated(_ROCK, 2, [(0.5, 0.0), (1.2, value), (2.15, value), (2.8, 0.0)])
                    for name, value in {"wrist": -30.0, "wave": -15.0}.items()
                },
                **{
                    f"{name}_l": repeated(_ROCK, 2, [(0.5, 0.0), (1.25, value), (2.15, value), (2.9, 0.0)])
                    for name, value in {"pronate": -59.0, "wrist": 22.0, "wave": 22.0}.items()
                },
                "curl_l": repeated(_ROCK, 2, [(0.4, 0.3), (1.25, 0.12), (1.35, 0.2), (2.1, 0.14), (2.9, 0.34)]),
                "curl_r": repeated(_ROCK, 2, [(0.4, 0.3), (1.1, 0.98), (2.1, 0.95), (2.9, 0.3)]),
                "thumb_l": repeated(_ROCK, 2, [(0.4, 0.35), (1.25, -0.1), (2.1, -0.1), (2.9, 0.35)]),
                "thumb_r": repeated(_ROCK, 2, [(0.4, 0.35), (1.1, 0.9), (2.1, 0.9), (2.9, 0.35)]),
                **{
                    f"swing_{s}": repeated(_ROCK, 2, [(0.25, -20.0), (1.2, 30.0), (2.2, 26.0), (3.1, -16.0)])
                    for s in "lr"
                },
                **{f"raise_{s}": repeated(_ROCK, 2, [(0.25, 3.0), (1.2, -4.0), (2.2, -4.0), (3.1, 2.0)]) for s in "lr"},
                **{
                    f"elbow_{s}": repeated(_ROCK, 2, [(0.2, 12.0), (1.2, 60.0), (2.2, 60.0), (3.0, 16.0)]) for s in "lr"
                },
                **{f"shrug_{s}": repeated(_ROCK, 2, [(0.3, 0.0), (1.0, 6.0), (1.4, 2.0), (2.4, 0.0)]) for s in "lr"},
                **heel("l", repeated(_ROCK, 2, [(0.6, 0.0), (1.2, 0.85), (1.9, 0.8), (2.5, 0.0)])),
                **heel("r", repeated(_ROCK, 2, [(0.64, 0.0), (1.24, 0.85), (1.86, 0.8), (2.46, 0.0)])),
                "drop": repeated(_ROCK, 2, [(0.5, -0.006), (1.2, 0.022), (1.9, 0.020), (2.6, -0.008)]),
                "lean": repeated(_ROCK, 2, [(0.3, -0.7), (1.2, 0.9), (1.9, 0.8), (2.8, -0.9)]),
                "bend": repeated(_ROCK, 2, [(0.3, 3.0), (1.2, -3.0), (2.0, -2.0), (2.9, 3.0)]),
                "nod": repeated(_ROCK, 2, [(0.3, -2.0), (1.1, 1.0), (1.5, 8.0), (2.1, 6.0), (2.9, -3.0)]),
                "look": [(0.2, 0.0), (1.3, -6.0), (2.4, -4.0), (3.4, 8.0), (4.6, 10.0), (5.8, 2.0)],
                "tilt": [(0.5, 0.0), (1.6, 3.0), (3.2, 0.0), (4.8, -4.0)],
            },
        ),
        blinks([1.1, 3.9, 5.6]),
        loop=True,
    ),
    # A hand on the hip, all weight on that leg, the other foot set out.
    Act(
        "Stand3",
        6.0,
        stand(
            6.0,
            2,
            {
                **held("l", HIP, HAND_ON_HIP),
                "hand_y_l": cycle(6.0, 2, -0.362, -0.357),
                "weight": cycle(6.0, 1, 1.0, 0.8),
                "side": cycle(6.0, 1, 4.6, 3.4, 0.06),
                "twist": cycle(6.0, 1, -5.0, -3.0, 0.1),
                "tilt": cycle(6.0, 1, -4.5, 1.0, 0.15),
                "look": cycle(6.0, 1, -5.0, 7.0, 0.25),
                "nod": cycle(6.0, 2, -1.0, 1.5, 0.2),
                "swing_r": cycle(6.0, 1, 9.0, 5.0, 0.2),
                "elbow_r": cycle(6.0, 1, 20.0, 15.0, 0.25),
                "step_x_r": 0.05,
                "step_z_r": 0.035,
                "yaw_r": 24.0,
                "knee_out_r": 0.25,
            },
        ),
        blinks([2.3, 4.8]),
        loop=True,
    ),
    # Arms crossed, a foot tapping: somebody is late. A look up the road, a look down the road.
    Act(
        "Stand4",
        8.0,
        stand(
            8.0,
            3,
            {
                **held(
                    "r", (-0.164, -0.137, 0.222), {"elbow_out": 1.5, "elbow_up": 0.2, "pronate": -37.0, "wrist": 58.0}
                ),
                **held(
                    "l", (-0.078, -0.260, 0.216), {"elbow_out": 1.58, "elbow_up": 0.58, "pronate": -25.0, "wrist": 36.0}
                ),
                "curl_l": 0.3,
                "curl_r": cycle(8.0, 4, 0.3, 0.42),
                **{f"reach_{side}": 12.0 for side in "lr"},
                "look": [
                    (0.0, 0.0),
                    (1.75, 0.0),
                    (2.35, 38.0),
                    (3.2, 36.0),
                    (3.9, 0.0),
                    (4.75, 0.0),
                    (5.35, -40.0),
                    (6.2, -37.0),
                    (6.9, 0.0),
                ],
                "twist": [
                    (0.0, 0.0),
                    (1.9, 0.0),
                    (2.6, 9.0),
                    (3.3, 9.0),
                    (4.2, 0.0),
                    (4.9, 0.0),
                    (5.6, -9.0),
                    (6.3, -9.0),
                    (7.1, 0.0),
                ],
                "nod": [
                    (0.0, 0.0),
                    (1.9, 4.0),
                    (2.4, -2.0),
                    (3.6, 4.0),
                    (4.9, 4.0),
                    (5.4, -2.0),
                    (6.5, 5.0),
                    (7.3, -3.0),
                ],
                "tilt": [(0.0, 0.0), (2.6, 3.0), (4.2, 0.0), (5.6, -3.0), (7.2, 2.0)],
                "weight": [(0.0, 0.75), (2.4, 0.95), (4.2, 0.75), (5.7, 0.45), (7.0, 0.7)],
                "side": [(0.0, 3.0), (2.4, 4.0), (4.2, 3.0), (5.7, 1.6), (7.0, 3.0)],
                "bend": -2.0,
                "step_x_r": 0.03,
                "yaw_r": 18.0,
                **toes("r", [*tapping(0.12, 0.36, 3, 1.0), *tapping(6.7, 0.36, 3, 1.0)], 0.06),
            },
        ),
        [
            *blinks([]),
            Face(1.7, eyes="LookLeft"),
            Face(3.4, eyes="Blink"),
            Face(3.54),
            Face(4.7, eyes="LookRight"),
            Face(6.3),
            Face(7.2, eyes="Blink"),
            Face(7.34),
        ],
        loop=True,
    ),
    # Polite: heels together, both hands joined in front, a small bow of attention now and then.
    Act(
        "Stand5",
        7.0,
        stand(
            7.0,
            2,
            {
                **held("l", (0.088, -0.424, 0.202), {"elbow_out": 0.5, "elbow_up": 0.33, "wrist": 34.0, "wave": 4.0}),
                **held("r", (0.072, -0.452, 0.268), {"elbow_out": 0.6, "elbow_up": 0.1, "wrist": 32.0, "wave": 12.0}),
                "pronate_r": 12.0,
                **{f"curl_{side}": cycle(7.0, 2, 0.36, 0.44, 0.2) for side in "lr"},
                "bend": [(0.0, 0.0), (2.0, 0.0), (2.8, 5.5), (3.4, 5.0), (4.4, 0.0), (6.0, -0.5)],
                "nod": [(0.0, 1.0), (1.9, -1.0), (2.6, 8.0), (3.3, 6.0), (4.3, -1.0), (6.0, 2.0)],
                "weight": cycle(7.0, 1, 0.25, -0.25),
                "side": cycle(7.0, 1, 0.8, -0.8, 0.06),
                "tilt": [(0.0, 2.0), (2.4, 5.0), (4.2, 3.0), (5.6, -3.0)],
                "look": cycle(7.0, 1, -4.0, 4.0, 0.1),
                **{f"step_x_{side}": -0.018 for side in "lr"},
                **{f"yaw_{side}": 13.0 for side in "lr"},
            },
        ),
        blinks([1.0, 5.5]),
        loop=True,
    ),
    # Merry: dancing on the spot to a tune, elbows in, fists going round, hips and head on the beat.
    Act(
        "Stand6",
        6.0,
        stand(
            6.0,
            2,
            {
                "drop": cycle(6.0, 8, -0.004, -0.028),
                "weight": cycle(6.0, 4, 0.75, -0.75, 0.02),
                "side": cycle(6.0, 4, 5.0, -5.0, 0.1),
                "tilt": cycle(6.0, 4, -6.0, 6.0, 0.2),
                "nod": cycle(6.0, 8, -2.0, 5.0, 0.1),
                "twist": cycle(6.0, 4, 7.0, -7.0, 0.15),
                "look": cycle(6.0, 2, 7.0, -7.0, 0.2),
                **{f"raise_{side}": cycle(6.0, 4, 12.0, 18.0, 0.1) for side in "lr"},
                "swing_l": cycle(6.0, 4, 18.0, -6.0, 0.05),
                "swing_r": cycle(6.0, 4, -6.0, 18.0, 0.05),
                "elbow_l": cycle(6.0, 8, 90.0, 75.0, 0.12),
                "elbow_r": cycle(6.0, 8, 90.0, 75.0, 0.12),
                **{f"roll_{side}": 26.0 for side in "lr"},
                "shrug_l": cycle(6.0, 4, 7.0, 0.0, 0.1),
                "shrug_r": cycle(6.0, 4, 0.0, 7.0, 0.1),
                "wrist_l": cycle(6.0, 4, -8.0, 14.0, 0.25),
                "wrist_r": cycle(6.0, 4, 14.0, -8.0, 0.25),
                **{f"curl_{side}": 0.62 for side in "lr"},
                **{f"thumb_{side}": 0.6 for side in "lr"},
            },
        ),
        blinks([2.6, 5.3], mouth="Happy"),
        loop=True,
    ),
    # Shy: shoulders up, toes in, two fingers that tap each other before the chest; a foot draws on the floor.
    Act(
        "Stand7",
        7.0,
        stand(
            7.0,
            2,
            {
                **{
                    f"{name}_{side}": value
                    for side in "lr"
                    for name, value in {**_FINGERTIPS, "hand": 1.0, "hand_y": -0.243, "hand_z": 0.219}.items()
                },
                "hand_x_l": repeated(3.5, 2, _TAPS),
                "hand_x_r": repeated(3.5, 2, [(time + 0.02, x) for time, x in _TAPS]),
                "shrug_l": cycle(7.0, 2, 6.0, 10.0, 0.05),
                "shrug_r": cycle(7.0, 2, 7.0, 11.0, 0.1),
                "nod": [(0.0, 15.0), (1.8, 17.0), (3.6, 9.0), (5.6, 12.0)],
                "tilt": cycle(7.0, 1, 7.0, -3.0, 0.1),
                "look": [(0.2, -13.0), (2.4, -10.0), (4.0, 9.0), (6.0, 6.0)],
                "bend": cycle(7.0, 1, 5.0, 3.4, 0.1),
                "weight": cycle(7.0, 1, 0.9, 0.7),
                "side": cycle(7.0, 1, 2.6, 1.6, 0.1),
                "twist": cycle(7.0, 1, 4.0, -5.0, 0.15),
                "yaw_l": -6.0,
                "yaw_r": cycle(7.0, 2, 16.0, -14.0),
                **toes("r", cycle(7.0, 2, 0.45, 0.15, 0.1), 0.06),
            },
        ),
        blinks([0.4, 3.3], mouth="Happy", eyes="LookDown"),
        loop=True,
    ),
)
