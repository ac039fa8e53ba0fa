"""What layers, models, optimizers and other library objects offer as attributes."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    INT,
    STR,
    UNKNOWN,
    Bound,
    External,
    Ref,
    Tensor,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.tracing import first_calls
from hybridize_analyzer.interpreter.tracing.alike import is_of_factory
from hybridize_analyzer.interpreter.tracing.order import has_run
from hybridize_analyzer.interpreter.tracing.places import span
from hybridize_analyzer.interpreter.values.allocation import allocate, new_list
from hybridize_analyzer.library.keras import layers, losses, optimizers, settings
from hybridize_analyzer.library.tensorflow import strategies
from hybridize_analyzer.library.tensorflow.modules import note_parts

_VARIABLE_LISTS = frozenset(
    "trainable_variables trainable_weights variables weights non_trainable_variables non_trainable_weights".split()
)


def attribute(state: State, frame: Frame, node: ast.AST, ref: Ref, base: str, name: str) -> Value | None:
    """What a library class offers its instances; None for a method."""
    if base.startswith(("keras.", "tensorflow.Module")) and (name in _VARIABLE_LISTS or name == "built"):
        _note_stale(state, frame, node, ref, name)
    if base.startswith(("keras.", "tensorflow.Module")) and name in _VARIABLE_LISTS:
        if name.startswith(("trainable", "non_trainable")):
            state.emit(frame, node, Kind.READ, f"`{name}` is read", target=ref.key, field="trainable")
        note_parts(state, frame, node, ref, name)
        listed = one(Tensor("variable", keras=base.startswith("keras.")))
        return new_list(state, frame, node, listed, cls="builtins.list")
    if base.startswith("tensorflow.Module"):
        if name == "submodules":
            note_parts(state, frame, node, ref, name)
        flatten = one(
            Bound(External(f"{base}._flatten"), ref)
        )  # no public name, and documented for subclasses
        return {"name": STR, "submodules": UNKNOWN, "_flatten": flatten}.get(name)
    if base.startswith("keras.optimizers"):
        if name in ("learning_rate", "lr"):
            settings.note_read(state, frame, node, ref)
            optimizers.run_rate(Call(state, frame, node, (), {}), ref)
        rate = one(Tensor("variable", "float32", (), keras=True))
        steps = one(Tensor("variable", "int64", (), keras=True))
        known = {"learning_rate": rate, "lr": rate, "iterations": steps, "name": STR}
        return known.get(name, one(Tensor("variable", keras=True)) if name == "variables" else None)
    if base.startswith("keras.metrics"):
        return {"name": STR}.get(name)
    if classes.is_keras_callable(state, base):
        return _layer_attribute(state, frame, node, ref, name)
    if base == strategies.STRATEGY:
        return strategies.attribute(name)
    if base == "enum.Enum":
        return {"value": UNKNOWN, "name": STR}.get(name, UNKNOWN)
    if base == "tensorflow.data.Dataset" and name == "element_spec":
        return UNKNOWN
    return None


def _note_stale(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> None:
    """What the first call of a layer changes is read."""
    called = state.is_layer_called(ref.key)
    again = called and is_of_factory(state, ref.key)
    if not (
        state.heap[ref.key].built or (called and not again) or has_run(state, frame, ref.key, span(node))
    ):
        message = f"`{name}` of a `{state.heap[ref.key].type_name}` is read"
        aspect = Aspect.AGAIN if again else None
        state.emit(frame, node, Kind.STALE, message, target=ref.key, aspect=aspect)
        state.emit(frame, node, Kind.WEIGHT, message)


def _layer_attribute(state: State, frame: Frame, node: ast.AST, ref: Ref, name: str) -> Value | None:
    if name == "losses":
        return losses.read(state, frame, node, ref)
    if name == "layers":
        note_parts(state, frame, node, ref, name)
        parts = frozenset(a for a in state.heap.read(ref.key, "layers") if isinstance(a, Ref))
        return new_list(state, frame, node, union(parts, UNKNOWN))
    if name in ("input", "output", "inputs", "outputs"):
        state.note(layers.SYMBOLIC, ref.key, frame.module.location(node))
        return one(Tensor("symbolic"))
    if name in ("optimizer", "compiled_metrics", "compiled_loss", "loss", "loss_fn", "metrics"):
        settings.note_compiled(state, frame, node, ref, name)
    if name in ("optimizer",):
        return one(Ref(_shared(state, frame, node, "keras.optimizers.Optimizer")))
    if name in ("kernel", "bias", "gamma", "beta", "embeddings") and not state.heap[ref.key].built:
        state.emit(frame, node, Kind.WEIGHT, f"`{name}` of a layer is read")
    if name in ("kernel", "bias", "gamma", "beta", "embeddings"):
        return one(Tensor("variable", keras=True))
    if name in ("compiled_metrics", "compiled_loss", "loss", "loss_fn"):
        return one(Ref(_shared(state, frame, node, "keras.metrics.Mean")))
    return {
        "name": STR, "built": BOOL, "trainable": BOOL, "stop_training": BOOL, "units": INT,
        "dtype": UNKNOWN, "compute_dtype": UNKNOWN, "dtype_policy": UNKNOWN,
        "metrics": UNKNOWN, "metrics_names": UNKNOWN, "activation": UNKNOWN,
        "input_shape": UNKNOWN, "output_shape": UNKNOWN,
    }.get(name)  # fmt: skip


def _shared(state: State, frame: Frame, node: ast.AST, cls: str) -> str:
    return allocate(state, frame, node, cls, suffix=first_calls.OF_MODEL).key
