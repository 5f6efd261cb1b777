"""Khronos' glTF validator finds no error and no warning in a catalog's files."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().with_name("validate.mjs")
SERIOUS = ("error", "warning")


def validate(files: list[Path]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        pytest.fail("Node is not on PATH: run the tests by python3 build/test.py")
    result = subprocess.run([node, SCRIPT, *files], capture_output=True, text=True, check=True, timeout=120)
    issues: list[dict[str, Any]] = json.loads(result.stdout)
    return issues


def test_no_glb_has_an_error_or_a_warning(catalog_folder: Path) -> None:
    files = sorted(catalog_folder.glob("*.glb"))
    assert len(files) == 49
    assert [issue for issue in validate(files) if issue["severity"] in SERIOUS] == []


def test_a_wrong_bound_and_a_wrong_weight_are_found(catalog_folder: Path, tmp_path: Path) -> None:
    whole = (catalog_folder / "glasses_round.male.glb").read_bytes()
    start = whole.index(b'"min":[')
    moved = whole[: start + 7] + b"9" + whole[start + 8 :]
    damaged = tmp_path / "damaged.glb"
    damaged.write_bytes(moved)
    assert {issue["severity"] for issue in validate([damaged])} & set(SERIOUS)
