"""What both sides of a branch on a tensor give: whether a graph can choose between them."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.domain.contents import KEYS
from hybridize_analyzer.domain.events import Aspect
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    Atom,
    Const,
    Opaque,
    Ref,
    Tensor,
    Tuple,
    Value,
    one,
    tensors,
)
from hybridize_analyzer.interpreter.syntax.chosen_numbers import number_dtype

DISAGREEMENTS = {
    Aspect.NUMBER: ", and of the Python number on one side a graph makes a tensor",
    Aspect.UNTOLD: ", and whether it is the same kind of tensor on both sides cannot be seen",
    None: " and is not the same kind of tensor on both sides",
}


def disagreement(sides: Sequence[Value]) -> Aspect | None:
    """What is wrong with the values of both sides: that they differ (None), or that nobody knows."""
    if _number_beside_tensor(sides):
        return Aspect.NUMBER
    parts = parts_of_tuples(sides)
    if parts is not None:
        open_ = [each for each in parts if not is_chosen(each)]
        return Aspect.UNTOLD if all(disagreement(each) is Aspect.UNTOLD for each in open_) else None
    kinds = ("tensor", "variable")
    dense = all(
        isinstance(a, Opaque) or (isinstance(a, Tensor) and a.kind in kinds) for side in sides for a in side
    )
    if dense and all(sides) and len({a.dtype for v in sides for a in tensors(v)} - {None}) < 2:
        return Aspect.UNTOLD
    return None


def _number_beside_tensor(sides: Sequence[Value]) -> bool:
    """Whether some sides are Python numbers that become tensors of the dtype that the others have."""
    numbers = {dtype for dtype in map(number_dtype, sides) if dtype is not None}
    others = [value for value in sides if number_dtype(value) is None]
    return (
        bool(numbers and others)
        and same_tensor(others)
        and numbers == {t.dtype for v in others for t in tensors(v)}
    )


def are_numbers_beside_tensors(sides: Sequence[Value]) -> bool:
    """Whether some path gives a tensor, and others may give numbers, of which a graph makes tensors like that.

    What is done with a number goes with a tensor, too, then: the other path has one in eager execution.
    """
    parts = parts_of_tuples(sides)
    if parts is not None:
        return all(is_chosen(each) or are_numbers_beside_tensors(each) for each in parts)
    return scalar_beside_numbers(sides) is not None


def scalar_beside_numbers(sides: Sequence[Value]) -> str | None:
    """The dtype of the scalar that some path gives, and others may give as numbers; None where that is not so."""
    atoms = [a for value in sides for a in value]
    dtypes = {a.dtype if isinstance(a, Tensor) else number_dtype(one(a)) for a in atoms}
    scalars = all(map(_is_scalar, tensors(frozenset(atoms))))
    gives = any(value and all(isinstance(a, Tensor) for a in value) for value in sides)
    return dtypes.pop() if gives and scalars and all(sides) and len(dtypes) == 1 else None


def _is_scalar(tensor: Tensor) -> bool:
    return tensor.kind in ("tensor", "truth") and tensor.shape == () and not tensor.of_array


def has_fraction(value: Value) -> bool:
    """Whether there is a float of Python besides zero, alone or in a tuple: it has more digits than a tensor of float32."""
    return any(
        (number_dtype(one(a)) == "float32" and a != Const("float", 0.0))
        or (isinstance(a, Tuple) and any(map(has_fraction, a.elements)))
        for a in value
    )


def is_chosen(sides: Sequence[Value]) -> bool:
    """Whether a graph can choose between values: tensors of one kind, or tuples of one length of these."""
    parts = parts_of_tuples(sides)
    return same_tensor(sides) if parts is None else all(map(is_chosen, parts))


def parts_of_tuples(sides: Sequence[Value]) -> list[Sequence[Value]] | None:
    """What stands in the same places of tuples of one length; None where the values are no such tuples."""
    atoms = [a for value in sides for a in value]
    tuples = [a.elements for a in atoms if isinstance(a, Tuple)]
    alike = len(tuples) == len(atoms) and len({len(each) for each in tuples}) == 1
    return list(zip(*tuples, strict=True)) if alike and all(sides) else None


def of_entries(state: State, sides: Sequence[Value]) -> Sequence[Value]:
    """The values with tuples of their entries for dicts, if these all have the same known keys and nothing else holds them.

    A graph chooses between such dicts, and carries them through loops, entry by entry.
    """
    dicts = {a: None for value in sides for a in value}
    fields = [_entries(state, atom) for atom in dicts]
    if not fields or None in fields or len({tuple(each) for each in fields if each is not None}) != 1:
        return sides
    tuples = {
        a: Tuple(tuple(each.values())) for a, each in zip(dicts, fields, strict=True) if each is not None
    }
    return [frozenset(tuples[a] for a in value) for value in sides]


def _entries(state: State, atom: Atom) -> dict[str, Value] | None:
    """The entries of a dict by their fields, in the order of these; None where not all keys are known texts or numbers."""
    if not isinstance(atom, Ref) or state.heap.type_of(atom.key) != "builtins.dict":
        return None
    found = state.heap[atom.key]
    if (
        KEYS not in found.fields
        or "[?]" in found.fields
        or found.changed
        or not state.heap.is_unheld(atom.key)
    ):
        return None
    names = sorted(name for name in found.fields if name.startswith("[") and name not in (ELEMENTS, KEYS))
    return {name: state.heap.read(atom.key, name) for name in names}


def is_dense(atom: Atom) -> bool:
    return isinstance(atom, Tensor) and atom.kind == "tensor"


def are_dense(value: Value) -> bool:
    """Whether they are tensors, or tuples of such."""
    return all(is_dense(a) or (isinstance(a, Tuple) and all(map(are_dense, a.elements))) for a in value)


def same_tensor(sides: Sequence[Value]) -> bool:
    found: set[tuple[str, str | None]] = set()
    for value in sides:
        if not value or not all(isinstance(a, Tensor) for a in value):
            return False
        found |= {(a.kind.replace("variable", "tensor"), a.dtype) for a in tensors(value)}
    return len(found) == 1 and all(dtype is not None for _, dtype in found)


def same_shape(first: Value, last: Value) -> bool:
    if all(a.kind == "array" for a in tensors(first)):
        return True
    shapes = {a.shape for value in (first, last) for a in tensors(value)}
    known = [s for s in shapes if s is not None and all(axis is not None for axis in s)]
    return len(shapes) == 1 and len(known) == 1


def uniform(values: Sequence[Value]) -> bool:
    """Whether all paths that depend on a tensor give tensors of one dtype, or tuples of these of one length."""
    return is_chosen(values) and all(_has_plain_tensors(atom) for value in values for atom in value)


def _has_plain_tensors(atom: Atom) -> bool:
    if isinstance(atom, Tuple):
        return all(_has_plain_tensors(each) for element in atom.elements for each in element)
    return isinstance(atom, Tensor) and atom.kind in ("tensor", "variable")
