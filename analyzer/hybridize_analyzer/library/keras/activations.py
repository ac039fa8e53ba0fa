"""Activations of layers that remember their logits: which layers of the library give what a crossentropy looks into."""

from __future__ import annotations

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NONE, Const, External, Ref, Value, tensors
from hybridize_analyzer.interpreter.tracing import logits
from hybridize_analyzer.knowledge.exports import canonical_export
from hybridize_analyzer.library.keras.layers import CONFIG, OUTPUTS, SEQUENCE
from hybridize_analyzer.library.keras.masks import RECURRENT

_HAND_ON = frozenset(
    f"keras.layers.{name}"
    for name in """Identity Activation ActivityRegularization InputLayer Dropout SpatialDropout1D SpatialDropout2D
    SpatialDropout3D GaussianDropout GaussianNoise AlphaDropout""".split()
)
"""Layers that give their input itself, some of them outside of training."""
_MODELS = ("keras.Model", "keras.applications.")
_OWN_GATES = RECURRENT | {"TimeDistributed", "Bidirectional"}
_NAMES = ("softmax", "sigmoid")


def put_on(call: Call, ref: Ref, inputs: Value, result: Value) -> Value:
    """What a layer of the library gives, with a mark where it remembers its logits, or may do so."""
    state = call.state
    if any(map(_is_monotonic, state.heap.read(_last(state, ref).key, CONFIG + "activation"))):
        result = logits.monotonic(result)
    if any({*tensor.squashed} - {logits.MONOTONIC} for tensor in tensors(result)) or remembers(state, ref):
        return logits.remembering(call, result)
    return logits.handed_on(inputs, result) if state.heap.type_of(ref.key) in _HAND_ON else result


def _last(state: State, ref: Ref) -> Ref:
    """The last layer of a `Sequential`, where that is known, and else the layer itself."""
    items = items_of(state, state.heap.read(ref.key, SEQUENCE))
    last = [atom for atom in items[-1] if isinstance(atom, Ref)] if items else []
    return last[0] if len(last) == 1 else ref


def _is_monotonic(activation: object) -> bool:
    if isinstance(activation, Const):
        return activation.value in _ORDERLY
    return isinstance(activation, External) and activation.name.rpartition(".")[2] in _ORDERLY


_ORDERLY = frozenset("relu relu6 sigmoid tanh elu selu softplus exponential softsign hard_sigmoid".split())


def remembers(state: State, ref: Ref) -> bool:
    """Whether the result of a layer of the library, or of a model that cannot be seen into, may remember its logits."""
    cls = state.heap.type_of(ref.key)
    if not isinstance(cls, str):
        return False
    if cls == "keras.Sequential":
        return _is_last(state, ref)
    if cls.startswith(_MODELS):
        return not state.heap.read(ref.key, OUTPUTS)
    if cls == "keras.layers.Softmax":
        return True
    activation = state.heap.read(ref.key, CONFIG + "activation")
    return cls.rpartition(".")[2] not in _OWN_GATES and any(map(_is_remembering, activation))


def _is_last(state: State, ref: Ref) -> bool:
    """Whether the last layer of a `Sequential` does so, or, where the order is not known, any."""
    items = items_of(state, state.heap.read(ref.key, SEQUENCE))
    if not items:
        parts = state.heap.read(ref.key, "layers")
        return not parts or any(isinstance(p, Ref) and remembers(state, p) for p in parts)
    for item in reversed(items):
        refs = [atom for atom in item if isinstance(atom, Ref)]
        if any(not isinstance(state.heap.type_of(r.key), str) or remembers(state, r) for r in refs):
            return True
        if not all(state.heap.type_of(r.key) in _HAND_ON for r in refs):
            return False
    return False


def _is_remembering(activation: object) -> bool:
    if activation in NONE:
        return False
    if isinstance(activation, Const):
        return activation.value in _NAMES
    if isinstance(activation, External):
        return canonical_export(activation.name).rpartition(".")[2] in _NAMES
    return True
