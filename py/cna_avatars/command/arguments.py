"""What can be said at the command line, and how it is read."""

import argparse
import re
from pathlib import Path
from typing import Final

from cna_avatars.enums import AvatarAnimationPreset, AvatarBodyType
from cna_avatars.errors import ArgumentError
from cna_avatars.expression_text import parse_expression
from cna_avatars.software.device import MOST_PIXELS

from .many import core_count
from .picture import VIEWS

_MOST_CODES: Final = 100_000

_ABOUT: Final = """\
Pictures and descriptions of avatars, without a browser.

  python -m cna_avatars random --seed 7
  python -m cna_avatars render CODE --out wave.png --animation Wave --time 0.8
  python -m cna_avatars render CODE --out face.png --view head --expression Happy --background '#dfe8f0'
  python -m cna_avatars inspect CODE

  python -m cna_avatars random --count 100 > codes.txt
  python -m cna_avatars render --many codes.txt --out pictures --size 256
"""
_EXIT: Final = "Exit status: 0 all done; 1 something could not be read, drawn or written; 2 the command line is wrong."
_EXPRESSIONS: Final = """\
Expressions: Neutral, Happy, Sad, Angry, Laughing … set the whole face; feature:State sets one feature:
--expression "mouth:PhoneticO left-eye:Blink eyebrows:Raised". Without --expression the face follows the animation.
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of `python -m cna_avatars`."""
    plain = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser("python -m cna_avatars", description=_ABOUT, epilog=_EXIT, formatter_class=plain)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--catalogs", type=Path, metavar="FOLDER", help="where v1, v2 … lie (./catalogs, or that of the sources)"
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    render = commands.add_parser(
        "render",
        parents=[shared],
        help="draw an avatar, or many, into PNG files",
        description="Draw an avatar into a PNG file; or with --many, each line of a file into a file of its own.",
        epilog=f"Animations: {', '.join(AvatarAnimationPreset.__members__)}.\n\n{_EXPRESSIONS}\n{_EXIT}",
        formatter_class=plain,
    )
    _add_render(render)
    draw = commands.add_parser("random", parents=[shared], help="print the share codes of random avatars")
    draw.add_argument(
        "--seed", type=_between(0, 2**64), metavar="N", help="the same number, the same avatars (by chance)"
    )
    draw.add_argument("--body", choices=[body.name.lower() for body in AvatarBodyType], help="female or male (either)")
    draw.add_argument("--count", type=_between(1, _MOST_CODES), default=1, metavar="N", help="how many (1)")
    about = commands.add_parser("inspect", parents=[shared], help="describe an avatar in words and numbers")
    about.add_argument(
        "avatar", metavar="CODE|FILE", help="share code, 2,042 hexadecimal digits, or a file with either"
    )
    about.add_argument("--json", action="store_true", help="print JSON")
    return top


def _add_render(render: argparse.ArgumentParser) -> None:
    which = render.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "avatar", nargs="?", metavar="CODE|FILE", help="share code, 2,042 hexadecimal digits, or a file with either"
    )
    which.add_argument("--many", type=Path, metavar="FILE", help="a share code in each line; # begins a comment")
    add = render.add_argument
    add("--out", type=Path, required=True, metavar="PATH", help="the PNG file; with --many a folder, made if need be")
    add("--size", type=_size, default=(512, 512), metavar="N|WxH", help="pixels (512)")
    add("--view", choices=VIEWS, default="full", help="how much of the avatar is seen (full)")
    add("--animation", choices=AvatarAnimationPreset.__members__, default="Stand0", metavar="NAME", help="(Stand0)")
    add("--time", type=_seconds, default=0.0, metavar="SECONDS", help="into the animation, at most to its end (0)")
    add("--expression", type=_expression, default="", metavar="TEXT", help="(the animation's own)")
    add("--turn", type=_degrees, default=0.0, metavar="DEGREES", help="turns the avatar to its own left (0)")
    add("--background", type=_background, metavar="COLOUR", help="transparent or #rrggbb (transparent)")
    add("--samples", type=int, choices=(1, 4), default=4, help="in a pixel: 4 smooth the edges (4)")
    add("--jobs", type=_between(1, 256), default=core_count(), metavar="N", help="processes of --many (one a core)")


def _between(low: int, high: int) -> "type[int]":
    def number(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,20}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number of {low} to {high}; got {text!r}")
        return int(text)

    return number  # type: ignore[return-value]


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text)
    width, height = (int(sides[1]), int(sides[2] or sides[1])) if sides else (0, 0)
    if not (1 <= width <= MOST_PIXELS and 1 <= height <= MOST_PIXELS):
        raise argparse.ArgumentTypeError(f"expected 1 to {MOST_PIXELS} pixels, as 512 or 640x480; got {text!r}")
    return width, height


def _number(text: str, low: float, high: float, unit: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not low <= number <= high:
        raise argparse.ArgumentTypeError(f"expected {low:g} to {high:g} {unit}; got {text!r}")
    return number


def _seconds(text: str) -> float:
    return _number(text, 0.0, 3600.0, "seconds")


def _degrees(text: str) -> float:
    return _number(text, -360.0, 360.0, "degrees")


def _expression(text: str) -> str:
    try:
        parse_expression(text)
    except ArgumentError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _background(text: str) -> tuple[int, int, int] | None:
    if text == "transparent":
        return None
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise argparse.ArgumentTypeError(f"expected transparent or #rrggbb; got {text!r}")
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue
