"""Pictures of many avatars, on all cores: every process installs the catalogs once and draws one after another."""

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


def draw_all(
    codes: list[tuple[int, str]], folder: Path, shot: Shot, catalogs: Path | None, processes: int
) -> Iterator[str]:
    """Draw each numbered line of `codes` into a file of `folder` named after the number: 01.png, 02.png and so on.

    Yields, as they end, "" or what is wrong with a line, which does not keep the others from being drawn.

    Raises
    ------
    ContentLoadError
        if a process ended before its work.
    """
    # Not at the top: a page's Python, which can import everything else here, has no processes.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    digits = len(str(codes[-1][0]))
    # Started anew rather than copied: the same on every system, and safe beside threads.
    context = multiprocessing.get_context("spawn")
    count = min(processes, len(codes))
    pool = ProcessPoolExecutor(count, context, initializer=install_catalogs, initargs=(catalogs,))
    try:
        tasks = [
            pool.submit(_draw_one, number, code, folder / f"{number:0{digits}d}.png", shot) for number, code in codes
        ]
        for task in as_completed(tasks):
            yield task.result()
    except BrokenProcessPool:
        raise ContentLoadError("A process ended before its work was done: out of memory, or stopped.") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _draw_one(number: int, code: str, path: Path, shot: Shot) -> str:
    try:
        picture = take(AvatarDescription.from_share_code(code), shot)
        path.write_bytes(encode_png(picture.pixels))
    except (ArgumentError, ContentLoadError, OSError) as error:
        return f"line {number}: {error}"
    return ""
