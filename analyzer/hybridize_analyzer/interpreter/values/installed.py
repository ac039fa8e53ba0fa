"""Small functions of installed packages, evaluated as those of the project are, where all that they do can be seen.

What such a function needs of its module are other functions, what it imports, and constants that nothing sets again: all
else may be changed by code of the package that is not read, and counts as unseen.  So does a call in which anything
remains unseen: it is then what it is without its source.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.bindings import LIBRARIES, Binding
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import MAX_EVENTS, Event, Kind, record
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    Atom,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Tuple,
    Value,
)
from hybridize_analyzer.interpreter.dispatch import call_atom
from hybridize_analyzer.program.code import ModuleCode, found_once, walk


def run(call: Call, name: str) -> Value | None:
    """A call of a function by the name under which it is imported; None where it has to count as unseen."""
    state, frame = call.state, call.frame
    function = _function(state, name)
    if function is None:
        return None
    if frame.module.installed:  # the call from the program decides
        return call_atom(state, frame, call.node, function, call.args, call.keywords)
    before, cost, unheard = frame.events, (frame.ops, frame.work), frame.unheard
    frame.events, frame.unheard = {}, False
    try:
        result = call_atom(state, frame, call.node, function, call.args, call.keywords)
        found = list(frame.events.values())
    finally:
        frame.events, frame.unheard = before, unheard
    if len(found) >= MAX_EVENTS or any(event.kind is Kind.UNKNOWN for event in found):
        frame.ops, frame.work = cost
        return None
    for event in found:
        record(before, _as_seen(event, frame, call.node, name))
    return result


def _as_seen(event: Event, frame: Frame, node: ast.AST, name: str) -> Event:
    """The event at the place of the call: nobody looks into the package."""
    where = frame.module.location(node)
    return event._replace(message=f"{event.message} in `{name}`", where=where, path=())


def _function(state: State, name: str) -> Function | Hybrid | None:
    found = state.installed.function(name) if state.installed is not None else None
    if found is None or state.patch_of(name) is not None:
        return None
    module, local = found
    module = state.modules.setdefault(module.path, module)
    state.evaluator.solver.run_module(state, module.path)
    binding = state.global_binding(module.path, local)
    (atom,) = binding.value if binding is not None and len(binding.value) == 1 else (None,)
    inner = atom.function if isinstance(atom, Hybrid) else atom
    own = isinstance(inner, Function) and inner.code.module is module and inner.code.name == local
    return atom if own and binding is not None and is_lasting(state, module, local, binding) else None  # type: ignore[return-value]


def is_lasting(state: State, module: ModuleCode, name: str, binding: Binding) -> bool:
    """Whether a name of an installed module means what the module gives it, as long as the program runs."""
    if binding.rebound is not None or name in found_once(module.tree, _set_in_functions):
        return False
    root = module.name.partition(".")[0]
    patched = state.cells.get(LIBRARIES, {})
    if any(p.partition(".")[0] == root and p.rpartition(".")[2] == name for p in patched):
        return False
    return all(_never_changes(atom) for atom in binding.value)


def _never_changes(atom: Atom) -> bool:
    if isinstance(atom, Tuple):
        return all(_never_changes(inner) for element in atom.elements for inner in element)
    return isinstance(atom, (Function, Class, Hybrid, External, Const))


def _set_in_functions(tree: ast.AST) -> frozenset[str]:
    return frozenset(name for node in walk(tree) if isinstance(node, ast.Global) for name in node.names)
