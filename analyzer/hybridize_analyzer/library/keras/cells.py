"""Cells of recurrent layers that a program calls by hand: in training they keep the mask of their dropout for later calls.

`keras.layers.RNN` and its kin forget it when they are done; of other calls a graph leaves a symbolic tensor in the cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Bindings, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import NOTHING, UNKNOWN, Ref, Value, union
from hybridize_analyzer.interpreter.tracing.alike import is_one
from hybridize_analyzer.interpreter.tracing.order import is_done_before
from hybridize_analyzer.interpreter.tracing.places import span

RATES = ("dropout", "recurrent_dropout")
_RESETTING = {"dropout": "reset_dropout_mask", "recurrent_dropout": "reset_recurrent_dropout_mask"}
_RATE = "rate "
_KEPT = "a mask of dropout is kept"
_STACKED = "keras.layers.StackedRNNCells"
_DRAWING = ("keras.layers.GRUCell", "keras.layers.LSTMCell", "keras.layers.SimpleRNNCell")
CELLS = (*_DRAWING, _STACKED)


def remember(state: State, ref: Ref, keywords: Bindings) -> None:
    """Keeps the rates of dropout that a cell is made with."""
    if classes.descends(state, state.heap.type_of(ref.key), *_DRAWING):
        for name in RATES:
            given = keywords.get(name, UNKNOWN if "**" in keywords else NOTHING)
            state.heap.write(ref.key, _RATE + name, given)


def note_called(call: Call, ref: Ref, training: Value) -> None:
    """A program calls a cell, or cells on top of each other: those that drop out keep their masks.

    training: what the call, or the one around it, says about training; nothing if none does.
    """
    trains = truth(training) if training else False
    if trains is False or not classes.descends(call.state, call.state.heap.type_of(ref.key), *CELLS):
        return
    for cell in _drawing(call.state, ref):
        for name in RATES:
            rate = _rate(call.state, cell, name)
            if rate and truth(rate) is not False and not _is_new(call, ref, cell, name):
                certain = trains is True and truth(rate) is True
                what = f"a `{call.state.heap.type_name(cell.key)}` keeps the mask of its `{name}` for later calls"
                aspect = None if certain else Aspect.UNTOLD
                call.emit(Kind.WRITE, what, target=cell.key, field=f"mask of {name}", aspect=aspect)


def reset(call: Call, method: str, ref: Ref) -> bool:
    """Whether a method makes a cell forget a mask."""
    cls = call.state.heap.type_of(ref.key)
    if method not in _RESETTING.values() or not classes.descends(call.state, cls, *_DRAWING):
        return False
    call.frame.renewed.setdefault(_kept_at(ref, method), {})[span(call.node)] = ""
    return True


def _drawing(state: State, ref: Ref) -> Iterator[Ref]:
    """The cells that a call of one runs: itself, or those that are stacked, at any depth."""
    pending, seen = [ref], {ref}
    while pending:
        each = pending.pop()
        if not classes.descends(state, state.heap.type_of(each.key), _STACKED):
            yield each
            continue
        inside = [a for a in state.heap.read(each.key, "layers") if isinstance(a, Ref) and a not in seen]
        cells = (a for a in inside if classes.descends(state, state.heap.type_of(a.key), *CELLS))
        new = sorted(cells, key=lambda cell: cell.key)
        seen.update(new)
        pending += new


def _rate(state: State, cell: Ref, name: str) -> Value:
    """A rate of dropout, as the cell was made or as the program set it later."""
    return union(state.heap.read(cell.key, _RATE + name), state.heap.read(cell.key, name))


def _is_new(call: Call, called: Ref, cell: Ref, name: str) -> bool:
    """Whether a mask is drawn by each run of a function: it lets the cell forget the one before, as everybody does."""
    where, method = call.where, _RESETTING[name]
    forgotten = call.frame.renewed.get(_kept_at(cell, method), {})
    before = any(is_done_before(call.frame.body, place, span(call.node)) for place in forgotten)
    if called != cell or not before or not is_one(call.state, cell.key):
        call.state.note(_KEPT, (cell.key, name), where)
        return False
    return call.state.noted(_KEPT, (cell.key, name)) is None


def _kept_at(ref: Ref, method: str) -> str:
    return f"{ref.key} {method}"
