"""Class attributes as instances see them: methods, properties, descriptors."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Ref,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_atom, call_value
from hybridize_analyzer.interpreter.tracing import first_calls
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.writes import change_object
from hybridize_analyzer.program.code import ClassCode

DECORATED = "what an unseen decorator makes"
DESCRIPTORS = (
    "builtins.staticmethod",
    "builtins.classmethod",
    "builtins.property",
    "functools.cached_property",
)
DISPATCHERS = ("functools.singledispatch", "multipledispatch.MethodDispatcher")


_SLOTS = (
    "builtins.object.",
    "builtins.dict.",
    "builtins.list.",
    "builtins.set.",
    "builtins.bytearray.",
    "collections.OrderedDict.",
    "collections.defaultdict.",
    "collections.UserDict.",
)
"""How methods of Python's own types begin, which a class may take as its own: `__setattr__ = dict.__setitem__`."""


def is_classmethod(atom: Atom) -> bool:
    inner = atom.function if isinstance(atom, Hybrid) else atom
    return isinstance(inner, Function) and "classmethod" in decorator_names(inner)


def decorator_names(function: Function) -> set[str]:
    names = set()
    for decorator in function.code.decorators:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        names.add(
            target.attr
            if isinstance(target, ast.Attribute)
            else target.id
            if isinstance(target, ast.Name)
            else "?"
        )
    return names


def class_attribute(
    state: State,
    frame: Frame,
    node: ast.expr,
    atom: Ref,
    cls: ClassCode,
    name: str,
    *,
    after: ClassCode | None = None,
) -> Value | None:
    found = classes.find_attribute(state, cls, name, after=after)
    if found is None:
        return None
    parts: list[Value] = []
    owner = found[1]
    patched = state.cell(f"class:{owner.key}", name) if isinstance(owner, ClassCode) else None
    if patched is not None and patched.rebound is not None and isinstance(owner, ClassCode):
        what = f"class attribute `{name}` is read"
        state.emit(frame, node, Kind.READ, what, target=f"class:{owner.key}", field=name)
    for attribute in found[0]:
        base = attribute.function if isinstance(attribute, Hybrid) else attribute
        if isinstance(base, External) and base.name.startswith(_SLOTS) and base.name.count(".") > 1:
            parts.append(one(Bound(base, atom)))
            continue
        if not isinstance(base, Function):
            got = _descriptor(state, frame, node, atom, cls, attribute)
            if got is not None:
                parts.append(got)
                continue
            if not is_constant_reference(attribute):
                if isinstance(owner, ClassCode):
                    what = f"class attribute `{name}` is read"
                    state.emit(frame, node, Kind.READ, what, target=f"class:{owner.key}", field=name)
                state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=atom.key, field=name)
            parts.append(one(attribute))
            continue
        names = decorator_names(base)
        if names & {"property", "cached_property"}:
            if "cached_property" in names:
                parts.append(_keep_first(state, frame, node, atom, base))
                continue
            with frame.indirectly():
                parts.append(call_atom(state, frame, node, Bound(base, atom), (), {}))
        elif names & {"setter", "deleter"}:
            continue
        elif "staticmethod" in names:
            parts.append(one(attribute))
        elif "classmethod" in names:
            parts.append(one(Bound(attribute, Class(cls))))
        else:
            parts.append(one(Bound(attribute, atom)))
    return union(*parts) if parts else NOTHING


def _keep_first(state: State, frame: Frame, node: ast.expr, owner: Ref, getter: Function) -> Value:
    """`functools.cached_property`: the first read runs the function, and later ones find what it has given."""
    name = getter.code.name
    guard = first_calls.guard_of_property(state, frame, owner, getter.code)
    if guard is None:
        state.emit(frame, node, Kind.WRITE, f"`{name}` keeps its first result", target=owner.key, field=name)
        with frame.indirectly():
            return call_atom(state, frame, node, Bound(getter, owner), (), {})
    outer, frame.guarded = frame.guarded, guard
    known, where = set(frame.events), frame.module.location(node)
    state.note(first_calls.GUARDS, where, where)
    with frame.indirectly():
        value = call_atom(state, frame, node, Bound(getter, owner), (), {})
    change_object(state, frame, node, owner.key, guard.field, value, "set")
    frame.guarded = outer
    first_calls.settle(state, frame, guard, known)
    return value


def _descriptor(
    state: State, frame: Frame, node: ast.expr, owner: Ref, cls: ClassCode, attribute: Atom
) -> Value | None:
    """What reading a class attribute runs where it is no plain method; None where it is the value itself."""
    if isinstance(attribute, Opaque) and attribute.origin == DECORATED:
        state.emit(frame, node, Kind.UNKNOWN, "what an unseen decorator makes is read")
        return UNKNOWN
    if isinstance(attribute, Partial):
        return _bind_partial(state, frame, node, owner, cls, attribute)
    if not isinstance(attribute, Ref):
        return None
    kind = state.heap.type_of(attribute.key)
    if not isinstance(kind, str) and classes.find_attribute(state, kind, "__get__") is not None:
        return special_methods.invoke(state, frame, node, attribute, ("__get__",), (one(owner), UNKNOWN))
    if classes.descends(state, kind, *DESCRIPTORS):
        state.emit(frame, node, Kind.UNKNOWN, "a descriptor is read in a way that cannot be seen")
        return UNKNOWN
    if isinstance(kind, str) and kind.startswith(DISPATCHERS):
        return one(Bound(attribute, owner))
    return None


def _bind_partial(
    state: State, frame: Frame, node: ast.expr, owner: Ref, cls: ClassCode, attribute: Partial
) -> Value | None:
    """`property(f)`, `staticmethod(f)`, `partialmethod(f, …)` and cached methods, read from an instance."""
    name = attribute.function.name if isinstance(attribute.function, External) else ""
    functions = attribute.args[0] if attribute.args else NOTHING
    if name == classes.DEFAULT_FACTORY:
        return NOTHING
    if name == "builtins.property":
        with frame.indirectly():
            return call_value(state, frame, node, functions, (one(owner),), {})
    if name == "functools.cached_property":
        state.emit(frame, node, Kind.WRITE, "a property keeps its first result", target=owner.key)
        with frame.indirectly():
            return call_value(state, frame, node, functions, (one(owner),), {})
    if name == "builtins.staticmethod":
        return functions
    if name == "builtins.classmethod":
        return frozenset(Bound(a, Class(cls)) for a in functions)
    bound = frozenset(Bound(a, owner) for a in functions)
    if name == "functools.partialmethod":
        return frozenset(Partial(a, attribute.args[1:], attribute.keywords) for a in bound)
    if name == "functools.cached":
        return one(Partial(attribute.function, (bound, *attribute.args[1:]), attribute.keywords))
    return None


def has_setter(state: State, attribute: Ref) -> bool:
    kind = state.heap.type_of(attribute.key)
    return not isinstance(kind, str) and classes.find_attribute(state, kind, "__set__") is not None
