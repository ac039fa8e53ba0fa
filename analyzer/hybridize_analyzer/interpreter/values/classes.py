"""What classes of the project do."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import STR, UNKNOWN, Bound, Class, Value, one
from hybridize_analyzer.interpreter.tracing import function_objects
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference
from hybridize_analyzer.interpreter.values.descriptors import is_classmethod
from hybridize_analyzer.interpreter.values.instances import instantiate
from hybridize_analyzer.interpreter.values.unseen import unknown_call
from hybridize_analyzer.program.code import ClassCode


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
            return STR if name in ("__name__", "__qualname__", "__module__") else UNKNOWN
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

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Class, value: Value
    ) -> None:
        state.add_class_attribute(atom.code, target.attr, value)
        where, key = frame.module.location(target), f"class:{atom.code.key}"
        state.bind_cell(key, target.attr, value, where, again=True)
        state.emit(frame, target, Kind.WRITE, f"class attribute `{target.attr}` is set", target=key)
