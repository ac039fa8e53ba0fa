"""Keys of a dict that first calls fill, `if key not in d: d[key] = …`: whether every trace of a graph comes to the same.

A key that only a later trace comes to would make its variables then, which TensorFlow refuses.  Keys that are written out,
that count the turns of a loop or are kept by the own object are the same in every trace; those that come from arguments of
the graph, or that are computed in another way, may be others.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.interpreter.tracing.between import given_by_name
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.places import Span, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen
from hybridize_analyzer.program.code import FunctionCode, bound_names, found_once, parameter_names, walk

_STEPS = 4
"""So many calls are followed back."""
_COUNTING = frozenset({"range", "enumerate", "zip", "reversed"})


def has_fixed_key(state: State, graph: FunctionCode, event: Event) -> bool:
    """Whether the key under which something is kept is the same in all traces of a graph.  event: of that."""
    maker = enclosing(state, event.where)
    key = None if maker is None else found_once(maker.node, _keys_set).get(span_of(event.where))
    return maker is not None and key is not None and _is_fixed(state, graph, maker, key, _STEPS)


def _keys_set(function: ast.AST) -> Mapping[Span, ast.expr]:
    stored = (n for n in walk(function) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store))
    return {span(node): node.slice for node in stored}


def _is_fixed(state: State, graph: FunctionCode, code: FunctionCode, key: ast.expr, steps: int) -> bool:
    """Whether an expression has the same values in all traces, one after the other.  code: the function around it."""
    calls = [node for node in walk(key) if isinstance(node, (ast.Call, ast.NamedExpr, ast.Await))]
    if any(called_name(call) not in {"str", "format"} | _COUNTING for call in calls):
        return False
    parameters = parameter_names(code.node.args)
    kept = {id(n.value) for n in walk(key) if isinstance(n, ast.Attribute)}
    names = [n for n in walk(key) if isinstance(n, ast.Name) and n.id not in {"str"} | _COUNTING]
    for name in names:
        if code.cls is not None and parameters[:1] == (name.id,) and id(name) in kept:
            continue  # of what the own object keeps, `frozen-state` asks whether it changes
        if name.id in parameters:
            if not _is_passed_fixed(state, graph, code, name.id, steps):
                return False
        elif name.id in code.scope.assigned:
            if not _counts(state, graph, code, name.id, steps):
                return False
        elif _is_of_function_around(code, name.id):
            return False
    return True


def _is_of_function_around(code: FunctionCode, name: str) -> bool:
    while code.parent is not None:
        code = code.parent
        if name in parameter_names(code.node.args) or name in code.scope.assigned:
            return True
    return False


def _is_passed_fixed(state: State, graph: FunctionCode, code: FunctionCode, name: str, steps: int) -> bool:
    """Whether all calls below a graph pass such an expression for a parameter, which the function leaves as it is."""
    rebound = any(name in bound_names(node) for node in walk(code.node))
    if code is graph or steps == 0 or rebound or is_called_unseen(state, code):
        return False
    sites = state.sites_of(code)
    return bool(sites) and all(_passes_fixed(state, graph, code, site, name, steps - 1) for site in sites)


def _passes_fixed(
    state: State, graph: FunctionCode, code: FunctionCode, site: CallSite, name: str, steps: int
) -> bool:
    if site.caller is None:
        return True  # the top level of a module is no part of a graph
    call = places_in(state, site.where.path, site.caller).expressions.get(span_of(site.where))
    if not isinstance(call, ast.Call) or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    given = given_by_name(call, parameter_names(code.node.args)).get(name)
    return given is not None and _is_fixed(state, graph, site.caller, given, steps)


def _counts(state: State, graph: FunctionCode, code: FunctionCode, name: str, steps: int) -> bool:
    """Whether only loops set a variable that run over what is the same in all traces: `for i in range(self.depth)`."""
    nodes = [*walk(code.node)]
    loops = [n for n in nodes if isinstance(n, (ast.For, ast.comprehension)) and name in _targets(n.target)]
    counted = {id(part) for loop in loops for part in walk(loop.target)}
    return (
        bool(loops)
        and all(id(node) in counted for node in nodes if name in bound_names(node))
        and all(_is_fixed(state, graph, code, loop.iter, steps) for loop in loops)
    )


def _targets(target: ast.expr) -> set[str]:
    return {part.id for part in walk(target) if isinstance(part, ast.Name)}
