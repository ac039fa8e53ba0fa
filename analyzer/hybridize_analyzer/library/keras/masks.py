"""Masks of Keras: an attribute of tensors that says which steps are padding.

`Embedding(mask_zero=True)` and `Masking` put it on their result, further layers hand it on, recurrent layers, attention,
losses and metrics read it. The argument of a graph is another tensor, without it.
"""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NONE, Ref, Value, tensors, union, with_mask, with_masks_of
from hybridize_analyzer.library.keras.layers import SEQUENCE, is_left_at, takes

RECURRENT = frozenset({"LSTM", "GRU", "SimpleRNN", "RNN", "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D"})
HAND_ON = frozenset(
    """Activation ActivityRegularization Add AdditiveAttention AlphaDropout Attention Average BatchNormalization
    Bidirectional Concatenate Dense Dropout ELU GaussianDropout GaussianNoise GroupNormalization GroupQueryAttention
    Identity LayerNormalization LeakyReLU Maximum Minimum MultiHeadAttention Multiply Normalization PReLU ReLU Rescaling
    Softmax SpatialDropout1D Subtract TimeDistributed UnitNormalization""".split()
)
"""Layers that set `supports_masking` and give a tensor with the axes of time that their input has."""
DO_NOT_READ = frozenset(
    """Activation ActivityRegularization Add AlphaDropout Average AveragePooling1D Concatenate Conv1D Cropping1D Dense Dot
    Dropout ELU Embedding Flatten GaussianDropout GaussianNoise GlobalMaxPooling1D GroupNormalization Identity Lambda
    LayerNormalization LeakyReLU MaxPooling1D Maximum Minimum PReLU Permute ReLU RepeatVector Rescaling Reshape
    SeparableConv1D SpatialDropout1D Subtract UnitNormalization UpSampling1D ZeroPadding1D""".split()
)
"""Layers that compute the same with a mask on their input and without."""
_METRICS_THAT_DO_NOT_READ = ("keras.metrics.AUC", "keras.metrics.Mean", "keras.metrics.Sum")
_OWN = "compute_mask"


def put_on(state: State, ref: Ref, inputs: Value, result: Value) -> Value:
    """The result of a layer with the mask that Keras puts on it: the layer's own, or that of the input."""
    if _gives(state, ref, masked=False):
        return with_mask(result)
    return with_masks_of(result, _parts(state, inputs)) if _gives(state, ref, masked=True) else result


def _gives(state: State, ref: Ref, *, masked: bool) -> bool:
    """Whether what a layer gives has a mask, if its input has one or not (`Layer.compute_mask`)."""
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, str):
        supports = masked and state.heap.field(ref.key, "supports_masking") is not None
        return supports or find_attribute(state, cls, _OWN) is not None
    if cls == "keras.layers.Masking" or state.heap.field(ref.key, "mask_zero") is not None:
        return True
    if cls == "keras.Sequential":
        for item in _sequence(state, ref):
            masked = any(isinstance(layer, Ref) and _gives(state, layer, masked=masked) for layer in item)
        return masked
    name = cls.removeprefix("keras.layers.")
    hands_on = name in HAND_ON or (
        name in RECURRENT and not is_left_at(state, ref, "return_sequences", False)
    )
    return masked and hands_on


def is_handed(state: State, ref: Ref, inputs: Value) -> bool:
    """Whether Keras hands the mask of its input to the `call` of a layer of the program."""
    return any(t.masked for t in tensors(inputs)) and takes(state, ref, "mask")


def note_lost_in_layer(call: Call, ref: Ref) -> None:
    """Reports a layer that reads the mask of its input, which was an argument: the argument of a graph has none."""
    if _has_lost(call) and call.keywords.get("mask", NONE) == NONE and _reads(call.state, ref):
        _note(call, f"a `{call.state.heap.type_name(ref.key)}`")


def note_lost_in_loss(call: Call, ref: Ref) -> None:
    """The same for a loss or a metric, which weighs the steps by the mask of the predictions."""
    if _has_lost(call) and call.state.heap.type_of(ref.key) not in _METRICS_THAT_DO_NOT_READ:
        _note(call, f"a `{call.state.heap.type_name(ref.key)}`")


def _note(call: Call, reader: str) -> None:
    call.emit(
        Kind.MASK, f"{reader} reads the mask that Keras has put on an argument, and that a graph does not get"
    )


def _has_lost(call: Call) -> bool:
    return any(t.mask_lost for value in call.values for t in tensors(_parts(call.state, value)))


def _reads(state: State, ref: Ref) -> bool:
    """Whether a layer of the library computes something else with a mask on its input than without."""
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, str):
        return takes(state, ref, "mask")
    if cls == "keras.Sequential":
        for item in _sequence(state, ref):
            layers = [layer for layer in item if isinstance(layer, Ref)]
            if any(_reads(state, layer) for layer in layers) or len(layers) < len(item):
                return True
            if not any(_gives(state, layer, masked=True) for layer in layers):
                return False
        return False
    return cls.removeprefix("keras.layers.") not in DO_NOT_READ


def _sequence(state: State, ref: Ref) -> tuple[Value, ...]:
    return items_of(state, state.heap.read(ref.key, SEQUENCE)) or ()


def _parts(state: State, value: Value) -> Value:
    """A value and, of a list or tuple, its elements."""
    return union(value, *(items_of(state, value) or ()))
