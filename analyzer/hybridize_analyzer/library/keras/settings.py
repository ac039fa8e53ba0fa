"""Settings: what layers, losses, metrics and optimizers were made with, and a program may set anew between two calls.

A graph goes on with those that it was traced with.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.bindings import ANY_OBJECT, TRAINABLE
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Ref, Value
from hybridize_analyzer.interpreter.values.writes import ALTERED
from hybridize_analyzer.knowledge.exports import canonical_export, data, export
from hybridize_analyzer.library.keras import backend as keras_backend
from hybridize_analyzer.library.keras.layers import FUNCTIONAL

_APART = frozenset({"name", "layers", "trainable", "learning_rate"})
"""Names do not matter, the learning rate is a variable, and layers and what can be trained are followed elsewhere."""
_FREEZES = frozenset({"keras.layers.BatchNormalization", "keras.layers.SyncBatchNormalization"})
"""Layers that compute something else while they cannot be trained."""
_OF_OTHERS = frozenset(
    """arguments axis batch_shape batch_size bins cell dtype encoding filters function height input_dim key_dim layer mask
    mean method mode module n normalize output_dim params scale scaling seed shape size split state units variables
    variance vocabulary weights width""".split()
)
"""Settings whose names other objects have, too, or that matter when a layer is made and not when it is called: where it
cannot be seen what is set, that is none of a layer."""
_WEIGHTS = frozenset(
    """alpha beta bias depthwise_kernel embeddings gamma kernel moving_mean moving_variance pointwise_kernel
    recurrent_kernel""".split()
)
"""Attributes with the weights of a layer, which a program may replace by others or leave out: `dense.bias = None`."""
_WITHOUT_SETTINGS = ("keras.optimizers.", "keras.Optimizer")
"""Optimizers have variables of the dtypes of those that they change, and ask Keras for none of its settings."""
_LAYERS = ("keras.layers.", "keras.Layer", "keras.Model", "keras.Sequential", "keras.applications.")

_HELD = "[held]"
"""The field of an object of Keras with the others that it was made with: a schedule, a regularizer, an activation."""
_SCHEDULED = "learning_rate"
"""The setting that an optimizer may be given later, and that may be a schedule with settings of its own."""
COMPILED = "[compiled]"
"""The field of a model with what `compile` gives it: optimizer, loss and metrics."""


ALTERING = frozenset(
    {"enable_lora", "quantize", "adapt", "set_vocabulary", "finalize_state", "exclude_from_weight_decay"}
)
"""Methods that make a layer or an optimizer another one."""


def note_compiled(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> None:
    """What `compile` has given a model is used; that matters where the program compiles it anew."""
    if state.heap.recorded_change(ref.key, COMPILED) is not None:
        message = f"`{name}` of a `{state.heap.type_name(ref.key)}` is read"
        state.emit(frame, node, Kind.READ, message, target=ref.key, field=COMPILED)


def remember_held(state: State, ref: Ref, given: Iterable[Value]) -> None:
    """Keeps the objects of Keras that another one is made with, whose settings it reads with its own."""
    held = frozenset(a for value in given for a in value if isinstance(a, Ref) and _is_of_keras(state, a))
    state.heap.write(ref.key, _HELD, held)


def _is_of_keras(state: State, ref: Ref) -> bool:
    cls = state.heap.type_of(ref.key)
    return isinstance(cls, str) and cls.startswith("keras.")


def note_read(state: State, frame: Frame, node: ast.AST, ref: Ref) -> None:
    """An object of Keras is used: it reads its settings, and those of the objects that it was made with."""
    reached, waiting = {ref}, [ref]
    while waiting:
        each = waiting.pop()
        _note_own(state, frame, node, each)
        held = state.heap.read(each.key, _HELD) | state.heap.read(each.key, _SCHEDULED)
        new = sorted((a for a in held - reached if isinstance(a, Ref) and _is_of_keras(state, a)), key=str)
        reached.update(new)
        waiting += new


def _note_own(state: State, frame: Frame, node: ast.AST, ref: Ref) -> None:
    """The settings of an object are read, of which those matter that are set anew somewhere."""
    cls = state.heap.type_of(ref.key)
    if not (classes.is_keras_callable(state, cls) or classes.descends(state, cls, *_WITHOUT_SETTINGS)):
        keras_backend.note_settings(state, frame, node, state.heap.type_name(ref.key))
    for name in changed(state, ref):
        what = "what is changed inside" if name == ALTERED else f"`{name}`"
        message = f"{what} of a `{state.heap.type_name(ref.key)}` is read"
        state.emit(frame, node, Kind.READ, message, target=ref.key, field=name)


def changed(state: State, ref: Ref) -> Iterator[str]:
    """The settings of an object that are set anew: its own, or of what is not seen (`get_layer("drop").rate = 0.0`)."""
    cls = state.heap.type_of(ref.key)
    bases = (cls,) if isinstance(cls, str) else tuple(classes.library_bases(state, cls))
    own = frozenset({ALTERED}).union(*map(_settings, bases))
    unseen = _of_any_layer() if _has_unseen_parts(state, ref) else own - _OF_OTHERS - _WEIGHTS
    set_anew = state.heap[ref.key].changed.keys() & own.union(*map(_methods, bases))
    elsewhere = (name for name in unseen if (found := state.cell(ANY_OBJECT, name)) and found.rebound)
    seen = state.cell(TRAINABLE, "trainable") if "trainable" in unseen else None
    yield from sorted(set_anew.union(elsewhere, ("trainable",) if seen and seen.rebound else ()))


def _has_unseen_parts(state: State, ref: Ref) -> bool:
    """Whether a model consists of layers that the program does not make: one of Keras itself, a copy, one that is loaded."""
    cls = state.heap.type_of(ref.key)
    if cls == "keras.Model":
        return FUNCTIONAL not in state.heap[ref.key].fields
    return isinstance(cls, str) and cls.startswith("keras.applications.")


@cache
def _methods(cls: str) -> frozenset[str]:
    """What a class and those above it define, which a program may define anew for one object."""
    bases, members = data("keras")["classes"].get(canonical_export(cls).removeprefix("keras."), ((), {}))
    own = frozenset(name for name, signature in members.items() if signature >= 0)  # no properties
    return own.union(*(_methods(f"keras.{base}") for base in bases))


@cache
def _of_any_layer() -> frozenset[str]:
    layers = (f"keras.{name}" for name in data("keras")["classes"] if name.startswith("layers."))
    names = frozenset().union(*map(_settings, layers)) - _OF_OTHERS - _WEIGHTS
    return frozenset(name for name in names if not name.endswith(("_initializer", "_constraint")))


@cache
def _settings(cls: str) -> frozenset[str]:
    known = export(cls) if cls.startswith("keras.") else None
    names = frozenset(known.parameters if known is not None else ()) - _APART
    if cls.startswith(("keras.losses.", "keras.metrics.")):
        names |= {"fn"}
    if cls.startswith("keras.optimizers."):
        names |= {"constraint", "overwrite_with_gradient"}  # of the variables that it is given
    if cls.startswith(_LAYERS):
        names |= {"dtype_policy", "autocast", "supports_masking"}
    if cls.startswith("keras.layers.") and cls != "keras.layers.Layer":
        names |= _WEIGHTS
    return names | {"trainable"} if cls in _FREEZES else names
