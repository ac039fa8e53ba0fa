"""`losses` of a layer: what its last call has left in it and its parts, and what regularizers of weights give now."""

from __future__ import annotations

import ast
from collections.abc import Iterator as Keys
from typing import NamedTuple

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    INT,
    NONE,
    NOTHING,
    TENSOR,
    UNKNOWN,
    Const,
    External,
    Iterator,
    Opaque,
    Ref,
    Value,
    one,
)
from hybridize_analyzer.interpreter.tracing.alike import is_one
from hybridize_analyzer.interpreter.tracing.order import is_done_before, loop_before
from hybridize_analyzer.interpreter.tracing.places import Span, span
from hybridize_analyzer.interpreter.values.allocation import allocate, new_list
from hybridize_analyzer.interpreter.values.special_methods import invoke, project_objects
from hybridize_analyzer.interpreter.values.written import again
from hybridize_analyzer.library.common import call_callback, callables
from hybridize_analyzer.library.keras import settings
from hybridize_analyzer.library.keras.layers import (
    APPLIED,
    FUNCTIONAL,
    LOSSES,
    is_regularised,
    regularises_activities,
)
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

_ADDING = "losses are added"
"""The table of notes with the layers of which a method calls `add_loss`; its own name stands for any."""
_REGULARIZERS = "[regularizers]"
"""The field of a layer with the regularizers of its weights that the program defines."""
_OBJECTS = "[objects] "
"""How the fields of a layer begin that hold the objects among its regularizers."""
_COMPILED = "[compiled]"
"""The field of a model with what of the program computes its loss."""
_MOST_PARTS = 200


class LossesRead(NamedTuple):
    """layer: its key.  reader: the function, or the path of the module.  renewed: where that certainly calls it before.

    in_turns: each turn of a loop before calls it.
    """

    layer: str
    reader: FunctionCode | str
    where: Location
    renewed: tuple[Span, ...]
    in_turns: bool


def note_added(state: State, ref: Ref, where: Location) -> None:
    """Remembers that a layer adds losses of its own."""
    for key in (_ADDING, ref.key):
        state.note(_ADDING, key, where)


def remember_regularizers(state: State, ref: Ref, keywords: Bindings, where: Location) -> None:
    """Keeps which regularizers of weights a layer, or one of its weights, gets: what the program defines, and objects."""
    for name, value in keywords.items():
        if name.endswith("regularizer") and name != "activity_regularizer":
            objects = frozenset(atom for atom in value if isinstance(atom, Ref))
            if objects:
                state.heap.write(ref.key, _OBJECTS + name, objects)
            own = frozenset((*callables(value), *project_objects(state, value)))
            if own:
                state.note(_REGULARIZERS, _REGULARIZERS, where)
                state.heap.write(ref.key, _REGULARIZERS, own)


def regularizer(call: Call) -> Value:
    """`keras.regularizers.get(identifier)`: nothing for nothing, a function or object as it is, one of Keras for a name."""
    given = call.argument(0, "identifier") or UNKNOWN
    named = frozenset(atom for atom in given - NONE if isinstance(atom, Const))
    if not named:
        return given
    return (given - named) | one(
        allocate(call.state, call.frame, call.node, "keras.regularizers.Regularizer")
    )


def remember_compiled(call: Call, ref: Ref) -> None:
    """`compile(loss=…)`: keeps the functions and objects of the program that compute the loss."""
    given = call.argument(1, "loss") or NOTHING
    call.state.heap.write(
        ref.key, _COMPILED, frozenset((*callables(given), *project_objects(call.state, given)))
    )


def compute(call: Call, ref: Ref) -> None:
    """`compute_loss`: what the model was compiled with, which Keras runs itself, and `losses`."""
    with call.frame.indirectly():
        call_callback(call, call.state.heap.read(ref.key, _COMPILED), (TENSOR, TENSOR), traced=False)
    read(call.state, call.frame, call.node, ref)


def read(state: State, frame: Frame, node: ast.AST, ref: Ref) -> Value:
    """The list that `losses` gives."""
    where, renewed = frame.module.location(node), _renewed(state, frame, node, ref)
    turning = [] if renewed else _turning(state, frame, node, ref)
    in_turns = True in turning or None in turning
    reader = frame.function or frame.module.path
    state.note(LOSSES, LossesRead(ref.key, reader, where, renewed, in_turns), where)
    if not renewed and True not in turning and may_be_left(state, ref):
        what = f"`losses` of a `{state.heap.type_name(ref.key)}` is read"
        why = "behind a loop over a number that cannot be seen, whose turns call it"
        message = f"{what} {why}" if in_turns else f"{what}, which an earlier call has left there"
        aspect = Aspect.LOOP if in_turns else None
        state.emit(frame, node, Kind.LOSSES, message, target=ref.key, aspect=aspect)
    if state.noted(_REGULARIZERS, _REGULARIZERS) is not None:
        _regularise(Call(state, frame, node, (), {}), ref)
    _note_factors(state, frame, node, ref)
    return new_list(state, frame, node, TENSOR)


