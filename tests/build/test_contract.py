"""docs/contract.md names tests that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(\w+)::(\w+)`", CONTRACT)))


def existing() -> set[tuple[str, str]]:
    """(module or class, test without its prefix) of every test function."""
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for owner, body in [
            (path.stem, tree.body),
            *((n.name, n.body) for n in tree.body if isinstance(n, ast.ClassDef)),
        ]:
            found |= {(owner, node.name.removeprefix("test_")) for node in body if isinstance(node, ast.FunctionDef)}
    return found


def test_every_test_that_the_contract_names_exists() -> None:
    assert len(NAMED) > 100
    there = existing()
    assert [name for name in NAMED if name not in there] == []


def test_every_clause_of_the_contract_names_a_test() -> None:
    rows = [line for line in CONTRACT.splitlines() if line.startswith("| ") and not line.startswith("| clause")]
    assert len(rows) > 50
    assert [row for row in rows if "::" not in row.rsplit("|", 2)[1]] == []


def test_every_file_that_the_contract_names_exists() -> None:
    sources = {
        path.name for folder in ("py", "web", "build", "tests") for path in (ROOT / folder).rglob("*") if path.is_file()
    }
    named = set(re.findall(r"`(?:[\w-]+/)*([\w-]+\.(?:py|js|frag))`", CONTRACT))
    assert named - sources == set()
