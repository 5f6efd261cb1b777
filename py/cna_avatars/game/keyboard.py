"""`Keyboard`: which keys are down.

Source: XNA 4.0, Keyboard, KeyboardState, Keys (of which these are the ones that every keyboard has).
"""

from enum import StrEnum

from . import platform


class Keys(StrEnum):
    """XNA's names of keys; D0 to D9 are the digits."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"
    G = "G"
    H = "H"
    I = "I"  # noqa: E741
    J = "J"
    K = "K"
    L = "L"
    M = "M"
    N = "N"
    O = "O"  # noqa: E741
    P = "P"
    Q = "Q"
    R = "R"
    S = "S"
    T = "T"
    U = "U"
    V = "V"
    W = "W"
    X = "X"
    Y = "Y"
    Z = "Z"
    D0 = "D0"
    D1 = "D1"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"
    D9 = "D9"
    Left = "Left"
    Right = "Right"
    Up = "Up"
    Down = "Down"
    Space = "Space"
    Enter = "Enter"
    Escape = "Escape"


class KeyboardState:
    """The keys that were down at one moment."""

    def __init__(self, pressed: frozenset[str] = frozenset()) -> None:
        self._pressed = pressed

    def is_key_down(self, key: str) -> bool:
        """Whether `key` was down."""
        return key in self._pressed

    def is_key_up(self, key: str) -> bool:
        """Whether `key` was up."""
        return key not in self._pressed

    def get_pressed_keys(self) -> list[str]:
        """The keys that were down, in order."""
        return sorted(self._pressed)


class Keyboard:
    """The keyboard; a page's buttons press keys too."""

    @staticmethod
    def get_state() -> KeyboardState:
        """Return the keys that are down now."""
        return KeyboardState(platform.current().pressed_keys)
