"""Tensors made of Python values: `tf.constant`, `tf.convert_to_tensor`."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.making import PLAIN, Making
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Shape, Tensor, Value, is_supposed, one, tensors
from hybridize_analyzer.interpreter.values.operators import note_tensor_use
from hybridize_analyzer.library.common import contains_tensor, dtype_of
from hybridize_analyzer.library.tensorflow.agreement import check_given, check_python_value
from hybridize_analyzer.library.tensorflow.static_shapes import check_static_shapes
from hybridize_analyzer.shapes.arrangement import target_shape
from hybridize_analyzer.shapes.dtypes import OF_LENGTHS
from hybridize_analyzer.shapes.spec import BoundArguments, Spec, is_none, spec_of

Args = tuple[Value, ...]


def constant(call: Call) -> Value:
    """The content decides dtype and shape, unless they are given."""
    value = call.argument(0, "value") or UNKNOWN
    note_tensor_use(call.state, call.frame, call.node, value)
    check_static_shapes(call, "constant" if _is_constant_call(call.node) else "convert_to_tensor")
    call.frame.ops += 1
    if contains_tensor(call.state, value) and _is_constant_call(call.node):
        call.emit(Kind.PYTHON_VALUE, "`tf.constant` needs the value of a tensor", aspect=Aspect.RAISES)
    spec = spec_of(call.state.heap, value)
    given = call.argument(1, "dtype")
    dtype = spec.dtype if given is None or is_none(given) else dtype_of(given)
    check_given(call.state, call.frame, call.node, dtype, value)
    shape = spec.shape
    if _is_constant_call(call.node) and (len(call.args) > 2 or "shape" in call.keywords):
        wanted = call.argument(2, "shape") or NOTHING
        check_python_value(call, "`shape` of `tf.constant`", wanted)
        shape = (
            shape if is_none(wanted) else target_shape(BoundArguments(call.state.heap, "", {"shape": wanted}))
        )
    source = tensors(value)
    return one(
        Tensor(
            "tensor",
            dtype,
            shape,
            any(t.dynamic or t.kind == "slices" for t in source),  # slices have the shape that a tensor tells
            any(t.rounded for t in source),
            all(t.sized for t in source) if source else _is_vector_of_lengths(dtype, shape, spec),
            unranked=any(t.unranked for t in source),
            supposed=is_supposed(source),
            made=_made(source),
        )
    )


def _is_vector_of_lengths(dtype: str | None, shape: Shape | None, given: Spec) -> bool:
    """Whether integers of Python become a vector, as in `tf.concat([tf.constant([8]), tf.shape(x)], axis=0)`."""
    return given.weak and dtype in OF_LENGTHS and shape is not None and len(shape) == 1


def _made(source: list[Tensor]) -> Making:
    """What is known of a tensor that is handed on as it is."""
    made = PLAIN
    for tensor in source:
        made = made.joined(tensor.made)
    return made


def _is_constant_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "constant"
    )
