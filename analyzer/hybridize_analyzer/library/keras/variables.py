"""Variables of Keras 3: as arguments of a `tf.function` they are tensors, which cannot be assigned to or differentiated."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import UNKNOWN, Tensor, Value, one
from hybridize_analyzer.library.keras import optimizers
from hybridize_analyzer.shapes.dtypes import dtype_of
from hybridize_analyzer.shapes.spec import spec_of


def made(call: Call) -> Value:
    """`keras.Variable(initial, shape, dtype)`; floats are float32 unless a dtype says otherwise."""
    call.emit(Kind.VARIABLE, "a `keras.Variable` is created")
    optimizers.remember_constraints(call)
    spec = spec_of(call.state.heap, call.argument(0, "initializer") or UNKNOWN)
    dtype = dtype_of(call.argument(2, "dtype"))
    return one(Tensor("variable", dtype, spec.shape, keras=True))
