"""Callers that write out a number which a function returns: the tensor that a graph returns reads otherwise."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.state import CallSite, Context, State
from hybridize_analyzer.domain.values import NOTHING, Tuple, Value, union
from hybridize_analyzer.facts.results import classify_result
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import root_of
from hybridize_analyzer.interpreter.tracing.runs import calls_at
from hybridize_analyzer.program.code import children, found_once
from hybridize_analyzer.report import Location

_WRITING = frozenset("print str repr format info debug warning error write writelines".split())
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def written_number(state: State, contexts: Sequence[Context], sites: Iterable[CallSite]) -> Location | None:
    """Where a caller prints, logs or formats what a call gives it, if that may be a number, and is a tensor in a graph."""
    returned = union(NOTHING, *(context.summary.returned for context in contexts))
    for call, module, caller in calls_at(state, sites):
        body = root_of(state, module.path, caller)
        numbers = set(_named(state, body, call, returned))
        for value in found_once(body, _written):
            if value is call or (isinstance(value, ast.Name) and value.id in numbers):
                return module.location(value)
    return None


def _named(state: State, body: ast.AST, call: ast.Call, returned: Value) -> Iterator[str]:
    """The variables of a caller that are set to a number, or to a tensor, which a call gives."""
    for node in _own_nodes(body):
        if not isinstance(node, ast.Assign) or node.value is not call:
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and _is_mixed(state, returned):
                yield target.id
            elif isinstance(target, ast.Tuple):
                for index, part in enumerate(target.elts):
                    if isinstance(part, ast.Name) and _is_mixed(state, _part(returned, index)):
                        yield part.id


def _part(returned: Value, index: int) -> Value:
    """What stands in one place of all tuples that a function returns."""
    tuples = (atom.elements for atom in returned if isinstance(atom, Tuple))
    return union(NOTHING, *(elements[index] for elements in tuples if index < len(elements)))


def _is_mixed(state: State, value: Value) -> bool:
    return classify_result(state, value) == "mixed"


def _written(body: ast.AST) -> tuple[ast.expr, ...]:
    """The expressions of a body, without those of functions in it, that are written out as they are."""
    found: list[ast.expr] = []
    for node in _own_nodes(body):
        if isinstance(node, ast.FormattedValue):
            found.append(node.value)
        elif isinstance(node, ast.Call) and _writes(node):
            found += node.args
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mod)
            and isinstance(node.left, ast.Constant)
        ):
            found += node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    return tuple(found)


def _writes(call: ast.Call) -> bool:
    """Whether a call writes out what it is given; `tf.print` does that with numbers and tensors alike."""
    return called_name(call) in _WRITING and ast.unparse(call.func) != "tf.print"


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in children(node):
        if not isinstance(child, _SCOPES):
            yield child
            yield from _own_nodes(child)
