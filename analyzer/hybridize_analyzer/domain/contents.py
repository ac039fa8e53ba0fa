"""What stands in containers: the elements of tuples and lists one by one, and the tensors among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Array,
    Atom,
    Const,
    Ref,
    Scalar,
    Tensor,
    Value,
    union,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence

KEYS = "[keys]"
"""The field of a dict that stands for its keys."""
_WHOLE = frozenset({Tensor, Array, Const, Scalar})
"""The kinds of atoms in which nothing stands, whoever asks."""
OF_DATASET = " of a dataset"
"""Ends the source of a lazy sequence that is made of a dataset."""
DISTRIBUTED = "[distributed]"
"""The field of a dataset that a strategy has distributed, which is another kind of object."""
COUNTED = f"enumerate{OF_DATASET}"
"""The source of the elements of a dataset with their numbers."""


def items_of(state: State, value: Value) -> tuple[Value, ...] | None:
    """The elements one by one, when there is exactly one possibility and its length is known."""
    return state.heap.items_of(value)


def is_dataset(state: State, value: Value) -> bool:
    """Whether a dataset, or the `enumerate` or `zip` of one, may be iterated over."""
    return any(
        state.heap.type_of(a.key) == "tensorflow.data.Dataset"
        if isinstance(a, Ref)
        else isinstance(a, LazySequence) and a.source.endswith(OF_DATASET)
        for a in value
    )


def contains_tensor(state: State, value: Value) -> bool:
    """Whether a tensor stands in a value, or in the tuples, lists and dicts in it."""
    return contains(state, value, lambda tensor: True)


def contains_symbolic(state: State, *values: Value) -> bool:
    """Whether a symbolic tensor of Keras stands in some values, or in the tuples, lists and dicts in them."""
    return any(contains(state, value, _is_symbolic) for value in values)


def _is_symbolic(tensor: Tensor) -> bool:
    return tensor.kind == "symbolic"


def contains(state: State, value: Value, wanted: Callable[[Tensor], bool], depth: int = 3) -> bool:
    """Whether a wanted tensor stands in a value, or in the tuples, lists and dicts in it."""
    for atom in value:
        if type(atom) is Tensor and wanted(atom):
            return True
    if not state.heap.holds(value):
        return False
    for part in nested(value, state.heap.inside, depth):
        for atom in part:
            if type(atom) is Tensor and wanted(atom):
                return True
    return False


def tensors_within(state: State, values: Iterable[Value], depth: int = 3) -> Iterator[Tensor]:
    """The tensors in some values, and in the tuples, lists and dicts in them."""
    for value in values:
        for each in nested(value, state.heap.inside, depth) if state.heap.holds(value) else (value,):
            for atom in each:
                if type(atom) is Tensor:
                    yield atom


def nested(value: Value, inside: Callable[[Atom], Iterable[Value]], depth: int) -> Iterator[Value]:
    """A value, and the values that stand in it, down to so many containers deep; each once, the nearest first.

    Containers share parts and may hold each other: who followed every path would take time without bound.

    inside: the values that stand in one atom.
    """
    yield value
    known = {value}
    level: Iterable[Value] = (value,)
    entered: set[Atom] = set()
    for _ in range(depth):
        parts: dict[Value, None] = {}
        for each in level:
            for atom in each:
                if type(atom) in _WHOLE or atom in entered:
                    continue
                entered.add(atom)
                for part in inside(atom):
                    if part not in known:
                        parts[part] = None
        if not parts:
            return
        yield from parts
        known.update(parts)
        level = parts


def has_no_entry(fields: Mapping[str, Value], index: Value) -> bool:
    """Whether nothing that can be seen gives a dict an entry for a text: all of it has other keys, which are known."""
    field = item_field(index)
    if field is None or field in fields or not all(isinstance(a, Const) and a.type == "str" for a in index):
        return False
    known = [value for name, value in fields.items() if name.startswith("[") and name not in (ELEMENTS, KEYS)]
    return KEYS in fields and "[?]" not in fields and fields.get(ELEMENTS, NOTHING) <= union(NOTHING, *known)


def item_field(index: Value) -> str | None:
    """The field of a dict that holds the entry of a constant key."""
    if len(index) == 1:
        (atom,) = index
        if isinstance(atom, Const) and atom.type in ("str", "int", "bool"):
            return f"[{atom.value!r}]"
    return None
