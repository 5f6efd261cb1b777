"""Hair 2, spiky: tufts that stand up and back from the forehead to the crown, short sides."""

from .locks import Lock, Style, swept

_HAIRLINE = ((0, 0.092), (22, 0.096), (42, 0.084), (58, 0.058), (70, 0.030), (82, -0.010), (92, 0.024), (104, 0.028), (116, -0.020),
             (135, -0.066), (160, -0.090), (180, -0.094))


def _tuft(azimuth: float, elevation: float, lean: float, rise: float, tall: float, wide: float = 0.040) -> Lock:
    """A spike from the skull: `lean` turns its tip in azimuth, `rise` in elevation."""
    return ((azimuth, elevation, 0.00, wide, wide * 0.8), (azimuth + lean * 0.25, elevation + rise * 0.25, tall * 0.45, wide * 0.85, wide * 0.7),
            (azimuth + lean * 0.6, elevation + rise * 0.6, tall * 0.8, wide * 0.5, wide * 0.42), (azimuth + lean, elevation + rise, tall, 0.004, 0.004))


_MIDDLE: tuple[Lock, ...] = (_tuft(2, 40, 8, 22, 0.46, 0.042), _tuft(8, 62, 6, 14, 0.48, 0.044), _tuft(172, 84, 10, -8, 0.46, 0.044),
                             _tuft(184, 58, -6, -16, 0.42, 0.044), _tuft(178, 30, 6, -22, 0.36, 0.042), _tuft(180, 2, 0, -22, 0.26, 0.038),
                             _tuft(180, -20, 0, -22, 0.14, 0.034))
_SIDE: tuple[Lock, ...] = (_tuft(30, 40, 2, 20, 0.44), _tuft(46, 58, -4, 12, 0.46, 0.042), _tuft(56, 36, 6, 14, 0.34, 0.036), _tuft(82, 56, 6, 6, 0.40, 0.042),
                           _tuft(82, 32, 10, -2, 0.22, 0.038), _tuft(106, 30, 12, -10, 0.26, 0.038), _tuft(120, 54, 8, 0, 0.40, 0.042),
                           _tuft(134, 28, 10, -16, 0.32, 0.040), _tuft(152, 54, 6, -10, 0.40, 0.042), _tuft(156, 24, 6, -20, 0.34, 0.040),
                           _tuft(130, 2, 8, -20, 0.22, 0.036), _tuft(156, -4, 4, -24, 0.24, 0.038), _tuft(144, -22, 6, -20, 0.14, 0.032),
                           ((82, 26, 0.04, 0.030, 0.018), (82, 10, 0.05, 0.022, 0.014), (83, -10, 0.03, 0.004, 0.004)))

STYLE = Style("hair_spiky", _HAIRLINE, 0.010, (*_MIDDLE, *_SIDE, *(swept(lock) for lock in _SIDE)))
