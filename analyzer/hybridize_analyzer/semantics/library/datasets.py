"""`tf.data`: what a dataset yields, and how many elements it has where that is known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from hybridize_analyzer.knowledge.callbacks import Callback, callback
from hybridize_analyzer.semantics.definitions import allocate, new_dict
from hybridize_analyzer.semantics.events import Kind
from hybridize_analyzer.semantics.heap import ELEMENTS
from hybridize_analyzer.semantics.library import dataset_functions
from hybridize_analyzer.semantics.library.common import argument, call_callback
from hybridize_analyzer.semantics.library.dataset_functions import LENGTH
from hybridize_analyzer.semantics.library.functional import enter_functional, leave_functional
from hybridize_analyzer.semantics.sequences import elements_of, items_of
from hybridize_analyzer.semantics.shapes.dtypes import dtype_of
from hybridize_analyzer.semantics.shapes.spec import Spec, integer, integers, is_none, spec_of
from hybridize_analyzer.semantics.state import Bindings, Frame, State
from hybridize_analyzer.semantics.truth import truth
from hybridize_analyzer.semantics.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Ref,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    union,
)

Args = tuple[Value, ...]
Change = Callable[[Spec], Spec]
Batches = tuple[int | None, int | None]
_INFINITE = -1
_INT64: Value = one(Tensor("tensor", "int64", ()))
_FILES = ("TFRecordDataset", "TextLineDataset", "FixedLengthRecordDataset", "list_files")
_SAME_LENGTH = frozenset("map shuffle prefetch cache with_options enumerate snapshot".split())


def dataset(
    state: State, frame: Frame, node: ast.AST, name: str, source: Ref | None, args: Args, keywords: Bindings
) -> Value:
    """A dataset, or one made from another."""
    end = f":{getattr(node, 'end_lineno', 0)}:{getattr(node, 'end_col_offset', 0)}"
    ref = allocate(state, frame, node, "tensorflow.data.Dataset", suffix=end)
    given = one(Tensor()) if source is None else state.heap.read(source.key, ELEMENTS)
    length = None if source is None else _length(state, source)
    element = _element(state, frame, node, name, given, length, args, keywords)
    if name in ("from_tensor_slices", "from_tensors", "map") or (
        name == "batch" and _is_uniform(given) and _alike(_batch_lengths(length, args, keywords))
    ):
        element = _of_one_shape(element, (ref.key,))
    state.heap.write(ref.key, ELEMENTS, element)
    made = _made_length(state, name, length, args, keywords)
    state.heap.write(ref.key, LENGTH, UNKNOWN if made is None else const(made))
    return one(ref)


def _element(
    state: State,
    frame: Frame,
    node: ast.AST,
    name: str,
    element: Value,
    length: int | None,
    args: Args,
    keywords: Bindings,
) -> Value:
    if name == "from_tensor_slices":
        tensors = argument(args, keywords, 0, "tensors") or UNKNOWN
        return _structure(state, frame, node, tensors, _first_axis_off)
    if name == "from_tensors":
        return _structure(
            state, frame, node, argument(args, keywords, 0, "tensors") or UNKNOWN, lambda spec: spec
        )
    if name == "from_generator":
        return _of_signature(state, keywords.get("output_signature", NOTHING))
    if name in ("range", "random", "counter", "Counter"):
        return _INT64
    if name in _FILES:
        return one(Tensor("tensor", "string", ()))
    known = callback(f"data.Dataset.{name}")
    if known is not None and known.eagerly == "traced":
        return _by_function(state, frame, node, known, _in_graph(element), args, keywords)
    if name == "batch":
        size = _batch_size(length, args, keywords)
        batches = _batch_lengths(length, args, keywords)
        return _structure(state, frame, node, element, lambda spec: _with_axis(spec, size), batches)
    if name == "window":
        return _windows(state, frame, node, element)
    if name in ("padded_batch", "unbatch"):
        change = _padded if name == "padded_batch" else _first_axis_off
        return _structure(state, frame, node, element, change)
    if name == "enumerate":
        return one(Tuple((one(Tensor("tensor", "int64", ())), element)))
    if name == "zip" and args:
        return one(
            Tuple(
                tuple(
                    elements_of(state, frame, a, node, loop=True) for a in (items_of(state, args[0]) or args)
                )
            )
        )
    return element


def _by_function(
    state: State, frame: Frame, node: ast.AST, known: Callback, element: Value, args: Args, keywords: Bindings
) -> Value:
    """The elements of a dataset that a function makes, chooses or groups, in a graph of its own."""
    results = dataset_functions.called(state, frame, node, known, element, args, keywords)
    name = known.name.rpartition(".")[2]
    if name == "map":
        return results[0]
    if name in ("interleave", "flat_map"):
        return _yielded(state, results[0])
    if name == "scan":
        parts = items_of(state, results[0])
        return parts[1] if parts is not None and len(parts) == 2 else UNKNOWN
    if name in ("group_by_window", "bucket_by_sequence_length", "rejection_resample"):
        return UNKNOWN
    return element


def _windows(state: State, frame: Frame, node: ast.AST, element: Value, place: str = "window") -> Value:
    """Every element of a window is a dataset, in the structure of the elements."""
    parts = next(iter(element)) if len(element) == 1 else None
    if isinstance(parts, Tuple):
        inside = (_windows(state, frame, node, e, f"{place} {i}") for i, e in enumerate(parts.elements))
        return one(Tuple(tuple(inside)))
    return dataset_functions.of_elements(state, frame, node, element, place)


def _alike(batches: Batches | None) -> bool:
    """Whether all batches have one length."""
    return batches is None or (batches[0] is not None and batches[0] == batches[1])


def _is_uniform(value: Value) -> bool:
    """Whether all elements of a dataset have the same shape."""
    return bool(value) and all(_is_one_shape(atom) for atom in value)


def _is_one_shape(atom: Atom) -> bool:
    if isinstance(atom, Tuple):
        return all(_is_uniform(e) for e in atom.elements)
    known = isinstance(atom, Tensor) and atom.shape is not None and None not in atom.shape
    return known or (isinstance(atom, Tensor) and atom.origin is not None)


def _of_one_shape(value: Value, place: tuple[str, ...]) -> Value:
    """Elements that a graph would know the shape of: it is the same for all."""
    return frozenset(_placed(atom, place) for atom in value) if len(value) == 1 else value


def _placed(atom: Atom, place: tuple[str, ...]) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(_of_one_shape(e, (*place, str(i))) for i, e in enumerate(atom.elements)))
    if not isinstance(atom, Tensor) or atom.dynamic or atom.kind != "tensor":
        return atom
    return atom if atom.shape is not None and None not in atom.shape else replace(atom, origin=place)


def _structure(
    state: State,
    frame: Frame,
    node: ast.AST,
    value: Value,
    change: Change,
    batches: Batches | None = None,
) -> Value:
    """The same structure with every tensor changed; tuples and dicts stay what they are."""
    return union(NOTHING, *(_changed(state, frame, node, atom, change, batches) for atom in value))


def _changed(
    state: State, frame: Frame, node: ast.AST, atom: Atom, change: Change, batches: Batches | None
) -> Value:
    if isinstance(atom, Tuple):
        return one(Tuple(tuple(_structure(state, frame, node, e, change, batches) for e in atom.elements)))
    if isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
        entries = [
            (const(ast.literal_eval(name[1:-1])), _structure(state, frame, node, entry, change, batches))
            for name, entry in sorted(state.heap[atom.key].fields.items())
            if name.startswith(("['", '["'))
        ]
        return new_dict(state, frame, node, entries) if entries else one(Tensor())
    kind = atom.kind if isinstance(atom, Tensor) and atom.kind in ("ragged", "sparse") else "tensor"
    spec = change(spec_of(state, one(atom)))
    dynamic = isinstance(atom, Tensor) and atom.dynamic
    return one(Tensor(kind, spec.dtype, spec.shape, dynamic, batches=batches if spec.shape else None))


def _in_graph(value: Value) -> Value:
    """Elements as a function that is given to a dataset receives them: one signature for all batches."""
    return frozenset(_unsized(atom) for atom in value)


def _unsized(atom: Atom) -> Atom:
    if isinstance(atom, Tuple):
        return Tuple(tuple(_in_graph(e) for e in atom.elements))
    if not isinstance(atom, Tensor) or atom.batches is None:
        return atom
    shape = (None, *atom.shape[1:]) if atom.shape else None
    return replace(atom, shape=shape, dynamic=True, batches=None)


def _first_axis_off(spec: Spec) -> Spec:
    return Spec(spec.dtype, spec.shape[1:] if spec.shape else None)


def _with_axis(spec: Spec, size: int | None) -> Spec:
    return Spec(spec.dtype, None if spec.shape is None else (size, *spec.shape))


def _padded(spec: Spec) -> Spec:
    """Every axis is as long as the longest element's."""
    return Spec(spec.dtype, None if spec.shape is None else (None, *((None,) * len(spec.shape))))


