"""Callers that take the result of a `tf.function` for a tensor: without it they get the Python value that it returns."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.demands import called_name, used_by
from hybridize_analyzer.interpreter.tracing.runs import calls_at
from hybridize_analyzer.program.code import found_once, walk
from hybridize_analyzer.report import Location

_OF_TENSORS = frozenset("numpy shape dtype ndim device get_shape set_shape ref cpu gpu".split())
"""Attributes of tensors that the numbers, texts and lists of Python do not have."""
_ASKING = frozenset({"is_tensor", "is_keras_tensor", "is_symbolic_tensor"})


_DEPTH = 3
"""So many functions are followed that return the result of a call."""


def wanted_as_tensor(state: State, sites: Iterable[CallSite], depth: int = _DEPTH) -> Location | None:
    """Where a caller reads what only a tensor has of what a call gives it, or asks whether that is one."""
    for call, module, caller in calls_at(state, sites):
        body = module.tree if caller is None else caller.node
        for node, value in found_once(body, _asked):
            if call is value or call in used_by(module.tree, body, value):
                return module.location(node)
        if caller is not None and depth and _returns(module.tree, caller.node, call):
            above = wanted_as_tensor(state, state.sites_of(caller), depth - 1)
            if above is not None:
                return above
    return None


def _returns(tree: ast.AST, body: ast.AST, call: ast.Call) -> bool:
    """Whether a function returns what a call gives it, or a part of that."""
    returned = (n.value for n in walk(body) if isinstance(n, ast.Return) and n.value is not None)
    return any(call is value or call in used_by(tree, body, value) for value in returned)


def _asked(body: ast.AST) -> list[tuple[ast.AST, ast.expr]]:
    """The expressions of a body that are taken for tensors, each with the place where they are."""
    found: list[tuple[ast.AST, ast.expr]] = []
    for node in walk(body):
        if isinstance(node, ast.Attribute) and node.attr in _OF_TENSORS:
            found.append((node, node.value))
        elif isinstance(node, ast.Call) and node.args and _asks(node):
            found.append((node, node.args[0]))
    return found


def _asks(node: ast.Call) -> bool:
    """Whether a call asks if something is a tensor."""
    if called_name(node) == "isinstance":
        return len(node.args) > 1 and "Tensor" in ast.unparse(node.args[1])
    return called_name(node) in _ASKING
