"""Abstract values: what a Python expression may hold when TensorFlow code runs.

A value is a set of atoms (what it may be); the empty set is "not reached yet".  Atoms are immutable and
hashable; mutable things (lists, objects) are references into the heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from hybridize_analyzer.domain.making import PLAIN, Making
from hybridize_analyzer.program.hashing import Hashed

if TYPE_CHECKING:
    from hybridize_analyzer.program.code import ClassCode, FunctionCode

Shape = tuple["int | None", ...]
Axes = tuple[int, ...]
FIRST: Axes = (0,)
"""The axis along which a batch has any number of examples."""
"""Axis lengths; None for a length that is fixed at run time but not known here."""


@dataclass(frozen=True, slots=True)
class Tensor(Hashed):
    """A TensorFlow value.

    kind: tensor, variable, ragged, sparse, slices, array (TensorArray), symbolic (KerasTensor), dataset.
    shape: None for unknown rank.  dynamic: inside a graph some axis would have no static length; unranked: not even the
    number of axes would be known there.
    rounded: came through arithmetic that a graph does otherwise, so that its last bit may be another one.
    sized: made of lengths alone, which tracing knows where shapes are static.
    batches: length of the first axis in all batches of a dataset but the last, and in the last; None for not known.
    stacked: an element of a dataset, which `batch` made of elements of one shape each; another batch may have other lengths,
    and hardly ever has.
    origin: key of a dataset whose elements all have one shape, where that is not known, and the place in an element.
    keras: a variable of Keras 3 or, among tensors, what a graph gets where one is an argument.
    masked: Keras has put a mask on it, an attribute that the tensors of a graph do not hand on.
    of_array: a NumPy array while it is executed eagerly, an argument or computed of arguments.
    supposed: unranked only if the branches of a conditional have different numbers of axes, which cannot be seen.
    squashed: what Keras remembers the logits of (`tracing/logits.py`): the calls that gave it.
    mask_lost: what has a mask of Keras while it is executed eagerly, an argument or computed of one, and none in a graph.
    made: the operations from which it comes directly, as far as a graph may do others in their place.
    open_at: where it is dynamic, the axes whose length a graph may not know; None for any of them.
    several: what a model gives whose outputs cannot be seen, so that it may be a list or tuple of tensors instead.
    placeholder: computed by a layer while Keras builds a model, of symbolic tensors; calls may leave lengths of it open.
    assigned: what an assignment to a variable gave, which only the execution that made it can read: a graph, or eager code.
    in_rows: a gradient that may be a `tf.IndexedSlices`, with rows for some indices alone.
    """

    kind: str = "tensor"
    dtype: str | None = None
    shape: Shape | None = None
    dynamic: bool = False
    rounded: bool = False
    sized: bool = False
    batches: tuple[int | None, int | None] | None = None
    origin: tuple[str, ...] | None = None
    keras: bool = False
    unranked: bool = False
    masked: bool = False
    of_array: bool = False
    supposed: bool = False
    mask_lost: bool = False
    squashed: tuple[str, ...] = ()
    made: Making = PLAIN
    assigned: bool = False
    stacked: bool = False
    open_at: Axes | None = None
    several: bool = False
    placeholder: bool = False
    in_rows: bool = False

    __hash__ = Hashed.__hash__

    @property
    def has_open_axes(self) -> bool:
        """Whether a graph may not know a length, now or, of what Keras builds a model with, when the model is called."""
        return self.dynamic or self.placeholder or self.kind == "symbolic"

    @property
    def open_axes(self) -> Axes | None:
        """Where it has open axes, those whose length a graph may not know, as its shape tells, too; None for any of them."""
        if self.open_at is not None or self.shape is None:
            return self.open_at
        return tuple(axis for axis, length in enumerate(self.shape) if length is None)

    def may_be_open(self, axis: int) -> bool:
        """Whether a graph may not know the length of an axis; negative ones count from behind."""
        if not self.dynamic:
            return False
        if self.shape is None:
            return self.open_at is None or axis < 0 or axis in self.open_at
        if not -len(self.shape) <= axis < len(self.shape):
            return True
        return self.shape[axis] is None and (self.open_at is None or axis % len(self.shape) in self.open_at)

    def but(self, **changes: Any) -> Tensor:
        """The same with other values of some fields; the very same atom whenever that is asked again."""
        return _changed(self, *changes.items())


Home = tuple[str, str]
MADE: Home = ("", "")
"""Home of an array that the running call made and has not kept anywhere."""
_MOST_HOMES = 8


@dataclass(frozen=True, slots=True)
class Array(Hashed):
    """A NumPy array or scalar, or a view of one.

    homes: where it may be kept, in order, each as the key of an object (or of an activation, a module's variable, a class)
    and a name there; `MADE` while only the running call has it; none where that is not known.
    """

    dtype: str | None = None
    shape: Shape | None = None
    homes: tuple[Home, ...] = ()

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class Const(Hashed):
    """A Python constant; `type` keeps 1, 1.0 and True apart.

    member: the enumeration of which it is a member, where that is a number or text of Python itself (`IntEnum`).
    """

    type: str
    value: Any
    member: ClassCode | None = field(default=None, repr=False)

    __hash__ = Hashed.__hash__


Const._contents = attrgetter("type", "value")


@dataclass(frozen=True, slots=True)
class Scalar(Hashed):
    """A Python number, string or bool of unknown value.

    varying: takes several values during one run.  among: those of `range(*among)`, all of them in a complete loop.
    open: a length that is None inside a graph.
    """

    type: str
    varying: bool = False
    among: tuple[int, int, int] | None = None
    open: bool = False

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class Tuple(Hashed):
    elements: tuple[Value, ...]

    __hash__ = Hashed.__hash__
    __eq__ = Hashed.equals


BATCH_SHAPE = "shape of a batch"
"""The source of a static shape of unknown rank, of which a graph knows all lengths but the first."""
SHAPES = ("shape", BATCH_SHAPE)


@dataclass(frozen=True, slots=True)
class Iterator(Hashed):
    """A lazy sequence (range, zip, map, generator); `items` where the elements are known one by one.

    view_of: the key of the dict whose entries it shows as they are.
    """

    element: Value
    items: tuple[Value, ...] | None = None
    source: str = "iterator"
    view_of: str | None = None

    __hash__ = Hashed.__hash__
    __eq__ = Hashed.equals


@dataclass(frozen=True, slots=True)
class Ref(Hashed):
    """A mutable object, by allocation site."""

    key: str

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class Function(Hashed):
    """A function or lambda of the project; `env` names the activation whose variables it closes over."""

    code: FunctionCode
    env: str | None = None

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class Bound(Hashed):
    """A method with its receiver."""

    function: Atom
    receiver: Atom

    __hash__ = Hashed.__hash__
    __eq__ = Hashed.equals

    @property
    def of_object(self) -> tuple[FunctionCode, str] | None:
        """The function and the key of the receiver, where both are of the project."""
        function = self.function.function if isinstance(self.function, Hybrid) else self.function
        if isinstance(function, Function) and isinstance(self.receiver, Ref):
            return function.code, self.receiver.key
        return None


@dataclass(frozen=True, slots=True)
class Partial(Hashed):
    """A callable with arguments in front.

    made: key of the object that stands for what `functools.partial` makes at one place.
    """

    function: Atom
    args: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]
    made: str | None = None

    __hash__ = Hashed.__hash__
    __eq__ = Hashed.equals


@dataclass(frozen=True, slots=True)
class Class(Hashed):
    code: ClassCode

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class Module(Hashed):
    """A module of the project, by path."""

    path: str

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class External(Hashed):
    """Something of an installed library, by its canonical dotted name (`tensorflow.math.add`)."""

    name: str

    __hash__ = Hashed.__hash__


@dataclass(frozen=True, slots=True)
class Hybrid(Hashed):
    """A function wrapped by `tf.function`."""

    function: Atom

    __hash__ = Hashed.__hash__
    __eq__ = Hashed.equals


@dataclass(frozen=True, slots=True)
class Opaque(Hashed):
    """Something unknown.  origin: `param:NAME@FUNCTION` for what an unseen caller passes, else a reason."""

    origin: str

    __hash__ = Hashed.__hash__


Atom = (
    Tensor | Array | Const | Scalar | Tuple | Iterator | Ref | Function | Bound | Partial | Class | Module
    | External | Hybrid | Opaque
)  # fmt: skip
Value = frozenset[Atom]

_KEPT = 100_000
interned_opaque = lru_cache(maxsize=_KEPT)(Opaque)
interned_ref = lru_cache(maxsize=_KEPT)(Ref)
interned_scalar = lru_cache(maxsize=_KEPT)(Scalar)
interned_tensor = lru_cache(maxsize=_KEPT)(Tensor)
"""Constructors that give the very same atom again: it is hashed once, and sets find it without comparing."""


@lru_cache(maxsize=_KEPT)
def _changed(tensor: Tensor, *changes: tuple[str, Any]) -> Tensor:
    return replace(tensor, **dict(changes))


NOTHING: Value = frozenset()
NONE: Value = frozenset({Const("NoneType", None)})
OPERATION: Value = frozenset({Const("operation", None)})
"""What operations without a result give: None eagerly, and inside a graph a `tf.Operation`, which no graph returns."""
UNKNOWN: Value = frozenset({Opaque("unknown")})
_ANYTHING = Opaque("too many possibilities")
TOP: Value = frozenset({_ANYTHING})
"""Greatest element: joining anything to it gives it again."""
NAMESPACE = Opaque("a namespace of arguments")
"""What a parser of `argparse` gives."""
EXECUTED = Opaque("executed text")
"""What `exec` defines: code without source, which AutoGraph cannot convert either."""
TENSOR: Value = frozenset({Tensor()})
BOOL: Value = frozenset({Scalar("bool")})
_INT = Scalar("int")
INT: Value = frozenset({_INT})
FLOAT: Value = frozenset({Scalar("float")})
OPEN = Scalar("int", open=True)
"""A static length that a graph does not know (`lengths`)."""
STR: Value = frozenset({Scalar("str")})

_MAX_ATOMS = 12
_MAX_CODE = 100
_MAX_DEPTH = 5
_MAX_NUMBERS = 3
_MAX_WEIGHT = 150


def one(atom: Atom) -> Value:
    if type(atom) in _NESTING and _weight(atom, _MAX_WEIGHT) > _MAX_WEIGHT:
        return TOP
    return frozenset((atom,))


_NESTING = frozenset({Tuple, Iterator, Partial})


def _weight(atom: Atom, limit: int) -> int:
    """The number of atoms nested in one, counted up to a limit."""
    total = 1
    for value in parts_of(atom):
        for inner in value:
            total += _weight(inner, limit - total) if type(inner) in _NESTING else 1
            if total > limit:
                return total
    return total


def parts_of(atom: Atom) -> tuple[Value, ...]:
    if isinstance(atom, Tuple):
        return atom.elements
    if isinstance(atom, Iterator):
        return (atom.element, *(atom.items or ()))
    if isinstance(atom, Partial):
        return (*atom.args, *(v for _, v in atom.keywords))
    return ()


PART = "element of "
FROM_CALLER = ("param:", PART + "param:")
"""How the origin of what an unseen caller passes begins."""


def part_of(atom: Opaque) -> Opaque:
    """An element or attribute of something unknown."""
    return atom if atom.origin.startswith(PART) else interned_opaque(PART + atom.origin)


def const(value: Any) -> Value:
    """The value of a literal; unhashable or long ones lose their content."""
    name = type(value).__name__
    if isinstance(value, (str, bytes)) and len(value) > 80:
        return one(Scalar(name))
    return _literal(name, value)


@lru_cache(maxsize=10_000)
def _literal(name: str, value: Any) -> Value:
    return frozenset({Const(name, value)})


@lru_cache(maxsize=10_000)
def external(name: str) -> Value:
    """Something of an installed library, by its canonical dotted name."""
    return frozenset({External(name)})


def union(*values: Value) -> Value:
    """Least upper bound."""
    result = values[0] if len(values) == 1 else NOTHING.union(*values)
    if len(result) > 1:
        return compact(result)
    return next(filter(None, values), NOTHING)  # one of them, so that equal values are kept once


def compact(value: Value) -> Value:
    """Joins tensors of one kind, arrays of one dtype, and keeps the set small, so that chains of joins end."""
    if _ANYTHING in value:
        return TOP
    if _JOINED.isdisjoint(map(type, value)):
        return _limited({*[*value]})  # one after the other, as below, on which the order of the set depends
    tensors: dict[str, Tensor] = {}
    arrays: dict[str | None, Array] = {}
    tuples: dict[int, Tuple] = {}
    rest: list[Atom] = []
    for atom in value:
        if isinstance(atom, Tensor):
            tensors[atom.kind] = join_tensors(tensors[atom.kind], atom) if atom.kind in tensors else atom
        elif isinstance(atom, Tuple):
            size = len(atom.elements)
            tuples[size] = _join_tuples(tuples[size], atom) if size in tuples else atom
        elif isinstance(atom, Array):
            known = arrays.get(atom.dtype)
            arrays[atom.dtype] = (
                atom
                if known is None
                else Array(atom.dtype, _join_shapes(known.shape, atom.shape), joined_homes((known, atom)))
            )
        else:
            rest.append(atom)
    if any(_weight(t, _MAX_WEIGHT) > _MAX_WEIGHT for t in tuples.values()):
        return TOP
    return _limited({*tensors.values(), *arrays.values(), *tuples.values(), *rest})


_JOINED = frozenset({Tensor, Array, Tuple})
"""Kinds of atoms of which several become one."""
_OF_CODE = frozenset({Function, Class, Hybrid})
"""Kinds of atoms of which a program has no more than it defines."""


def _limited(result: set[Atom]) -> Value:
    """Keeps a set of atoms small."""
    if len(result) > _MAX_ATOMS:
        result = {_generalised(atom) for atom in result}
    if len(result) > 2 * _MAX_ATOMS:
        code = sum(type(atom) in _OF_CODE for atom in result)
        if code > _MAX_CODE or len(result) - code > 2 * _MAX_ATOMS:
            return TOP
    return frozenset(result)


def joined_homes(arrays: Iterable[Array]) -> tuple[Home, ...]:
    """Where one of some arrays may be kept, past a number of places unknown; if it is of one, none is the call's own."""
    every = [array.homes for array in arrays]
    homes = {home for each in every for home in each if home != MADE or all(every)}
    return tuple(sorted(homes)) if len(homes) <= _MOST_HOMES else ()


@lru_cache(maxsize=_KEPT)
def join_tensors(a: Tensor, b: Tensor) -> Tensor:
    if a == b:
        return a
    dtype = a.dtype if a.dtype == b.dtype else None
    return Tensor(
        a.kind,
        dtype,
        _join_shapes(a.shape, b.shape),
        a.dynamic or b.dynamic,
        a.rounded or b.rounded,
        a.sized and b.sized,
        unranked=a.unranked or b.unranked,
        supposed=is_supposed((a, b)),
        masked=a.masked or b.masked,
        of_array=a.of_array or b.of_array,
        mask_lost=a.mask_lost or b.mask_lost,
        squashed=tuple(sorted({*a.squashed, *b.squashed})),
        made=a.made.joined(b.made),
        assigned=a.assigned or b.assigned,
        stacked=a.stacked and b.stacked,
        in_rows=a.in_rows or b.in_rows,
        open_at=open_in_any((a, b)),
        several=a.several or b.several,
        placeholder=a.placeholder or b.placeholder,
    )


def open_in_any(tensors: Iterable[Tensor]) -> Axes | None:
    """The axes that are open in one of some tensors; None where that may be any."""
    each = [tensor.open_axes for tensor in tensors if tensor.has_open_axes]
    if not each or None in each:
        return None
    return tuple(sorted({axis for axes in each for axis in axes or ()}))


def open_in_broadcast(operands: Sequence[Tensor]) -> Axes | None:
    """The axes of what is computed element by element that a graph may not know; None where that may be any."""
    open_ = [tensor for tensor in operands if tensor.has_open_axes]
    if not open_ or any(t.open_axes is None for t in open_) or any(t.kind == "sparse" for t in operands):
        return None
    if len(open_) == 1 and all(tensor.shape == () for tensor in operands if not tensor.has_open_axes):
        return open_[0].open_axes
    ranks = [len(tensor.shape) for tensor in operands if tensor.shape is not None]
    if len(ranks) < len(operands):
        return None
    # Axes are counted from the front, and belong together from behind.
    shifted = ((t.open_axes or (), max(ranks) - len(t.shape or ())) for t in open_)
    return tuple(sorted({axis + by for axes, by in shifted for axis in axes}))


def is_supposed(tensors: Iterable[Tensor]) -> bool:
    """Whether what is computed of tensors is unranked only if branches that cannot be seen differ."""
    unranked = [tensor.supposed for tensor in tensors if tensor.unranked]
    return bool(unranked) and all(unranked)


def _join_shapes(a: Shape | None, b: Shape | None) -> Shape | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=False))


