"""Hair 5, buzz: close-cropped all over, with a clean drawn hairline and no locks."""

from catalog.hair.locks import Style

_HAIRLINE = (
    (0, 0.100),
    (16, 0.100),
    (32, 0.092),
    (44, 0.070),
    (56, 0.062),
    (68, 0.040),
    (78, 0.002),
    (86, -0.014),
    (92, 0.022),
    (104, 0.026),
    (114, -0.016),
    (130, -0.058),
    (155, -0.082),
    (180, -0.088),
)

STYLE = Style("hair_buzz", _HAIRLINE, 0.0065, (), crown=0.003)
