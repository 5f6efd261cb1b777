"""Stand0 to Stand7: eight ways to stand and wait, for anybody. They loop without a seam."""

from collections.abc import Mapping

from catalog.motion.acting import Act, Face, blinks, cycle, with_relaxed
from catalog.motion.curve import Keys


def breathing(seconds: float, breaths: int, depth: float = 1.0) -> dict[str, Keys | float]:
    """Return the curves of quiet breathing: the chest fills, the shoulders follow a little later, fingers stir."""
    return {
        "bend": cycle(seconds, breaths, 0.8 * depth, -1.0 * depth),
        "shrug_l": cycle(seconds, breaths, 0.0, 1.8 * depth, 0.06),
        "shrug_r": cycle(seconds, breaths, 0.0, 1.8 * depth, 0.06),
        "raise_l": cycle(seconds, breaths, -7.0, -5.6, 0.1),
        "raise_r": cycle(seconds, breaths, -7.0, -5.6, 0.1),
        "curl_l": cycle(seconds, 1, 0.22, 0.32, 0.3),
        "curl_r": cycle(seconds, 1, 0.31, 0.23, 0.4),
    }


def stand(
    seconds: float, breaths: int, more: Mapping[str, Keys | float], depth: float = 1.0
) -> dict[str, Keys | float]:
    """Return a relaxed, breathing stance with `more` on top."""
    return with_relaxed({**breathing(seconds, breaths, depth), **more})