def _join_tuples(a: Tuple, b: Tuple) -> Tuple:
    return a if a == b else Tuple(tuple(union(x, y) for x, y in zip(a.elements, b.elements, strict=False)))


def _generalised(atom: Atom) -> Atom:
    if isinstance(atom, Const) and atom.value is not None:
        return Scalar(atom.type, varying=atom.type != "str")  # there are no more texts than the program has
    if isinstance(atom, Array):
        return Array(atom.dtype if atom.dtype else None, None, atom.homes)
    return atom


def widen(old: Value, new: Value) -> Value:
    """At a loop head: constants that changed become "many values", shapes that changed become unknown."""
    if new <= old:
        return old
    grown: set[Atom] = set()
    for atom in union(old, new):
        if (isinstance(atom, Const) and atom.type in ("int", "float", "str") and one(atom) != old) or (
            isinstance(atom, Const) and atom.type in ("int", "float", "str") and len(new | old) > 1
        ):
            grown.add(Scalar(atom.type, varying=True))
        elif isinstance(atom, Tuple) and depth(one(atom)) > _MAX_DEPTH:
            grown.add(Opaque("nested too deeply"))
        else:
            grown.add(atom)
    return compact(frozenset(grown))


def few_numbers(value: Value) -> Value:
    """As kept in a field or variable: more than a few numbers are a counter, which any number may follow."""
    numbers = [a for a in value if isinstance(a, Const) and a.type in ("int", "float")]
    if len(numbers) > _MAX_NUMBERS:
        return value.difference(numbers) | {Scalar(a.type, varying=True) for a in numbers}
    absorbed = [a for a in numbers if Scalar(a.type, varying=True) in value] if len(value) > 1 else ()
    return value.difference(absorbed) if absorbed else value


