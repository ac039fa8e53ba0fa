"""Gradients between two results of one call: `h, y = net(x)`, then `tape.gradient(y, h)`.

A call of a graph is one operation for a tape outside: none of its results depends on another, and the gradient is None.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.state import CallSite, Context, Frame, State
from hybridize_analyzer.domain.values import Ref, Tuple
from hybridize_analyzer.program.code import found_once

_BETWEEN = "gradient between results"


def note_gradient(state: State, frame: Frame, node: ast.AST) -> None:
    """Remembers the calls that gave both what is differentiated and what it is differentiated by."""
    given = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else []
    if len(given) < 2:
        return
    root: ast.AST = frame.function.node if frame.function is not None else frame.module.tree
    target, sources = given[0], given[1]
    parts = sources.elts if isinstance(sources, (ast.List, ast.Tuple)) else [sources]
    for source in parts:
        left_out = ast.dump(source)
        origins = {id(call) for call in _calls(root, source, "")}
        for call in _calls(root, target, left_out):
            if id(call) in origins:
                where = frame.module.location(node)
                state.note(_BETWEEN, frame.module.location(call), where)


def _calls(root: ast.AST, expression: ast.expr, left_out: str) -> Iterator[ast.Call]:
    """The calls that an expression comes from, through the variables of the function; not through one expression."""
    bindings = found_once(root, _bindings)
    pending: list[ast.AST] = [expression]
    followed: set[str] = set()
    while pending:
        current = pending.pop()
        named = isinstance(current, (ast.Name, ast.Attribute, ast.Subscript))
        if left_out and named and ast.dump(current) == left_out:
            continue
        if isinstance(current, ast.Call):
            yield current
        if isinstance(current, ast.Name) and current.id not in followed:
            followed.add(current.id)
            pending += bindings.get(current.id, ())
        pending += ast.iter_child_nodes(current)


def _bindings(root: ast.AST) -> dict[str, list[ast.expr]]:
    """What is assigned in a body, by the names that stand in the targets."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(root):
        value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) else None
        if value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
            within = (n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))
            for name in dict.fromkeys(within):
                found.setdefault(name, []).append(value)
    return found


def gradients_between(
    state: State, contexts: Sequence[Context], above: Iterable[CallSite]
) -> Iterator[Event]:
    """The gradient between results of a function, or of one that returns what this one returns."""
    if any(isinstance(a, (Tuple, Ref)) for c in contexts for a in c.summary.returned):
        noted = [where for site in above if (where := state.noted(_BETWEEN, site.where)) is not None]
        if noted:
            message = (
                "a gradient between two of its results is taken, and for a tape a graph is one operation"
            )
            yield Event(Kind.PYTHON_VALUE, message, min(noted))
