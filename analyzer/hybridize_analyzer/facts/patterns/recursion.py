"""A function calls itself on parts of a Python value, and computes with tensors."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import Tensor, union
from hybridize_analyzer.facts.patterns._syntax import is_batched, parts_of, root, value_needed
from hybridize_analyzer.program.code import FunctionCode, parameter_names, walk
from hybridize_analyzer.report import Evidence, Location, Pattern


def find(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Sequence[Event]
) -> Iterator[Pattern]:
    """One pattern at the first call of itself."""
    if not state.is_recursive(code) or isinstance(code.node, ast.Lambda) or is_batched(events):
        return
    own = {s.where for c in contexts for s in c.sites if s.caller is code}
    structures = [name for name in parameter_names(code.node.args) if not _holds_tensor(contexts, name)]
    parts = parts_of(code.node, structures)
    unused = {id(node.value) for node in walk(code.node) if isinstance(node, ast.Expr)}
    found = [
        node
        for node in walk(code.node)
        if isinstance(node, ast.Call)
        and code.module.location(node) in own
        and id(node) not in unused
        and _names(node.func, code)
        and _descends(node, parts, structures)
    ]
    if _branches(code, found):
        calls = [code.module.location(node) for node in found]
        first: Location = min(calls)
        evidence = tuple(Evidence("it calls itself on another part", where) for where in sorted(calls)[1:])
        message = "it calls itself on parts of a Python value, one small operation after the other"
        yield Pattern("structural-recursion", message, first, evidence, value_needed(events))


_REPEATING = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)


def _branches(code: FunctionCode, calls: Sequence[ast.Call]) -> bool:
    """Whether one call of the function makes several of itself, which need not wait for each other."""
    if len(calls) > 1:
        return True
    repeating = [node for node in walk(code.node) if _repeats(node)]
    return any(part is call for call in calls for node in repeating for part in walk(node))


def _repeats(node: ast.AST) -> bool:
    is_map = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "map"
    return is_map or isinstance(node, _REPEATING)


def _names(called: ast.expr, code: FunctionCode) -> bool:
    """Whether the text calls the function itself, and not what it was given, which may be another one of the same body."""
    if code.name in _CALLED_BY_PYTHON:
        return True
    return code.name == (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", None))


_CALLED_BY_PYTHON = ("__call__", "call", "forward")


def _holds_tensor(contexts: Sequence[Context], name: str) -> bool:
    value = union(*(c.arguments.get(name, frozenset()) for c in contexts))
    return bool(value) and all(isinstance(atom, Tensor) for atom in value)


def _is_whole(node: ast.expr, whole: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in whole


def _descends(call: ast.Call, parts: frozenset[str], whole: Collection[str]) -> bool:
    """Whether an argument is a part of a parameter, and not the parameter itself."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(root(each) in parts and not _is_whole(each, whole) for each in given)
