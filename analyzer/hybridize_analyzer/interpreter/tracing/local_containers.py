"""Lists, dicts and sets that only a local variable of the running call names while it changes them.

Callers may keep what a call returns, and then objects of one allocation site are held from outside.  The list that a
variable names is still a new one for every call where each binding of the variable makes one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.program.code import FunctionCode, bound_names, parameter_names, walk
from hybridize_analyzer.report import Location

_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_EMPTY = ("list", "dict", "set")
_PARSING = ("io.parse_example", "io.parse_single_example")
"""Functions of TensorFlow that make a dict."""


def is_own(state: State, frame: Frame, node: ast.AST, key: str) -> bool:
    """Whether a write goes to the object of this call, whoever holds others of the same allocation site.

    The call itself may have shared the object by then (`Frame.shared`).
    """
    name = _written_name(node)
    if name is None or frame.function is None or key not in frame.allocated:
        return False
    found = state.heap.objects[key]
    return isinstance(found.cls, str) and found.where in _makers(state, frame.function).get(name, ())


def _written_name(node: ast.AST) -> str | None:
    """The variable in `name.method(…)`, `name[…] = …` and `name += …`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        base: ast.AST = node.func.value
    elif isinstance(node, ast.Subscript):
        base = node.value
    else:
        base = node.target if isinstance(node, ast.AugAssign) else node
    return base.id if isinstance(base, ast.Name) else None


def _makers(state: State, code: FunctionCode) -> dict[str, set[Location]]:
    """For each local variable whose every binding makes a container: where they are made."""
    key = ("containers", code)
    known = state.places.get(key)
    if known is None:
        known = state.places[key] = _find_makers(state, code)
    assert isinstance(known, dict)
    return known


def _find_makers(state: State, code: FunctionCode) -> dict[str, set[Location]]:
    outside = {
        *parameter_names(code.node.args),
        *code.scope.captured,
        *code.scope.globals_,
        *code.scope.nonlocals,
    }
    builtins = {
        n
        for n in _EMPTY
        if n not in code.scope.assigned and state.global_binding(code.module.path, n) is None
    }
    makers: dict[str, set[Location]] = {}
    bindings: dict[str, int] = {}
    for node in walk(code.node):
        for name in bound_names(node):
            bindings[name] = bindings.get(name, 0) + 1
        for name, value in _assignments(node):
            if value is None or _is_new(value, builtins):
                bindings[name] = bindings.get(name, 0) - 1
                makers.setdefault(name, set()).update(
                    [code.module.location(value)] if value is not None else []
                )
    if code.scope.captured:
        outside |= _given_on(code.node)
    return {name: places for name, places in makers.items() if not bindings[name] and name not in outside}


def _given_on(root: ast.AST) -> set[str]:
    """The variables that may give their object to another one, which a nested function may read."""
    in_place: set[int] = set()
    for node in walk(root):
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Return, ast.FormattedValue)):
            in_place.add(id(node.value))
        elif isinstance(node, (ast.For, ast.comprehension)):
            in_place.add(id(node.iter))
        elif isinstance(node, ast.Call):
            in_place |= {id(part) for part in (*node.args, *(k.value for k in node.keywords))}
        elif isinstance(node, ast.Compare):
            in_place |= {id(part) for part in (node.left, *node.comparators)}
    names = (node for node in walk(root) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return {node.id for node in names if id(node) not in in_place}


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Names that a statement sets, with the expression; None where it changes the object that the name has."""
    if isinstance(node, ast.Assign):
        yield from ((t.id, node.value) for t in node.targets if isinstance(t, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, node.value
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, None


def _is_new(value: ast.expr, builtins: set[str]) -> bool:
    if isinstance(value, ast.Call):
        if isinstance(value.func, ast.Attribute):
            return ast.unparse(value.func).endswith(_PARSING)
        return isinstance(value.func, ast.Name) and value.func.id in builtins
    return isinstance(value, _DISPLAYS)
