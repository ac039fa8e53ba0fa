"""`tf.data`: what a dataset yields, and how many elements it has where that is known."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import items_of
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.truth import truth
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Ref,
    Tensor,
    Tuple,
    Value,
    const,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.interpreter.values.iteration import open_batches
from hybridize_analyzer.knowledge.callbacks import Callback, callback
from hybridize_analyzer.library.common import argument, call_callback
from hybridize_analyzer.library.tensorflow import dataset_elements, dataset_functions
from hybridize_analyzer.library.tensorflow.dataset_elements import Batches
from hybridize_analyzer.library.tensorflow.dataset_functions import LENGTH
from hybridize_analyzer.library.tensorflow.functional import enter_functional, leave_functional
from hybridize_analyzer.shapes.spec import integer, is_none, spec_of

Args = tuple[Value, ...]
_INFINITE = -1
_INT64: Value = one(Tensor("tensor", "int64", ()))
_FILES = ("TFRecordDataset", "TextLineDataset", "FixedLengthRecordDataset", "list_files")
_SAME_LENGTH = frozenset("map shuffle prefetch cache with_options enumerate snapshot".split())


def dataset(call: Call, name: str, source: Ref | None) -> Value:
    """A dataset, or one made from another."""
    end = f":{getattr(call.node, 'end_lineno', 0)}:{getattr(call.node, 'end_col_offset', 0)}"
    ref = allocate(call.state, call.frame, call.node, "tensorflow.data.Dataset", suffix=end)
    given = one(Tensor()) if source is None else call.state.heap.read(source.key, ELEMENTS)
    length = None if source is None else _length(call.state, source)
    element = _element(call, name, given, length)
    if name in ("from_tensor_slices", "from_tensors", "map") or (
        name == "batch"
        and dataset_elements.is_uniform(given)
        and _alike(_batch_lengths(length, name, call.args, call.keywords))
    ):
        element = dataset_elements.of_one_shape(element, (ref.key,))
    call.state.heap.write(ref.key, ELEMENTS, element)
    made = _made_length(call.state, name, length, call.args, call.keywords)
    call.state.heap.write(ref.key, LENGTH, UNKNOWN if made is None else const(made))
    return one(ref)


def prepared_dataset(call: Call, element: Value) -> Ref:
    """A dataset that another library has made, of these elements."""
    ref = allocate(call.state, call.frame, call.node, "tensorflow.data.Dataset", suffix=":prepared")
    call.state.heap.write(ref.key, ELEMENTS, element)
    call.state.heap.write(ref.key, LENGTH, UNKNOWN)
    return ref


def _element(call: Call, name: str, element: Value, length: int | None) -> Value:
    begun = _begun(call, name)
    if begun is not None:
        return begun
    known = callback(f"data.Dataset.{name}")
    if known is not None and known.eagerly == "traced":
        return _by_function(call, known, dataset_elements.in_graph(element))
    if name == "rebatch":
        return dataset_elements.structure(
            call.state, call.frame, call.node, element, dataset_elements.first_axis_open
        )
    if name in ("batch", "padded_batch", "ragged_batch"):
        size = _batch_size(length, name, call.args, call.keywords)
        batches = _batch_lengths(length, name, call.args, call.keywords)
        if name == "padded_batch":
            wanted = call.argument(1, "padded_shapes")
            return dataset_elements.padded(call.state, call.frame, call.node, element, wanted, size, batches)
        made = dataset_elements.batched(call.state, call.frame, call.node, element, size, batches)
        return dataset_elements.as_ragged(made) if name == "ragged_batch" else made
    if name == "window":
        return dataset_elements.windows(call.state, call.frame, call.node, element)
    if name == "unbatch":
        return dataset_elements.structure(
            call.state, call.frame, call.node, element, dataset_elements.first_axis_off
        )
    if name == "enumerate":
        return one(Tuple((one(Tensor("tensor", "int64", ())), element)))
    if name == "concatenate":
        other = call.argument(0, "dataset") or UNKNOWN
        return union(element, elements_of(call.state, call.frame, other, call.node, loop=True))
    return element


def _begun(call: Call, name: str) -> Value | None:
    """The elements of a dataset that is not made by a method of another; None for what is."""
    if name == "from_tensor_slices":
        tensors = call.argument(0, "tensors") or UNKNOWN
        return dataset_elements.structure(
            call.state, call.frame, call.node, tensors, dataset_elements.first_axis_off, given=True
        )
    if name == "from_tensors":
        tensors = call.argument(0, "tensors") or UNKNOWN
        return dataset_elements.structure(
            call.state, call.frame, call.node, tensors, lambda spec: spec, given=True
        )
    if name == "from_generator":
        return dataset_elements.generated(call)
    if name in ("range", "random", "counter", "Counter"):
        return _INT64
    if name in _FILES:
        return one(Tensor("tensor", "string", ()))
    if name == "zip":
        nested = call.keywords.get("datasets") or (call.args[0] if len(call.args) == 1 else None)
        return dataset_elements.zipped(call.state, call.frame, call.node, nested, call.args)
    if name in _MIXED:
        return _mixed(call.state, call.frame, call.node, call.argument(0, "datasets") or UNKNOWN)
    return None


_MIXED = ("sample_from_datasets", "choose_from_datasets")


def _mixed(state: State, frame: Frame, node: ast.AST, datasets: Value) -> Value:
    """The elements of any of several datasets."""
    parts = items_of(state, datasets) or ()
    return union(NOTHING, *(elements_of(state, frame, p, node, loop=True) for p in parts)) or one(Tensor())


def _by_function(call: Call, known: Callback, element: Value) -> Value:
    """The elements of a dataset that a function makes, chooses or groups, in a graph of its own."""
    results = dataset_functions.called(call, known, element)
    name = known.name.rpartition(".")[2]
    if name == "map":
        return dataset_elements.as_element(call.state, results[0])
    if name in ("interleave", "flat_map"):
        return _yielded(call.state, results[0])
    if name == "scan":
        parts = items_of(call.state, results[0])
        whole = parts is not None and len(parts) == 2
        return dataset_elements.as_tensors(call.state, parts[1]) if parts is not None and whole else UNKNOWN
    if name == "group_by_window":
        return _yielded(call.state, results[1]) if len(results) > 1 else UNKNOWN
    if name == "bucket_by_sequence_length":
        return dataset_elements.padded(call.state, call.frame, call.node, element, None, None, (None, None))
    if name == "rejection_resample":
        return one(Tuple((dataset_elements.as_element(call.state, results[0]), element)))
    return element


def _alike(batches: Batches | None) -> bool:
    """Whether all batches have one length."""
    return batches is None or (batches[0] is not None and batches[0] == batches[1])


def _yielded(state: State, value: Value) -> Value:
    """The elements of the datasets that a function returned."""
    found = [state.heap.read(a.key, ELEMENTS) for a in value if isinstance(a, Ref)]
    return union(NOTHING, *found) or one(Tensor())


def _batching(name: str, args: Args, keywords: Bindings) -> tuple[int | None, bool | None]:
    """The wanted length, and whether a shorter batch at the end is dropped."""
    size = integer(argument(args, keywords, 0, "batch_size") or NOTHING)
    at = 3 if name == "padded_batch" else 1
    return size, truth(argument(args, keywords, at, "drop_remainder") or const(False))


def _batch_size(length: int | None, name: str, args: Args, keywords: Bindings) -> int | None:
    """The first axis of a batch, where all batches are alike."""
    size, whole = _batching(name, args, keywords)
    if size is None or whole or length == _INFINITE:
        return size
    if length is None or whole is None or length == 0:
        return None
    return size if length % size == 0 else length if length < size else None


def _batch_lengths(length: int | None, name: str, args: Args, keywords: Bindings) -> Batches | None:
    """The length of all batches but the last, and of the last; None where a graph knows one for all."""
    size, whole = _batching(name, args, keywords)
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
    if name in ("batch", "padded_batch", "ragged_batch"):
        return _batches(length, name, args, keywords)
    return None


def _batches(length: int | None, name: str, args: Args, keywords: Bindings) -> int | None:
    size, whole = _batching(name, args, keywords)
    if length is None or not size or whole is None:
        return None
    return length if length == _INFINITE else length // size if whole else -(-length // size)


def _rows(state: State, value: Value) -> int | None:
    atom = next(iter(value), None)
    if len(value) == 1 and isinstance(atom, Tuple) and atom.elements:
        return _rows(state, atom.elements[0])
    if len(value) == 1 and isinstance(atom, Ref) and state.heap.type_of(atom.key) == "builtins.dict":
        fields = state.heap[atom.key].fields
        return _rows(state, next((fields[n] for n in sorted(fields) if n.startswith(("['", '["'))), NOTHING))
    shape = spec_of(state.heap, value).shape
    return shape[0] if shape else None


def _reduce(call: Call, element: Value) -> Value:
    """`dataset.reduce(initial, function)`: the function sees the state so far and one element."""
    call.frame.ops += 1
    start = dataset_functions.state_of(call.state, call.argument(0, "initial_state") or UNKNOWN)
    function = call.argument(1, "reduce_func") or UNKNOWN
    enter_functional(call.frame)
    call_callback(call, function, (start, element), traced=True)
    leave_functional(call.frame)
    return start


def dataset_method(call: Call, name: str, ref: Ref) -> Value:
    if name == "reduce":
        return _reduce(call, call.state.heap.read(ref.key, ELEMENTS))
    if name == "get_single_element":
        call.frame.ops += 1
        element = call.state.heap.read(ref.key, ELEMENTS)
        inside = call.frame.function is not None
        return open_batches(call.state, call.frame, call.node, element) if inside else element
    if name in ("as_numpy_iterator", "save"):
        call.emit(Kind.EAGER_ONLY, f"`Dataset.{name}` is called")
        return UNKNOWN
    if name == "apply":
        function = call.argument(0, "transformation_func") or UNKNOWN
        return call_callback(call, function, (one(ref),), traced=False)
    if name in ("cardinality", "__len__"):
        return _INT64
    return dataset(call, name, ref)
