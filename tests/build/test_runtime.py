"""The runtime files as the page gets them: byte code that is the same every time, and enough of NumPy and Python."""

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from steps import node, stamp
from steps.paths import CACHE, ROOT, STEPS


@pytest.fixture(scope="module")
def manifest(site_folder: Path) -> dict:
    return json.loads((site_folder / "runtime" / "manifest.json").read_text())


@pytest.fixture
def scratch(request: pytest.FixtureRequest) -> Path:
    """Return an empty folder that Pyodide sees too, which only has the repository."""
    import shutil

    folder = CACHE / "test" / request.node.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def in_pyodide(manifest: Path | str, script: Path, *arguments: Path | str) -> str:
    """Run a Python file in Pyodide and return what it prints."""
    command = [node.ensure_node(), STEPS / "pyodide.mjs", manifest, ROOT, script, *arguments]
    result = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout


def test_every_file_is_what_the_manifest_says(site_folder: Path, manifest: dict) -> None:
    names = [file["name"] for file in manifest["files"]]
    assert {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"} < set(names)
    for file in manifest["files"]:
        path = site_folder / "runtime" / file["url"]
        assert (path.stat().st_size, stamp.sha256_of(path)) == (file["size"], file["sha256"]), file["name"]
        assert file["url"].startswith("files/"), "kept for ever by its address"


def test_the_lock_names_only_files_that_are_there(manifest: dict) -> None:
    files = {file["url"]: file["sha256"] for file in manifest["files"]}
    packages = manifest["lock"]["packages"]
    assert set(packages) == {"numpy", "cna-avatars"}
    for package in packages.values():
        assert files[package["file_name"]] == package["sha256"]


def test_archives_hold_byte_code_and_no_source(site_folder: Path, manifest: dict) -> None:
    for file in manifest["files"]:
        if file["name"].endswith((".zip", ".whl")):
            with zipfile.ZipFile(site_folder / "runtime" / file["url"]) as archive:
                names = archive.namelist()
            assert not [name for name in names if name.endswith(".py")], file["name"]
            assert [name for name in names if name.endswith(".pyc")], file["name"]


def test_packing_twice_gives_the_same_bytes(scratch: Path) -> None:
    source = scratch / "source.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("b/__init__.py", "NAMES = {'x', 'y', 'z'}\ndef f(a: int) -> 'int':\n    return a in {1, 2, 3}\n")
        archive.writestr("a.py", "import sys\nassert False\n")
        archive.writestr("b/tests/test_b.py", "raise SystemExit\n")
        archive.writestr("b/data.bin", bytes(range(256)))
    job = {"source": str(source), "drop": ["/tests/"], "compress": True, "optimize": 2}
    outputs = []
    for number in (1, 2):
        jobs = scratch / "jobs.json"
        jobs.write_text(json.dumps([{**job, "target": str(scratch / f"{number}.zip")}]))
        in_pyodide("-", STEPS / "repack.py", jobs)
        outputs.append((scratch / f"{number}.zip").read_bytes())
    assert outputs[0] == outputs[1]
    with zipfile.ZipFile(scratch / "1.zip") as archive:
        assert archive.namelist() == ["a.pyc", "b/__init__.pyc", "b/data.bin"]
        assert archive.read("b/data.bin") == bytes(range(256))
        assert archive.read("a.pyc")[4:8] == b"\1\0\0\0", "a hash-based byte code that is not checked"


def test_the_page_has_all_of_python_and_numpy_that_the_core_imports(site_folder: Path, scratch: Path) -> None:
    modules = [
        ".".join(path.relative_to(ROOT / "py").with_suffix("").parts)
        for path in sorted((ROOT / "py" / "cna_avatars").rglob("*.py"))
        if path.name not in ("__init__.py", "__main__.py")
    ]
    script = scratch / "imports.py"
    script.write_text(
        "import importlib, sys\n"
        "sys.path.append(sys.argv[1])\n"
        "import numpy as np\n"
        "assert 0 <= np.random.default_rng(1).random() < 1\n"
        "assert np.einsum('ij,jk->ik', np.eye(2), np.eye(2)).tolist() == [[1, 0], [0, 1]]\n"
        "for name in sys.argv[2:]:\n"
        "    importlib.import_module(name)\n"
        "print(len(sys.argv) - 2, 'imported')\n"
    )
    printed = in_pyodide(site_folder / "runtime" / "manifest.json", script, ROOT / "py", *modules)
    assert printed == f"{len(modules)} imported\n"
