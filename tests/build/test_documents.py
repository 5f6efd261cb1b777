"""docs/contract.md and docs/renderers.md name tests and files that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRACT, RENDERERS = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("contract.md", "renderers.md"))
MODULES = sorted((ROOT / "tests").rglob("test_*.py"))


def existing() -> set[tuple[str, str]]:
    """(module or class, test without its prefix) of every test function."""
    found = set()
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for owner, body in [
            (path.stem, tree.body),
            *((n.name, n.body) for n in tree.body if isinstance(n, ast.ClassDef)),
        ]:
            found |= {(owner, node.name.removeprefix("test_")) for node in body if isinstance(node, ast.FunctionDef)}
    return found


def named(text: str) -> list[tuple[str, str]]:
    """Every `module::test` of a text."""
    return sorted(set(re.findall(r"`(\w+)::(\w+)`", text)))


@pytest.mark.parametrize(("text", "least"), [(CONTRACT, 100), (RENDERERS, 25)], ids=["contract", "renderers"])
def test_every_test_that_a_document_names_exists(text: str, least: int) -> None:
    tests, there = named(text), existing()
    assert len(tests) > least
    assert [name for name in tests if name not in there] == []


def test_every_clause_of_the_contract_names_a_test() -> None:
    rows = [line for line in CONTRACT.splitlines() if line.startswith("| ") and not line.startswith("| clause")]
    assert len(rows) > 50
    assert [row for row in rows if "::" not in row.rsplit("|", 2)[1]] == []


def test_facts_that_hold_on_all_renderers_are_tested_on_all() -> None:
    """No test of such a row picks renderers of its own."""
    rows = [line for line in RENDERERS.splitlines() if line.rsplit("|", 3)[1:2] == [" all "]]
    assert len(rows) > 10
    chosen = {
        (path.stem, node.name.removeprefix("test_"))
        for path in MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and any('"renderer"' in ast.unparse(mark).replace("'", '"') for mark in node.decorator_list)
    }
    assert len(chosen) > 5
    assert [test for test in named("\n".join(rows)) if test in chosen] == []


def test_every_file_that_the_contract_names_exists() -> None:
    sources = {
        path.name for folder in ("py", "web", "build", "tests") for path in (ROOT / folder).rglob("*") if path.is_file()
    }
    files = set(re.findall(r"`(?:[\w-]+/)*([\w-]+\.(?:py|js|frag))`", CONTRACT))
    assert files - sources == set()
