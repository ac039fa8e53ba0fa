"""Instances: what `C(...)` makes, through metaclasses, `__new__`, `__init__`, dataclasses and enums."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.classes import DEFAULT_FACTORY
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    UNKNOWN,
    Bound,
    Class,
    External,
    Partial,
    Ref,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import Arguments, call_atom, call_method, call_value
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.program.code import ClassCode

_HARMLESS = ("abc.", "typing.", "enum.", "builtins.type", "tensorflow.", "keras.", "sonnet.")


def instantiate(
    state: State, frame: Frame, node: ast.AST, cls: ClassCode, args: Arguments, keywords: Bindings
) -> Value:
    """`C(...)`: the `__call__` of its metaclass, or `__new__` and `__init__`."""
    if classes.is_enum(state, cls):
        return classes.enum_members(state, cls, args[0] if args else None)
    metaclasses = classes.metaclass(state, cls)
    results: list[Value] = []
    for atom in metaclasses:
        found = classes.find_attribute(state, atom.code, "__call__") if isinstance(atom, Class) else None
        if found is not None:
            made = (call_atom(state, frame, node, Bound(a, Class(cls)), args, keywords) for a in found[0])
            results.append(union(NOTHING, *made))
        elif not isinstance(atom, Class) and not getattr(atom, "name", "?").startswith(_HARMLESS):
            state.emit(frame, node, Kind.UNKNOWN, f"the metaclass of `{cls.name}` makes an object")
    if results:
        return union(*results)
    with frame.indirectly():
        return construct(state, frame, node, cls, args, keywords)


def construct(
    state: State, frame: Frame, node: ast.AST, cls: ClassCode, args: Arguments, keywords: Bindings
) -> Value:
    """What `type.__call__` does: `__new__`, then `__init__` where an instance came out."""
    maker = classes.find_attribute(state, cls, "__new__")
    if maker is None:
        made = one(allocate(state, frame, node, cls))
    else:
        made = call_value(state, frame, node, maker[0], (one(Class(cls)), *args), keywords)
    for ref in made:
        if isinstance(ref, Ref) and state.heap.type_of(ref.key) is cls:
            initialise(state, frame, node, ref, args, keywords)
    return made


def initialise(
    state: State, frame: Frame, node: ast.AST, ref: Ref, args: Arguments, keywords: Bindings
) -> Value:
    """`__init__`: written, made by `dataclass` or `NamedTuple`, or of a library class."""
    cls = state.heap.type_of(ref.key)
    assert isinstance(cls, ClassCode)
    record = classes.record_fields(state, cls)
    found = classes.find_attribute(state, cls, "__init__")
    if record is not None:
        _fill_fields(state, frame, node, ref, record, args, keywords)
    elif found is not None:
        for atom in found[0]:
            call_atom(state, frame, node, Bound(atom, ref), args, keywords)
    else:
        state.evaluator.library.initialise(state, frame, node, ref, args, keywords)
    return NONE


def _fill_fields(
    state: State,
    frame: Frame,
    node: ast.AST,
    ref: Ref,
    fields: dict[str, tuple[Value, bool]],
    args: Arguments,
    keywords: Bindings,
) -> None:
    """fields: defaults by name, and whether the generated `__init__` takes it."""
    taken = [name for name, (_, accepted) in fields.items() if accepted]
    given = {**dict(zip(taken, args, strict=False)), **keywords}
    unpacked = [v for k, v in keywords.items() if k in ("*", "**")]
    for name, (given_default, accepted) in fields.items():
        default = _default(state, frame, node, given_default)
        if accepted and name in given:
            state.heap.write(ref.key, name, given[name])
        else:
            state.heap.write(ref.key, name, union(default, *unpacked) if accepted else default)
    if classes.find_attribute(state, _class(state, ref), "__post_init__") is not None:
        call_method(state, frame, node, ref, "__post_init__", ())


def _default(state: State, frame: Frame, node: ast.AST, default: Value) -> Value:
    """The default of a field; a factory makes another object for every instance."""
    parts: list[Value] = [default]
    for atom in default:
        if isinstance(atom, Partial) and atom.function == External(DEFAULT_FACTORY):
            made = [call_value(state, frame, node, a, (), {}) for a in atom.args]
            parts = [default - {atom}, *made]
    return union(*parts)


def _class(state: State, ref: Ref) -> ClassCode:
    cls = state.heap.type_of(ref.key)
    assert isinstance(cls, ClassCode)
    return cls


def super_call(
    state: State, frame: Frame, node: ast.AST, cls: ClassCode, name: str, args: Arguments, keywords: Bindings
) -> Value:
    """`super().__new__(cls)` and, in a metaclass, `super().__call__(…)`, where only `type` or `object` defines it."""
    if name == "__call__":
        return construct(state, frame, node, cls, args, keywords)
    if name == "__new__":
        wanted = [a.code for a in args[0] if isinstance(a, Class)] if args else []
        if classes.descends(state, cls, "builtins.type") or not wanted:
            return UNKNOWN
        return union(*(one(allocate(state, frame, node, c)) for c in wanted))
    return NONE if name in ("__init_subclass__", "__init__", "__set_name__", "__prepare__") else UNKNOWN
