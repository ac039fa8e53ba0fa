"""What classes of the project do."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    STR,
    UNKNOWN,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Partial,
    Value,
    const,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_atom, elements_of
from hybridize_analyzer.interpreter.tracing import function_objects
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference
from hybridize_analyzer.interpreter.values import special_methods
from hybridize_analyzer.interpreter.values.descriptors import decorator_names, is_classmethod
from hybridize_analyzer.interpreter.values.instances import instantiate
from hybridize_analyzer.interpreter.values.unseen import unknown_call
from hybridize_analyzer.program.code import ClassCode


def _of_metaclass(state: State, frame: Frame, node: ast.expr, atom: Class, name: str) -> Value:
    """What a class has from its metaclass, or from `type`."""
    if name in ("__name__", "__qualname__", "__module__"):
        return STR
    parts: list[Value] = []
    for meta in classes.metaclass(state, atom.code):
        if name == "register" and isinstance(meta, External) and meta.name == "abc.ABCMeta":
            parts.append(one(Partial(External("abc.register"), (one(atom),), ())))
        getter = classes.find_attribute(state, meta.code, "__getattr__") if isinstance(meta, Class) else None
        own = classes.find_attribute(state, meta.code, name) if isinstance(meta, Class) else None
        if getter is not None and own is None and not name.startswith("__"):
            with frame.indirectly():
                given = (const(name),)
                parts += [call_atom(state, frame, node, Bound(a, atom), given, {}) for a in getter[0]]
        if own is not None and isinstance(meta, Class):
            parts += [_bound_to(state, frame, node, a, atom, meta, name) for a in own[0]]
    if name == "register" and classes.descends(state, atom.code, "abc."):
        parts.append(one(Partial(External("abc.register"), (one(atom),), ())))
    return union(*parts) if parts else UNKNOWN


def _bound_to(
    state: State, frame: Frame, node: ast.expr, found: Atom, cls: Class, meta: Class, name: str
) -> Value:
    """What an attribute of a metaclass is for a class of it, which is an instance of that."""
    if isinstance(found, Function) and "property" in decorator_names(found):
        with frame.indirectly():
            return call_atom(state, frame, node, Bound(found, cls), (), {})
    if isinstance(found, Function):
        return one(Bound(found, cls))
    if not is_constant_reference(found):
        message = f"class attribute `{name}` is read"
        state.emit(frame, node, Kind.READ, message, target=f"class:{meta.code.key}", field=name)
    return one(found)


class Classes(KindOfValue[Class]):
    """Classes of the project."""

    def call(self, call: Call, atom: Class) -> Value:
        if atom.code.module.installed:
            return unknown_call(call, f"`{atom.code.qualname}` of a package")
        return instantiate(call, atom.code)

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Class, name: str) -> Value:
        if atom.code.module.installed:
            message = f"`{name}` of a class of an installed package may change"
            state.emit(frame, node, Kind.UNKNOWN, message)
            return UNKNOWN
        if name == "__dict__":
            function_objects.note_members(state, one(atom), frame.module.location(node))
        found = classes.find_attribute(state, atom.code, name)
        if found is None:
            return _of_metaclass(state, frame, node, atom, name)
        value, owner = found
        if isinstance(owner, ClassCode) and not all(is_constant_reference(a) for a in value):
            state.emit(
                frame,
                node,
                Kind.READ,
                f"class attribute `{name}` is read",
                target=f"class:{owner.key}",
                field=name,
            )
        return frozenset(Bound(a, atom) if is_classmethod(a) else a for a in value)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Class) -> Value:
        found = special_methods.of_class(state, frame, node, atom, "__iter__")
        return UNKNOWN if found is None else elements_of(state, frame, found, node)

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Class, index: Value) -> Value:
        found = [
            (a, atom)
            for meta in classes.metaclass(state, atom.code)
            if isinstance(meta, Class)
            for a in (classes.find_attribute(state, meta.code, "__getitem__") or (NOTHING, None))[0]
        ]
        own = classes.find_attribute(state, atom.code, "__class_getitem__") if not found else None
        found += [(a, atom) for a in (own[0] if own is not None else NOTHING)]
        with frame.indirectly():
            parts = [call_atom(state, frame, node, Bound(a, r), (index,), {}) for a, r in found]
        return union(*parts) if parts else UNKNOWN

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Class, value: Value
    ) -> None:
        state.add_class_attribute(atom.code, target.attr, value)
        where, key = frame.module.location(target), f"class:{atom.code.key}"
        state.bind_cell(key, target.attr, value, where, again=True)
        state.emit(frame, target, Kind.WRITE, f"class attribute `{target.attr}` is set", target=key)
