"""Attributes that pass a value on within one call, as local variables do.

`self.scores = f(x)`, which later lines of the same method read and nothing else in the program, is new in every call.  What
a trace leaves in it is a symbolic tensor that nobody looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import FunctionCode, found_once, walk


def passing_attributes(state: State, code: FunctionCode, events: Iterable[Event]) -> frozenset[str]:
    """The attributes that a function sets before it reads them, and that nothing else in the program reads.

    events: of the function.
    """
    written = {e.field for e in events if e.kind is Kind.WRITE and e.field is not None and not e.path}
    first = {name for name in written if _is_set_first(code, name)}
    return frozenset(name for name in first if 0 < _reads(code.node, name) == _reads_anywhere(state, name))


def _is_set_first(code: FunctionCode, name: str) -> bool:
    """Whether a statement of the body itself sets an attribute, before anything mentions its name."""
    for statement in getattr(code.node, "body", ()):
        if not any(_mentions(node, name) for node in walk(statement)):
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        value = statement.value if isinstance(statement, ast.Assign) else statement
        stored = [t for target in targets for t in walk(target) if isinstance(t, ast.Attribute)]
        return any(t.attr == name for t in stored) and not _reads(value, name)
    return False


def _mentions(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name
    return isinstance(node, ast.Constant) and node.value == name


def _reads_anywhere(state: State, name: str) -> int:
    statements = (statement for module in state.modules.values() for statement in module.tree.body)
    return sum(found_once(statement, _mentioned).get(name, 0) for statement in statements)


def _reads(root: ast.AST, name: str) -> int:
    return _mentioned(root).get(name, 0)


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
