"""Functions chosen by the types of their arguments: `functools.singledispatch`, `multipledispatch`.

A dispatcher is an object whose fields hold its implementations, each with the types it was registered for.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Class,
    External,
    Function,
    Iterator,
    Partial,
    Ref,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_value, evaluate
from hybridize_analyzer.interpreter.values import types as abstract_types
from hybridize_analyzer.interpreter.values.allocation import allocate, new_dict
from hybridize_analyzer.interpreter.values.writes import change_object
from hybridize_analyzer.library.common import callables

Args = tuple[Value, ...]
REGISTER = "dispatch.register"
BY_ANNOTATION = "registered by annotation"
"""Functions whose annotations a dispatcher reads when they are defined; a `tf.function` has none."""
BY_NAME = "dispatch.register by name"
_IMPLEMENTATION = "implementation "
_LATER = "[registered later]"
"""The field of a dispatcher that gets implementations after something may have called it."""
_METHODS = ("functools.singledispatchmethod", "multipledispatch.MethodDispatcher")
_OBJECT: Value = one(External("builtins.object"))


def new(call: Call) -> Value:
    """`Dispatcher(name)`."""
    return one(allocate(call.state, call.frame, call.node, "multipledispatch.Dispatcher"))


def single_method(call: Call) -> Value:
    """`functools.singledispatchmethod(f)`."""
    ref = allocate(call.state, call.frame, call.node, "functools.singledispatchmethod")
    for function in call.args[:1]:
        _add(call.state, call.frame, call.node, ref, (_OBJECT,), function)
    return one(ref)


def single(call: Call) -> Value:
    """`functools.singledispatch(f)`: `f` is the implementation for `object`."""
    ref = allocate(call.state, call.frame, call.node, "functools.singledispatch")
    for function in call.args[:1]:
        _add(call.state, call.frame, call.node, ref, (_OBJECT,), function)
    return one(ref)


def by_name(call: Call) -> Value:
    """`@dispatch(A, B)`: the functions of one name share a dispatcher."""
    return one(Partial(External(BY_NAME), call.args, ()))


def register_name(call: Call) -> Value:
    types, function = call.args[:-1], call.args[-1]
    codes = [a.code for a in function if isinstance(a, Function)]
    if not codes:
        return UNKNOWN
    owner = codes[0].cls
    kind = "multipledispatch.Dispatcher" if owner is None else "multipledispatch.MethodDispatcher"
    key = f"{kind}:{owner.key if owner is not None else ''}:{codes[0].name}"
    call.state.heap.allocate(key, kind, codes[0].module.location(codes[0].node), again=False)
    call.frame.allocated.add(key)
    _add(call.state, call.frame, call.node, Ref(key), types, function)
    return one(Ref(key))


def register(call: Call) -> Value:
    """`d.register(A, B)(f)`: the first two arguments are the dispatcher and its types."""
    for atom in call.args[0]:
        if isinstance(atom, Ref) and len(call.args) > 2:
            _add(call.state, call.frame, call.node, atom, _types_of(call.args[1]), call.args[2])
    return call.args[2] if len(call.args) > 2 else UNKNOWN


def register_class(call: Call) -> Value:
    """`K.register(C)` of a class of `abc`: `isinstance` says yes from now on."""
    again = not (call.frame.function is None and call.frame.loop == 0 and call.frame.calls == 0)
    for atom in call.args[0]:
        if isinstance(atom, (Class, External)):
            owner = abstract_types.registry_of(atom)
            call.state.bind_cell(owner, abstract_types.REGISTERED, NOTHING, call.where, again=again)
    return call.args[1] if len(call.args) > 1 else UNKNOWN


def _types_of(value: Value) -> tuple[Value, ...] | None:
    (atom,) = value if len(value) == 1 else (None,)
    return atom.elements if isinstance(atom, Tuple) else None


def method(call: Call, name: str, ref: Ref) -> Value | None:
    """`register`, `add`, `dispatch` of a dispatcher; None for other methods."""
    if name == "register":
        return _register_method(call, ref)
    if name == "add" and len(call.args) > 1:
        _add(call.state, call.frame, call.node, ref, _types_of(call.args[0]), call.args[1])
        return UNKNOWN
    if name in ("dispatch", "dispatch_or_raise", "resolve", "__init__"):
        return union(NOTHING, *(f for _, f in _implementations(call.state, ref)))
    if name == "__call__":
        return run(call, ref)
    return None


def _register_method(call: Call, ref: Ref) -> Value:
    if len(call.args) == 1 and callables(call.args[0]):
        for atom in call.args[0]:
            if isinstance(atom, Function):
                call.state.note(BY_ANNOTATION, atom.code, call.where)
        _add(
            call.state,
            call.frame,
            call.node,
            ref,
            (_first_annotation(call.state, call.frame, call.args[0]),),
            call.args[0],
        )
        return call.args[0]
    kind = call.state.heap.type_of(ref.key)
    single_kind = isinstance(kind, str) and kind.startswith("functools.")
    function = call.argument(1, "func") if single_kind else None
    if function is not None:
        _add(call.state, call.frame, call.node, ref, call.args[:1], function)
        return function
    star = call.keywords.get("*")
    types = one(Tuple(call.args)) if star is None else one(Iterator(union(star, *call.args), source="tuple"))
    return one(Partial(External(REGISTER), (one(ref), types), ()))


def _first_annotation(state: State, frame: Frame, function: Value) -> Value:
    """`@f.register` reads the types from the first annotated parameter."""
    results: list[Value] = []
    for atom in function:
        if not isinstance(atom, Function):
            return UNKNOWN
        parameters = atom.code.node.args
        annotated = [
            p.annotation for p in (*parameters.posonlyargs, *parameters.args) if p.annotation is not None
        ]
        results.append(evaluate(state, frame, annotated[0]) if annotated else UNKNOWN)
    return union(NOTHING, *results)


def _add(
    state: State, frame: Frame, node: ast.AST, ref: Ref, types: tuple[Value, ...] | None, function: Value
) -> None:
    """types: None when they cannot be told."""
    for atom in function:
        known = one(Tuple(types)) if types is not None else UNKNOWN
        code = atom.code if isinstance(atom, Function) else None
        name = f"{_IMPLEMENTATION}{code.key if code else ''} {hash(known) & 0xFFFFFFFF:08x}"
        if code is None or code.parent is not None:
            change_object(state, frame, node, ref.key, name, one(Tuple((known, one(atom)))), "registered")
        else:
            state.heap.write(ref.key, name, one(Tuple((known, one(atom)))))
        if not (frame.function is None and frame.loop == 0 and frame.calls == 0):
            state.change(ref.key, _LATER, frame.module.location(node))


def _implementations(state: State, ref: Ref) -> list[tuple[tuple[Value, ...] | None, Value]]:
    found: list[tuple[tuple[Value, ...] | None, Value]] = []
    for name, value in sorted(state.heap[ref.key].fields.items()):
        if name.startswith(_IMPLEMENTATION):
            pairs = (a.elements for a in value if isinstance(a, Tuple))
            found += [(_types_of(types), function) for types, function in pairs]
    return found


def run(call: Call, ref: Ref) -> Value:
    """Calls every implementation that the types of the arguments may choose."""
    if call.state.heap.recorded_change(ref.key, _LATER) is not None:
        message = "a function is chosen by type, and more are registered"
        call.emit(Kind.READ, message, target=ref.key, field=_LATER)
    chosen = _chosen(call.state, ref, call.args)
    if _tells_arrays(call.state, ref, call.args):
        call.emit(Kind.VALUE, abstract_types.ARRAY_TESTED)
    if not chosen and call.state.is_settled():
        call.emit(Kind.UNKNOWN, "a function is chosen by type in a way that cannot be seen")
        return UNKNOWN
    return union(
        NOTHING, *(call_value(call.state, call.frame, call.node, f, call.args, call.keywords) for f in chosen)
    )


def _tells_arrays(state: State, ref: Ref, args: Args) -> bool:
    """Whether another implementation is chosen for an array than for the tensor that a graph makes of it."""
    return any(
        abstract_types.notes_array(value, kinds)
        for types, _ in _implementations(state, ref)
        for value, kinds in zip(_dispatched(state, ref, args), types or (), strict=False)
    )


def _dispatched(state: State, ref: Ref, args: Args) -> Args:
    """The arguments whose types choose: all but the object whose method it is."""
    return args[1:] if state.heap.type_of(ref.key) in _METHODS else args


def _chosen(state: State, ref: Ref, args: Args) -> list[Value]:
    args = _dispatched(state, ref, args)
    possible: list[tuple[tuple[Value, ...] | None, Value, bool]] = []
    for types, function in _implementations(state, ref):
        fits = _fits(state, types, args)
        if fits is not False:
            possible.append((types, function, fits is True))
    sure = [types for types, _, certain in possible if certain and types is not None]
    return [
        function
        for types, function, _ in possible
        if not any(_is_more_special(state, better, types) for better in sure)
    ]


def _fits(state: State, types: tuple[Value, ...] | None, args: Args) -> bool | None:
    if types is None:
        return None
    given = args[: len(types)]
    if len(given) < len(types):
        return None
    answer: bool | None = True
    for value, kinds in zip(given, types, strict=False):
        fits = abstract_types.is_instance(state, value, kinds)
        if fits is False:
            return False
        answer = None if fits is None else answer
    return answer


def _is_more_special(state: State, types: tuple[Value, ...], others: tuple[Value, ...] | None) -> bool:
    """Whether a signature that surely fits is chosen before another one."""
    if others is None or len(types) != len(others) or types == others:
        return False
    return all(abstract_types.is_subclass(state, a, b) is True for a, b in zip(types, others, strict=False))


def attribute(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> Value | None:
    """`funcs`, `ordering` and `registry` of a dispatcher; None for other attributes."""
    if name in ("funcs", "registry"):
        entries = [(UNKNOWN, function) for _, function in _implementations(state, ref)]
        return new_dict(state, frame, node, entries)
    return one(Iterator(UNKNOWN, source="list")) if name == "ordering" else None
