"""Settings: what layers, losses, metrics and optimizers were made with, and a program may set anew between two calls.

A graph goes on with those that it was traced with.
"""

from __future__ import annotations

import ast
from functools import cache

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Ref
from hybridize_analyzer.interpreter.values.writes import ALTERED
from hybridize_analyzer.knowledge.exports import export

_APART = frozenset({"name", "layers", "trainable", "learning_rate"})
"""Names do not matter, the learning rate is a variable, and layers and what can be trained are followed elsewhere."""
_TUNED = frozenset(
    """rate stddev momentum epsilon alpha negative_slope threshold max_value l1 l2 label_smoothing from_logits delta gamma
    stateful clipnorm clipvalue global_clipnorm weight_decay beta_1 beta_2 rho""".split()
)
"""Settings that programs change while they train, also those of layers that are not seen: `get_layer("drop").rate = 0.0`."""
_FREEZES = frozenset({"keras.layers.BatchNormalization", "keras.layers.SyncBatchNormalization"})
"""Layers that compute something else while they cannot be trained."""

COMPILED = "[compiled]"
"""The field of a model with what `compile` gives it: optimizer, loss and metrics."""


ALTERING = frozenset({"enable_lora", "quantize", "adapt", "set_vocabulary", "finalize_state"})


def note_compiled(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> None:
    """What `compile` has given a model is used; that matters where the program compiles it anew."""
    if state.heap.recorded_change(ref.key, COMPILED) is not None:
        message = f"`{name}` of a `{state.heap.type_name(ref.key)}` is read"
        state.emit(frame, node, Kind.READ, message, target=ref.key, field=COMPILED)


def note_read(state: State, frame: Frame, node: ast.AST, ref: Ref) -> None:
    """An object of Keras is used: it reads its settings, of which those matter that are set anew somewhere."""
    cls = state.heap.type_of(ref.key)
    bases = (cls,) if isinstance(cls, str) else tuple(classes.library_bases(state, cls))
    for name in sorted(frozenset({ALTERED}).union(*map(_settings, bases))):
        unseen = state.cell(ANY_OBJECT, name) if name in _TUNED else None
        if state.heap.recorded_change(ref.key, name) is not None or (unseen and unseen.rebound):
            what = "what is changed inside" if name == ALTERED else f"`{name}`"
            message = f"{what} of a `{state.heap.type_name(ref.key)}` is read"
            state.emit(frame, node, Kind.READ, message, target=ref.key, field=name)


@cache
def _settings(cls: str) -> frozenset[str]:
    known = export(cls) if cls.startswith("keras.") else None
    names = frozenset(known.parameters if known is not None else ()) - _APART
    if cls.startswith(("keras.losses.", "keras.metrics.")):
        names |= {"fn"}
    return names | {"trainable"} if cls in _FREEZES else names
