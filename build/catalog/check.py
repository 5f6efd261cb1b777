"""Makes a catalog again in an interpreter of one's choice and compares every file with the kept one."""

import hashlib
import json
import os
import selectors
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from catalog.make import MANIFEST, file_names, manifest
from steps import node, site
from steps.commands import run
from steps.paths import ROOT, STEPS, VENV_PYTHON
from steps.progress import SetupError

RUNTIMES = ("cpython", "baseline", "pyodide")
_DIGESTS = Path("build") / "catalog" / "digests.py"
_FEATURES = "from numpy._core import _multiarray_umath as m; print(*m.__cpu_dispatch__)"

Files = dict[str, tuple[int, str]]  # name: size, SHA-256


@dataclass(frozen=True)
class Made:
    """A file as it was made again."""

    name: str
    size: int
    sha256: str
    seconds: float


def check(folder: Path, runtime: str, processes: int, report: Callable[[str], None] = print) -> dict[str, str]:
    """Return the files that are not what `runtime` makes, each with what is wrong.

    `cpython` is this environment; `baseline` the same with none of NumPy's paths for newer processors; `pyodide` the
    interpreter and NumPy of the page.
    """
    started = time.perf_counter()
    made: Files = {}
    kept = {path.name: _digest(path.read_bytes()) for path in sorted(folder.iterdir())}
    for file in _remake(runtime, processes):
        made[file.name] = (file.size, file.sha256)
        verdict = "same" if kept.get(file.name) == made[file.name] else "DIFFERS"
        report(f"{len(made):3} of {len(file_names())}  {file.name}: {verdict}, {file.seconds:.1f} s")
    made[MANIFEST] = _digest(manifest(made))
    differing = compare(made, kept)
    for name, verdict in differing.items():
        report(f"{name}: {verdict}")
    same, seconds = len(made) - len(differing), time.perf_counter() - started
    report(f"{folder.name} in {runtime}: {same} of {len(made)} files are the same, {seconds:.0f} s")
    return differing


def compare(made: Files, kept: Files) -> dict[str, str]:
    """Return what is wrong with each file that is not as it was made."""
    verdicts = dict.fromkeys(made.keys() - kept.keys(), "missing")
    verdicts |= dict.fromkeys(kept.keys() - made.keys(), "not made any more")
    verdicts |= {name: "differs" for name in made.keys() & kept.keys() if made[name] != kept[name]}
    return dict(sorted(verdicts.items()))


def _digest(data: bytes) -> tuple[int, str]:
    return len(data), hashlib.sha256(data).hexdigest()


def _remake(runtime: str, processes: int) -> Iterator[Made]:
    """Yield the files as they are made, by `processes` programs side by side."""
    command, environment = _program(runtime)
    running = [
        subprocess.Popen([*command, str(share), str(processes)], cwd=ROOT, env=environment, stdout=subprocess.PIPE)
        for share in range(processes)
    ]
    try:
        with selectors.DefaultSelector() as selector:
            for program in running:
                assert program.stdout is not None
                selector.register(program.stdout, selectors.EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select():
                    line = key.fileobj.readline()  # type: ignore[union-attr]
                    if line:
                        yield Made(**json.loads(line))
                    else:
                        selector.unregister(key.fileobj)
        failed = [program for program in running if program.wait() != 0]
        if failed:
            raise SetupError(f"{runtime}: making the catalog ended with status {failed[0].returncode}.")
    finally:
        for program in running:
            program.kill()
            program.communicate()  # also closes its pipe


def _program(runtime: str) -> tuple[list[str | Path], dict[str, str]]:
    """The command and the environment that run digests.py."""
    if runtime == "pyodide":
        found = node.ensure_node()
        manifest_path = site.build(found) / "runtime" / "manifest.json"
        return [found, STEPS / "pyodide.mjs", manifest_path, ROOT, _DIGESTS], dict(os.environ)
    environment = dict(os.environ)
    if runtime == "baseline":
        environment["NPY_DISABLE_CPU_FEATURES"] = run([VENV_PYTHON, "-c", _FEATURES], "").strip()
    return [VENV_PYTHON, _DIGESTS], environment
