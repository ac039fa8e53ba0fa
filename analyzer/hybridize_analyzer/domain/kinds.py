"""What a kind of value does when a program uses it: the interface that `interpreter/values` implements, kind by kind."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.frames import Frame
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Value

if TYPE_CHECKING:
    from hybridize_analyzer.domain.calls import Call
    from hybridize_analyzer.domain.state import State

A = TypeVar("A")


class KindOfValue(Generic[A]):
    """One kind of value; a method that a kind does not define stays at what is said here.

    In the other methods `node` is the syntax that is evaluated, for the place of what is recorded.
    """

    takes_tensor_index: ClassVar[bool] = False
    """Whether `item` can be given a tensor; everything else of Python needs its value."""

    def call(self, call: Call, atom: A) -> Value:
        """Returns what calling `atom` gives; nothing, because the call is an exception."""
        return NOTHING

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: A, name: str) -> Value:
        """Returns `atom.name`; unknown."""
        return UNKNOWN

    def set_attribute(self, state: State, frame: Frame, target: ast.Attribute, atom: A, value: Value) -> None:
        """Runs `atom.name = value`, with the name of `target`; whatever has an attribute of that name may be changed."""
        if not frame.sets_up(target.value):
            where = frame.module.location(target)
            state.bind_cell(ANY_OBJECT, target.attr, NOTHING, where, again=True)
        state.emit(frame, target, Kind.WRITE, f"attribute `{target.attr}` is set")

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: A) -> Value:
        """Returns what iteration over `atom` binds, all iterations together; unknown."""
        return UNKNOWN

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: A, index: Value) -> Value:
        """Returns `atom[index]`; unknown."""
        return UNKNOWN

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: A, index: Value, value: Value
    ) -> None:
        """Runs `atom[index] = value`; nothing happens."""

    def unary(self, state: State, frame: Frame, node: ast.UnaryOp, atom: A) -> Value:
        """Returns `-atom`, `+atom` or `~atom`; the same kind of value as the operand."""
        return frozenset((atom,))  # type: ignore[arg-type]  # `A` is one of the atoms
