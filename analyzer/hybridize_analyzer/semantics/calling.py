"""Calling contexts: which calls of a function are evaluated together."""

from __future__ import annotations

from hybridize_analyzer.semantics.state import Bindings, CallSite, Context, State, Summary
from hybridize_analyzer.semantics.values import (
    NOTHING,
    TOP,
    Array,
    Atom,
    Const,
    Function,
    Scalar,
    Tensor,
    Value,
    union,
    widen,
)

_PRECISE_CONTEXTS = 10
_MAX_CONTEXTS = 20
_MAX_RECEIVERS = 100
_MAX_ONCE = 300
"""A call at module level outside loops is made once: as many contexts as there are such calls cost no more."""
_MAX_GROWTH = 4


def context_of(
    state: State, function: Function, receiver: Atom | None, arguments: Bindings, site: CallSite
) -> Context:
    """The context of a call; alike calls share one, and past some number all of one receiver do."""
    contexts = state.contexts.setdefault(function.code, {})
    names = tuple(sorted(arguments))
    key: object = (function.env, receiver, names, tuple(arguments[n] for n in names))
    found = contexts.get(key)
    if found is not None:
        return found
    once = site.caller is None and not site.loop and not site.assumed and len(contexts) < _MAX_ONCE
    if len(contexts) >= _PRECISE_CONTEXTS and not once:
        arguments = {name: generalise(value) for name, value in arguments.items()}
        key = (function.env, receiver, names, tuple(arguments[n] for n in names))
    if len(contexts) >= _MAX_CONTEXTS and not once:
        key = ("merged", function.env, receiver if len(contexts) < _MAX_RECEIVERS else None)
    found = contexts.get(key)
    if found is None:
        found = Context(dict(arguments), receiver, Summary(), function.env, index=len(contexts))
        contexts[key] = found
    elif key and isinstance(key, tuple) and key[0] == "merged":
        _merge(found, arguments)
    return found


def _merge(context: Context, arguments: Bindings) -> None:
    for name, value in arguments.items():
        old = context.arguments.get(name, NOTHING)
        if value <= old or old == TOP:
            continue
        new = widen(old, generalise(value)) if context.growth < _MAX_GROWTH else TOP
        if new != old:
            context.arguments[name] = new
            context.growth += 1
            context.summary.done = False


def generalise(value: Value) -> Value:
    """Forgets constants and shapes, so that calls which differ only in them share a context."""
    atoms: set[Atom] = set()
    for atom in value:
        if isinstance(atom, Const) and atom.type in ("int", "float", "str"):
            atoms.add(Scalar(atom.type, varying=True))
        elif isinstance(atom, Tensor):
            atoms.add(Tensor(atom.kind, atom.dtype, None))
        elif isinstance(atom, Array):
            atoms.add(Array(atom.dtype))
        else:
            atoms.add(atom)
    return union(frozenset(atoms))
