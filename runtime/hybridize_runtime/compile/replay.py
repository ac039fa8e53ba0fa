"""Evaluates tensors of a traced graph anew, from given values: the operations are issued again one by one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.noise import is_random
from hybridize_runtime.compile.tracing import Trace
from hybridize_runtime.errors import CellError


class Replay:
    """Values of the tensors of one trace.

    `known` maps names of tensors to values; all others are computed on demand, once.  `rows` is the number of rows
    and `factors` says how many times that the first dimension of a tensor is: with them, shapes need no values.
    """

    def __init__(
        self,
        trace: Trace,
        known: Mapping[str, Any],
        rows: Any = None,
        factors: Mapping[str, int] | None = None,
    ) -> None:
        self.trace = trace
        self.values: dict[str, Any] = dict(known)
        self.rows = rows
        self.factors = factors or {}
        self.flipped: Mapping[str, Any] = {}  # transposed matrices, where that was done before
        self.read: Callable[[Any], Any] = lambda variable: variable.read_value()
        # What is made of the random numbers of a tensor, by its name.
        self.drawn: Callable[[str, Any], Any] = lambda _, numbers: numbers

    def __call__(self, tensor: Any) -> Any:
        """The value of a symbolic tensor."""
        stack = [tensor]
        while stack:
            current = stack[-1]
            if current.name in self.values:
                stack.pop()
                continue
            needed = [t for t in self._inputs(current) if t.name not in self.values]
            if needed:
                stack.extend(needed)
            else:
                self._run(current)
        return self.values[tensor.name]

    def _inputs(self, tensor: Any) -> tuple[Any, ...]:
        if self._shape(tensor) is not None:
            return ()
        if (same := unreduced(tensor, self.factors)) is not None:
            return (same,)
        return tuple(t for t in tensor.op.inputs if t.dtype != tf.resource)

    def _run(self, tensor: Any) -> None:
        shape = self._shape(tensor)
        if shape is not None:
            self.values[tensor.name] = shape
        elif (same := unreduced(tensor, self.factors)) is not None:
            self.values[tensor.name] = self.values[same.name]
        else:
            for symbol, value in zip(tensor.op.outputs, self._outputs(tensor.op), strict=True):
                self.values.setdefault(symbol.name, value)

    def _shape(self, tensor: Any) -> Any | None:
        """The value of a `Shape` operation on rows, without the rows."""
        if tensor.op.type != "Shape" or self.rows is None:
            return None
        symbol = symbolic_shape(tensor.op.inputs[0], self.factors)
        if symbol is None:
            return None
        dtype = tensor.op.get_attr("out_type")
        lead = tf.cast(self.rows, dtype) * symbol[0]
        if len(symbol) == 1:
            return tf.reshape(lead, [1])
        return tf.concat([tf.reshape(lead, [1]), tf.constant(symbol[1:], dtype)], 0)

    def _outputs(self, op: Any) -> list[Any]:
        if op.type == "Const":
            return [tf.constant(tf.make_ndarray(op.get_attr("value")))]
        if op.type == "ReadVariableOp":
            return [self.read(self._variable(op))]
        if op.type in ("Placeholder", "PlaceholderWithDefault"):
            raise CellError(f"cell `{self.trace.kind.cell}`: `{op.name}` has no value here")
        if op.type == "MatMul" and op.inputs[1].name in self.flipped and op.get_attr("transpose_b"):
            rows, flipped = self.values[op.inputs[0].name], self.flipped[op.inputs[1].name]
            return [tf.matmul(rows, flipped, transpose_a=op.get_attr("transpose_a"))]
        if is_product_of_rows(op):
            return [_product_of_rows(op, *(self.values[t.name] for t in op.inputs))]
        if derivative_of(op) is not None:
            return self._with_derivative(op)
        result = raw(op.type)(**arguments(op, self.values))
        found = list(result) if isinstance(result, (list, tuple)) else [result]
        if is_random(op):
            return [
                self.drawn(symbol.name, numbers) for symbol, numbers in zip(op.outputs, found, strict=True)
            ]
        return found if op.outputs else []

    def _with_derivative(self, op: Any) -> list[Any]:
        """Outputs of an operation that has a gradient of its own, which is that of the traced operation."""
        if any(t.dtype == tf.resource for t in op.inputs):
            raise CellError(
                f"cell `{self.trace.kind.cell}`: a function with a gradient of its own (`tf.custom_gradient`) reads a "
                "variable; read the variable outside of that function, and give it the tensor"
            )

        @tf.custom_gradient  # type: ignore[untyped-decorator]
        def run(*inputs: Any) -> Any:
            given = dict(zip((t.name for t in op.inputs), inputs, strict=True))
            result = raw(op.type)(**arguments(op, given))
            flat = list(result) if isinstance(result, (list, tuple)) else [result]

            def gradient(*arrived: Any) -> list[Any]:
                seeds, found = self.trace.derivative(op)
                known = dict(zip((seed.name for seed in seeds), arrived, strict=True))
                replay = Replay(self.trace, {**self.values, **known}, self.rows, self.factors)
                replay.read, replay.drawn = self.read, self.drawn
                return [None if t is None else replay(t) for t in found]

            return flat, gradient

        result = run(*(self.values[t.name] for t in op.inputs))
        return list(result) if isinstance(result, (list, tuple)) else [result]

    def _variable(self, op: Any) -> Any:
        for outside, inside in self.trace.captures:
            if inside is op.inputs[0]:
                return self.trace.variables.get(id(outside), _Handle(outside, op.get_attr("dtype")))
        raise CellError(
            f"cell `{self.trace.kind.cell}` makes a variable; create variables before the cell runs"
        )


class _Handle:
    """A variable that is not trained, of which only the handle is known."""

    def __init__(self, handle: Any, dtype: Any) -> None:
        self.handle, self.dtype = handle, dtype

    def read_value(self) -> Any:
        return tf.raw_ops.ReadVariableOp(resource=self.handle, dtype=self.dtype)


def derivative_of(op: Any) -> str | None:
    """The name of the gradient that an operation has instead of that of its type (`tf.custom_gradient`), if any."""
    try:
        return bytes(op.get_attr("_gradient_op_type")).decode()
    except ValueError:
        return None


def is_product_of_rows(op: Any) -> bool:
    """Whether an operation multiplies [..., rows, k] by one matrix: a single product of all rows."""
    if op.type != "BatchMatMulV2" or op.get_attr("adj_x"):
        return False
    rows, weight = op.inputs
    return weight.shape.rank == 2 and rows.shape.rank is not None and rows.shape[-1] is not None


def _product_of_rows(op: Any, rows: Any, weight: Any) -> Any:
    flat = tf.matmul(tf.reshape(rows, [-1, rows.shape[-1]]), weight, transpose_b=op.get_attr("adj_y"))
    return tf.reshape(flat, tf.concat([tf.shape(rows)[:-1], tf.shape(flat)[1:]], 0))


def symbolic_shape(tensor: Any, factors: Mapping[str, int]) -> tuple[int, ...] | None:
    """(factor, other dimensions) of a tensor whose first dimension is factor x rows; None for others."""
    factor, shape = factors.get(tensor.name), tensor.shape
    if factor is None or shape.rank is None or not shape[1:].is_fully_defined():
        return None
    return (factor, *shape[1:])


def unreduced(tensor: Any, factors: Mapping[str, int]) -> Any | None:
    """The argument of a reduction that undoes no broadcast: gradients of binary operations contain them."""
    op = tensor.op
    if op.type != "Reshape" or op.inputs[0].op.type != "Sum":
        return None
    total, axes = op.inputs[0].op.inputs
    if axes.op.type != "BroadcastGradientArgs" or any(t.op.type != "Shape" for t in axes.op.inputs):
        return None
    mine, other = (axes.op.inputs[i].op.inputs[0] for i in (axes.value_index, 1 - axes.value_index))
    return total if _covers(symbolic_shape(mine, factors), other, factors) else None


def _covers(shape: tuple[int, ...] | None, other: Any, factors: Mapping[str, int]) -> bool:
    """Whether an operation between rows of this shape and another tensor has a result of this shape."""
    if shape is None or shape == symbolic_shape(other, factors):
        return shape is not None
    if other.name in factors or not other.shape.is_fully_defined() or other.shape.rank >= len(shape):
        return False
    trailing = shape[len(shape) - other.shape.rank :]
    return all(size in (1, full) for size, full in zip(other.shape, trailing, strict=True))


@cache
def raw(kind: str) -> Any:
    """The public function that issues operations of this type.  Raises CellError where there is none."""
    function = getattr(tf.raw_ops, kind, None)
    if function is None:
        raise CellError(
            f"operation `{kind}` cannot be used in a cell; compute it outside and pull the result"
        )
    return function


def arguments(op: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs and attributes of an operation, by the names of its definition."""
    definition, position, result = op.op_def, 0, {}
    inferred = set()
    for argument in definition.input_arg:
        inferred |= {argument.type_attr, argument.number_attr, argument.type_list_attr}
        if argument.number_attr or argument.type_list_attr:
            attribute = op.get_attr(argument.number_attr or argument.type_list_attr)
            count = attribute if argument.number_attr else len(attribute)
            result[argument.name] = [values[t.name] for t in op.inputs[position : position + count]]
            position += count
        else:
            result[argument.name] = values[op.inputs[position].name]
            position += 1
    for attribute in definition.attr:
        if attribute.type == "func" or attribute.type == "list(func)":
            raise CellError(
                f"`{op.name}` ({op.type}) is control flow or a function call that is kept as one; "
                "use `tf.where` instead of `tf.cond`, and unroll loops of fixed length"
            )
        if attribute.name not in inferred:
            result[attribute.name] = op.get_attr(attribute.name)
    return _renamed(op.type, result)


def _renamed(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Arguments by the names of the Python function, which renames some of the definition (`split_dim` to `axis`)."""
    names = _parameters(kind)
    others = iter([name for name in names if name not in given])
    return {name if name in names else next(others): value for name, value in given.items()}


@cache
def _parameters(kind: str) -> tuple[str, ...]:
    """The parameters of the function that issues operations of this type; looking at them takes long."""
    return tuple(name for name in inspect.signature(raw(kind)).parameters if name != "name")
