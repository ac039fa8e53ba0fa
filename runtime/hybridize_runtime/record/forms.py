"""The form of a call: what of its arguments is rows, and what is the same for all calls that run together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.compile.checks import check_operations, check_rows, check_signature
from hybridize_runtime.compile.dispatching import know_classes
from hybridize_runtime.compile.noise import is_random, seeds_from, training_is
from hybridize_runtime.compile.partition import row_factors
from hybridize_runtime.compile.threads import calls, one_at_a_time
from hybridize_runtime.compile.tracing import (
    CellGraph,
    Trace,
    as_value,
    functions_inlined,
    kept_tensor,
    named,
)
from hybridize_runtime.compile.vectorizing import has_own_gradient, look_ups_gather, vectorized
from hybridize_runtime.errors import CellError
from hybridize_runtime.execute.tapes import is_watched, possible_gradients, recording
from hybridize_runtime.graph.plan import Kind
from hybridize_runtime.record.futures import Future
from hybridize_runtime.record.variants import Variants, numbered_specs

# Groups that a cell is called for operation by operation before a function is traced for them.  Measured on cells of three
# to twenty operations with their gradients, one thread of a busy machine: tracing takes 50 to 130 milliseconds, and then a
# group takes 0.5 less to 0.2 more than without.  Of rows with many numbers (images), the work weighs more: in a trace,
# TensorFlow joins operations, and computes no gradients that nobody asked for.
UNTRACED, WIDE = 100, 4096


class RowSpec(NamedTuple):
    """In the form of a call: an argument or result whose rows differ from call to call.

    shape: of a row.  whole: the tensor of one call is a row itself, without a first dimension of its own.
    """

    dtype: Any
    shape: tuple[int, ...]
    whole: bool = False


class _Constant(NamedTuple):
    """In the form of a call: an argument that is the same in all calls that run together."""

    type: type
    value: Hashable


class Signature:
    """A cell for one form of arguments.

    `outputs`: what a row of each result is.  `keys`: by result, its index and a number for its kind.
    `components`: for each result the name of the state that holds it.
    `training`: whether layers of Keras in it train.  `random`: whether it draws random numbers.
    `single`: the function is written for one example; calls are rows of it, whatever dimensions their tensors have.
    `looped`: it has a gradient of its own as well, and runs in a loop, which cannot be part of a network.
    """

    random = looped = False
    _noisy: Trace | None = None  # of a cell that draws random numbers, until it is tried

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        example: Any,
        given: Sequence[RowSpec],
        training: bool = False,
        single: bool = False,
    ) -> None:
        self.name, self.function, self.training, self.single = name, function, training, single
        know_classes()
        self.number = next(_numbers)
        self._example = example  # arguments as they were given, with None in place of rows
        self.rows = tuple(given)
        self.variants = Variants(self)
        found = _results(self)
        self._compiled: Any = None
        self._checked = False
        self._met: set[Hashable] = set()  # what tapes asked for in calls whose gradients are made
        self._packed = tf.nest.map_structure(lambda _: ROWS, found)
        self._plain = _plain(self._packed)
        flat = _flat(found)
        self.row_specs = tuple(_spec_of_result(self, t) for t in flat)
        self.outputs = tuple(Rows(spec.shape, spec.dtype) for spec in self.row_specs)
        self.keys = tuple((i, _keys.setdefault(spec, len(_keys))) for i, spec in enumerate(self.row_specs))
        self.components = tuple(numbered_specs(self.outputs))
        wide = any(prod(spec.shape) > WIDE for spec in (*self.rows, *self.row_specs))
        self._traced_at_once = single or self.random or wide
        self._untraced = 0  # groups so far

    def call(self, rows: Sequence[Any]) -> list[Any]:
        """The results, flat, of the function for these rows."""
        if self.single:
            return vectorized(self._one, self.rows, self.row_specs, rows)
        return self._one(rows)

    def alone(self, rows: Sequence[Any]) -> list[Any]:
        """The results, flat, of one call, as they are returned."""
        given = [row[0] if spec.whole else row for row, spec in zip(rows, self.rows, strict=True)]
        return self._one(given)

    def _one(self, given: Sequence[Any]) -> list[Any]:
        args, kwargs = _filled(self._example, iter(given))
        with training_is(self.training), named(self.name):
            return _flat(self.function(*args, **kwargs))

    @one_at_a_time
    def check(self) -> None:
        """Raises CellError where the function mixes the rows of calls; tried once."""
        if not self._checked and not self.single:
            if self._noisy is None:
                check_signature(self)
            else:
                check_rows(self._noisy, row_factors(self._noisy))
        self._checked, self._noisy = True, None

    def together(self, rows: Sequence[Any]) -> list[Any]:
        """The results, flat, for the rows of a group of calls."""
        if self._compiled is not None or self._traced_at_once or self._untraced >= UNTRACED:
            return self._called(self.compiled, rows)
        self.check()
        self._untraced += 1
        with functions_inlined():  # or each would be traced for each number of rows
            return [tf.convert_to_tensor(result) for result in self._one(rows)]

    def _called(self, compiled: Any, rows: Sequence[Any]) -> list[Any]:
        """The results of the graph; alone, where TensorFlow has its gradient to make."""
        if not tf.executing_eagerly():
            return list(compiled(*rows))
        with calls.alone_at_first(self._met, (recording(), *(possible_gradients([row]) for row in rows))):
            return list(compiled(*rows))

    @property
    @one_at_a_time
    def compiled(self) -> Any:
        """The function as a graph for any number of rows, flat results; its rows are known to be independent."""
        if self._compiled is None:
            self.check()
            specs = [tf.TensorSpec([None, *r.shape], r.dtype) for r in self.rows]
            self._compiled = tf.function(
                lambda *rows: self.call(rows), input_signature=specs, autograph=False
            )
        return self._compiled

    def packed(self, flat: list[Any]) -> Any:
        """Results as the function returns them."""
        if self._plain is not None:
            return self._plain(flat)
        return _filled(self._packed, iter(flat))


def _results(signature: Signature) -> Any:
    """The results of the function for symbolic rows."""
    graph = CellGraph(signature.name)
    # Only looked at: where the function runs, Keras counts its seeds up.
    seeds = seeds_from(graph.drawn_anew)
    trains = training_is(signature.training)
    try:
        with graph.as_default(), functions_inlined(), look_ups_gather(), seeds, trains:
            rows = [tf.compat.v1.placeholder(r.dtype, _shape(signature, r)) for r in signature.rows]
            args, kwargs = _filled(signature._example, iter(rows))
            found = tf.nest.map_structure(tf.convert_to_tensor, signature.function(*args, **kwargs))
        check_operations(graph, signature.name, graph.by_handle)
        signature.random = any(map(is_random, graph.get_operations()))
        signature.looped = signature.single and has_own_gradient(graph)
        if signature.random and not signature.single:
            signature._noisy = _trace(signature.name, graph, rows, _flat(found))
        return found
    except CellError:
        raise
    except tf.errors.OperatorNotAllowedInGraphError as error:
        raise CellError(as_value(signature.name)) from error
    except Exception as error:
        if "out of scope" in str(error):
            raise CellError(kept_tensor(signature.name)) from error
        reason = str(error).strip().split("\n")[0]
        raise CellError(
            f"cell `{signature.name}` cannot be traced ({type(error).__name__}: {reason}); "
            "a cell is TensorFlow code for any number of rows, without branches on values: call it without `@cell`, "
            "or decide outside of it"
        ) from error


def _trace(name: str, graph: CellGraph, rows: Sequence[Any], found: Sequence[Any]) -> Trace:
    """The operations of a call, as those of a vertex that pulls its arguments."""
    pulls = {f"argument {i}": t for i, t in enumerate(rows)}
    states = {f"result {i}": t for i, t in enumerate(found)}
    return Trace(
        Kind(name, 0), graph, {}, None, pulls, states, {}, tuple(graph.captures), graph.by_handle,
        len(graph.get_operations()), tuple(graph.seeds),
    )  # fmt: skip


def _shape(signature: Signature, spec: RowSpec) -> list[int | None]:
    """Of an argument while the function is traced: one example, or any number of rows."""
    return list(spec.shape) if spec.whole else [1 if signature.single else None, *spec.shape]


def _spec_of_result(signature: Signature, result: Any) -> RowSpec:
    if not signature.single:
        rows = _row(signature, result)
        return RowSpec(rows.dtype, rows.shape)
    shape = result.shape
    if not shape.is_fully_defined():
        raise CellError(
            f"cell `{signature.name}` returns the shape {shape}; shapes have to follow from those of the arguments"
        )
    first = shape.rank and shape[0] == 1
    return RowSpec(result.dtype, tuple(shape[1:] if first else shape), not first)


def _row(signature: Signature, result: Any) -> Rows:
    shape = result.shape
    if shape.rank in (None, 0) or shape[0] is not None or not shape[1:].is_fully_defined():
        raise CellError(
            f"cell `{signature.name}` returns the shape {shape}; "
            "results need one row per row of the arguments, and other dimensions that follow from theirs"
        )
    return Rows(tuple(shape[1:]), result.dtype)


def _flat(structure: Any) -> list[Any]:
    """The leaves, in the order in which `_filled` puts them in."""
    if isinstance(structure, (tuple, list)):
        return [leaf for part in structure for leaf in _flat(part)]
    if type(structure) is dict:
        return [leaf for part in structure.values() for leaf in _flat(part)]
    return [structure]


def _plain(packed: Any) -> Callable[[list[Any]], Any] | None:
    """How a list of results becomes what the function returns where that is one tensor, or a tuple or list of them."""
    if packed is ROWS:
        return itemgetter(0)
    kind = type(packed)
    return kind if kind in (tuple, list) and all(part is ROWS for part in packed) else None


def _filled(example: Any, rows: Iterator[Any]) -> Any:
    """A structure with rows put in, mappings in their order."""
    kind = type(example)
    if example is ROWS:
        return next(rows)
    if kind in (tuple, list):
        return kind(_filled(part, rows) for part in example)
    if isinstance(example, tuple) and hasattr(example, "_fields"):
        return kind(*(_filled(part, rows) for part in example))
    if kind is dict:
        return {key: _filled(part, rows) for key, part in example.items()}
    return example


ROWS = object()

_numbers = count()

_keys: dict[RowSpec, int] = {}
"""A number for every kind of result: it is hashed faster than what it stands for."""


def quick_form(args: Iterable[Any], leaves: list[Any], key: list[Any], numbers: bool, single: bool) -> bool:
    """Adds the form of plain arguments to `key` and their rows to `leaves`; False for arguments that are not plain.

    Plain are numbers, texts, results, tensors with rows, and tuples, lists and dictionaries of them.  This is what `Reading`
    finds, without an example of the structure: for calls of a form that was read before.  Numbers stay numbers in `leaves`.
    """
    for value in args:
        kind = type(value)
        if kind is Future:
            key.append(value.key)
            leaves.append(value)
        elif kind is tuple or kind is list:
            key += (kind, len(value))
            if not quick_form(value, leaves, key, numbers, single):
                return False
        elif (kind is int or kind is float) and -_WIDEST <= value < _WIDEST:
            key.append(kind)
            (leaves if numbers else key).append(value)
        elif (kind is np.ndarray or kind is _TENSOR) and value.ndim:
            rows = value if kind is np.ndarray else _untaped(value)
            whole = single and rows.shape[0] != 1
            key += (rows.dtype, tuple(rows.shape) if whole else (-1, *rows.shape[1:]))
            leaves.append(rows[None] if whole else rows)
        elif kind is dict:
            key += (kind, tuple(value))
            if not quick_form(value.values(), leaves, key, numbers, single):
                return False
        elif kind is str or kind is bool or value is None:
            key += (kind, value)
        else:
            return False
    return True


_WIDEST = 2**31
_TENSOR = tf.__internal__.EagerTensor


def _untaped(tensor: Any) -> Any:
    """The same memory as an array where no tape sees the tensor: arrays are joined without TensorFlow."""
    return tensor if is_watched(tensor) else tensor.numpy()


class NoRowsError(Exception):
    """An argument is a tensor without dimensions: neither rows nor a constant."""


class Reading:
    """How the arguments of calls are read.

    `single`: a call is one example: tensors without a first dimension of 1 are rows as they are.  `numbers`: Python numbers
    are rows, too; else they are constants.
    """

    __slots__ = ("leaves", "numbers", "single", "specs")

    def __init__(self, single: bool = False, numbers: bool = False) -> None:
        self.single, self.numbers = single, numbers
        self.leaves: list[Any] = []
        self.specs: list[RowSpec] = []

    def form(self, value: Any) -> tuple[Hashable, Any]:
        """The form of an argument, and the argument with its rows taken out and put into `leaves`, described in `specs`."""
        kind = type(value)
        if kind is Future:
            return self._leaf(value, value.call.signature.row_specs[value.index])
        if kind is tuple or kind is list:
            forms: list[Any] = [kind]
            made = []
            for part in value:
                form, example = self.form(part)
                forms.append(form)
                made.append(example)
            return tuple(forms), kind(made)
        if kind is dict:
            read = {key: self.form(part) for key, part in value.items()}
            made_dict = {k: e for k, (_, e) in read.items()}
            return (dict, *((key, form) for key, (form, _) in read.items())), made_dict
        if isinstance(value, (tf.Tensor, np.ndarray)):
            return self._tensor(value)
        if self.numbers and kind in _NUMBERS and -_WIDEST <= value < _WIDEST:
            dtype = _NUMBERS[kind]
            return self._leaf(np.array([value], dtype.as_numpy_dtype), RowSpec(dtype, (), True))
        if isinstance(value, tf.Variable):
            return _Constant(kind, id(value)), value
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            form, made_tuple = self.form(tuple(value))
            return (kind, form), kind(*made_tuple)
        return _constant(kind, value), value

    def _leaf(self, value: Any, spec: RowSpec) -> tuple[Hashable, Any]:
        self.leaves.append(value)
        self.specs.append(spec)
        return spec, ROWS

    def _tensor(self, value: Any) -> tuple[Hashable, Any]:
        dtype = tf.as_dtype(value.dtype)
        if isinstance(value, tf.Tensor) and value.ndim:
            value = _untaped(value)
        if self.single and (value.ndim == 0 or value.shape[0] != 1):
            return self._leaf(value[None], RowSpec(dtype, tuple(value.shape), True))
        if value.ndim == 0 and isinstance(value, tf.Tensor):
            raise NoRowsError
        if value.ndim == 0:
            return _constant(np.ndarray, value.item()), value
        return self._leaf(value, RowSpec(dtype, tuple(value.shape[1:])))


_NUMBERS = {
    int: tf.int32,
    float: tf.float32,
    np.float64: tf.float32,
    np.float32: tf.float32,
    np.int64: tf.int64,
    np.int32: tf.int32,
}


def _constant(kind: type, value: Any) -> _Constant:
    """Constants are compared by value where that is possible, and by identity elsewhere."""
    if kind in (bool, int, float, complex, str, bytes, type(None), tf.DType) or isinstance(value, np.generic):
        return _Constant(kind, value)
    return _Constant(kind, id(value))
