"""The form of a call: what of its arguments is rows, and what is the same for all calls that run together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from hybridize_runtime.cells import Rows
from hybridize_runtime.checks import check_operations, check_signature
from hybridize_runtime.errors import CellError
from hybridize_runtime.futures import Future
from hybridize_runtime.tracing import functions_inlined
from hybridize_runtime.variants import Variants, numbered_specs


class RowSpec(NamedTuple):
    """In the form of a call: an argument whose rows differ from call to call."""

    dtype: Any
    shape: tuple[int, ...]


class _Constant(NamedTuple):
    """In the form of a call: an argument that is the same in all calls that run together."""

    type: type
    value: Hashable


class Signature:
    """A cell for one form of arguments.

    `outputs`: what a row of each result is.  `components`: for each result the name of the state that holds it.
    """

    def __init__(
        self, name: str, function: Callable[..., Any], example: Any, given: Sequence[RowSpec]
    ) -> None:
        self.name, self.function = name, function
        self._example = example  # arguments as they were given, with None in place of rows
        self.rows = tuple(given)
        self.variants = Variants(self)
        found = _results(self)
        self._compiled: Any = None
        self._packed = tf.nest.map_structure(lambda _: ROWS, found)
        flat = _flat(found)
        self.outputs = tuple(_row(self, t) for t in flat)
        self.row_specs = tuple(RowSpec(rows.dtype, rows.shape) for rows in self.outputs)
        self.components = tuple(numbered_specs(self.outputs))

    def call(self, rows: Sequence[Any]) -> list[Any]:
        """The results, flat, of the function for these rows."""
        args, kwargs = _filled(self._example, iter(rows))
        return _flat(self.function(*args, **kwargs))

    @property
    def compiled(self) -> Any:
        """The function as a graph for any number of rows, flat results; its rows are known to be independent."""
        if self._compiled is None:
            check_signature(self)
            specs = [tf.TensorSpec([None, *r.shape], r.dtype) for r in self.rows]
            self._compiled = tf.function(
                lambda *rows: self.call(rows), input_signature=specs, autograph=False
            )
        return self._compiled

    def packed(self, flat: Sequence[Any]) -> Any:
        """Results as the function returns them."""
        return _filled(self._packed, iter(flat))


def _results(signature: Signature) -> Any:
    """The results of the function for symbolic rows."""
    graph = tf.__internal__.FuncGraph(signature.name)
    try:
        with graph.as_default(), functions_inlined():
            rows = [tf.compat.v1.placeholder(r.dtype, [None, *r.shape]) for r in signature.rows]
            args, kwargs = _filled(signature._example, iter(rows))
            found = tf.nest.map_structure(tf.convert_to_tensor, signature.function(*args, **kwargs))
        check_operations(graph, signature.name)
        return found
    except CellError:
        raise
    except Exception as error:
        reason = str(error).strip().split("\n")[0]
        raise CellError(
            f"cell `{signature.name}` cannot be traced ({type(error).__name__}: {reason}); "
            "a cell is TensorFlow code for any number of rows, without branches on values: call it without `@cell`, "
            "or decide outside of it"
        ) from error


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


class NoRowsError(Exception):
    """An argument is a tensor without dimensions: neither rows nor a constant."""


def read_form(value: Any, leaves: list[Any], specs: list[RowSpec]) -> tuple[Hashable, Any]:
    """The form of an argument, and the argument with its rows taken out and put into `leaves`, described in `specs`."""
    kind = type(value)
    if kind is Future:
        leaves.append(value)
        specs.append(value.call.signature.row_specs[value.index])
        return specs[-1], ROWS
    if kind is tuple or kind is list:
        forms: list[Any] = [kind]
        made = []
        for part in value:
            form, example = read_form(part, leaves, specs)
            forms.append(form)
            made.append(example)
        return tuple(forms), kind(made)
    if kind is dict:
        read = {key: read_form(part, leaves, specs) for key, part in value.items()}
        return (dict, *((key, form) for key, (form, _) in read.items())), {k: e for k, (_, e) in read.items()}
    if isinstance(value, (tf.Tensor, np.ndarray)):
        return _tensor_form(value, leaves, specs)
    if isinstance(value, tf.Variable):
        return _Constant(kind, id(value)), value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        form, made = read_form(tuple(value), leaves, specs)
        return (kind, form), kind(*made)
    return _constant(kind, value), value


def _tensor_form(value: Any, leaves: list[Any], specs: list[RowSpec]) -> tuple[Hashable, Any]:
    if value.ndim == 0 and isinstance(value, tf.Tensor):
        raise NoRowsError
    if value.ndim == 0:
        return _constant(np.ndarray, value.item()), value
    leaves.append(value)
    specs.append(RowSpec(tf.as_dtype(value.dtype), tuple(value.shape[1:])))
    return specs[-1], ROWS


def _constant(kind: type, value: Any) -> _Constant:
    """Constants are compared by value where that is possible, and by identity elsewhere."""
    if kind in (bool, int, float, complex, str, bytes, type(None), tf.DType) or isinstance(value, np.generic):
        return _Constant(kind, value)
    return _Constant(kind, id(value))
