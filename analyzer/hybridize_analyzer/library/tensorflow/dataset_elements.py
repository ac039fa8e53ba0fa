"""What the elements of datasets look like: their structures, with dtypes and shapes, after each step of a pipeline."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import library_bases
from hybridize_analyzer.domain.contents import KEYS, is_dataset, items_of
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    FIRST,
    NOTHING,
    UNKNOWN,
    Array,
    Atom,
    Const,
    Iterator,
    Opaque,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.values.allocation import allocate, new_dict
from hybridize_analyzer.library.tensorflow import dataset_functions
from hybridize_analyzer.shapes.composites import RAGGED_OR_SPARSE
from hybridize_analyzer.shapes.dtypes import dtype_of
from hybridize_analyzer.shapes.spec import Spec, integers, is_none, spec_of

Args = tuple[Value, ...]
Change = Callable[[Spec], Spec]
Batches = tuple[int | None, int | None]


def windows(state: State, frame: Frame, node: ast.AST, element: Value, place: str = "window") -> Value:
    """Every element of a window is a dataset, in the structure of the elements."""
    parts = next(iter(element)) if len(element) == 1 else None
    if isinstance(parts, Tuple):
        inside = (windows(state, frame, node, e, f"{place} {i}") for i, e in enumerate(parts.elements))
        return one(Tuple(tuple(inside)))
    return dataset_functions.of_elements(state, frame, node, element, place)


def is_uniform(value: Value) -> bool:
    """Whether all elements of a dataset have the same shape."""
    return bool(value) and all(_is_one_shape(atom) for atom in value)


def _is_one_shape(atom: Atom) -> bool:
    if isinstance(atom, Tuple):
        return all(is_uniform(e) for e in atom.elements)
    known = isinstance(atom, Tensor) and atom.shape is not None and None not in atom.shape
    return known or (isinstance(atom, Tensor) and atom.origin is not None)


def of_one_shape(value: Value, place: tuple[str, ...]) -> Value:
    """Elements that a graph would know the shape of: it is the same for all."""
    return frozenset(_placed(atom, place) for atom in value) if len(value) == 1 else value


def _placed(atom: Atom, place: tuple[str, ...]) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(of_one_shape(e, (*place, str(i))) for i, e in enumerate(atom.elements)))
    if not isinstance(atom, Tensor) or atom.dynamic or atom.kind != "tensor":
        return atom
    return atom if atom.shape is not None and None not in atom.shape else replace(atom, origin=place)


def structure(
    state: State,
    frame: Frame,
    node: ast.AST,
    value: Value,
    change: Change,
    batches: Batches | None = None,
    *,
    given: bool = False,
    stacked: bool = False,
) -> Value:
    """The same structure with every tensor changed; tuples and dicts stay what they are.

    stacked: several elements of one shape each become one.
    given: the program hands it over to make a dataset, and what cannot be seen of it is taken for a tensor; in elements of
    a dataset, it may be a structure as well, and stays unseen.
    """
    return _Change(state, frame, node, change, batches, given, stacked).of(value)


@dataclass(frozen=True, slots=True)
class _Change:
    """One change of all tensors in a structure.

    made: what has become of each dict, which may stand in many places; a dict inside itself is not followed further.
    """

    state: State
    frame: Frame
    node: ast.AST
    change: Change
    batches: Batches | None
    given: bool
    stacked: bool
    made: dict[str, Value] = field(default_factory=dict)

    def of(self, value: Value) -> Value:
        return union(NOTHING, *(self._atom(atom) for atom in value))

    def _atom(self, atom: Atom) -> Value:
        if isinstance(atom, Tuple):
            return one(Tuple(tuple(self.of(e) for e in atom.elements)))
        if isinstance(atom, Iterator) and atom.source == "tuple":
            return one(replace(atom, element=self.of(atom.element)))
        if isinstance(atom, Ref) and self.state.heap.type_of(atom.key) == "builtins.dict":
            if atom.key not in self.made:
                self.made[atom.key] = one(Tensor())
                self.made[atom.key] = self._dict(atom)
            return self.made[atom.key]
        if isinstance(atom, Ref) and self._is_named_tuple(atom):
            if atom.key not in self.made:
                self.made[atom.key] = one(Tensor())
                self.made[atom.key] = self._named_tuple(atom)
            return self.made[atom.key]
        return one(atom) if isinstance(atom, Opaque) and not self.given else self._tensor(atom)

    def _is_named_tuple(self, atom: Ref) -> bool:
        cls = self.state.heap.type_of(atom.key)
        if isinstance(cls, str):
            return cls == "collections.namedtuple-instance"
        return "typing.NamedTuple" in library_bases(self.state, cls)

    def _named_tuple(self, atom: Ref) -> Value:
        known = self.state.heap[atom.key]
        made = allocate(self.state, self.frame, self.node, known.cls)
        for name, entry in sorted(known.fields.items()):
            self.state.heap.write(made.key, name, self.of(entry))
        exact = known.exact
        self.state.heap.make_exact(made.key, None if exact is None else tuple(map(self.of, exact)))
        return one(made)

    def _dict(self, atom: Ref) -> Value:
        entries = [(const(key), self.of(entry)) for key, entry in sorted(_entries(self.state, atom).items())]
        return new_dict(self.state, self.frame, self.node, entries) if entries else one(Tensor())

    def _tensor(self, atom: Atom) -> Value:
        kind, own = "tensor", spec_of(self.state.heap, one(atom))
        if isinstance(atom, Tensor) and atom.kind in RAGGED_OR_SPARSE:
            kind, own = atom.kind, Spec(atom.dtype, atom.shape)
        spec = self.change(own)
        dynamic = isinstance(atom, Tensor) and atom.dynamic
        unranked = isinstance(atom, Tensor) and atom.unranked and spec.shape is None
        known = self.batches if spec.shape else None
        supposed = isinstance(atom, Tensor) and atom.supposed and unranked
        return one(
            Tensor(
                kind,
                spec.dtype,
                spec.shape,
                dynamic,
                batches=known,
                unranked=unranked,
                supposed=supposed,
                stacked=self.stacked,
            )
        )


def _entries(state: State, atom: Ref) -> dict[str, Value]:
    """The entries of a dict under texts that are known."""
    fields = state.heap[atom.key].fields
    return {ast.literal_eval(n[1:-1]): entry for n, entry in fields.items() if n.startswith(("['", '["'))}


def _mapping(state: State, value: Value | None) -> dict[str, Value] | None:
    """The entries of a dict, where a value is certainly this one and each of its keys is a text that is known."""
    atom = next(iter(value or NOTHING), None)
    if value is None or len(value) != 1 or not isinstance(atom, Ref):
        return None
    if state.heap.type_of(atom.key) != "builtins.dict":
        return None
    fields = state.heap[atom.key].fields  # an entry under a text that is not known stands as `[?]`
    texts = all(isinstance(key, (Const, Scalar)) and key.type == "str" for key in fields.get(KEYS, NOTHING))
    return _entries(state, atom) or None if texts and "[?]" not in fields else None


def in_graph(value: Value) -> Value:
    """Elements as a function that is given to a dataset receives them: one signature for all batches."""
    return frozenset(_unsized(atom) for atom in value)


def _unsized(atom: Atom) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(in_graph(e) for e in atom.elements))
    if isinstance(atom, Iterator):
        return replace(atom, element=in_graph(atom.element))
    if not isinstance(atom, Tensor) or atom.batches is None:
        return atom
    shape = (None, *atom.shape[1:]) if atom.shape else None
    return replace(atom, shape=shape, dynamic=True, batches=None, open_at=None if atom.dynamic else FIRST)


def first_axis_off(spec: Spec) -> Spec:
    return Spec(spec.dtype, spec.shape[1:] if spec.shape else None)


def with_axis(spec: Spec, size: int | None) -> Spec:
    return Spec(spec.dtype, None if spec.shape is None else (size, *spec.shape))


def zipped(state: State, frame: Frame, node: ast.AST, nested: Value | None, apart: Args) -> Value:
    """The elements of several datasets, in the structure in which these are given."""
    parts = apart if nested is None else items_of(state, nested)
    if parts is None and nested is not None and is_dataset(state, nested):
        return one(Tuple((elements_of(state, frame, nested, node, loop=True),)))
    if parts is None:
        return UNKNOWN
    return one(
        Tuple(
            tuple(
                elements_of(state, frame, part, node, loop=True)
                if is_dataset(state, part)
                else zipped(state, frame, node, part, ())
                for part in parts
            )
        )
    )


def generated(call: Call) -> Value:
    """`from_generator`: by its signature, or by dtypes and shapes apart."""
    signature = call.argument(4, "output_signature")
    if signature is not None and not is_none(signature):
        return of_signature(call, signature)
    dtypes, shapes = call.argument(1, "output_types"), call.argument(2, "output_shapes")
    return one(Tensor()) if dtypes is None else _of_types(call, dtypes, shapes)


def _of_types(call: Call, dtypes: Value, shapes: Value | None) -> Value:
    state, named = call.state, _mapping(call.state, dtypes)
    if named is not None:
        lengths = _mapping(state, shapes) or {}
        parts = [(const(k), _of_types(call, d, lengths.get(k))) for k, d in sorted(named.items())]
        return new_dict(state, call.frame, call.node, parts)
    items = items_of(state, dtypes)
    known = None if shapes is None else items_of(state, shapes)
    if items is not None and dtype_of(dtypes) is None:
        alike = known is not None and len(known) == len(items)
        inner = known if alike and known is not None else (None,) * len(items)
        return one(Tuple(tuple(_of_types(call, d, s) for d, s in zip(items, inner, strict=True))))
    shape = None if shapes is None or is_none(shapes) else integers(state.heap, shapes)
    unknown = shape is None or None in shape
    return one(Tensor("tensor", dtype_of(dtypes), shape, dynamic=unknown, unranked=shape is None))


def of_signature(call: Call, value: Value) -> Value:
    """The element that an `output_signature` describes."""
    state, named = call.state, _mapping(call.state, value)
    if named is not None:
        parts = [(const(key), of_signature(call, part)) for key, part in sorted(named.items())]
        return new_dict(state, call.frame, call.node, parts)
    items = items_of(state, value)
    if items is not None:
        return one(Tuple(tuple(of_signature(call, i) for i in items)))
    atom = next(iter(value), None)
    kind = _SIGNATURES.get(str(state.heap.type_of(atom.key))) if isinstance(atom, Ref) else None
    if len(value) != 1 or not isinstance(atom, Ref) or kind is None:
        return one(Tensor())
    shape = integers(state.heap, state.heap.read(atom.key, "shape"))
    unknown = kind == "tensor" and shape is not None and None in shape
    return one(Tensor(kind, dtype_of(state.heap.read(atom.key, "dtype")), shape, dynamic=unknown))


_SIGNATURES = {
    "tensorflow.TensorSpec": "tensor",
    "tensorflow.RaggedTensorSpec": "ragged",
    "tensorflow.SparseTensorSpec": "sparse",
}


def _padding(state: State, wanted: Value | None, size: int | None) -> Change:
    """What a batch of `size` makes of a tensor, padded to the lengths that are wanted."""
    by_longest = wanted is None or is_none(wanted)
    lengths = None if wanted is None or by_longest else integers(state.heap, wanted)

    def change(spec: Spec) -> Spec:
        if by_longest or (spec.shape is None and lengths is None):
            return with_axis(spec, size)
        if spec.shape is None:  # elements of any other rank are an error
            return Spec(spec.dtype, (size, *(None if n == -1 else n for n in lengths or ())))
        if lengths is None or len(lengths) != len(spec.shape):
            return Spec(spec.dtype, (size, *(None for _ in spec.shape)))
        both = zip(lengths, spec.shape, strict=True)  # -1 leaves an axis to the longest element
        return Spec(spec.dtype, (size, *(own if n == -1 else n for n, own in both)))

    return change


def padded(
    state: State,
    frame: Frame,
    node: ast.AST,
    element: Value,
    wanted: Value | None,
    size: int | None,
    batches: Batches | None,
) -> Value:
    """A batch in which every axis is as long as `padded_shapes` (wanted) says, or as the longest element's."""

    def part(below: Value, lengths: Value | None) -> Value:
        return structure(state, frame, node, below, _padding(state, lengths, size), batches)

    named, apart = _mapping(state, element), _mapping(state, wanted)
    if named is not None and apart is not None and named.keys() == apart.keys():
        entries = [
            (const(k), padded(state, frame, node, below, apart[k], size, batches))
            for k, below in sorted(named.items())
        ]
        return new_dict(state, frame, node, entries)
    parts = items_of(state, element)
    shapes = None if wanted is None or is_none(wanted) else items_of(state, wanted)
    if parts is None or shapes is None or len(parts) != len(shapes):
        return part(element, wanted)
    return one(Tuple(tuple(part(below, lengths) for below, lengths in zip(parts, shapes, strict=True))))


