"""Variables of Keras 3: as arguments of a `tf.function` they are tensors, which cannot be assigned to or differentiated."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import UNKNOWN, Tensor, Value, one
from hybridize_analyzer.library.common import argument
from hybridize_analyzer.shapes.dtypes import dtype_of
from hybridize_analyzer.shapes.spec import spec_of


def made(state: State, frame: Frame, node: ast.AST, args: tuple[Value, ...], keywords: Bindings) -> Value:
    """`keras.Variable(initial, shape, dtype)`; floats are float32 unless a dtype says otherwise."""
    state.emit(frame, node, Kind.VARIABLE, "a `keras.Variable` is created")
    spec = spec_of(state, argument(args, keywords, 0, "initializer") or UNKNOWN)
    dtype = dtype_of(argument(args, keywords, 2, "dtype"))
    return one(Tensor("variable", dtype, spec.shape, keras=True))
