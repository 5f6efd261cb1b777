"""A progress bar: it rewrites its line on a terminal; elsewhere every quarter is a line of its own."""

from typing import Final, TextIO

_CELLS: Final = 30


class ProgressBar:
    """`total` steps of something called `name`, shown on `stream`."""

    def __init__(self, name: str, total: int, stream: TextIO) -> None:
        self._name, self._total, self._stream = name, total, stream
        self._is_live = stream.isatty()
        self._done = 0

    def step(self) -> None:
        """Count one more."""
        before, self._done = self._done, self._done + 1
        if self._is_live:
            full = _CELLS * self._done // self._total
            end = "\n" if self._done == self._total else ""
            bar = "█" * full + "░" * (_CELLS - full)
            self._stream.write(f"\r{self._name} {bar} {self._done} of {self._total}{end}")
        elif 4 * before // self._total != 4 * self._done // self._total:
            self._stream.write(f"{self._name}: {self._done} of {self._total}\n")
        self._stream.flush()
