"""The commands of `python -m cna_avatars`."""

import argparse
import json
import random
import sys
from collections.abc import Sequence

from cna_avatars.description import AvatarDescription
from cna_avatars.enums import AvatarBodyType
from cna_avatars.errors import ArgumentError, ContentLoadError

from .arguments import parser
from .inspection import as_text, inspect
from .many import draw_all
from .picture import Shot, take
from .png_writer import encode_png
from .progress_bar import ProgressBar
from .sources import install_catalogs, read_codes, read_description

_MOST_ERRORS_SHOWN = 20


def main(arguments: Sequence[str]) -> int:
    """Carry out a command line and return the exit status; an expected failure is a line on standard error."""
    options = parser().parse_args(arguments)
    command = {"render": _render, "random": _random, "inspect": _inspect}[options.command]
    try:
        return command(options)
    except (ArgumentError, ContentLoadError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _render(options: argparse.Namespace) -> int:
    width, height = options.size
    shot = Shot(
        width=width,
        height=height,
        view=options.view,
        animation=options.animation,
        seconds=options.time,
        expression=options.expression,
        turn_degrees=options.turn,
        background=options.background,
        samples=options.samples,
    )
    if options.many is not None:
        return _render_many(options, shot)
    install_catalogs(options.catalogs)
    picture = take(read_description(options.avatar), shot)
    options.out.write_bytes(encode_png(picture.pixels))
    if picture.substituted:
        ids = ", ".join(map(str, picture.substituted))
        print(f"note: items that the catalog does not have were replaced: {ids}", file=sys.stderr)
    return 0


def _render_many(options: argparse.Namespace, shot: Shot) -> int:
    codes = read_codes(options.many)
    install_catalogs(options.catalogs)  # so that a missing one is said once
    options.out.mkdir(parents=True, exist_ok=True)
    bar = ProgressBar("avatars", len(codes), sys.stderr)
    problems = []
    for problem in draw_all(codes, options.out, shot, options.catalogs, options.jobs):
        bar.step()
        if problem:
            problems.append(problem)
    for problem in problems[:_MOST_ERRORS_SHOWN]:
        print(f"error: {options.many}, {problem}", file=sys.stderr)
    if len(problems) > _MOST_ERRORS_SHOWN:
        print(f"error: and {len(problems) - _MOST_ERRORS_SHOWN} lines more", file=sys.stderr)
    return 1 if problems else 0


def _random(options: argparse.Namespace) -> int:
    install_catalogs(options.catalogs)
    bits = random.SystemRandom() if options.seed is None else random.Random(options.seed)
    body = None if options.body is None else AvatarBodyType[options.body.capitalize()]
    for _ in range(options.count):
        print(AvatarDescription.create_random(body, bits).share_code)
    return 0


def _inspect(options: argparse.Namespace) -> int:
    install_catalogs(options.catalogs)
    facts = inspect(read_description(options.avatar))
    print(json.dumps(facts, indent=2) if options.json else as_text(facts))
    return 0
