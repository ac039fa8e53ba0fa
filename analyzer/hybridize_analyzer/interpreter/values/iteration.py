"""What iteration yields, for every kind of value."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.ownership import HELD
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    STR,
    UNKNOWN,
    Array,
    Atom,
    Const,
    External,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    part_of,
    union,
)
from hybridize_analyzer.interpreter.values import special_methods

KEYS = "[keys]"
IN_ORDER = "read in order"
"""Notes of the objects whose elements a function takes one after the other."""
FEW = 8
"""Ranges up to this length are kept number by number, and a trace for each of them is no loss."""
OF_DATASET = " of a dataset"


def items_of(state: State, value: Value) -> tuple[Value, ...] | None:
    """The elements one by one, when there is exactly one possibility and its length is known."""
    if len(value) != 1:
        return None
    (atom,) = value
    if isinstance(atom, Tuple):
        return atom.elements
    if isinstance(atom, Iterator):
        return atom.items
    if isinstance(atom, Ref):
        if state.heap.type_of(atom.key) in ("builtins.list", "collections.namedtuple-instance"):
            return state.heap[atom.key].exact
        return None
    if isinstance(atom, Const) and atom.type == "str" and len(atom.value) < 20:
        return tuple(const(c) for c in atom.value)
    return None


def elements_of(state: State, frame: Frame, value: Value, node: ast.AST, *, loop: bool = False) -> Value:
    """What iteration over `value` binds, all iterations together.

    loop: by a `for` statement, which a graph can run over a dataset; anything else that iterates over one does not
    end there.
    """
    if not value:
        return NOTHING
    if not loop and is_dataset(state, value):
        state.emit(frame, node, Kind.PYTHON_VALUE, "Python iterates over a dataset outside a `for` statement")
    return union(*(_element(state, frame, atom, node) for atom in value))


def is_dataset(state: State, value: Value) -> bool:
    """Whether a dataset, or the `enumerate` or `zip` of one, may be iterated over."""
    return any(
        state.heap.type_of(a.key) == "tensorflow.data.Dataset"
        if isinstance(a, Ref)
        else isinstance(a, Iterator) and a.source.endswith(OF_DATASET)
        for a in value
    )


def _element(state: State, frame: Frame, atom: Atom, node: ast.AST) -> Value:
    if isinstance(atom, Tensor):
        shape = atom.shape[1:] if atom.shape else None
        dynamic = atom.dynamic or atom.kind == "ragged"
        kind = (
            "ragged"
            if dynamic and shape is not None and None in shape[1:] and atom.kind == "ragged"
            else "tensor"
        )
        return one(Tensor(kind, atom.dtype, shape, dynamic, atom.rounded))
    if isinstance(atom, Tuple):
        return union(*atom.elements) if atom.elements else NOTHING
    if isinstance(atom, Iterator):
        if atom.source.startswith(HELD):
            state.emit(frame, node, Kind.ADVANCE, "a Python iterator that outlives the call moves on")
        return atom.element
    if isinstance(atom, Array):
        return one(Array(atom.dtype, atom.shape[1:] if atom.shape else None, atom.home))
    if isinstance(atom, Const):
        return STR if atom.type == "str" else UNKNOWN
    if isinstance(atom, Scalar):
        return STR if atom.type == "str" else UNKNOWN
    if isinstance(atom, Ref):
        return _object_elements(state, frame, atom, node)
    if isinstance(atom, External) and atom.name == "class-elements":
        return UNKNOWN
    if isinstance(atom, Opaque):
        return one(part_of(atom))
    return UNKNOWN


def _object_elements(state: State, frame: Frame, atom: Ref, node: ast.AST) -> Value:
    from hybridize_analyzer.domain.classes import container_of

    known = state.heap.type_of(atom.key)
    own = not isinstance(known, str)
    cls = container_of(state, known) if own else known
    if not isinstance(cls, str) or (own and special_methods.iterates(state, atom)):
        return special_methods.iterate(state, frame, node, atom)
    if frame.function is not None:
        state.emit(frame, node, Kind.READ, "its elements are read", target=atom.key, field=ELEMENTS)
        state.note(IN_ORDER, atom.key, frame.module.location(node))
    if cls == "builtins.dict":
        return state.heap.read(atom.key, KEYS)
    if cls.startswith("builtins."):
        return state.heap.read(atom.key, ELEMENTS)
    if cls == "tensorflow.data.Dataset":
        found = state.heap.field(atom.key, ELEMENTS)
        return UNKNOWN if found is None else found
    if cls.startswith("collections."):
        return state.heap.read(atom.key, KEYS if cls in _MAPPINGS else ELEMENTS)
    return UNKNOWN


_MAPPINGS = frozenset(
    {"collections.OrderedDict", "collections.defaultdict", "collections.Counter", "collections.UserDict"}
)


def number_of(numbers: range) -> Value:
    """What a loop over a range takes: every number, one after the other."""
    among = (numbers.start, numbers.stop, numbers.step)
    return one(Scalar("int", varying=len(numbers) > FEW, among=among))


def turns_of_range(iterable: Value) -> Value | None:
    """The same for a range whose numbers are kept one by one; None for all other values."""
    (atom,) = iterable if len(iterable) == 1 else (None,)
    if not isinstance(atom, Iterator) or atom.source != "range" or not atom.items:
        return None
    kept = (a.value for item in atom.items for a in item if isinstance(a, Const))
    numbers = [number for number in kept if isinstance(number, int)]
    if len(numbers) < 2 or len(numbers) != len(atom.items):
        return None
    step = numbers[1] - numbers[0]
    return number_of(range(numbers[0], numbers[-1] + step, step))


def note_contents(state: State, frame: Frame, node: ast.AST, *values: Value) -> None:
    """What stands in the lists and dicts of some values is read."""
    for value in values:
        for atom in value:
            if isinstance(atom, Ref) and state.heap.type_of(atom.key) in _CONTAINERS:
                message = "the content of a container is read"
                state.emit(frame, node, Kind.READ, message, target=atom.key, field=ELEMENTS)
            elif isinstance(atom, Tuple):
                note_contents(state, frame, node, *atom.elements)


_CONTAINERS = frozenset(
    {"builtins.list", "builtins.dict", "builtins.set", "collections.OrderedDict", "collections.deque"}
)
