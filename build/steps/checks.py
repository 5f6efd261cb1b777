"""All checks and tests, stage after stage; a failing one does not keep the others from being told."""

import os
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steps.node import environment
from steps.paths import CACHE, NODE_MODULES, ROOT, STEPS, VENV_BIN, VENV_PYTHON

_REPORTS = CACHE / "reports"
_PYTEST: tuple[str | Path, ...] = (VENV_PYTHON, "-m", "pytest")
# Two processes, each with files of its own, where tests wait much: for pages, for programs they start.
_SIDE_BY_SIDE = ("-n", "2", "--dist", "loadfile")
_FOLDERS = {"catalog": _SIDE_BY_SIDE, "build": (), "browser": _SIDE_BY_SIDE}
_NO_TESTS = 5  # pytest's exit status when it found none


@dataclass
class Tally:
    """How many tests passed, failed and were skipped; a check that fails counts as one failed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.skipped} skipped" if self.skipped else text


@dataclass
class Stage:
    """One command. `report` is where a test run leaves its results; a check has none and is shown only if it fails."""

    name: str
    command: Sequence[str | Path]
    report: Path | None = None


def run_all(node: Path, site: Path, browser: Path) -> int:
    """Run every stage and print a line for each, then the total.

    Returns
    -------
    int
        0 if every stage passed, else 1.
    """
    _REPORTS.mkdir(parents=True, exist_ok=True)
    env = {**environment(node), "CNA_AVATARS_CHROMIUM": str(browser)}
    lines, total = [], Tally()
    for stage in stages(node, site):
        start = time.perf_counter()
        print(f"\n· {stage.name}", flush=True)
        tally = run_test_stage(stage, stage.report, env) if stage.report else run_check_stage(stage, env)
        verdict = str(tally) if stage.report else "failed" if tally.failed else "clean"
        lines.append(f"{stage.name:<34} {verdict:<32} {time.perf_counter() - start:6.1f} s")
        total += tally
    print("\n" + "\n".join(lines) + f"\n\n{total}", flush=True)
    return 0 if total.failed == 0 and total.passed > 0 else 1


def stages(node: Path, site: Path) -> list[Stage]:
    """All stages in order; test folders that hold nothing yet are left out, unit tests never."""
    tools = NODE_MODULES
    script = tools / "typescript" / "bin" / "tsc"
    checks = [
        Stage("Python lint (ruff)", [VENV_BIN / "ruff", "check", "--quiet", "--output-format=concise", "."]),
        Stage("Python types (mypy)", [VENV_BIN / "mypy"]),
        Stage("JavaScript types (tsc)", [node, script, "-p", ROOT]),
        Stage("JavaScript lint (Biome)", [node, tools / "@biomejs" / "biome" / "bin" / "biome", "lint"]),
    ]
    unit = _test_stage("Unit tests in CPython", ["tests/unit"])
    report = _REPORTS / "pyodide.xml"
    manifest = site / "runtime" / "manifest.json"
    inside: list[str | Path] = [node, STEPS / "pyodide.mjs", manifest, ROOT, "tests/pyodide/run_unit.py"]
    pyodide = Stage("Unit tests in Pyodide", [*inside, _site_packages(), report], report)
    others = [
        _test_stage(f"{name.capitalize()} tests", [f"tests/{name}", *options])
        for name, options in _FOLDERS.items()
        if any((ROOT / "tests" / name).glob("test_*.py"))
    ]
    return [*checks, unit, pyodide, *others]


def run_check_stage(stage: Stage, env: dict[str, str]) -> Tally:
    """Run a checker; its output is shown only if it complains."""
    result = subprocess.run(
        [str(part) for part in stage.command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    if result.returncode == 0:
        return Tally()
    print(result.stdout + result.stderr, flush=True)
    return Tally(failed=1)


def run_test_stage(stage: Stage, report: Path, env: dict[str, str]) -> Tally:
    """Run tests with their output shown, and count them by the report they leave."""
    report.unlink(missing_ok=True)
    status = subprocess.run([str(part) for part in stage.command], cwd=ROOT, env=env, check=False).returncode
    tally = read_report(report)
    if (status != 0 and tally.failed == 0) or tally.passed + tally.failed == 0:
        print(f"{stage.name}: ended with status {status} after {tally}", flush=True)
        tally.failed += 1  # a crash, or no test at all
    return tally


def read_report(path: Path) -> Tally:
    """Count the results in a JUnit report; zeros if there is none or it broke off."""
    try:
        suites = list(ElementTree.parse(path).getroot().iter("testsuite"))
    except (OSError, ElementTree.ParseError):
        return Tally()
    total = Tally()
    for suite in suites:
        number = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
        failed = number["failures"] + number["errors"]
        total += Tally(max(number["tests"] - failed - number["skipped"], 0), failed, number["skipped"])
    return total


def pytest_alone(arguments: Sequence[str], browser: Path) -> int:
    """Run pytest with these arguments and answer its exit status; no test at all is a failure too."""
    env = {**os.environ, "CNA_AVATARS_CHROMIUM": str(browser)}
    status = subprocess.run([*map(str, _PYTEST), *arguments], cwd=ROOT, env=env, check=False).returncode
    return 1 if status == _NO_TESTS else status


def _test_stage(name: str, arguments: Sequence[str]) -> Stage:
    report = _REPORTS / f"{arguments[0].rpartition('/')[2]}.xml"
    return Stage(name, [*_PYTEST, "-q", f"--junitxml={report}", *arguments], report)


def _site_packages() -> Path:
    """Where the environment's pure Python packages lie."""
    return next(iter(sorted((ROOT / ".venv").glob("[Ll]ib*/**/site-packages"))))