def depth(value: Value) -> int:
    """Nesting of tuples."""
    inner = [depth(e) for atom in value if isinstance(atom, Tuple) for e in atom.elements]
    return 1 + max(inner) if inner else 0


def tensors(value: Value, *, kinds: Iterable[str] | None = None) -> list[Tensor]:
    return [a for a in value if type(a) is Tensor and (kinds is None or a.kind in kinds)]


def has_tensor(value: Value) -> bool:
    return any(type(atom) is Tensor for atom in value)


def is_partly_unseen(value: Value) -> bool:
    """Whether something that cannot be seen is among the atoms."""
    return any(isinstance(atom, Opaque) for atom in value)


def is_tensor(value: Value) -> bool:
    """Whether it is a tensor and nothing else."""
    return bool(value) and all(type(atom) is Tensor for atom in value)


def may_be_alike(results: Sequence[Value]) -> bool:
    """Whether branches may give tensors with the same number of axes, as far as it is known what they give."""
    ranks = {len(t.shape) for r in results for t in tensors(r) if t.shape is not None}
    parts = [a.elements for r in results for a in r if isinstance(a, Tuple)]
    return len(ranks) <= 1 and all(may_be_alike(each) for each in zip(*parts, strict=False))


def loosened(value: Value, *, alike: bool = False) -> Value:
    """After a graph conditional tensors have only the lengths that all branches agree on, and their values are not known.

    alike: what `may_be_alike` says of the branches.
    """
    return frozenset(_loosened(atom, alike) for atom in value)


