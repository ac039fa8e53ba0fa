"""What Keras traces for a number of examples that is open: for symbolic tensors, and in `fit` and its kin."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NOTHING, Bound, Function, Partial, Ref, Value, union
from hybridize_analyzer.interpreter.tracing.lengths import OPEN_BATCH
from hybridize_analyzer.library.keras import layers, losses
from hybridize_analyzer.report import Location

_STEPS = ("train_step", "test_step", "predict_step", "compute_loss", "call")
_JUDGES = ((1, "loss"), (3, "metrics"), (4, "weighted_metrics"))


def note_symbolic(state: State, ref: Ref, where: Location) -> None:
    """A layer is applied to symbolic tensors."""
    if state.heap.type_of(ref.key) == "keras.layers.Lambda":
        _note(state, state.heap.read(ref.key, "function"), where)
    else:
        _note_method(state, ref.key, "call", where)


def note_run(state: State, ref: Ref, where: Location) -> None:
    """A model is run by `fit` or its kin, with all its parts."""
    for name in _STEPS:
        _note_method(state, ref.key, name, where)
    for key in losses.parts_of(state, ref):
        note_symbolic(state, Ref(key), where)
        _note(state, state.heap.read(key, layers.CONFIG + "activation"), where)


def note_compiled(call: Call) -> None:
    """What `compile` gives a model judges batches in its steps."""
    for index, name in _JUDGES:
        given = call.argument(index, name) or NOTHING
        within = union(NOTHING, *_parts(call.state, given))
        for atom in given | within:
            if isinstance(atom, Ref):
                _note_method(call.state, atom.key, "call", call.where)
                _note_method(call.state, atom.key, "update_state", call.where)
        _note(call.state, given | within, call.where)


def _parts(state: State, given: Value) -> Iterator[Value]:
    """What stands in lists and dicts, where one function for each output may be given."""
    yield from items_of(state, given) or ()
    for atom in given:
        if isinstance(atom, Ref) and state.heap.type_of(atom.key) in ("builtins.list", "builtins.dict"):
            yield from state.heap[atom.key].fields.values()


def _note_method(state: State, key: str, name: str, where: Location) -> None:
    cls = state.heap.type_of(key)
    found = None if isinstance(cls, str) else classes.find_attribute(state, cls, name)
    _note(state, found[0] if found else NOTHING, where)


def _note(state: State, run: Value, where: Location) -> None:
    for atom in run:
        inner = atom.function if isinstance(atom, (Bound, Partial)) else atom
        if isinstance(inner, Function):
            state.note(OPEN_BATCH, inner.code, where)
