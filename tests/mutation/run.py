"""Changes the arithmetic of some modules, one place at a time, and tells which changes no test notices.

python tests/mutation/run.py [MODULE ...]: takes minutes; not part of the test command.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SECONDS = 120


@dataclass(frozen=True)
class Target:
    """A module, the functions of it that count (none: all), and the unit tests that must notice."""

    module: str
    tests: tuple[str, ...]
    functions: frozenset[str] = frozenset()


TARGETS = {
    "codec": Target("description/codec.py", ("codec", "share_code", "description", "assembly")),
    "avatar_animation": Target("animation/avatar_animation.py", ("animation", "renderer", "timespan")),
    "clip": Target("animation/clip.py", ("clips", "animation", "pose", "stage")),
    "pose": Target("animation/pose.py", ("pose", "animation", "renderer")),
    "timespan": Target("timespan.py", ("timespan", "animation", "clips")),
    "decompose": Target(
        "math3d.py",
        ("math3d",),
        frozenset({"decompose", "_determinant", "quaternion_from_rows", "rotation_rows", "half_turn"}),
    ),
}
EQUIVALENT: dict[str, tuple[str, ...]] = {
    # A step of no length cannot overflow, since positions are in range.
    "avatar_animation": ("elapsed > 0  →  elapsed >= 0",),
    # Zero has no sign.
    "timespan": ("seconds >= 0  →  seconds > 0", "dividend >= 0  →  dividend > 0"),
}
"""Changes that change nothing, as `run` prints them, by module."""


class Workshop:
    """A copy of the package in which one file is changed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        shutil.copytree(ROOT / "py", self.folder / "py", ignore=shutil.ignore_patterns("__pycache__"))

    def survives(self, target: Target, source: str) -> bool:
        """Whether all tests of `target` pass with `source` in its place."""
        path = self.folder / "py" / "cna_avatars" / target.module
        original = path.read_text(encoding="utf-8")
        path.write_text(source, encoding="utf-8")
        command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        command += ["-o", f"pythonpath={self.folder / 'py'} build tests/support", "--hypothesis-seed=1"]
        command += [f"tests/unit/test_{name}.py" for name in target.tests]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONGEST_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return False
        finally:
            path.write_text(original, encoding="utf-8")
        return done.returncode == 0


def run(name: str, target: Target, workshops: Sequence[Workshop]) -> tuple[int, int, list[Mutant]]:
    """Return how many mutants there are, how many of them are equivalent, and those that survive."""
    source = (ROOT / "py" / "cna_avatars" / target.module).read_text(encoding="utf-8")
    free: SimpleQueue[Workshop] = SimpleQueue()
    for workshop in workshops:
        free.put(workshop)

    def tried(mutant: Mutant) -> bool:
        workshop = free.get()
        try:
            return workshop.survives(target, mutant.source)
        finally:
            free.put(workshop)

    if not workshops[0].survives(target, source):
        raise SystemExit(f"{name}: its tests fail without any change.")
    made = list(mutants(source, target.functions))
    harmless = [mutant for mutant in made if mutant.what in EQUIVALENT.get(name, ())]
    harmful = [mutant for mutant in made if mutant not in harmless]
    with ThreadPoolExecutor(len(workshops)) as pool:
        outcomes = list(pool.map(tried, harmful))
    return len(made), len(harmless), [mutant for mutant, alive in zip(harmful, outcomes, strict=True) if alive]


def main() -> int:
    """Print a row for each module and the survivors; 0 if at least 95 % of all mutants die."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", choices=[*TARGETS, []], help="default: all")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    workshops = [Workshop() for _ in range(options.processes)]
    total = dead = 0
    try:
        for name in options.modules or TARGETS:
            count, harmless, alive = run(name, TARGETS[name], workshops)
            tried = count - harmless
            total, dead = total + tried, dead + tried - len(alive)
            share = 100 * (tried - len(alive)) / tried
            print(f"| {name} | {count} | {harmless} | {tried - len(alive)} | {share:.1f} % |", flush=True)
            for mutant in alive:
                print(f"    line {mutant.line}: {mutant.what}", flush=True)
    finally:
        for workshop in workshops:
            shutil.rmtree(workshop.folder)
    print(f"| all | | | {dead} of {total} | {100 * dead / total:.1f} % |")
    return 0 if dead >= 0.95 * total else 1


if __name__ == "__main__":
    sys.exit(main())