def _of_signature(state: State, value: Value) -> Value:
    """The element that an `output_signature` describes."""
    items = items_of(state, value)
    if items is not None:
        return one(Tuple(tuple(_of_signature(state, i) for i in items)))
    atom = next(iter(value), None)
    if (
        len(value) != 1
        or not isinstance(atom, Ref)
        or state.heap.type_of(atom.key) != "tensorflow.TensorSpec"
    ):
        return one(Tensor())
    shape = integers(state, state.heap.read(atom.key, "shape"))
    return one(Tensor("tensor", dtype_of(state.heap.read(atom.key, "dtype")), shape))


def _yielded(state: State, value: Value) -> Value:
    """The elements of the datasets that a function returned."""
    found = [state.heap.read(a.key, ELEMENTS) for a in value if isinstance(a, Ref)]
    return union(NOTHING, *found) or one(Tensor())


def _batch_size(length: int | None, args: Args, keywords: Bindings) -> int | None:
    """The first axis of a batch, where all batches are alike."""
    size = integer(argument(args, keywords, 0, "batch_size") or NOTHING)
    whole = truth(argument(args, keywords, 1, "drop_remainder") or const(False))
    if size is None or whole or length == _INFINITE:
        return size
    if length is None or whole is None or length == 0:
        return None
    return size if length % size == 0 else length if length < size else None