def _loosened(atom: Atom, alike: bool) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(loosened(element, alike=alike) for element in atom.elements))
    atom = _captured(atom)
    if isinstance(atom, Tensor) and (atom.shape is None or None in atom.shape):
        supposed = atom.shape is None and (atom.supposed or (alike and not atom.unranked))
        return atom.but(dynamic=True, unranked=atom.shape is None, supposed=supposed, open_at=None)
    return atom


def captured(value: Value) -> Value:
    """As the graph of a branch or a loop captures a value: what is made of lengths outside is not known there."""
    return frozenset(_captured(atom) for atom in value)


def _captured(atom: Atom) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(captured(element) for element in atom.elements))
    return atom.but(sized=False) if isinstance(atom, Tensor) and atom.sized else atom


def with_mask(value: Value) -> Value:
    """The same tensors with a mask of Keras."""
    return frozenset(a.but(masked=True) if isinstance(a, Tensor) else a for a in value)


def with_masks_of(value: Value, inputs: Value) -> Value:
    """The same tensors with the mask of Keras that is on others."""
    masked, lost = any(t.masked for t in tensors(inputs)), any(t.mask_lost for t in tensors(inputs))
    if not (masked or lost):
        return value
    return frozenset(
        a.but(masked=a.masked or masked, mask_lost=a.mask_lost or lost) if isinstance(a, Tensor) else a
        for a in value
    )


def made_by(value: Value, change: Callable[[Making], Making]) -> Value:
    """The same, where something else is known of how tensors were made."""
    if not any(type(a) is Tuple or (type(a) is Tensor and a.made is not PLAIN) for a in value):
        return value
    return frozenset(_made_by(atom, change) for atom in value)


def _made_by(atom: Atom, change: Callable[[Making], Making]) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(made_by(element, change) for element in atom.elements))
    if isinstance(atom, Tensor) and (made := change(atom.made)) != atom.made:
        return atom.but(made=made)
    return atom


def static(value: Value) -> Value:
    """As a traced function receives it: every tensor argument has a static shape, and lengths are numbers."""
    return frozenset(
        a.but(
            dynamic=False,
            unranked=False,
            rounded=False,
            sized=False,
            masked=False,
            of_array=False,
            supposed=False,
            several=False,
            open_at=None,
            made=PLAIN,
        )
        if isinstance(a, Tensor)
        else _INT
        if a == OPEN
        else a
        for a in value
    )
