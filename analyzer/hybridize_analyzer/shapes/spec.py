"""Dtype and shape of an argument or a result, and how rules read them off abstract values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    Array,
    Const,
    Iterator,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
)
from hybridize_analyzer.shapes.dtypes import dtype_of

_DEPTH = 4
_PYTHON = {
    "float": "float32",
    "int": "int32",
    "bool": "bool",
    "str": "string",
    "bytes": "string",
    "complex": "complex128",
}
_NUMPY = {**_PYTHON, "float": "float64", "int": "int64"}


PYTHON, ARRAY = 0, 1


class Spec(NamedTuple):
    """dtype: None where it is not known.  shape: None for unknown rank, None inside for an unknown axis.

    strength: whose dtype wins where several meet: a tensor's over an array's over a Python number's.
    """

    dtype: str | None = None
    shape: Shape | None = None
    strength: int = 2

    @property
    def weak(self) -> bool:
        return self.strength == PYTHON


class Several(NamedTuple):
    """Several results in a tuple, or, with `listed`, in a list."""

    specs: tuple[Result, ...]
    listed: bool = False


class Repeated(NamedTuple):
    """A list of results that are alike, its length unknown."""

    spec: Spec


Result = Spec | Several | Repeated
NOTHING_KNOWN = Spec()


class Lists(Protocol):
    """Reads the lists that arguments refer to: all that a rule can look at besides its arguments."""

    def items_of(self, value: Value) -> tuple[Value, ...] | None:
        """Returns the elements one by one, when there is exactly one possibility and its length is known."""

    def is_list(self, ref: Ref) -> bool:
        """Whether an object is a list of Python."""

    def elements_of_list(self, ref: Ref) -> Value:
        """Returns what a list holds, all elements together."""


@dataclass(frozen=True, slots=True)
class BoundArguments:
    """One call, its arguments by parameter name.

    lists: reads those that the arguments refer to.
    first: the arguments given by position, for functions that take any number of them.  complete: nothing came in
    through `*` or `**`, so that what is not in `given` has its default.
    """

    lists: Lists
    name: str
    given: dict[str, Value]
    first: tuple[Value, ...] = ()
    complete: bool = True

    def spec(self, *names: str) -> Spec:
        """Dtype and shape of the first of these arguments that was given."""
        for name in names:
            if name in self.given:
                return spec_of(self.lists, self.given[name], numpy=self.numpy)
        return NOTHING_KNOWN

    def is_absent(self, name: str) -> bool:
        """Whether an argument is left at None."""
        value = self.given.get(name)
        return self.complete if value is None else is_none(value)

    def flag(self, name: str, *, default: bool = False) -> bool | None:
        """A constant bool, or None."""
        if name in self.given:
            return truth(self.given[name])
        return default if self.complete else None

    def integer(self, name: str, default: int | None = None) -> int | None:
        """A constant integer, or None."""
        if name in self.given:
            return integer(self.given[name])
        return default if self.complete else None

    def integers(self, name: str) -> tuple[int | None, ...] | None:
        """A list of integers, or one as a list; None where its length is not known."""
        value = self.given.get(name)
        return None if value is None else integers(self.lists, value)

    def text(self, name: str, default: str | None = None) -> str | None:
        """A constant string, or None."""
        if name not in self.given:
            return default if self.complete else None
        atom = only(self.given[name])
        return atom.value if isinstance(atom, Const) and isinstance(atom.value, str) else None

    def dtype(self, *names: str) -> str | None:
        """The dtype that an argument names, or None."""
        found = next((self.given[n] for n in names if n in self.given), None)
        named = dtype_of(found)
        builtin = getattr(only(found or frozenset()), "name", "").startswith("builtins.")
        if self.numpy and builtin:
            return {"float32": "float64", "int32": "int64"}.get(named or "", named)
        return named

    @property
    def numpy(self) -> bool:
        return self.name.startswith("numpy.")


Rule = Callable[[BoundArguments], Result]


def only(value: Value) -> object:
    """The atom of a value that has exactly one."""
    return next(iter(value)) if len(value) == 1 else None


def is_none(value: Value) -> bool:
    atom = only(value)
    return isinstance(atom, Const) and atom.value is None


def integer(value: Value) -> int | None:
    atom = only(value)
    if isinstance(atom, Const) and isinstance(atom.value, int) and not isinstance(atom.value, bool):
        return atom.value
    return None


def integers(lists: Lists, value: Value) -> tuple[int | None, ...] | None:
    atom = only(value)
    if isinstance(atom, (Const, Scalar)) and atom.type == "int":
        return (integer(value),)
    if isinstance(atom, (Tensor, Array)):
        if atom.shape == ():
            return (None,)  # one number, as in `tf.ones(tf.shape(x)[0])`
        if atom.shape is None or len(atom.shape) != 1 or atom.shape[0] is None:
            return None
        return (None,) * atom.shape[0]
    items = None if isinstance(atom, Const) else lists.items_of(value)
    return None if items is None else tuple(integer(v) for v in items)


def spec_of(lists: Lists, value: Value, *, numpy: bool = False) -> Spec:
    """What a library sees when it is given this value as a tensor or array."""
    return _Reader(lists, numpy).spec(value, _DEPTH)


def join(a: Spec, b: Spec) -> Spec:
    """What is true of both."""
    return (
        a
        if a == b
        else Spec(
            a.dtype if a.dtype == b.dtype else None,
            join_shapes(a.shape, b.shape),
            max(a.strength, b.strength),
        )
    )


def join_shapes(a: Shape | None, b: Shape | None) -> Shape | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


DENSE = frozenset({"tensor", "variable", "symbolic", "truth"})


@dataclass(slots=True)
class _Reader:
    """known: the parts of nested lists that have been read, by depth: lists may share them."""

    lists: Lists
    numpy: bool
    known: dict[tuple[Value, int], Spec] = field(default_factory=dict)

    def spec(self, value: Value, depth: int) -> Spec:
        found: Spec | None = None
        for atom in value:
            spec = self._atom_spec(atom, depth)
            found = spec if found is None else join(found, spec)
            if found == NOTHING_KNOWN:
                break
        return found or NOTHING_KNOWN

    def _atom_spec(self, atom: object, depth: int) -> Spec:
        if isinstance(atom, Tensor):
            return Spec(atom.dtype, atom.shape if atom.kind in DENSE else None)
        if isinstance(atom, Array):
            return Spec(atom.dtype, atom.shape, ARRAY)
        if isinstance(atom, (Const, Scalar)):
            dtype = (_NUMPY if self.numpy else _PYTHON).get(atom.type)
            if dtype == "int32" and isinstance(atom, Const) and not -(2**31) <= atom.value < 2**31:
                dtype = "int64"
            return NOTHING_KNOWN if dtype is None else Spec(dtype, (), PYTHON)
        if depth and isinstance(atom, (Tuple, Iterator, Ref)):
            return self._sequence_spec(atom, depth - 1)
        return NOTHING_KNOWN

    def _sequence_spec(self, atom: Tuple | Iterator | Ref, depth: int) -> Spec:
        if isinstance(atom, Ref) and not self.lists.is_list(atom):
            return NOTHING_KNOWN
        items = self.lists.items_of(frozenset({atom}))
        if items:
            parts = [self._item(item, depth) for item in dict.fromkeys(items)]
            shape = parts[0].shape
            for part in parts[1:]:
                shape = join_shapes(shape, part.shape)
            shape = None if shape is None else (len(items), *shape)
            return Spec(list_dtype(parts), shape, max(p.strength for p in parts))
        if items is not None:
            return Spec("float64" if self.numpy else "float32", (0,), PYTHON)
        if isinstance(atom, Tuple):
            return NOTHING_KNOWN
        element = atom.element if isinstance(atom, Iterator) else self.lists.elements_of_list(atom)
        if not element:
            return NOTHING_KNOWN
        part = self._item(element, depth)
        return Spec(part.dtype, None if part.shape is None else (None, *part.shape), part.strength)

    def _item(self, value: Value, depth: int) -> Spec:
        found = self.known.get((value, depth))
        if found is None:
            found = self.known[value, depth] = self.spec(value, depth)
        return found


def list_dtype(parts: list[Spec]) -> str | None:
    """The dtype of a list: that of the tensors in it, else the widest of the Python numbers."""
    strong = {p.dtype for p in parts if not p.weak}
    if strong:
        return strong.pop() if len(strong) == 1 else None
    weak = {p.dtype for p in parts}
    if weak <= {"float32", "int32"} or weak <= {"float64", "int64"}:
        return max(weak, key=lambda d: str(d).startswith("float")) if weak else None
    return weak.pop() if len(weak) == 1 else None


def matched(*specs: Spec) -> str | None:
    """The dtype of operands that TensorFlow wants alike: a tensor's, else the arrays', else the first number's."""
    for spec in specs:
        if spec.strength > ARRAY and spec.dtype is not None:
            return spec.dtype
    if not specs or any(s.strength > ARRAY for s in specs):
        return None
    if all(s.weak for s in specs) or not specs[0].weak:
        strongest = max(s.strength for s in specs)
        found = {s.dtype for s in specs if s.strength == strongest}
        return specs[0].dtype if len(found) == 1 or strongest == PYTHON else None
    return None