def batched(
    state: State, frame: Frame, node: ast.AST, element: Value, size: int | None, batches: Batches | None
) -> Value:
    """The same structure with one more axis in front."""
    several = (size if batches is None else batches[0]) != 1
    return structure(
        state, frame, node, element, lambda spec: with_axis(spec, size), batches, stacked=several
    )


def first_axis_open(spec: Spec) -> Spec:
    return Spec(spec.dtype, (None, *spec.shape[1:]) if spec.shape else None)


def as_ragged(value: Value) -> Value:
    """Batches that keep the lengths of their rows: ragged where these differ."""
    return frozenset(_ragged(atom) for atom in value)


def _ragged(atom: Atom) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(as_ragged(e) for e in atom.elements))
    if not isinstance(atom, Tensor) or (atom.shape is not None and None not in atom.shape[1:]):
        return atom
    return Tensor("ragged", atom.dtype, atom.shape, dynamic=True)


def as_element(state: State, value: Value) -> Value:
    """What a function returned, as a dataset yields it: a list is a tuple then, numbers and arrays are tensors."""
    items = [items_of(state, one(atom)) if _is_list(state, atom) else None for atom in value]
    parts = [
        one(atom) if of_list is None else one(Tuple(of_list))
        for atom, of_list in zip(value, items, strict=True)
    ]
    return as_tensors(state, union(NOTHING, *parts))


def as_tensors(state: State, value: Value) -> Value:
    """Numbers, arrays and lists as tensors, in tuples too."""
    return union(NOTHING, *(_as_tensor(state, atom) for atom in value))


def _is_list(state: State, atom: Atom) -> bool:
    return isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.list"


def _as_tensor(state: State, atom: Atom) -> Value:
    if isinstance(atom, Tuple):
        return one(Tuple(tuple(as_tensors(state, e) for e in atom.elements)))
    plain = isinstance(atom, (Array, Scalar)) or (isinstance(atom, Const) and atom.value is not None)
    if plain or _is_list(state, atom):
        spec = spec_of(state.heap, one(atom))
        return one(Tensor("tensor", spec.dtype, spec.shape))
    return one(atom)