STANDING = (
    # From foot to foot; the head follows late.
    Act(
        "Stand0",
        6.0,
        stand(
            6.0,
            2,
            {
                "sway": [(0.0, 0.0), (1.3, 2.0), (2.6, 1.6), (4.2, -2.0), (5.4, -1.5)],
                "side": [(0.0, 0.0), (1.4, -3.2), (2.8, -2.6), (4.4, 3.2), (5.5, 2.2)],
                "tilt": [(0.3, 0.0), (1.8, 3.2), (3.2, 2.2), (4.8, -3.2), (5.8, -1.5)],
                "look": [(0.2, 0.0), (1.9, 5.0), (3.1, 3.0), (4.9, -4.0), (5.8, -2.0)],
                "nod": cycle(6.0, 2, 1.0, -1.2, 0.15),
                "swing_l": cycle(6.0, 1, 6.5, 3.0, 0.1),
                "swing_r": cycle(6.0, 1, 3.0, 6.5, 0.1),
                "elbow_l": cycle(6.0, 2, 13.0, 17.0, 0.2),
                "elbow_r": cycle(6.0, 2, 17.0, 13.0, 0.25),
            },
        ),
        blinks([1.4, 4.2]),
        loop=True,
    ),
    # At ease: the hands behind the back, the weight on one leg and then on the other.
    Act(
        "Stand1",
        7.0,
        stand(
            7.0,
            2,
            {
                **{f"hand_{side}": 1.0 for side in "lr"},
                **{f"hand_x_{side}": 0.075 for side in "lr"},
                "hand_y_l": cycle(7.0, 2, -0.425, -0.419, 0.05),
                "hand_y_r": cycle(7.0, 2, -0.405, -0.399, 0.05),
                "hand_z_l": -0.222,
                "hand_z_r": -0.182,
                **{f"elbow_out_{side}": 1.0 for side in "lr"},
                **{f"pronate_{side}": 22.0 for side in "lr"},
                **{f"wrist_{side}": -20.0 for side in "lr"},
                **{f"wave_{side}": 8.0 for side in "lr"},
                "sway": cycle(7.0, 1, 1.8, -1.6),
                "side": cycle(7.0, 1, -2.8, 2.6, 0.05),
                "tilt": cycle(7.0, 1, 3.0, -2.5, 0.1),
                "twist": cycle(7.0, 1, -2.0, 2.0, 0.1),
                "look": cycle(7.0, 1, 6.0, -6.0, 0.2),
                "nod": cycle(7.0, 2, -2.0, 1.0, 0.15),
                **{f"yaw_{side}": 12.0 for side in "lr"},
            },
        ),
        blinks([2.0, 5.1]),
        loop=True,
    ),
    # Rocking on the heels, hands swinging a little.
    Act(
        "Stand2",
        6.5,
        stand(
            6.5,
            3,
            {
                "lean": cycle(6.5, 2, 1.2, -0.8),
                "bend": cycle(6.5, 2, -1.6, 1.0, 0.08),
                "nod": cycle(6.5, 2, -1.0, 2.0, 0.2),
                "swing_l": cycle(6.5, 2, 12.0, -3.0, 0.1),
                "swing_r": cycle(6.5, 2, -3.0, 12.0, 0.1),
                "elbow_l": cycle(6.5, 2, 24.0, 12.0, 0.15),
                "elbow_r": cycle(6.5, 2, 12.0, 24.0, 0.15),
                "look": cycle(6.5, 1, -4.0, 4.0, 0.1),
            },
        ),
        blinks([1.1, 3.9, 5.6]),
        loop=True,
    ),
    # One hand on the hip.
    Act(
        "Stand3",
        6.0,
        stand(
            6.0,
            2,
            {
                "hand_l": 1.0,
                "hand_x_l": 0.25,
                "hand_y_l": cycle(6.0, 2, -0.424, -0.418),
                "hand_z_l": -0.03,
                "elbow_out_l": 1.8,
                "pronate_l": -30.0,
                "wrist_l": -39.0,
                "wave_l": 32.0,
                "curl_l": 0.3,
                "thumb_l": -0.55,
                "sway": cycle(6.0, 1, -1.8, -0.8),
                "side": cycle(6.0, 1, 3.0, 1.6, 0.06),
                "tilt": cycle(6.0, 1, -3.5, 1.0, 0.15),
                "look": cycle(6.0, 1, -5.0, 5.0, 0.25),
                "step_x_l": 0.02,
                "yaw_l": 14.0,
            },
        ),
        blinks([2.3, 4.8]),
        loop=True,
    ),
    # Waiting for somebody: a look to the left, a look to the right.
    Act(
        "Stand4",
        8.0,
        stand(
            8.0,
            3,
            {
                "look": [
                    (0.0, 0.0),
                    (1.3, 0.0),
                    (2.1, 38.0),
                    (3.1, 36.0),
                    (4.0, 0.0),
                    (4.5, 0.0),
                    (5.2, -38.0),
                    (6.0, -36.0),
                    (6.8, 0.0),
                ],
                "twist": [
                    (0.0, 0.0),
                    (1.5, 0.0),
                    (2.4, 8.0),
                    (3.2, 8.0),
                    (4.2, 0.0),
                    (4.7, 0.0),
                    (5.5, -8.0),
                    (6.1, -8.0),
                    (7.0, 0.0),
                ],
                "nod": [(0.0, 0.0), (1.6, 3.0), (2.2, -2.0), (3.6, 3.0), (4.8, 3.0), (5.3, -2.0), (6.4, 2.0)],
                "sway": [(0.0, 0.0), (2.4, -1.0), (4.2, 0.0), (5.6, 1.0)],
                "side": [(0.0, 0.0), (2.5, 1.4), (4.3, 0.0), (5.7, -1.4)],
            },
        ),
        [
            *blinks([]),
            Face(1.7, eyes="LookLeft"),
            Face(3.4),
            Face(4.7, eyes="LookRight"),
            Face(6.3),
            Face(7.2, eyes="Blink"),
            Face(7.34),
        ],
        loop=True,
    ),
    # Both hands joined in front.
    Act(
        "Stand5",
        7.0,
        stand(
            7.0,
            2,
            {
                **{f"hand_{side}": 1.0 for side in "lr"},
                **{f"hand_x_{side}": 0.062 for side in "lr"},
                "hand_z_l": 0.235,
                "hand_z_r": 0.192,
                "hand_y_l": cycle(7.0, 2, -0.455, -0.448, 0.05),
                "hand_y_r": cycle(7.0, 2, -0.470, -0.463, 0.05),
                **{f"wrist_{side}": 30.0 for side in "lr"},
                **{f"curl_{side}": 0.4 for side in "lr"},
                "sway": cycle(7.0, 1, 1.0, -1.0),
                "side": cycle(7.0, 1, -1.6, 1.6, 0.06),
                "tilt": cycle(7.0, 1, 2.5, -2.5, 0.15),
                "look": cycle(7.0, 1, -4.0, 4.0, 0.1),
            },
        ),
        blinks([1.0, 5.5]),
        loop=True,
    ),
    # Merry: a small bounce in the knees, in time with a tune.
    Act(
        "Stand6",
        6.0,
        stand(
            6.0,
            2,
            {
                "drop": cycle(6.0, 8, -0.0015, -0.016),
                "side": cycle(6.0, 4, -2.5, 2.5, 0.1),
                "tilt": cycle(6.0, 4, 4.0, -4.0, 0.2),
                "nod": cycle(6.0, 8, -1.0, 3.5, 0.1),
                "twist": cycle(6.0, 4, 3.0, -3.0, 0.15),
                "swing_l": cycle(6.0, 4, 12.0, 2.0, 0.1),
                "swing_r": cycle(6.0, 4, 2.0, 12.0, 0.1),
                "elbow_l": cycle(6.0, 8, 34.0, 26.0, 0.1),
                "elbow_r": cycle(6.0, 8, 34.0, 26.0, 0.1),
            },
        ),
        blinks([2.6], mouth="Happy"),
        loop=True,
    ),
    # Shy: looking at the toes, one foot drawing on the floor.
    Act(
        "Stand7",
        7.0,
        stand(
            7.0,
            2,
            {
                "nod": cycle(7.0, 1, 13.0, 8.0),
                "tilt": cycle(7.0, 1, 5.0, 2.0, 0.1),
                "look": cycle(7.0, 1, 8.0, -4.0, 0.15),
                "sway": cycle(7.0, 1, 1.8, 0.8),
                "side": cycle(7.0, 1, -2.6, -1.2, 0.1),
                **{f"hand_{side}": 1.0 for side in "lr"},
                **{f"hand_x_{side}": 0.062 for side in "lr"},
                "hand_z_l": 0.235,
                "hand_z_r": 0.192,
                "hand_y_l": cycle(7.0, 2, -0.465, -0.458, 0.05),
                "hand_y_r": cycle(7.0, 2, -0.480, -0.473, 0.05),
                **{f"wrist_{side}": 30.0 for side in "lr"},
                "yaw_r": cycle(7.0, 2, 20.0, -8.0),
                "step_z_r": cycle(7.0, 2, 0.05, 0.035),
                "pitch_r": cycle(7.0, 2, 6.0, 2.0, 0.1),
            },
        ),
        blinks([3.3], mouth="Happy", eyes="LookDown"),
        loop=True,
    ),
)
