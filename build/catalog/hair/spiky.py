"""Hair 2, spiky: tufts that stand up and back from the forehead to the crown, short sides."""

from catalog.hair.locks import Lock, Style, swept

_HAIRLINE = (
    (0, 0.092),
    (22, 0.096),
    (42, 0.084),
    (58, 0.058),
    (70, 0.030),
    (82, -0.010),
    (92, 0.024),
    (104, 0.028),
    (116, -0.020),
    (135, -0.066),
    (160, -0.090),
    (180, -0.094),
)


def _tuft(azimuth: float, elevation: float, lean: float, rise: float, tall: float, wide: float = 40) -> Lock:
    """A spike from the skull: `lean` turns its tip in azimuth, `rise` in elevation; `tall` is the tip's lift."""
    steps = ((0.0, 0.0, 1.0, 0.8), (0.25, 0.45, 0.85, 0.7), (0.6, 0.8, 0.5, 0.42))
    root = tuple((azimuth + lean * t, elevation + rise * t, tall * up, wide * w, wide * h) for t, up, w, h in steps)
    return (*root, (azimuth + lean, elevation + rise, tall, 4, 4))


_MIDDLE: tuple[Lock, ...] = (
    _tuft(2, 40, 8, 22, 46, 42),
    _tuft(8, 62, 6, 14, 48, 44),
    _tuft(172, 84, 10, -8, 46, 44),
    _tuft(184, 58, -6, -16, 42, 44),
    _tuft(178, 30, 6, -22, 36, 42),
    _tuft(180, 2, 0, -22, 26, 38),
    _tuft(180, -20, 0, -22, 14, 34),
)
_SIDE: tuple[Lock, ...] = (
    _tuft(30, 40, 2, 20, 44),
    _tuft(46, 58, -4, 12, 46, 42),
    _tuft(56, 36, 6, 14, 34, 36),
    _tuft(82, 56, 6, 6, 40, 42),
    _tuft(82, 32, 10, -2, 22, 38),
    _tuft(106, 30, 12, -10, 26, 38),
    _tuft(120, 54, 8, 0, 40, 42),
    _tuft(134, 28, 10, -16, 32, 40),
    _tuft(152, 54, 6, -10, 40, 42),
    _tuft(156, 24, 6, -20, 34, 40),
    _tuft(130, 2, 8, -20, 22, 36),
    _tuft(156, -4, 4, -24, 24, 38),
    _tuft(144, -22, 6, -20, 14, 32),
    ((82, 26, 4, 30, 18), (82, 10, 5, 22, 14), (83, -10, 3, 4, 4)),
)

STYLE = Style("hair_spiky", _HAIRLINE, 0.010, (*_MIDDLE, *_SIDE, *(swept(lock) for lock in _SIDE)))
