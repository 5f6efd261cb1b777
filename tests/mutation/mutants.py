"""The mutants of a module: its syntax tree with one operator, bound or number changed."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
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
    """`source` is the whole module; `what` says where it was changed and how."""

    line: int
    what: str
    source: str


def mutants(source: str, functions: frozenset[str] = frozenset()) -> Iterator[Mutant]:
    """Yield every mutant of a module, or of the named functions and classes in it."""
    for number in range(len(list(_places(ast.parse(source), functions)))):
        tree = ast.parse(source)
        node, field, index = list(_places(tree, functions))[number]
        before = ast.unparse(node)
        _change(node, field, index)
        after = ast.unparse(node)
        if before != after:
            yield Mutant(getattr(node, "lineno", 0), f"{before}  →  {after}", ast.unparse(tree))


def _places(tree: ast.Module, functions: frozenset[str]) -> Iterator[tuple[ast.AST, str, int]]:
    """Node, field and index of everything that is changed; names, texts, annotations and messages are not."""
    roots = [n for n in tree.body if not functions or getattr(n, "name", "") in functions]
    waiting: list[ast.AST] = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.AugAssign):
            yield node, "op", 0
        elif isinstance(node, ast.Compare):
            for index in range(len(node.ops)):
                yield node, "ops", index
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float):
            yield node, "value", 0
        skipped = ("annotation", "returns", "decorator_list", "type_params")
        children = [child for name, value in ast.iter_fields(node) if name not in skipped for child in _nodes(value)]
        waiting += reversed(children)


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
        node.ops[index] = _SWAPS[type(value[index])]()  # type: ignore[assignment]
    elif type(value) in _SWAPS:
        node.op = _SWAPS[type(value)]()  # type: ignore[attr-defined]