def _batch_lengths(length: int | None, args: Args, keywords: Bindings) -> Batches | None:
    """The length of all batches but the last, and of the last; None where a graph knows one for all."""
    size = integer(argument(args, keywords, 0, "batch_size") or NOTHING)
    whole = truth(argument(args, keywords, 1, "drop_remainder") or const(False))
    if whole:
        return None
    if not size or whole is None or length is None:
        return (size, None)
    last = size if length == _INFINITE else length % size or size
    return (last, last) if 0 <= length < size else (size, last)


def _length(state: State, ref: Ref) -> int | None:
    return integer(state.heap.read(ref.key, LENGTH))


def _made_length(state: State, name: str, length: int | None, args: Args, keywords: Bindings) -> int | None:
    """How many elements the dataset has: -1 for endless, None where it is not known."""
    if name == "from_tensor_slices" and args:
        return _rows(state, args[0])
    if name == "from_tensors":
        return 1
    if name == "range" and len(args) == 1:
        return integer(args[0])
    if name in _SAME_LENGTH:
        return length
    if name == "repeat":
        count = argument(args, keywords, 0, "count")
        if count is None or is_none(count) or integer(count) == -1:
            return _INFINITE
        times = integer(count)
        return None if times is None or length is None else length if length == _INFINITE else length * times
    if name == "take" and args:
        wanted = integer(args[0])
        return (
            None
            if wanted is None or length is None
            else wanted
            if length == _INFINITE
            else min(wanted, length)
        )
    if name == "batch":
        return _batches(length, args, keywords)
    return None


def _batches(length: int | None, args: Args, keywords: Bindings) -> int | None:
    size = integer(argument(args, keywords, 0, "batch_size") or NOTHING)
    whole = truth(argument(args, keywords, 1, "drop_remainder") or const(False))
    if length is None or not size or whole is None:
        return None
    return length if length == _INFINITE else length // size if whole else -(-length // size)


def _rows(state: State, value: Value) -> int | None:
    atom = next(iter(value), None)
    if len(value) == 1 and isinstance(atom, Tuple) and atom.elements:
        return _rows(state, atom.elements[0])
    if len(value) == 1 and isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
        return _rows(state, state.heap.read(atom.key, ELEMENTS))
    shape = spec_of(state, value).shape
    return shape[0] if shape else None


def _reduce(
    state: State, frame: Frame, node: ast.AST, element: Value, args: Args, keywords: Bindings
) -> Value:
    """`dataset.reduce(initial, function)`: the function sees the state so far and one element."""
    frame.ops += 1
    start = dataset_functions.state_of(state, argument(args, keywords, 0, "initial_state") or UNKNOWN)
    function = argument(args, keywords, 1, "reduce_func") or UNKNOWN
    enter_functional(frame)
    call_callback(state, frame, node, function, (start, element), traced=True)
    leave_functional(frame)
    return start


def dataset_method(
    state: State, frame: Frame, node: ast.AST, name: str, ref: Ref, args: Args, keywords: Bindings
) -> Value:
    if name == "reduce":
        return _reduce(state, frame, node, state.heap.read(ref.key, ELEMENTS), args, keywords)
    if name == "get_single_element":
        frame.ops += 1
        return state.heap.read(ref.key, ELEMENTS)
    if name in ("as_numpy_iterator", "save"):
        state.emit(frame, node, Kind.EAGER_ONLY, f"`Dataset.{name}` is called")
        return UNKNOWN
    if name == "apply":
        function = argument(args, keywords, 0, "transformation_func") or UNKNOWN
        return call_callback(state, frame, node, function, (one(ref),), traced=False)
    if name in ("cardinality", "__len__"):
        return _INT64
    return dataset(state, frame, node, name, ref, args, keywords)
