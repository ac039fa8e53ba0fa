"""Loops over examples, run together: the function stays what it is for one example, and is traced for all of them.

`map_examples` is a loop whose turns do not depend on each other, `fold_examples` a loop over the items of each example,
which may differ in number, `sum_examples` one that adds to places (messages along edges).  A function is traced once per
form of its arguments, by `tf.vectorized_map`; its gradients are those of its operations.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any
from weakref import ref

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.vectorizing import for_each
from hybridize_runtime.errors import CellError, InputError
from hybridize_runtime.record.futures import Future

FORMS_KEPT = 256  # of one function or object; the oldest go first


def map_examples(
    function: Callable[..., Any],
    *rows: Any,
    shared: Sequence[Any] = (),
    keys: Sequence[Hashable] | None = None,
    count: int | None = None,
) -> Any:
    """`function(*row, *shared, key)` of every example; its results, stacked: [examples, ...] each.

    rows: arguments, each a tensor or array [examples, ...], or a list of equal ones, one per example.
    shared: arguments that are the same for all examples: tensors, lists of them, and constants.
    keys: a last argument that is no tensor (which expert, which branch); examples with equal keys run together.
    count: number of examples where there are no `rows`; the function is called once then.
    Raises InputError where arguments disagree in their number of examples, and without examples.
    """
    stacked = [stack(each) for each in rows]
    total = _common([*stacked, *([keys] if keys is not None else [])], count)
    if keys is None:
        return _run(function, stacked, shared, (), total)
    groups: dict[Hashable, list[int]] = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    if len(groups) == 1:
        return _run(function, stacked, shared, tuple(groups), total)
    index = [np.array(places, np.int32) for places in groups.values()]
    parts = [
        _run(function, [tf.gather(each, places) for each in stacked], shared, (key,), len(places))
        for key, places in zip(groups, index, strict=True)
    ]
    order = np.argsort(np.concatenate(index)).astype(np.int32)
    return tf.nest.map_structure(lambda *each: tf.gather(tf.concat(each, 0), order), *parts)


def _run(
    function: Callable[..., Any],
    rows: Sequence[Any],
    shared: Sequence[Any],
    key: tuple[Hashable, ...],
    total: int,
) -> Any:
    if rows:
        return _traced(function, rows, shared, key)
    return tf.nest.map_structure(lambda x: _repeated(x, total), function(*shared, *key))


def fold_examples(
    function: Callable[..., Any],
    sequences: Any,
    state: Any,
    *given: Any,
    shared: Sequence[Any] = (),
    zipped: bool = False,
) -> Any:
    """`state = function(item, *state, *given, *shared)` over the items of every example; the last states, stacked.

    sequences: for each example its items: numbers, arrays or tensors of one shape.  `zipped`: a tuple of such, whose items
    are passed side by side, up to the shortest.  state: one tensor, or a tuple, as `map_examples` returns them,
    [examples, ...].  given: arguments that stay the same over the items, [examples, ...].  shared: as of `map_examples`.
    Raises InputError where the numbers of examples differ, or the function changes the form of the state.
    """
    columns = [_each(column) for column in (sequences if zipped else [sequences])]
    single = not isinstance(state, (tuple, list))
    states = [stack(each) for each in ([state] if single else state)]
    fixed = [stack(each) for each in given]
    lengths = np.min([[len(items) for items in column] for column in columns], axis=0)
    total = _common([*columns, *states, *fixed], None)
    order = np.argsort(-lengths, kind="stable").astype(np.int32)
    flat = [_joined([items[:n] for items, n in zip(c, lengths, strict=True)]) for c in columns]
    starts = np.cumsum(lengths) - lengths
    now, fixed = [tf.gather(each, order) for each in states], [tf.gather(each, order) for each in fixed]
    done: list[list[Any]] = []  # states of examples that have ended, the longest last
    reached = total
    for step in range(int(lengths.max())):
        active = int((lengths > step).sum())
        if active < reached:
            done.append([each[active:] for each in now])
            now, fixed = [each[:active] for each in now], [each[:active] for each in fixed]
            reached = active
        items = [_taken(each, starts[order[:active]] + step) for each in flat]
        found = _traced(function, [*items, *now, *fixed], shared)
        now = _same_form(now, list(tf.nest.flatten(found)), function)
    parts = [now, *reversed(done)]
    back = np.argsort(order).astype(np.int32)
    ended = [tf.gather(tf.concat([p[i] for p in parts], 0), back) for i in range(len(states))]
    return ended[0] if single else tuple(ended)


def sum_examples(
    function: Callable[..., Any], places: Any, into: Any, *rows: Any, shared: Sequence[Any] = ()
) -> Any:
    """`into[place] += function(*row, *shared)` for every example.

    places: int, one per example.  into: a tensor [places, ...], or a list of equal tensors, which gives a list.
    """
    held = stack(into)
    count = int(held.shape[0])
    index = np.array([int(place) for place in places], np.int32)
    if len(index):
        if index.min() < -count or index.max() >= count:
            wrong = next(int(each) for each in index if not -count <= each < count)
            raise InputError(f"place {wrong} of {count}; give one of 0 to {count - 1} for every example")
        added = map_examples(function, *rows, shared=shared)
        held = held + tf.math.unsorted_segment_sum(added, np.where(index < 0, index + count, index), count)
    return tf.unstack(held) if isinstance(into, list) else held


def take_row(table: Any, index: Any) -> Any:
    """`table[index]`, where the index may be a tensor: negative ones count from the end, gradients are dense.

    table: a tensor or variable, or a list of equal ones.
    """
    if not isinstance(index, tf.Tensor):
        return table[index]
    rows = stack(table)
    count = tf.shape(rows, index.dtype)[0]
    dense = tf.reshape(rows, tf.shape(rows))  # slices as gradients would change what optimizers do
    return tf.gather(dense, tf.where(index < 0, index + count, index))


def _each(rows: Any) -> Sequence[Any]:
    """The examples one by one: of a tensor [examples, ...], each without the first dimension."""
    rows = _computed(rows)
    return tf.unstack(rows) if isinstance(rows, tf.Tensor) else rows  # type: ignore[no-any-return]


def _computed(value: Any) -> Any:
    """The value, with tensors in the place of futures of recorded calls, also in lists, tuples and dictionaries."""
    if isinstance(value, Future):
        return value.value()
    if isinstance(value, dict):
        found = {key: _computed(each) for key, each in value.items()}
        return found if any(found[key] is not value[key] for key in value) else value
    if type(value) in (list, tuple):
        parts = [_computed(each) for each in value]
        return type(value)(parts) if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    return value


def stack(rows: Any) -> Any:
    """Rows of examples as one tensor: a tensor or an array as it is, a list of equal values stacked."""
    rows = _computed(rows)
    if isinstance(rows, (tf.Tensor, tf.Variable)):
        return tf.convert_to_tensor(rows)
    if isinstance(rows, np.ndarray) or not any(isinstance(row, (tf.Tensor, tf.Variable)) for row in rows):
        return tf.convert_to_tensor(rows)
    return tf.stack(list(rows))


def _common(rows: Sequence[Any], count: int | None) -> int:
    """The number of examples, on which all agree; in a graph, tensors may leave it open."""
    found = {each.shape[0] if isinstance(each, tf.Tensor) else len(each) for each in rows}
    found |= set() if count is None else {count}
    if len(found - {None}) > 1 or 0 in found or not found:
        given = ", ".join(map(str, sorted(found - {None}))) or "none"
        raise InputError(
            f"arguments for {given} examples; give every argument with the same number of examples, at least one"
        )
    return next(iter(found - {None}), 0)


def _repeated(value: Any, total: int) -> Any:
    value = tf.convert_to_tensor(value)
    return tf.broadcast_to(value, [total, *value.shape])


def _joined(sequences: Sequence[Any]) -> Any:
    """All items behind each other; items of Python and NumPy as an array."""
    filled = [items for items in sequences if len(items)]
    tensors = any(isinstance(items, tf.Tensor) or isinstance(items[0], tf.Tensor) for items in filled)
    if tensors:
        return tf.concat([stack(items) for items in filled], 0)
    return np.concatenate(list(map(_array, filled))) if filled else np.zeros(0, np.int32)


def _array(items: Any) -> Any:
    """Items as an array, numbers of Python in the dtypes that TensorFlow gives them."""
    if isinstance(items, np.ndarray) or isinstance(items[0], (np.ndarray, np.generic)):
        return np.asarray(items)
    array = np.asarray(items)
    if array.dtype == np.float64:
        return array.astype(np.float32)
    small = array.dtype == np.int64 and np.abs(array).max() <= np.iinfo(np.int32).max
    return array.astype(np.int32) if small else array


def _taken(flat: Any, index: Any) -> Any:
    return tf.convert_to_tensor(flat[index]) if isinstance(flat, np.ndarray) else tf.gather(flat, index)


def _same_form(before: Sequence[Any], after: Sequence[Any], function: Callable[..., Any]) -> list[Any]:
    forms = [[(each.dtype, tuple(each.shape[1:])) for each in part] for part in (before, after)]
    if forms[0] != forms[1]:
        raise InputError(
            f"`{getattr(function, '__name__', function)}` turns a state of {forms[0]} into {forms[1]}; "
            "a state keeps its dtypes and shapes from item to item"
        )
    return list(after)


class _Form:
    """A shared argument, for telling traces apart: tensors by their number, plain values by value, others by identity.

    Holds on to what it compares by identity, so that nothing else can take its place.
    """

    def __init__(self, value: Any) -> None:
        self.value = None if _is_data(value) else value
        self.count = (type(value), len(value)) if _is_list_of_tensors(value) else None
        plain = not _is_data(value) and _is_plain(value)
        self._text = f"{type(value).__name__} {value!r}" if plain else ""

    def filled(self, leaves: Iterator[Any]) -> Any:
        """The argument, with tensors of the trace in the place of tensors."""
        if self.value is not None or self._text:
            return self.value
        if self.count is None:
            return next(leaves)
        kind, number = self.count
        return kind([next(leaves) for _ in range(number)])

    def __hash__(self) -> int:
        return hash((self._text, self.count)) if self._text else id(self.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Form) or (self._text, self.count) != (other._text, other.count):
            return False
        return bool(self._text) or self.value is other.value


def _is_plain(value: Any) -> bool:
    """Numbers, texts, and containers of them."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(_is_plain(k) and _is_plain(v) for k, v in value.items())
    return value is None or isinstance(value, (bool, int, float, str, bytes))