def _turning(state: State, frame: Frame, node: ast.AST, ref: Ref) -> list[bool | None]:
    """Of the loops before, whose turns call the layer whose losses are read: whether they have any, as `_has_turns` says."""
    loops = (loop_before(frame.body, place, span(node)) for place in _calls_before(state, frame, node, ref))
    return [_has_turns(state, frame, over) for over in loops if over is not None]


def _has_turns(state: State, frame: Frame, over: ast.expr) -> bool | None:
    """Whether a loop of Python has a turn; None where it counts to what cannot be seen."""
    value = again(state, frame, over)
    if items_of(state, value):
        return True
    ranges = bool(value) and all(isinstance(each, Iterator) and each.source == "range" for each in value)
    if not ranges or not isinstance(over, ast.Call) or len(over.args) != 1:
        return False
    ends = again(state, frame, over.args[0])
    unseen = frozenset(end for end in ends if isinstance(end, (External, Opaque)) or end in INT)
    if not all(isinstance(atom, Const) and atom.value > 0 for atom in ends - unseen):
        return False
    return None if unseen else True


def _note_factors(state: State, frame: Frame, node: ast.AST, ref: Ref) -> None:
    """What regularizers of Keras multiply with is read, of those that a layer was given and of those that it made itself."""
    for key in parts_of(state, ref):
        if classes.descends(state, state.heap.type_of(key), "keras.regularizers."):
            settings.note_read(state, frame, node, Ref(key))
    for name in _FACTORS:
        if state.changed_at(ANY_OBJECT, name) is not None:
            message = f"`{name}` of a regularizer is read"
            state.emit(frame, node, Kind.READ, message, target=ANY_OBJECT, field=name)


_FACTORS = ("l1", "l2", "factor")


def _regularise(call: Call, ref: Ref) -> None:
    """The regularizers of all weights are run by Keras itself, so that AutoGraph does not reach them."""
    state, frame = call.state, call.frame
    for key in parts_of(state, ref):
        for atom in state.heap.read(key, _REGULARIZERS):
            if isinstance(atom, Ref):
                invoke(state, frame, call.node, atom, ("__call__",), (TENSOR,))
            else:
                with frame.indirectly():
                    call_callback(call, one(atom), (TENSOR,), traced=False)


def may_be_left(state: State, ref: Ref) -> bool:
    """Whether a call of a layer may leave losses in it or its parts, as far as these are known."""
    adding = state.noted(_ADDING, _ADDING) is not None
    return (adding or regularises_activities(state)) and any(
        _leaves(state, key) for key in parts_of(state, ref)
    )


def _leaves(state: State, key: str) -> bool:
    if state.noted(_ADDING, key) is not None or state.heap.type_of(key) == "keras.Model":
        return True
    return is_regularised(state, Ref(key))


def parts_of(state: State, ref: Ref) -> Keys[str]:
    """The keys of an object and of all that it refers to, down to the parts of its parts."""
    reached, waiting = {ref.key}, [ref.key]
    while waiting:
        key = waiting.pop()
        yield key
        found = state.heap[key]
        inside = {k for value in found.fields.values() for k in references(value)}
        if FUNCTIONAL in found.fields and APPLIED in state.heap.objects:
            inside |= references(state.heap.read(APPLIED, "layers"))
        new = [k for k in sorted(inside - reached) if len(reached) < _MOST_PARTS]
        reached.update(new)
        waiting += new


def note_called(call: Call, ref: Ref) -> None:
    """A layer has been called: its losses are those of this call, for what follows."""
    if not may_be_left(call.state, ref):
        return
    frame, text = call.frame, _text(getattr(call.node, "func", None))
    frame.renewed.setdefault(ref.key, {})[span(call.node)] = text
    if frame.is_certain and is_one(call.state, ref.key):
        call.emit(Kind.RENEWED, "the losses of a layer are made anew", target=ref.key)


def _renewed(state: State, frame: Frame, node: ast.AST, ref: Ref) -> tuple[Span, ...]:
    """Where this activation has called the layer whose losses are read, on every way to the place where it reads them."""
    before = _calls_before(state, frame, node, ref)
    return tuple(place for place in before if is_done_before(frame.body, place, span(node)))


def _calls_before(state: State, frame: Frame, node: ast.AST, ref: Ref) -> list[Span]:
    """Where this activation has called the layer whose losses are read, on some way at least."""
    text = None if is_one(state, ref.key) else _text(_owner(node))
    called = frame.renewed.get(ref.key, {})
    return [place for place, written in sorted(called.items()) if text in (None, written)]


def _owner(node: ast.AST) -> ast.AST | None:
    """The layer in the syntax that reads its losses: `layer.losses`, `layer.compute_loss(…)`."""
    return getattr(node.func if isinstance(node, ast.Call) else node, "value", None)


def _text(node: ast.AST | None) -> str:
    return "" if node is None else ast.dump(node)
