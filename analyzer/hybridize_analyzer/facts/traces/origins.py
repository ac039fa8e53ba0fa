"""Where an argument comes from: what is bound once and read twice is the same thing, whatever it is."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.state import CallSite, State, VisibleCall
from hybridize_analyzer.domain.values import Array, Const, Scalar, Tensor, Tuple, Value
from hybridize_analyzer.interpreter.tracing.places import places_in
from hybridize_analyzer.interpreter.tracing.runs import expression_at, runs_once
from hybridize_analyzer.program.code import FunctionCode, parameter_names


def origins(state: State, code: FunctionCode, call: VisibleCall, site: CallSite) -> dict[str, object]:
    """By parameter: which variable a call hands over, where one variable means one value (or one shape)."""
    node = expression_at(state, site.where, site.caller)
    if not isinstance(node, ast.Call) or site.library or any(isinstance(a, ast.Starred) for a in node.args):
        return {}
    names = parameter_names(code.node.args)[call.receiver is not None :]
    given = {**dict(zip(names, node.args, strict=False)), **{k.arg: k.value for k in node.keywords if k.arg}}
    return {
        name: found
        for name, argument in given.items()
        if isinstance(argument, ast.Name)
        and _keeps_its_key(call.arguments.get(name, frozenset()))
        and (found := _variable(state, site, argument.id)) is not None
    }


def _keeps_its_key(value: Value) -> bool:
    """Whether nothing that happens to the value changes its key: a list may grow, a tensor may not."""
    return bool(value) and all(
        isinstance(atom, (Tensor, Array, Scalar, Const))
        or (isinstance(atom, Tuple) and all(map(_keeps_its_key, atom.elements)))
        for atom in value
    )


def _variable(state: State, site: CallSite, name: str) -> object | None:
    """The variable behind a name, if it is bound once in a run of the program."""
    caller = site.caller
    if caller is None or not (name in caller.scope.assigned or caller.parent is not None):
        binding = state.global_binding(site.where.path, name)
        return (site.where.path, name) if binding is not None and binding.rebound is None else None
    if name not in caller.scope.assigned or not runs_once(state, caller):
        return None
    return (caller.key, name) if _bound_once(state, caller, name) else None


def _bound_once(state: State, code: FunctionCode, name: str) -> bool:
    places = places_in(state, code.module.path, code)
    bindings = places.bindings.get(name, [])
    if name in parameter_names(code.node.args):
        return not bindings
    return len(bindings) == 1 and not places.in_loop(bindings[0])
