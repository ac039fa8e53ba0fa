"""What tensors do: their attributes, parts and operators."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.bindings import CONSTRAINTS
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.making import PLAIN
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    FIRST,
    OPEN,
    UNKNOWN,
    Bound,
    Const,
    External,
    Opaque,
    Tensor,
    Value,
    one,
)
from hybridize_analyzer.interpreter.tracing import first_calls, lengths, placeholders, untaken
from hybridize_analyzer.interpreter.values import arithmetic, array_arguments, limits
from hybridize_analyzer.interpreter.values.indexing import (
    is_outside,
    part_of_tensor,
    picks_rows,
    takes_too_many,
)
from hybridize_analyzer.interpreter.values.operators import note_tensor_use
from hybridize_analyzer.interpreter.values.unknowns import OF_DTYPE
from hybridize_analyzer.knowledge import tensors as tensor_knowledge
from hybridize_analyzer.shapes import composites
from hybridize_analyzer.shapes.composites import RAGGED_OR_SPARSE


def read_shape(state: State, frame: Frame, node: ast.AST, atom: Tensor) -> Value:
    """The static shape of a tensor: a graph may know its rank and not all of its lengths, or nothing at all."""
    if atom.kind == "tensor" and atom.supposed:
        state.emit(frame, node, Kind.RANK, "a static shape is read")
    if atom.kind == "tensor" and (atom.supposed or not atom.unranked):
        return lengths.static_shape(_in_graph(atom))
    if atom.dynamic or atom.kind == "slices":  # which have the shape that a tensor tells
        lengths.note_open(state, frame, node, one(OPEN))
    return lengths.static_shape(Tensor(shape=None if atom.kind == "slices" else atom.shape))


def _in_graph(tensor: Tensor) -> Tensor:
    """What a graph knows of a shape: of what is made of sparse tensors the number of axes, and no length."""
    if tensor.dynamic and tensor.shape and None not in tensor.shape:
        return Tensor(shape=(None,) * len(tensor.shape), dynamic=True)
    return tensor


NUMPY_BEHAVIOR = "enable_numpy_behavior"
"""Noted once a program has called it: tensors have `T`, and methods of NumPy's arrays."""


