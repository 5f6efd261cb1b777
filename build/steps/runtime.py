"""The runtime files: Pyodide, Python's library, NumPy and our own package, as the page fetches them.

Each has its content's hash in its address, so that it can be kept for ever. Python's library and NumPy lose what a page
never uses and are compiled to byte code, which makes a start about three times faster.
"""

import json
import re
import tomllib
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steps import numpy_wheel, stamp
from steps.commands import run
from steps.paths import CACHE, PYODIDE, ROOT, STEPS
from steps.progress import SetupError, step
from steps.slim import LIBRARY_DROPPED, NUMPY_DROPPED

MANIFEST_FORMAT = 1
PACKED = CACHE / "packed"
_SCRIPT = STEPS / "repack.py"
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class RuntimeFile:
    """A file of the runtime: its name, where it was made, and where it lies below the site's runtime folder."""

    name: str
    path: Path
    url: str
    sha256: str

    def entry(self) -> dict[str, Any]:
        """The manifest's line for it."""
        return {"name": self.name, "url": self.url, "size": self.path.stat().st_size, "sha256": self.sha256}


@dataclass(frozen=True)
class _Job:
    """An archive to compile."""

    name: str
    source: Path
    drop: tuple[str, ...] = ()
    compress: bool = True
    optimize: int = 0

    def target(self) -> Path:
        options = json.dumps([self.drop, self.compress, self.optimize])
        key = stamp.digest([_SCRIPT, PYODIDE / "package.json", self.source, options])
        return PACKED / f"{key[:24]}-{self.name}"


def build(node: Path, *, dev: bool) -> tuple[list[RuntimeFile], dict[str, Any]]:
    """Make the runtime files that .cache does not hold.

    Parameters
    ----------
    node : Path
        The Node that runs Pyodide for the compilation.
    dev : bool
        Keep our own package as sources, so that tracebacks show their lines.

    Returns
    -------
    files, manifest
        The files, and the content of runtime/manifest.json.
    """
    version = _checked_version()
    numpy = numpy_wheel.ensure()
    own = _own_wheel()
    library = _Job("python_stdlib.zip", PYODIDE / "python_stdlib.zip", LIBRARY_DROPPED, optimize=2)
    jobs = [library, _Job(numpy.name, numpy, NUMPY_DROPPED, optimize=2)]
    if not dev:
        jobs.append(_Job(own.name.split("-", 1)[1], own))
    packed = _pack(node, jobs)
    packages = packed[1:] if not dev else [*packed[1:], own]
    files = [*_pyodide_files(), _by_content(library.name, packed[0])]
    wheels = [_by_content(path.name.split("-", 1)[1], path) for path in packages]
    return [*files, *wheels], _manifest(version, files, wheels)


def _pyodide_files() -> list[RuntimeFile]:
    """Pyodide's own three, which must lie side by side."""
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
    hashes = [stamp.sha256_of(PYODIDE / name) for name in names]
    folder = f"files/{stamp.digest(hashes)[:16]}"
    return [RuntimeFile(n, PYODIDE / n, f"{folder}/{n}", h) for n, h in zip(names, hashes, strict=True)]


def _by_content(name: str, path: Path) -> RuntimeFile:
    sha256 = stamp.sha256_of(path)
    return RuntimeFile(name, path, f"files/{sha256[:16]}/{name}", sha256)


def _manifest(version: str, files: list[RuntimeFile], wheels: list[RuntimeFile]) -> dict[str, Any]:
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    packages = {}
    for wheel in wheels:
        name, number = wheel.name.split("-")[:2]
        listed = name.replace("_", "-")
        packages[listed] = {
            "name": listed,
            "version": number,
            "file_name": wheel.url,
            "install_dir": "site",
            "sha256": wheel.sha256,
            "package_type": "package",
            "imports": [name],
            "depends": ["numpy"] if listed != "numpy" else [],
            "unvendored_tests": False,
        }
    return {
        "format": MANIFEST_FORMAT,
        "pyodide": version,
        "numpy": packages["numpy"]["version"],
        "files": [file.entry() for file in [*files, *wheels]],
        "lock": {"info": lock["info"], "packages": packages},
    }


def _checked_version() -> str:
    """Pyodide's version, which npm's package and the page's versions.js must both name."""
    installed = str(json.loads((PYODIDE / "package.json").read_text())["version"])
    listed = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    page = (ROOT / "web" / "runtime" / "versions.js").read_text()
    named = dict(re.findall(r'export const (\w+) = "?([^";]+)', page))
    expected = {
        "PYODIDE": installed,
        "NUMPY": numpy_wheel.lock_entry(listed).version,
        "MANIFEST_FORMAT": str(MANIFEST_FORMAT),
    }
    if named != expected:
        raise SetupError(f"web/runtime/versions.js names {named}, but installed is {expected}. Make the two agree.")
    return installed


def _own_wheel() -> Path:
    """Our own package as a wheel of sources; its name in .cache starts with its hash."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    name = project["name"].replace("-", "_")
    info = f"{name}-{project['version']}.dist-info"
    content: dict[str, bytes] = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: cna-avatars\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    for path in _package_files(ROOT / "py" / name):
        content[path.relative_to(ROOT / "py").as_posix()] = path.read_bytes()
    key = stamp.digest(part for item in sorted(content.items()) for part in item)
    target = PACKED / f"{key[:24]}-{name}-{project['version']}-py3-none-any.whl"
    if not target.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_zip(target, content)
    return target


def _package_files(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
            yield path


def _write_zip(target: Path, content: dict[str, bytes]) -> None:
    partial = target.with_suffix(".partial")
    with zipfile.ZipFile(partial, "w") as archive:
        for name, data in sorted(content.items()):
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    partial.replace(target)


def _pack(node: Path, jobs: list[_Job]) -> list[Path]:
    """Compile the archives that are not in .cache yet, all in one run of Pyodide."""
    targets = [job.target() for job in jobs]
    missing = [(job, target) for job, target in zip(jobs, targets, strict=True) if not target.is_file()]
    if not missing:
        return targets
    with step(f"Byte code: {', '.join(job.name for job, _ in missing)}"):
        PACKED.mkdir(parents=True, exist_ok=True)
        order = [
            {
                "source": str(job.source),
                "target": str(target.with_suffix(".partial")),
                "drop": job.drop,
                "compress": job.compress,
                "optimize": job.optimize,
            }
            for job, target in missing
        ]
        orders = PACKED / "jobs.json"
        orders.write_text(json.dumps(order))
        remedy = "Delete .cache/packed and node_modules and run this again."
        run([node, STEPS / "pyodide.mjs", "-", ROOT, _SCRIPT, orders], remedy)
        for _, target in missing:
            target.with_suffix(".partial").replace(target)
    return targets
