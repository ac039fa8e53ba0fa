"""Keras layers of the library: the arguments that they were made with, and what they put out."""

from __future__ import annotations

from hybridize_analyzer.report import Location
from hybridize_analyzer.semantics.sequences import items_of
from hybridize_analyzer.semantics.shapes import layers as rules
from hybridize_analyzer.semantics.shapes.binding import bound_call
from hybridize_analyzer.semantics.shapes.spec import Call
from hybridize_analyzer.semantics.state import Bindings, State
from hybridize_analyzer.semantics.values import BOOL, NOTHING, Ref, Tensor, Tuple, Value, one, tensors

_CONFIG = "config "
_OPEN = "config *"
_POLICY = "keras:policy"
SEQUENCE = "[sequence]"
_CELLS = frozenset(
    """units filters kernel_size strides padding dilation_rate pool_size data_format keepdims target_shape dims n axis
    output_dim return_sequences return_state size depth_multiplier output_padding dtype""".split()
)
POLICIES = (
    "keras.config.set_floatx", "keras.config.set_dtype_policy", "keras.mixed_precision.set_global_policy",
    "keras.mixed_precision.set_dtype_policy", "keras.backend.set_floatx", "keras.config.set_image_data_format",
    "keras.backend.set_image_data_format",
)  # fmt: skip


def remember(state: State, ref: Ref, name: str, args: tuple[Value, ...], keywords: Bindings) -> None:
    """Keeps the arguments of a layer's constructor that decide about shapes and dtypes."""
    call = bound_call(state, name, args, keywords)
    for parameter, value in call.given.items():
        if parameter in _CELLS:
            state.heap.write(ref.key, _CONFIG + parameter, value)
    if not call.complete:
        state.heap.write(ref.key, _OPEN, BOOL)
    if name == "keras.Sequential":
        items = items_of(state, call.given.get("layers", NOTHING))
        state.heap.write(ref.key, SEQUENCE, one(Tuple(items or ())))


def set_policy(state: State, where: Location) -> None:
    """The program chooses dtypes or data formats for all layers."""
    state.bind_cell(_POLICY, "set", BOOL, where, again=False)


def result(state: State, ref: Ref, inputs: Value) -> Value:
    """What a layer gives for this input; a tensor of unknown dtype and shape where that is not known."""
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, str) or state.cell(_POLICY, "set") is not None:
        return one(Tensor())
    if cls == "keras.Sequential":
        return _through_all(state, ref, inputs)
    spec = rules.output(_call(state, ref, cls, inputs))
    dynamic = any(t.dynamic for t in tensors(inputs)) and (spec.shape is None or None in spec.shape)
    return one(Tensor("tensor", spec.dtype, spec.shape, dynamic))


def _call(state: State, ref: Ref, cls: str, inputs: Value) -> Call:
    fields = state.heap[ref.key].fields
    given = {n.removeprefix(_CONFIG): v for n, v in fields.items() if n.startswith(_CONFIG) and n != _OPEN}
    return Call(state, cls, {**given, "inputs": inputs}, complete=_OPEN not in fields)


def _through_all(state: State, ref: Ref, inputs: Value) -> Value:
    """The layers of a `Sequential` one after the other, where it is known which they are."""
    items = items_of(state, state.heap.read(ref.key, SEQUENCE))
    for item in items or ():
        layer = next(iter(item), None)
        if isinstance(layer, Tensor):
            continue  # `Input(…)`
        if len(item) != 1 or not isinstance(layer, Ref) or not isinstance(state.heap.type_of(layer.key), str):
            return one(Tensor())
        if state.heap.type_of(layer.key) != "keras.layers.InputLayer":
            inputs = result(state, layer, inputs)
    return inputs if items else one(Tensor())
