"""Calling contexts: which calls of a function are evaluated together."""

from __future__ import annotations

from typing import Any

from hybridize_analyzer.semantics.hashing import stable
from hybridize_analyzer.semantics.state import Bindings, Call, CallSite, Context, State, Summary
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
    few_numbers,
    union,
)

_PRECISE_CONTEXTS = 4
_MAX_RECEIVERS = 8
_MAX_CALLS = 40
_MAX_ONCE = 300
"""A call at module level outside loops is made once: as many contexts as there are such calls cost no more."""
_MAX_JOINS = 2
_MAX_GROWTH = 6


def context_of(
    state: State, function: Function, receiver: Atom | None, arguments: Bindings, site: CallSite
) -> Context:
    """The context of a call; alike calls share one, and past some number all of one receiver do."""
    contexts = state.contexts.setdefault(function.code, {})
    names = tuple(sorted(arguments))
    key: tuple[Any, ...] = (function.env, receiver, names, tuple(arguments[n] for n in names))
    found = contexts.get(key)
    if found is not None:
        return found
    once = site.caller is None and not site.loop and not site.assumed and len(contexts) < _MAX_ONCE
    if len(contexts) >= _PRECISE_CONTEXTS and not once:
        key = ("merged", function.env, receiver if len(contexts) < _MAX_RECEIVERS else None)
    found = contexts.get(key)
    if found is None:
        found = Context(dict(arguments), receiver, Summary(), function.env, name=_name_of(key))
        found.shared = len(contexts) >= _PRECISE_CONTEXTS and not once
        contexts[key] = found
    elif key[0] == "merged":
        _merge(found, arguments)
    return found


def _name_of(key: tuple[Any, ...]) -> str:
    """The name of a context, the same in every process."""
    return f"{stable(key) & 0xFFFFFFFFFF:x}"


def remember_call(context: Context, receiver: Atom | None, arguments: Bindings, site: CallSite) -> None:
    """Keeps apart the calls that share a context; they may need graphs of their own."""
    if not context.shared:
        return
    key = (receiver, *arguments.values())
    call = context.calls.get(key)
    if call is None and len(context.calls) < _MAX_CALLS:
        call = context.calls[key] = Call(arguments, receiver, set())
    if call is not None:
        call.sites.add(site)
    else:
        context.crowded = True


def _merge(context: Context, arguments: Bindings) -> None:
    """Joins the arguments of a call into those of a context; what keeps changing is forgotten."""
    for name, value in arguments.items():
        old = context.arguments.get(name, NOTHING)
        if value <= old or old == TOP:
            continue
        new = few_numbers(union(old, value))
        if context.growth >= _MAX_JOINS:
            new = generalise(new) if context.growth < _MAX_GROWTH else TOP
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
            atoms.add(Array(atom.dtype, None, atom.home))
        else:
            atoms.add(atom)
    return union(frozenset(atoms))