def broadcast(*shapes: Shape | None) -> Shape | None:
    """The common shape; a length of 2 or more beside an unknown one is the length of both."""
    result: Shape = ()
    for shape in shapes:
        if shape is None:
            return None
        rank = max(len(result), len(shape))
        x = (1,) * (rank - len(result)) + result
        y = (1,) * (rank - len(shape)) + shape
        result = tuple(map(_broadcast_axis, x, y))
    return result


def fit(a: Shape, b: Shape) -> bool:
    """Whether there may be a common shape: no two lengths are known that differ, one of them 1 aside."""
    lengths = zip(reversed(a), reversed(b), strict=False)
    return all(None in (x, y) or x == y or 1 in (x, y) for x, y in lengths)


def _broadcast_axis(a: int | None, b: int | None) -> int | None:
    if a == b:
        return a
    if a == 1:
        return b
    if b == 1:
        return a
    return None if a is not None and b is not None else a if b is None else b


def normalised(axis: int | None, rank: int) -> int | None:
    """An axis counted from the front; None where it is unknown or outside."""
    if axis is None or not -rank <= axis < rank:
        return None
    return axis % rank


def product(lengths: Shape) -> int | None:
    total = 1
    for length in lengths:
        if length is None:
            return None
        total *= length
    return total


def added(*lengths: int | None) -> int | None:
    return None if any(n is None for n in lengths) else sum(n for n in lengths if n is not None)


def replaced(shape: Shape, axis: int, *lengths: int | None) -> Shape:
    """The shape with one axis replaced by others."""
    return (*shape[:axis], *lengths, *shape[axis + 1 :])
