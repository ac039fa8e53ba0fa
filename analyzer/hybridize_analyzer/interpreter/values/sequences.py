"""What tuples and lazy sequences do."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.ownership import HELD
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import INT, NOTHING, Iterator, Tensor, Tuple, Value, const, one, union
from hybridize_analyzer.interpreter.values.builtin_members import member_of_builtin
from hybridize_analyzer.interpreter.values.indexing import item_of_sequence
from hybridize_analyzer.knowledge.tensors import FIELDS


def _is_tensor(value: Value) -> bool:
    return bool(value) and all(isinstance(atom, Tensor) for atom in value)


class Tuples(KindOfValue[Tuple]):
    """Tuples, and what stands among them: shapes of tensors, and the results of operations, which have names."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Tuple, name: str) -> Value:
        if name in ("ndims", "rank"):  # of a `TensorShape`
            return const(len(atom.elements))
        position = FIELDS.get(name)
        if position is not None and position < len(atom.elements) and all(map(_is_tensor, atom.elements)):
            return atom.elements[position]
        return member_of_builtin("tuple", atom, name)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Tuple) -> Value:
        return union(*atom.elements) if atom.elements else NOTHING

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Tuple, index: Value) -> Value:
        return item_of_sequence(state, frame, node, one(atom), index)


class Iterators(KindOfValue[Iterator]):
    """Ranges, generators, what `zip` and `map` give, and slices of unknown length."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Iterator, name: str) -> Value:
        if name in ("ndims", "rank"):  # of a `TensorShape`
            return INT
        return member_of_builtin("iterator", atom, name)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Iterator) -> Value:
        if atom.source.startswith(HELD):
            state.emit(frame, node, Kind.ADVANCE, "a Python iterator that outlives the call moves on")
        return atom.element

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Iterator, index: Value) -> Value:
        return item_of_sequence(state, frame, node, one(atom), index)
