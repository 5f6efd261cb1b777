"""Changes the arithmetic of some modules, one place at a time, and tells which changes no test notices.

python tests/mutation/run.py [MODULE ...]: takes minutes; not part of the test command.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SECONDS = 60
"""A mutant that never ends is noticed after so long: twenty times what the slowest tests need."""


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
EQUIVALENT = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
"""Why a change changes no result, by module and `Mutant.where`."""


@dataclass(frozen=True)
class Result:
    """The mutants of a module: all, those that no test notices, and those that were noticed or not against the list."""

    made: int
    equivalent: int
    unnoticed: list[Mutant]
    mistaken: list[str]

    @property
    def expected(self) -> int:
        """How many should be noticed."""
        return self.made - self.equivalent

    @property
    def noticed(self) -> int:
        """How many of those are."""
        return self.expected - len(self.unnoticed)


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
        command += ["-o", f"pythonpath={self.folder / 'py'} build tests/support", "--hypothesis-profile=first failure"]
        command += [f"tests/unit/test_{name}.py" for name in target.tests]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LONGEST_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return False
        finally:
            path.write_text(original, encoding="utf-8")
        return done.returncode == 0


def run(name: str, target: Target, workshops: Sequence[Workshop]) -> Result:
    """Try all mutants of a module, those that are listed as equivalent too."""
    source = (ROOT / "py" / "cna_avatars" / target.module).read_text(encoding="utf-8")
    free: SimpleQueue[Workshop] = SimpleQueue()
    for workshop in workshops:
        free.put(workshop)

    def survives(mutant: Mutant) -> bool:
        workshop = free.get()
        try:
            return workshop.survives(target, mutant.source)
        finally:
            free.put(workshop)

    if not workshops[0].survives(target, source):
        raise SystemExit(f"{name}: its tests fail without any change.")
    made = list(mutants(source, target.functions))
    with ThreadPoolExecutor(len(workshops)) as pool:
        alive = [mutant for mutant, is_alive in zip(made, pool.map(survives, made), strict=True) if is_alive]
    listed = set(EQUIVALENT.get(name, ()))
    mistaken = sorted(listed - {mutant.where for mutant in alive})
    return Result(len(made), len(listed), [mutant for mutant in alive if mutant.where not in listed], mistaken)


def main() -> int:
    """Print a row for each module and what is wrong; 0 if the list holds and 95 % of all other mutants are noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", choices=[*TARGETS, []], help="default: all")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    workshops = [Workshop() for _ in range(options.processes)]
    results = []
    print("| module | changes | change nothing | noticed of the rest | |\n|---|---|---|---|---|")
    try:
        for name in options.modules or TARGETS:
            result = run(name, TARGETS[name], workshops)
            results.append(result)
            print(row(name, [result]), flush=True)
            for mutant in result.unnoticed:
                print(f"    not noticed, line {mutant.line}, {mutant.what}:\n        {mutant.where}", flush=True)
            for where in result.mistaken:
                print(f"    listed as equivalent, but noticed or not there:\n        {where}", flush=True)
    finally:
        for workshop in workshops:
            shutil.rmtree(workshop.folder)
    print(row("all", results))
    enough = 0.95 * sum(result.expected for result in results)
    is_good = sum(result.noticed for result in results) >= enough and not any(result.mistaken for result in results)
    return 0 if is_good else 1


def row(name: str, results: Sequence[Result]) -> str:
    """Return the row of a table."""
    made, equivalent, noticed, expected = (
        sum(getattr(result, field) for result in results) for field in ("made", "equivalent", "noticed", "expected")
    )
    return f"| {name} | {made} | {equivalent} | {noticed} of {expected} | {100 * noticed / expected:.1f} % |"


if __name__ == "__main__":
    sys.exit(main())
