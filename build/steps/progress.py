"""What the person at the terminal sees: the name of each step, how long it took, and one line when it fails."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class SetupError(Exception):
    """A step cannot go on; the message is one line that says what is missing and what to do."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print the name of a step and, when it took a noticeable time, how many seconds."""
    start = time.perf_counter()
    print(f"· {name}", flush=True)
    yield
    seconds = time.perf_counter() - start
    if seconds >= 0.5:
        print(f"  {seconds:.1f} s", flush=True)


def say(text: str) -> None:
    """Print a detail of the step that is going on."""
    print(f"  {text}", flush=True)


class Meter:
    """Progress of a download in megabytes: a line that rewrites itself on a terminal, one line a quarter elsewhere."""

    def __init__(self, name: str, total: int | None) -> None:
        self._name = name
        self._total = total
        self._done = 0
        self._shown = -1
        self._live = sys.stdout.isatty()

    def add(self, count: int) -> None:
        """Count the bytes that came in."""
        self._done += count
        percent = 100 * self._done // self._total if self._total else self._done >> 20
        coarse = percent if self._live else percent // 25
        if coarse == self._shown:
            return
        self._shown = coarse
        total = f" of {self._total / 1e6:.0f}" if self._total else ""
        end = "\r" if self._live else "\n"
        print(f"  {self._name}: {self._done / 1e6:.0f}{total} MB", end=end, flush=True)

    def close(self) -> None:
        """Leave the line that rewrote itself."""
        if self._live and self._shown >= 0:
            print()


def run_main(main: Callable[[], int]) -> int:
    """Run a command; an expected failure is one line on standard error and exit status 1.

    Returns
    -------
    int
        The exit status: 130 after an interrupt from the keyboard.
    """
    try:
        return main()
    except SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
        return 130
