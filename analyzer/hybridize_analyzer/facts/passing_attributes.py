"""Attributes that pass a value on within one call, as local variables do.

`self.scores = f(x)`, which later lines of the same method read and nothing else in the program, is new in every call.  What
a trace leaves in it is a symbolic tensor that nobody looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import FunctionCode, found_once, walk


def passing_attributes(state: State, code: FunctionCode, events: Iterable[Event]) -> frozenset[str]:
    """The attributes that a function sets before it reads them, and that nothing else reads without setting them first.

    events: of the function.
    """
    written = {e.field for e in events if e.kind is Kind.WRITE and e.field is not None and not e.path}
    first = {name for name in written if _reads(code.node, name) and _is_set_first(code, name)}
    return frozenset(name for name in first if _is_always_set_first(state, name))


def _is_always_set_first(state: State, name: str) -> bool:
    """Whether every read of an attribute is in a function that sets it before."""
    functions = [f for module in state.modules.values() for f in module.functions if f.parent is None]
    passing = (f for f in functions if _reads(f.node, name) and _is_set_first(f, name))
    return _reads_anywhere(state, name) == sum(_reads(f.node, name) for f in passing)


def _is_set_first(code: FunctionCode, name: str) -> bool:
    """Whether the body sets an attribute before anything mentions its name, and under no condition that a mention is not."""
    found = [(node, conditions) for node, conditions in _in_order(code.node, ()) if _mentions(node, name)]
    if not found:
        return False
    first, conditions = found[0]
    stored = isinstance(first, ast.Attribute) and isinstance(first.ctx, ast.Store)
    return stored and all(others[: len(conditions)] == conditions for _, others in found)


def _in_order(node: ast.AST, conditions: _Conditions) -> Iterator[tuple[ast.AST, _Conditions]]:
    """The nodes of a body as they are evaluated, with what decides whether they are: tests, loops and handlers."""
    if isinstance(node, ast.Assign):
        parts: Iterable[ast.AST] = (node.value, *node.targets)
    else:
        parts = ast.iter_child_nodes(node)
    if isinstance(node, (ast.If, ast.IfExp)):
        yield from _in_order(node.test, conditions)
        bodies: list[Sequence[ast.AST]] = (
            [node.body, node.orelse] if isinstance(node, ast.If) else [[node.body], [node.orelse]]
        )
        for which, body in enumerate(bodies):
            for part in body:
                yield from _in_order(part, (*conditions, (ast.dump(node.test), which)))
        return
    inside = (*conditions, (str(node.lineno), 0)) if isinstance(node, _DECIDING) else conditions
    for part in parts:
        yield from _in_order(part, inside)
    yield node, conditions


_Conditions = tuple[tuple[str, int], ...]
"""Each is the text of a test, with the branch, or the line of a loop, of a `try` or of a function."""
_DECIDING = (
    ast.For, ast.AsyncFor, ast.While, ast.Try, ast.BoolOp, ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def _mentions(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name
    return isinstance(node, ast.Constant) and node.value == name


def _reads_anywhere(state: State, name: str) -> int:
    statements = (statement for module in state.modules.values() for statement in module.tree.body)
    return sum(found_once(statement, _mentioned).get(name, 0) for statement in statements)


def _reads(root: ast.AST, name: str) -> int:
    return found_once(root, _mentioned).get(name, 0)


def _mentioned(root: ast.AST) -> dict[str, int]:
    """How often each attribute is read; a text of the same name may be one for `getattr`."""
    found: dict[str, int] = {}
    for node in walk(root):
        name = None
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
            name = node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value
        if name is not None:
            found[name] = found.get(name, 0) + 1
    return found
