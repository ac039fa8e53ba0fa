"""Calling contexts: which calls of a function are evaluated together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.contents import tensors_within
from hybridize_analyzer.domain.making import PLAIN, Making
from hybridize_analyzer.domain.state import Bindings, CallSite, Context, MadeCall, State, Summary, VisibleCall
from hybridize_analyzer.domain.summaries import how_called
from hybridize_analyzer.domain.values import (
    NOTHING,
    TOP,
    Array,
    Atom,
    Const,
    Function,
    Hybrid,
    Ref,
    Scalar,
    Tensor,
    Value,
    few_numbers,
    made_by,
    union,
)
from hybridize_analyzer.interpreter.tracing import first_calls
from hybridize_analyzer.program.code import ClassCode, FunctionCode, found_once
from hybridize_analyzer.program.hashing import stable

_PRECISE_CONTEXTS = 4
_MAX_RECEIVERS = 8
_SMALL = 8
"""Up to so many modules more is kept apart, at little cost: twice as many receivers, and four times as many calls."""
_MAX_CALLS = 40
_MAX_ENTRIES = 64
"""What a method makes once for each key is told apart by its calls, of which a network has one for each layer."""
_MAX_ONCE = 300
"""A call at module level outside loops is made once: as many contexts as there are such calls cost no more."""
_MAX_JOINS = 2
_MAX_GROWTH = 6


def context_of(
    state: State, function: Function, receiver: Atom | None, arguments: Bindings, site: CallSite
) -> Context:
    """The context of a call; alike calls share one, and past some number all of one receiver do.

    While an edit is followed, what is evaluated again calls the contexts that it called before.
    """
    contexts = state.contexts.setdefault(function.code, {})
    if led := state.track.running[-1].led:
        earlier: MadeCall | None = led.get(how_called(function, receiver, arguments, site))
        if earlier is not None and earlier.context in contexts.values():
            if earlier.context.shared:
                _merge(state, earlier.context, arguments, site)
            return earlier.context
    names = tuple(sorted(arguments))
    given = tuple(arguments[n] for n in names)
    key: tuple[Any, ...] = (function.env, receiver, names, given, site.fresh)
    found = contexts.get(key)
    if found is not None and not state.heap.converted:
        return found
    if state.exploring:  # what is only tried out must not show in what is known
        contexts = state.tried.setdefault(function.code, {})
        found = contexts.get(key)
        if found is not None:
            return found
    once = site.caller is None and not site.loop and not site.assumed and len(contexts) < _MAX_ONCE
    shared = not once and (
        len(contexts) >= _calls_kept_apart(state, function.code) or _gets_own_closure(function.code, given)
    )
    if shared:
        own = receiver if len(contexts) < _receivers(state) else None
        key = ("merged", function.env, own, site.fresh, *_traits(state, given))
    found = contexts.get(key)
    if found is None:
        found = Context(dict(arguments), receiver, Summary(), function.env, name=_name_of(key))
        found.shared = shared
        contexts[key] = found
        if shared and not state.exploring:
            _resume(state, function.code, key, found, site)
    elif key[0] == "merged":
        _merge(state, found, arguments, site)
    return found


def _traits(state: State, given: tuple[Value, ...]) -> tuple[bool, bool]:
    """What must not be joined to calls without it: symbolic tensors of Keras, and shapes that a graph does not know.

    Keras calls a layer with symbolic tensors once, to build a model; a joined call would get them ever after.
    """
    symbolic = dynamic = False
    for tensor in tensors_within(state, given):
        symbolic = symbolic or tensor.kind == "symbolic"
        dynamic = dynamic or tensor.dynamic
    return symbolic, dynamic


def _calls_kept_apart(state: State, code: FunctionCode) -> int:
    if found_once(code.node, first_calls.fills_table):
        return _MAX_ENTRIES
    return 4 * _PRECISE_CONTEXTS if len(state.modules) <= _SMALL else _PRECISE_CONTEXTS


def _receivers(state: State) -> int:
    return 2 * _MAX_RECEIVERS if len(state.modules) <= _SMALL else _MAX_RECEIVERS


def remember_joined(state: State) -> None:
    """Keeps the arguments of contexts that have given up telling their calls apart: the next round begins with them."""
    state.joined = {
        (code, key): (context.arguments, context.growth)
        for code, contexts in state.contexts.items()
        for key, context in contexts.items()
        if context.growth > _MAX_GROWTH
    }


def _resume(state: State, code: FunctionCode, key: object, context: Context, site: CallSite) -> None:
    """Begins with what the calls of the last round passed in all, instead of one evaluation for every step to it."""
    earlier = state.joined.get((code, key))
    if earlier is not None:
        first = context.arguments
        context.arguments, context.growth = dict(earlier[0]), earlier[1]
        _merge(state, context, first, site)


def _gets_own_closure(code: FunctionCode, given: tuple[Value, ...]) -> bool:
    """Whether a function is given what an earlier call of it has defined: closures over closures, without end."""
    return bool(code.scope.captured) and any(
        isinstance(inner := atom.function if type(atom) is Hybrid else atom, Function)
        and inner.code.parent is code
        for value in given
        for atom in value
    )


def _name_of(key: tuple[Any, ...]) -> str:
    """The name of a context, the same in every process."""
    return f"{stable(key) & 0xFFFFFFFFFF:x}"


def keep_called(state: State) -> None:
    """Forgets contexts that no evaluation calls in the end, and counts the calls of the others."""
    called: dict[Context, list[MadeCall]] = {}
    pending = [memo.calls for p, m in state.modules.items() if (memo := state.memo(("module", p, m.version)))]
    pending = [state.track.running[0].calls, *reversed(pending)]
    while pending:
        for call in pending.pop():
            if call.context not in called:
                called[call.context] = []
                pending.append(call.context.memo.calls if call.context.memo is not None else [])
            called[call.context].append(call)
    for contexts in state.contexts.values():
        for key in [k for k, context in contexts.items() if context not in called]:
            del contexts[key]
    for context, calls in called.items():
        count_calls(context, calls)


def forget_evaluations(state: State) -> None:
    """Gives up what edits would be followed with, which takes memory."""
    for contexts in state.contexts.values():
        for context in contexts.values():
            context.memo = None
    state.used.clear()
    state.ran.clear()
    state.track.tokens.clear()
    state.track.running[0].calls.clear()
    state.track.running[0].steps.clear()


def count_calls(context: Context, calls: Iterable[MadeCall]) -> None:
    """Where a context is called; keeps apart the calls that share it, which may need graphs of their own."""
    context.sites, context.calls, context.crowded = set(), {}, False
    for made in calls:
        context.sites.add(made.site)
        if context.shared:
            _keep_apart(context, made)


def _keep_apart(context: Context, made: MadeCall) -> None:
    key = (made.receiver, *made.arguments.values())
    call = context.calls.get(key)
    if call is None and len(context.calls) < _MAX_CALLS:
        call = context.calls[key] = VisibleCall(made.arguments, made.receiver, set())
    if call is not None:
        call.sites.add(made.site)
    else:
        context.crowded = True


def _merge(state: State, context: Context, arguments: Bindings, site: CallSite) -> None:
    """Joins the arguments of a call into those of a context; what keeps changing is forgotten."""
    for name, value in arguments.items():
        old = context.arguments.get(name, NOTHING)
        if value <= old:
            continue
        if old == TOP:
            _lose(state, value, site)
            continue
        new = few_numbers(union(old, value))
        if context.growth >= _MAX_JOINS:
            new = generalise(new) if context.growth < _MAX_GROWTH else TOP
        if new == TOP:
            _lose(state, union(old, value), site)
        if new != old:
            context.arguments[name] = new
            context.growth += made_by(new, _forgotten) != made_by(old, _forgotten)
            context.summary.done = False


def _forgotten(_: Making) -> Making:
    """How tensors were made has few forms, so that joins of these come to an end by themselves."""
    return PLAIN


def _lose(state: State, value: Value, site: CallSite) -> None:
    """Notes that calls of functions, and of methods of objects, will not be seen."""
    for atom in value:
        inner = atom.function if type(atom) is Hybrid else atom
        if isinstance(inner, Function):
            state.lose(inner.code, site.where)
        elif isinstance(inner, Ref) and isinstance(cls := state.heap.type_of(inner.key), ClassCode):
            order = linearise(state, cls)
            if state.lose(cls, site.where):
                for above in order:
                    for method in above.methods.values() if isinstance(above, ClassCode) else ():
                        state.lose(method, site.where)


def generalise(value: Value) -> Value:
    """Forgets constants and shapes, so that calls which differ only in them share a context."""
    atoms: set[Atom] = set()
    for atom in value:
        if isinstance(atom, Const) and atom.type in ("int", "float", "str"):
            atoms.add(Scalar(atom.type, varying=True))
        elif isinstance(atom, Tensor):
            atoms.add(
                Tensor(
                    atom.kind, atom.dtype, None, rounded=atom.rounded, masked=atom.masked, squashed=atom.squashed,
                    made=atom.made,
                )
            )  # fmt: skip
        elif isinstance(atom, Array):
            atoms.add(Array(atom.dtype, None, atom.homes))
        else:
            atoms.add(atom)
    return union(frozenset(atoms))
