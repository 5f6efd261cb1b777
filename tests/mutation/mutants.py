"""The mutants of a module: its syntax tree with one operator, bound or number changed."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SWAPS: dict[type[ast.AST], Any] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """`source` is the whole module with one change in it.

    `what` is the change alone. `where`, no two mutants of a module have the same, is the function and the statement
    (of a compound one its first line) as changed; with a number if the function would have that statement twice.
    """

    line: int
    where: str
    what: str
    source: str


@dataclass(frozen=True)
class _Place:
    """A part of the tree that is changed, and the function and statement that hold it."""

    node: ast.AST
    field: str
    index: int
    function: str
    statement: ast.AST


def mutants(source: str, functions: frozenset[str] = frozenset()) -> Iterator[Mutant]:
    """Yield every mutant of a module, or of the named functions and classes in it."""
    seen: Counter[str] = Counter()
    for number in range(len(list(_places(ast.parse(source), functions)))):
        tree = ast.parse(source)
        place = list(_places(tree, functions))[number]
        before = ast.unparse(place.node)
        _change(place.node, place.field, place.index)
        after = ast.unparse(place.node)
        if before == after:
            continue
        where = f"{place.function or 'module'}: {_first_line(place.statement)}"
        seen[where] += 1
        if seen[where] > 1:
            where += f" ({seen[where]})"
        yield Mutant(getattr(place.node, "lineno", 0), where, f"{before}  →  {after}", ast.unparse(tree))


def _first_line(statement: ast.AST) -> str:
    return next(line for line in ast.unparse(statement).splitlines() if not line.startswith("@"))


def _places(tree: ast.Module, functions: frozenset[str]) -> Iterator[_Place]:
    """Yield everything that is changed; names, texts, annotations and messages are not."""
    roots = [n for n in tree.body if not functions or getattr(n, "name", "") in functions]
    waiting: list[tuple[ast.AST, str, ast.AST]] = [(root, "", root) for root in reversed(roots)]
    while waiting:
        node, function, statement = waiting.pop()
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.stmt):
            statement = node
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.AugAssign):
            yield _Place(node, "op", 0, function, statement)
        elif isinstance(node, ast.Compare):
            for index in range(len(node.ops)):
                yield _Place(node, "ops", index, function, statement)
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
            yield _Place(node, "value", 0, function, statement)
        skipped = ("annotation", "returns", "decorator_list", "type_params")
        children = [child for name, value in ast.iter_fields(node) if name not in skipped for child in _nodes(value)]
        waiting += [(child, function, statement) for child in reversed(children)]


def _nodes(value: object) -> list[ast.AST]:
    if isinstance(value, ast.AST):
        return [value]
    return [item for item in value if isinstance(item, ast.AST)] if isinstance(value, list) else []


def _change(node: ast.AST, field: str, index: int) -> None:
    value = getattr(node, field)
    if isinstance(node, ast.Constant):
        node.value = (
            not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else value * 1.5 + 0.25
        )
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd() if isinstance(value, ast.USub) else value
        if isinstance(value, ast.Not):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Compare):
        node.ops[index] = _SWAPS[type(value[index])]()
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(value) in _SWAPS:
        node.op = _SWAPS[type(value)]()
