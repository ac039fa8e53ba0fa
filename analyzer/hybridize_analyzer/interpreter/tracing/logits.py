"""The logits that Keras remembers of a sigmoid or a softmax, for the crossentropies that get the result.

`keras.ops.sigmoid` and `softmax`, and all activations made of them, hang their input on what they return, and the
crossentropies of Keras compute with that instead: exactly, where probabilities are 0 or 1 in their dtype.  Neither the
arguments nor the results of a graph keep it.  Inside a graph a crossentropy also finds the input of `tf.nn.softmax` or
`tf.sigmoid`, by the operation; eagerly it takes the probabilities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of, nested
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import CallSite, Context, State
from hybridize_analyzer.domain.values import Atom, Tensor, Tuple, Value, tensors, union
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

LOST = ("lost",)
"""What stands for the calls that gave a tensor where a graph gets it as an argument."""
_OPERATION = "operation"
"""What stands for an operation of TensorFlow, whose input is found in a graph."""
MONOTONIC = "monotonic"
"""What stands for a layer whose activation a graph may leave out where only the order of numbers matters."""
_TAKEN = "logits are taken"
_MOST = 16
KERAS = frozenset(
    f"keras.{module}.{name}" for module in ("ops", "ops.nn", "activations") for name in ("sigmoid", "softmax")
)
OPERATIONS = frozenset({"nn.softmax", "nn.sigmoid", "sigmoid", "math.sigmoid"})
CROSSENTROPIES = tuple(
    f"keras.{module}.{name}crossentropy"
    for module in ("ops", "ops.nn", "losses", "metrics")
    for name in ("binary_", "categorical_", "sparse_categorical_", "binary_focal_")
)
_CLASSES = (
    "BinaryCrossentropy",
    "BinaryFocalCrossentropy",
    "CategoricalCrossentropy",
    "SparseCategoricalCrossentropy",
)


def of_operation(call: Call, short: str, returned: Value) -> Value:
    """What an operation returns, with a mark where it is a sigmoid or a softmax.  short: as `knowledge.short` says."""
    if short in KERAS:
        return remembering(call, returned)
    return _marked(returned, (_OPERATION,)) if short in OPERATIONS else returned


def remembering(call: Call, value: Value) -> Value:
    """The same tensors, which remember their logits."""
    return _marked(value, (place(call.where),))


def handed_on(inputs: Value, result: Value) -> Value:
    """The result of what returns its input as it is, or may do so."""
    marks = tuple(mark for tensor in tensors(inputs) for mark in tensor.squashed)
    return _marked(result, marks) if marks else result


def returned(call: Call, value: Value) -> Value:
    """What a call of a function of the project gives: it comes from this call, too."""
    if any((isinstance(a, Tensor) and a.squashed) or isinstance(a, Tuple) for a in value):
        return frozenset(_from_call(atom, place(call.where)) for atom in value)
    return value


def monotonic(value: Value) -> Value:
    """What a layer gives whose last activation keeps the order of numbers."""
    return _marked(value, (MONOTONIC,))


def _from_call(atom: Atom, where: str) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(frozenset(_from_call(a, where) for a in e) for e in atom.elements))
    if isinstance(atom, Tensor) and _is_remembered(atom):
        return _with(atom, (where,))
    return atom


def without(value: Value) -> Value:
    """What a graph returns: its tensors remember nothing."""
    return frozenset(a.but(squashed=()) if isinstance(a, Tensor) and a.squashed else a for a in value)


def as_argument(tensor: Tensor) -> Tensor:
    """What a graph gets for a tensor."""
    kept = any(mark not in (_OPERATION, MONOTONIC) for mark in tensor.squashed)
    return tensor.but(squashed=LOST if kept else ())


def place(where: Location) -> str:
    return f"{where.path}:{where.line}:{where.column}"


def _marked(value: Value, marks: Sequence[str]) -> Value:
    return frozenset(_with(a, marks) if isinstance(a, Tensor) and a.kind in _KINDS else a for a in value)


_KINDS = ("tensor", "symbolic")


def _with(tensor: Tensor, marks: Sequence[str]) -> Tensor:
    return tensor.but(squashed=tuple(sorted({*tensor.squashed, *marks})[:_MOST]))


def note_crossentropy(call: Call, *, binary: bool = False) -> None:
    """A crossentropy of Keras, or a loss that cannot be told from one, looks for the logits of what it gets.

    binary: whether it is the function of one that compares number by number: with logits, that of Keras 2 takes labels of
    their shape only, and of probabilities what broadcasts.
    """
    given = [tensors(_parts(call.state, value)) for value in call.values]
    found = [tensor for each in given for tensor in each]
    marks = {mark for tensor in found for mark in tensor.squashed}
    if LOST[0] in marks:
        call.emit(
            Kind.VANISHING, "a crossentropy of Keras gets an argument, whose logits a graph does not remember"
        )
    if _OPERATION in marks:
        message = (
            "a crossentropy of Keras finds the logits of a sigmoid or softmax, which it does in a graph only"
        )
        shapes = {tensor.shape for tensor in found}
        if binary and not (all(given[:2]) and len(shapes) == 1 and None not in shapes):
            message += ", where that of Keras 2 takes no labels of another shape"
        call.emit(Kind.VANISHING, message)
    for mark in sorted(marks - {*LOST, _OPERATION, MONOTONIC}):
        call.state.note(_TAKEN, mark, call.where)
        call.state.note(_taken_from(mark), call.frame.function, call.where)


def _taken_from(mark: str) -> str:
    return f"{_TAKEN} {mark}"


def note_loss(call: Call, cls: object) -> None:
    """A loss or a metric is called.  cls: its class, where that is one of Keras."""
    name = cls.rpartition(".")[2] if isinstance(cls, str) else ""
    if name in _CLASSES or name in _GENERAL:
        note_crossentropy(call)


_GENERAL = ("Loss", "LossFunctionWrapper", "Metric", "MeanMetricWrapper")
"""Classes of losses and metrics that are made with a function."""


def _parts(state: State, value: Value) -> Value:
    """A value and, of a list or tuple, its elements."""
    return union(value, *(items_of(state, value) or ()))


def taken_by_callers(
    state: State, code: FunctionCode, contexts: Sequence[Context], sites: Iterable[CallSite]
) -> Iterator[Event]:
    """A crossentropy outside of a function takes the logits of what it returns.  sites: the calls of the function."""
    gives = [t for c in contexts for v in nested(c.summary.returned, _within, 4) for t in tensors(v)]
    held = [t for c in contexts for v in _held(state, c.summary.returned) for t in tensors(v)]
    if not any(_is_remembered(tensor) for tensor in (*gives, *held)):
        return
    found = [where for site in sites if (where := state.noted(_TAKEN, place(site.where))) is not None]
    inside = state.call_graph().below([code])
    for mark in sorted({mark for tensor in held for mark in tensor.squashed}):
        takers = state.all_noted(_taken_from(mark))
        found += [
            w
            for taker in takers
            if taker not in inside and (w := state.noted(_taken_from(mark), taker)) is not None
        ]
    if found:
        message = "a crossentropy of Keras gets its result, whose logits a graph does not remember"
        yield Event(Kind.VANISHING, message, min(found))


def _is_remembered(tensor: Tensor) -> bool:
    return any(mark not in (*LOST, _OPERATION, MONOTONIC) for mark in tensor.squashed)


def _within(atom: Atom) -> tuple[Value, ...]:
    return atom.elements if isinstance(atom, Tuple) else ()


def _held(state: State, value: Value) -> Iterator[Value]:
    """What stands in lists, dicts and other objects that a value refers to."""
    for key in sorted(references(value)):
        for field in state.heap[key].fields.values():
            yield from nested(field, state.heap.inside, 4)
