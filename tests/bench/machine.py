"""What every table says about where it was measured."""

import os
import platform
import statistics
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def heading(title: str, browser: str = "") -> str:
    """Return the lines above a table: what, on which machine, with which versions."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    parts = [
        f"{os.cpu_count()} cores {_processor()}",
        f"Python {platform.python_version()}",
        *([browser] if browser else []),
        f"commit {commit.stdout.strip() or 'unknown'}",
    ]
    return f"{title}\n{', '.join(parts)}\n"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def row(name: str, values_ms: Sequence[float], note: str = "") -> str:
    """Return a line of a table: median, smallest and largest, in milliseconds."""
    middle, low, high = statistics.median(values_ms), min(values_ms), max(values_ms)
    return f"| {name} | {middle:.2f} | {low:.2f} | {high:.2f} | {note} |"


TABLE = "| what | median ms | min | max | ratio |\n|---|---|---|---|---|"
