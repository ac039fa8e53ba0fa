"""What Python numbers, strings, None and the like do."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    STR,
    UNKNOWN,
    Bound,
    Const,
    Function,
    Scalar,
    Value,
    const,
    one,
)
from hybridize_analyzer.interpreter.values.builtin_members import member_of_builtin


class Scalars(KindOfValue[Scalar]):
    """Numbers and strings of unknown value."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Scalar, name: str) -> Value:
        return member_of_builtin(atom.type, atom, name)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Scalar) -> Value:
        return STR if atom.type == "str" else UNKNOWN

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Scalar, index: Value) -> Value:
        return STR if atom.type == "str" else UNKNOWN


class Constants(KindOfValue[Const]):
    """Numbers, strings, bools, None and other constants."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Const, name: str) -> Value:
        if atom.value is None and not hasattr(None, name):
            return NOTHING  # an exception, inside a graph and outside
        if atom.member is not None and (own := find_attribute(state, atom.member, name)) is not None:
            return frozenset(Bound(a, atom) if isinstance(a, Function) else a for a in own[0])
        return member_of_builtin(atom.type, atom, name)

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Const, value: Value
    ) -> None:
        """An exception."""

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Const) -> Value:
        return STR if atom.type == "str" else UNKNOWN

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Const, index: Value) -> Value:
        return STR if atom.type == "str" else UNKNOWN

    def unary(self, state: State, frame: Frame, node: ast.UnaryOp, atom: Const) -> Value:
        if isinstance(atom.value, float) and atom.value == 0.0 and isinstance(node.op, ast.USub):
            return UNKNOWN  # equal to 0.0 wherever values are compared, by `tf.function`, too, and another number
        if isinstance(atom.value, (int, float)) and isinstance(node.op, ast.USub):
            return const(-atom.value)
        return one(atom)
