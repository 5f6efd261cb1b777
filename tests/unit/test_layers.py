"""The layers of docs/architecture.md, checked on the source: imports point downwards only."""

import ast
from pathlib import Path

import pytest

import cna_avatars

PACKAGE = Path(cna_avatars.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))

LAYERS = [
    ["errors", "skeleton", "enums", "events", "expression", "timespan", "exact", "jobs"],
    ["math3d", "strict_json", "wardrobe", "expression_text"],
    ["description"],
    ["animation"],
    ["catalog"],
    ["assembly"],
    ["renderer.device", "renderer.loading_effect", "renderer.pose_check", "renderer.camera", "renderer.shapes"],
    ["gamer_services"],
    ["renderer"],
    ["game", "software"],
    ["host"],
    ["command", "__main__"],
]
"""From the bottom up; a module may import its own layer and those above it in this list."""


def layer_of(module: str) -> int:
    best = max(
        (
            (len(name), index)
            for index, names in enumerate(LAYERS)
            for name in names
            if f"{module}.".startswith(f"{name}.")
        ),
        default=None,
    )
    assert best is not None, f"{module} has no layer; give it one"
    return best[1]


def imports_of(path: Path) -> set[str]:
    names: set[str] = set()
    here = path.relative_to(PACKAGE).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = ["cna_avatars", *here[: len(here) - node.level], *([node.module] if node.module else [])]
            names |= {".".join([*base, alias.name]) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


assert SOURCES, "expected the package's sources beside it"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.parent != PACKAGE or p.stem != "__init__"], ids=module_of)
def test_a_module_imports_from_its_own_layer_and_those_below(path: Path) -> None:
    module = module_of(path)
    for name in imports_of(path):
        if not name.startswith("cna_avatars."):
            continue
        target = name.removeprefix("cna_avatars.")
        assert layer_of(target) <= layer_of(module), f"{module} imports {target}"


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_numpy_is_the_only_import_beyond_the_standard_library(path: Path) -> None:
    import sys

    for name in imports_of(path):
        root = name.partition(".")[0]
        allowed = root in sys.stdlib_module_names or root in ("numpy", "cna_avatars")
        if module_of(path).startswith("host"):
            allowed = allowed or root in ("js", "pyodide")
        assert allowed, f"{path} imports {name}"


INEXACT = {"sin", "cos", "tan", "exp", "log", "power", "arctan2", "arccos", "hypot", "matmul", "dot", "linalg", "cbrt"}
REPRODUCIBLE = ("animation", "assembly", "catalog", "description", "exact")


@pytest.mark.parametrize("path", [p for p in SOURCES if module_of(p).startswith(REPRODUCIBLE)], ids=module_of)
def test_what_must_be_reproducible_uses_exactly_rounded_operations(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)), f"{path}:{node.lineno} uses @"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("np", "math"):
            assert node.attr not in INEXACT, f"{path}:{node.lineno} uses {node.value.id}.{node.attr}"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            base = node.left
            assert isinstance(base, ast.Constant), f"{path}:{node.lineno} uses **"
