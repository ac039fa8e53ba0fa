"""Variables that functions capture: what they held before the first of these functions was made, none of them sees.

`part = []`, `part.append(…)`, `part = tf.constant(part)`, and then a function that reads `part`: it reads the tensor.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.program.code import FunctionCode, bound_names, found_once, walk

_Position = tuple[int, int]
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)


def is_overwritten(state: State, code: FunctionCode, name: str, node: ast.AST) -> bool:
    """Whether a captured variable is always bound again before a function is made that may read it.

    node: where it is bound; the definition itself for a parameter.
    """
    settled = _settled(state, code).get(name)
    if settled is None or name in code.scope.shared:
        return False
    return node is code.node or (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) < settled


def _settled(state: State, code: FunctionCode) -> dict[str, _Position]:
    """For each captured variable, where the last statement begins that every run binds it with, before it is captured."""
    key = ("settled variables", code)
    known = state.places.get(key)
    if known is None:
        known = state.places[key] = _find_settled(code)
    assert isinstance(known, dict)
    return known


def _find_settled(code: FunctionCode) -> dict[str, _Position]:
    settled: dict[str, _Position] = {}
    if isinstance(code.node, ast.Lambda):
        return settled
    first_read: dict[str, _Position] = {}
    for scope in _nested(code.node):
        start = (scope.lineno, scope.col_offset)
        for part in walk(scope):
            if isinstance(part, ast.Name) and part.id in code.scope.captured:
                first_read[part.id] = min(first_read.get(part.id, start), start)
    for statement in code.node.body:
        if isinstance(statement, ast.Assign) or (isinstance(statement, ast.AnnAssign) and statement.value):
            end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for name in (n for target in targets for part in walk(target) for n in bound_names(part)):
                if name in first_read and end <= first_read[name]:
                    settled[name] = (statement.lineno, statement.col_offset)
    return settled


def shares_with_captured(code: FunctionCode, name: str) -> bool:
    """Whether a captured variable may hold the object of a local one, or a view of it: `first = data[:3]`."""
    if not code.scope.captured:
        return False
    sources = found_once(code.node, _sources)
    pending, seen = [*code.scope.captured], set(code.scope.captured)
    while pending:
        new = sources.get(pending.pop(), set()) - seen
        pending += new
        seen |= new
    return name in seen


def _sources(root: ast.AST) -> dict[str, set[str]]:
    """For each variable that a body assigns, the variables whose objects it may share."""
    found: dict[str, set[str]] = {}
    for node in walk(root):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets, value = [node.target], node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            targets, value = [node.target], node.iter
        else:
            continue
        shared = _shared(value)
        for name in (n for target in targets for part in walk(target) for n in bound_names(part)):
            found.setdefault(name, set()).update(shared)
    return found


def _shared(value: ast.expr) -> set[str]:
    """The variables whose objects an expression may give, or views of them; arithmetic makes new ones."""
    found: set[str] = set()
    pending: list[ast.AST] = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            pending.append(node.value)
        elif isinstance(node, ast.Call):
            pending += [node.func, *node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, (ast.IfExp, ast.BoolOp, ast.Tuple, ast.List, ast.Dict, ast.NamedExpr)):
            pending += ast.iter_child_nodes(node)
    return found


def _nested(node: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    """The scopes inside a function, the outermost of each."""
    pending = list(ast.iter_child_nodes(node))
    while pending:  # not by recursion: a sum of thousands of terms is as deep a tree
        current = pending.pop()
        if isinstance(current, _SCOPES):
            yield current
        else:
            pending += ast.iter_child_nodes(current)