class Tensors(KindOfValue[Tensor]):
    """Tensors, variables, ragged and sparse tensors, tensor arrays, and the symbolic tensors of Keras."""

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Tensor, name: str) -> Value:
        if name == "shape":
            if atom.of_array:
                array_arguments.note_shape(state, frame, node)
            return read_shape(state, frame, node, atom)
        if atom.keras and name in tensor_knowledge.OF_KERAS_VARIABLES:
            placeholders.note_variable_use(state, frame, node, one(atom), f"`.{name}` is read of")
            if name == "value":
                return one(Tensor("tensor", atom.dtype, atom.shape))
        if name == "dtype":
            if atom.of_array:
                array_arguments.note_dtype(state, frame, node)
            return one(External(f"tensorflow.{atom.dtype}") if atom.dtype else Opaque(OF_DTYPE))
        if name in tensor_knowledge.PARTS.get(atom.kind, {}):
            return composites.tensor_part(atom, name)
        if name in tensor_knowledge.PLAIN:
            return tensor_knowledge.PLAIN[name]
        if atom.kind == "variable" and name in tensor_knowledge.VARIABLE_PLAIN:
            first_calls.note_name_read(state, frame.module.location(node))
            return tensor_knowledge.VARIABLE_PLAIN[name]
        if name == "T" and state.noted(NUMPY_BEHAVIOR, NUMPY_BEHAVIOR) is not None:
            frame.ops += 1
            return one(Tensor("tensor", atom.dtype, atom.shape and atom.shape[::-1], atom.dynamic))
        other = name in tensor_knowledge.IDENTITIES and atom.kind != "variable"
        if other or name in tensor_knowledge.GRAPH_DEPENDENT:
            state.emit(frame, node, Kind.EAGER_ONLY, f"`.{name}` of a tensor is another inside a graph")
            return one(Bound(External(f"tensorflow.Tensor.{name}"), atom)) if other else UNKNOWN
        if atom.kind == "tensor" and name in tensor_knowledge.OF_ARRAYS:
            state.emit(
                frame,
                node,
                Kind.EAGER_ONLY,
                f"`.{name}` is an attribute of NumPy arrays, not of tensors",
                aspect=Aspect.RAISES,
            )
            return UNKNOWN
        if not (atom.of_array or tensor_knowledge.is_member(name)):
            return UNKNOWN  # what was taken for a tensor is something else, as an element of a dataset may be
        return one(Bound(External(f"tensorflow.Tensor.{name}"), atom))

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Tensor, value: Value
    ) -> None:
        if target.attr == "constraint":
            state.bind_cell(CONSTRAINTS, CONSTRAINTS, value, frame.module.location(target), again=False)
        super().set_attribute(state, frame, target, atom, value)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Tensor) -> Value:
        shape = atom.shape[1:] if atom.shape else None
        dynamic = atom.dynamic or atom.kind == "ragged"
        nested = dynamic and shape is not None and None in shape[1:] and atom.kind == "ragged"
        kind = "ragged" if nested else "tensor"
        made = arithmetic.part_of(atom.made)
        dynamic = dynamic and not (atom.kind == "tensor" and atom.open_axes == FIRST)
        return one(Tensor(kind, atom.dtype, shape, dynamic, atom.rounded, of_array=atom.of_array, made=made))

    takes_tensor_index = True

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Tensor, index: Value) -> Value:
        frame.ops += 1
        if atom.kind == "tensor" and any(picks_rows(state, one(a)) for a in index):
            state.emit(
                frame, node, Kind.NUMPY, "rows are picked by a list of indices, which tensors do not take"
            )
        if untaken.is_possible(frame):
            if is_outside(atom, index):
                untaken.note(state, frame, node, "an index is outside of a tensor")
            elif takes_too_many(atom, node.slice, index):
                untaken.note(state, frame, node, "an index takes more axes than the tensor has")
        return array_arguments.computed(part_of_tensor(state, frame, atom, node.slice, index), one(atom))

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: Tensor, index: Value, value: Value
    ) -> None:
        if index and all(isinstance(a, Const) and isinstance(a.value, str) for a in index):
            return  # neither a tensor nor an array takes that: what is seen as either is a dict
        state.emit(
            frame, target, Kind.PYTHON_VALUE, "a tensor is assigned to by element", aspect=Aspect.RAISES
        )

    def unary(self, state: State, frame: Frame, node: ast.UnaryOp, atom: Tensor) -> Value:
        frame.ops += 1
        note_tensor_use(state, frame, node, one(atom))
        array_arguments.note_operator(state, frame, node, node.op, one(atom))
        if isinstance(node.op, ast.Invert) and atom.kind == "truth" and atom.dtype == "bool":
            message = "`~` of a bool, which gives an int in Python and a bool inside a graph"
            state.emit(frame, node, Kind.DTYPE, message)
        if isinstance(node.op, ast.Invert):
            limits.note_negation(state, frame, node, one(atom))
        if isinstance(node.op, ast.USub) and (atom.dtype or "").startswith(("uint", "bool")):
            state.emit(
                frame, node, Kind.DTYPE, f"a minus before {atom.dtype}, which TensorFlow does not have"
            )
        kind = atom.kind if atom.kind in ("symbolic", "truth", *RAGGED_OR_SPARSE) else "tensor"
        result = Tensor(
            kind,
            atom.dtype,
            atom.shape,
            atom.dynamic,
            atom.rounded,
            atom.sized,
            unranked=atom.unranked,
            supposed=atom.supposed,
            open_at=atom.open_at,
            placeholder=atom.placeholder,
            made=arithmetic.negated(atom.made) if isinstance(node.op, ast.USub) else PLAIN,
        )
        return array_arguments.computed(one(result), one(atom))
