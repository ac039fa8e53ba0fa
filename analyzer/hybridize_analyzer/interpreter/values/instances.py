"""Instances: what `C(...)` makes, through metaclasses, `__new__`, `__init__`, dataclasses and enums."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import DEFAULT_FACTORY
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
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
from hybridize_analyzer.interpreter.dispatch import call_atom, call_method, call_value, has_method
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.program.code import ClassCode

_HARMLESS = ("abc.", "typing.", "enum.", "builtins.type", "tensorflow.", "keras.", "sonnet.")


def instantiate(call: Call, cls: ClassCode) -> Value:
    """`C(...)`: the `__call__` of its metaclass, or `__new__` and `__init__`."""
    if classes.is_enum(call.state, cls):
        return classes.enum_members(call.state, cls, call.args[0] if call.args else None)
    metaclasses = classes.metaclass(call.state, cls)
    results: list[Value] = []
    for atom in metaclasses:
        found = classes.find_attribute(call.state, atom.code, "__call__") if isinstance(atom, Class) else None
        if found is not None:
            made = (
                call_atom(call.state, call.frame, call.node, Bound(a, Class(cls)), call.args, call.keywords)
                for a in found[0]
            )
            results.append(union(NOTHING, *made))
        elif not isinstance(atom, Class) and not getattr(atom, "name", "?").startswith(_HARMLESS):
            call.emit(Kind.UNKNOWN, f"the metaclass of `{cls.name}` makes an object")
    if results:
        return union(*results)
    with call.frame.indirectly():
        return construct(call, cls)


def construct(call: Call, cls: ClassCode) -> Value:
    """What `type.__call__` does: `__new__`, then `__init__` where an instance came out."""
    maker = classes.find_attribute(call.state, cls, "__new__")
    if maker is None:
        made = one(allocate(call.state, call.frame, call.node, cls))
    else:
        made = call_value(
            call.state, call.frame, call.node, maker[0], (one(Class(cls)), *call.args), call.keywords
        )
    for ref in made:
        if isinstance(ref, Ref) and call.state.heap.type_of(ref.key) is cls:
            initialise(call, ref)
            if has_method(
                call.state, ref, "__del__"
            ):  # once nobody has it any more, which is at the end of a call as a rule
                call_method(call.state, call.frame, call.node, ref, "__del__", ())
    return made


def initialise(call: Call, ref: Ref) -> Value:
    """`__init__`: written, made by `dataclass` or `NamedTuple`, or of a library class."""
    cls = call.state.heap.type_of(ref.key)
    assert isinstance(cls, ClassCode)
    record = classes.record_fields(call.state, cls)
    found = classes.find_attribute(call.state, cls, "__init__")
    if record is not None:
        _fill_fields(call, ref, record)
    elif found is not None:
        for atom in found[0]:
            call_atom(call.state, call.frame, call.node, Bound(atom, ref), call.args, call.keywords)
    else:
        call.state.evaluator.library.initialise(call, ref)
    return NONE


def _fill_fields(call: Call, ref: Ref, fields: dict[str, tuple[Value, bool]]) -> None:
    """fields: defaults by name, and whether the generated `__init__` takes it."""
    taken = [name for name, (_, accepted) in fields.items() if accepted]
    given = {**dict(zip(taken, call.args, strict=False)), **call.keywords}
    unpacked = [v for k, v in call.keywords.items() if k in ("*", "**")]
    for name, (given_default, accepted) in fields.items():
        default = _default(call.state, call.frame, call.node, given_default)
        if accepted and name in given:
            call.state.heap.write(ref.key, name, given[name])
        else:
            call.state.heap.write(ref.key, name, union(default, *unpacked) if accepted else default)
    if classes.find_attribute(call.state, _class(call.state, ref), "__post_init__") is not None:
        call_method(call.state, call.frame, call.node, ref, "__post_init__", ())


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


def super_call(call: Call, cls: ClassCode, name: str) -> Value:
    """`super().__new__(cls)` and, in a metaclass, `super().__call__(…)`, where only `type` or `object` defines it."""
    if name == "__call__":
        return construct(call, cls)
    if name == "__new__":
        wanted = [a.code for a in call.args[0] if isinstance(a, Class)] if call.args else []
        if classes.descends(call.state, cls, "builtins.type") or not wanted:
            return UNKNOWN
        return union(*(one(allocate(call.state, call.frame, call.node, c)) for c in wanted))
    return NONE if name in ("__init_subclass__", "__init__", "__set_name__", "__prepare__") else UNKNOWN