def _traced(
    function: Callable[..., Any], rows: Sequence[Any], shared: Sequence[Any], key: tuple[Hashable, ...] = ()
) -> Any:
    shared = _computed(tuple(shared))
    if not tf.executing_eagerly():
        # A trace is part of the graph around it; what Keras builds there, it builds for it.
        return for_each(lambda row: function(*row, *shared, *key), tuple(rows))
    given = [leaf for each in shared if _is_data(each) for leaf in _leaves(each)]
    fixed = tuple(_Form(each) for each in shared)
    forms = tuple((each.dtype, tuple(each.shape[1:])) for each in rows)
    tensors = tuple((each.dtype, tuple(each.shape)) for each in given)
    form = (getattr(function, "__func__", None), key, fixed, forms, tensors)
    kept = _kept(getattr(function, "__self__", function))
    if form not in kept:
        _built(function, [each[0] for each in rows], shared, key)
        kept[form] = _for_all(_weakly(function), forms, tensors, fixed, key)
        while len(kept) > FORMS_KEPT:
            del kept[next(iter(kept))]
    return kept[form](*rows, *given)


def _weakly(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, without keeping it or its object alive: its traces are kept as long as these are."""
    method = getattr(function, "__func__", None)
    try:
        held = ref(function if method is None else function.__self__)  # type: ignore[attr-defined]
    except TypeError:
        return function

    def call(*given: Any) -> Any:
        alive: Any = held()
        return alive(*given) if method is None else method(alive, *given)

    call.__name__ = getattr(function, "__name__", "function")
    return call


def _is_data(value: Any) -> bool:
    return isinstance(value, (tf.Tensor, np.ndarray)) or _is_list_of_tensors(value)


def _leaves(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else (value,)


def _is_list_of_tensors(value: Any) -> bool:
    return type(value) in (list, tuple) and bool(value) and all(isinstance(x, tf.Tensor) for x in value)


def _built(function: Callable[..., Any], example: Sequence[Any], shared: Sequence[Any], key: Any) -> None:
    """Calls it once as it is, so that layers make their variables outside of the graph."""
    with tf.GradientTape() as tape, tape.stop_recording():
        function(*example, *shared, *key)


def _kept(holder: Any) -> dict[Hashable, Any]:
    """The traces of an object's methods, or of a function: they live as long as it does."""
    key = id(holder)
    found = _traces.get(key)
    if found is None or found[0]() is not holder:

        def forget(_: object) -> None:
            _traces.pop(key, None)

        try:
            found = _traces[key] = (ref(holder, forget), {})
        except TypeError:  # an object with slots and no place for weak references
            return {}
    return found[1]


_traces: dict[int, tuple[Any, dict[Hashable, Any]]] = {}
"""By the identity of an object: a weak reference to it, and what was traced of its methods."""


def _for_all(
    function: Callable[..., Any], forms: Sequence[Any], tensors: Sequence[Any], fixed: Any, key: Any
) -> Any:
    """The function as a graph for any number of examples."""
    specs = [tf.TensorSpec([None, *shape], dtype) for dtype, shape in forms]
    specs += [tf.TensorSpec(shape, tf.as_dtype(dtype)) for dtype, shape in tensors]

    def for_all(*given: Any) -> Any:
        data = iter(given[len(forms) :])
        shared = [each.filled(data) for each in fixed]
        return for_each(lambda row: function(*row, *shared, *key), given[: len(forms)])

    traced = tf.function(for_all, input_signature=specs, autograph=False)
    _check_writes(traced.get_concrete_function().graph, getattr(function, "__name__", str(function)))
    return traced


def _check_writes(graph: Any, name: str) -> None:
    """Raises CellError when the function changes a variable: once for all examples is not once for each."""
    definition = graph.as_graph_def()
    nodes = [*definition.node, *(node for each in definition.library.function for node in each.node_def)]
    for node in nodes:
        if node.op.startswith(("Assign", "ResourceScatter", "ResourceApply")):
            raise CellError(
                f"`{name}` writes a variable (`{node.op}`); update it outside of the loop over examples"
            )
