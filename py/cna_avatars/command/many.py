"""Pictures of many avatars, on all cores: every process installs the catalogs once and draws one after another."""

import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

from cna_avatars.description import AvatarDescription
from cna_avatars.errors import ArgumentError, ContentLoadError

from .picture import Shot, take
from .png_writer import encode_png
from .sources import install_catalogs


def core_count() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def file_names(codes: list[tuple[int, str]]) -> list[str]:
    """Return a file name for each numbered line: 01.png, 02.png and so on."""
    digits = len(str(codes[-1][0]))
    return [f"{number:0{digits}d}.png" for number, _ in codes]


def draw_all(
    codes: list[tuple[int, str]], folder: Path, shot: Shot, catalogs: Path | None, processes: int
) -> Iterator[str]:
    """Draw each line of `codes` into a file of `folder`; yield, as they end, "" or what is wrong with a line.

    A line that is no avatar does not keep the others from being drawn.
    """
    tasks = [(number, code, folder / name, shot) for (number, code), name in zip(codes, file_names(codes), strict=True)]
    # Started anew rather than copied: the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(processes, len(tasks)), install_catalogs, (catalogs,)) as pool:
        yield from pool.imap_unordered(_draw_one, tasks)


def _draw_one(task: tuple[int, str, Path, Shot]) -> str:
    number, code, path, shot = task
    try:
        path.write_bytes(encode_png(take(AvatarDescription.from_share_code(code), shot).pixels))
    except (ArgumentError, ContentLoadError, OSError) as error:
        return f"line {number}: {error}"
    return ""
