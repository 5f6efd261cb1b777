"""The colours that random avatars and the editor choose from, as (red, green, blue) bytes.

Source: avatars.md, "Descriptions" (seven colours); the palettes of the avatar editor.
"""

Color = tuple[int, int, int]

SKIN: tuple[Color, ...] = (
    (255, 224, 196),
    (241, 194, 160),
    (224, 172, 128),
    (198, 134, 90),
    (160, 104, 68),
    (120, 78, 52),
    (92, 58, 40),
    (255, 210, 180),
)
HAIR: tuple[Color, ...] = (
    (36, 28, 24),
    (74, 48, 30),
    (120, 78, 40),
    (176, 122, 62),
    (226, 188, 116),
    (160, 60, 36),
    (200, 200, 196),
    (60, 64, 120),
)
EYES: tuple[Color, ...] = (
    (70, 46, 30),
    (110, 72, 40),
    (60, 110, 160),
    (70, 130, 90),
    (120, 120, 130),
    (40, 40, 44),
)
CLOTH: tuple[Color, ...] = (
    (220, 60, 56),
    (240, 150, 40),
    (250, 210, 60),
    (90, 180, 80),
    (50, 150, 200),
    (60, 80, 180),
    (130, 80, 170),
    (230, 120, 170),
    (240, 240, 236),
    (60, 62, 70),
    (120, 90, 60),
    (40, 110, 110),
)

SKIN_NAMES = ("porcelain", "fair", "tan", "honey", "brown", "dark brown", "deep brown", "rosy")
HAIR_NAMES = ("black", "dark brown", "brown", "light brown", "blond", "red", "silver", "blue")
EYE_NAMES = ("dark brown", "brown", "blue", "green", "grey", "black")
CLOTH_NAMES = (
    "red",
    "orange",
    "yellow",
    "green",
    "sky blue",
    "blue",
    "purple",
    "pink",
    "white",
    "charcoal",
    "brown",
    "teal",
)


def nearest_name(color: Color, palette: tuple[Color, ...], names: tuple[str, ...]) -> str:
    """Return the name of the palette entry that lies nearest to `color` (the first of equals)."""
    distances = [sum((a - b) * (a - b) for a, b in zip(color, entry, strict=True)) for entry in palette]
    return names[distances.index(min(distances))]
