"""Nothing in the generator calls a function whose last bits differ between machines."""

import ast
from pathlib import Path

import pytest

SOURCES = sorted((Path(__file__).resolve().parents[2] / "build" / "catalog").rglob("*.py"))
INEXACT = {
    "sin",
    "cos",
    "tan",
    "arcsin",
    "arccos",
    "arctan",
    "arctan2",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "power",
    "float_power",
    "pow",
    "cbrt",
    "hypot",
    "dot",
    "vdot",
    "inner",
    "matmul",
    "tensordot",
    "linalg",
    "fft",
    "random",
}


def faults(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult):
            found.append(f"line {node.lineno}: @")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            found.append(f"line {node.lineno}: **")
        if (
            isinstance(node, ast.Attribute)
            and node.attr in INEXACT
            and isinstance(node.value, ast.Name)
            and node.value.id in ("np", "numpy", "math")
        ):
            found.append(f"line {node.lineno}: {node.value.id}.{node.attr}")
        if (
            isinstance(node, ast.ImportFrom)
            and node.module in ("math", "numpy", "cmath")
            and {name.name for name in node.names} & INEXACT
        ):
            found.append(f"line {node.lineno}: import from {node.module}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_source_uses_exact_operations_only(path: Path) -> None:
    assert faults(ast.parse(path.read_text())) == []


@pytest.mark.parametrize(
    "line",
    ["a @ b", "np.sin(x)", "math.exp(x)", "x ** 0.5", "from math import cos", "np.linalg.inv(a)", "a @= b"],
)
def test_the_search_finds_what_it_forbids(line: str) -> None:
    assert len(faults(ast.parse(line))) == 1
