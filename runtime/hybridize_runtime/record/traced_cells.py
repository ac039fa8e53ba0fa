"""Cells that are traced from calls: `@cell`, and the scope `batching()` in which their calls are recorded.

A recorded call returns futures.  Reading one, or leaving the scope, executes the calls it depends on, in batches.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, update_wrapper
from types import MethodType
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.errors import CellError, listing
from hybridize_runtime.execute.network import EXECUTORS
from hybridize_runtime.record.call_log import FEW, Recorder, local, unrecorded
from hybridize_runtime.record.flushing import execute_log
from hybridize_runtime.record.forms import NoRowsError, Reading, RowSpec, Signature, quick_form
from hybridize_runtime.record.futures import Future

MOST_FORMS = 64  # of arguments per cell; calls of further ones are not recorded


class TracedCell:
    """A function whose calls in a scope are recorded; elsewhere it is the function."""

    def __init__(self, function: Callable[..., Any], name: str | None = None, example: bool = False) -> None:
        self.function = function
        self.example = example
        self.owner: Any = None  # of a method
        self.numbers: bool | None = (
            None if example else False
        )  # whether Python numbers are rows; None: not tried
        self._first_numbers: list[Any] = []
        self._numbers_vary = False
        self._noted = 0  # calls that were made as they are, and whose numbers were looked at
        self.name = name or getattr(function, "__name__", None) or type(function).__name__
        self._signatures: dict[Hashable, Signature] = {}
        self._known: dict[Hashable, Signature] = {}  # by quick forms
        self._slot = f"_cell_{self.name}"
        self._warned = False
        if hasattr(function, "__name__"):
            update_wrapper(self, function, updated=())

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """The method of an instance as a cell of its own, which lives as long as the instance."""
        if instance is None:
            return self
        bound: Any = instance.__dict__.get(self._slot)
        if bound is None or bound.owner is not instance:  # an instance that was copied
            bound = TracedCell(MethodType(self.function, instance), self.name, self.example)
            bound.owner = instance
            instance.__dict__[self._slot] = bound
        return bound

    def __reduce__(self) -> Any:
        """By name where it stands in the place of its function; what was traced is not taken along."""
        module = sys.modules.get(getattr(self.function, "__module__", None) or "")
        here = getattr(module, getattr(self.function, "__qualname__", ""), None)
        return (
            self.function.__qualname__
            if here is self
            else (TracedCell, (self.function, self.name, self.example))
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "function":
            raise AttributeError(name)
        return getattr(self.function, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        scope = local.scope
        if scope is not None and tf.executing_eagerly() and not self._is_made_alone(scope, args, kwargs):
            try:
                signature, leaves = self.read(args, kwargs, scope.training)
            except NoRowsError:
                signature = None
            if signature is not None:
                return scope.record(signature, leaves, self.name)
        return self.function(*map(_valued, args), **{name: _valued(value) for name, value in kwargs.items()})

    def _is_made_alone(self, scope: Recorder, args: Any, kwargs: Any) -> bool:
        alone = self.example and not self._signatures and scope.makes_alone()
        if alone and self._noted < FEW:
            self._noted += 1
            self._note_numbers((args, kwargs))
        return alone

    def _note_numbers(self, given: Any) -> None:
        """Remembers whether calls differ in their numbers: those that do not are better left constants."""
        numbers = list(_numbers_in(given))
        if len(numbers) != len(self._first_numbers):  # another form
            self._first_numbers = numbers
        self._numbers_vary = self._numbers_vary or numbers != self._first_numbers

    def _traced(self, example: Any, rows: Sequence[RowSpec], training: bool) -> Signature:
        if not self.example:
            return Signature(self.name, self.function, example, rows, training)
        if not any(spec.whole for spec in rows):
            with suppress(CellError):
                found = Signature(self.name, self.function, example, rows, training)
                found.check()
                return found
        found = Signature(self.name, self.function, example, rows, training, single=True)
        found.compiled.get_concrete_function()  # whatever cannot be vectorized is said now
        return found

    def read(self, args: Any, kwargs: Any, training: bool = False) -> tuple[Signature | None, list[Any]]:
        """The cell for the form of some arguments, and their rows.  Raises NoRowsError."""
        leaves: list[Any] = []
        numbers = bool(self.numbers)
        key: list[Any] = [numbers, training]
        quick = quick_form(args, leaves, key, numbers, self.example)
        if kwargs:
            kwargs = dict(sorted(kwargs.items()))
            quick = quick and quick_form((kwargs,), leaves, key, numbers, self.example)
        form = tuple(key)
        if quick and (known := self._known.get(form)) is not None:
            return known, leaves
        found, reading = self._read((args, kwargs), training)
        if quick and found is not None and bool(self.numbers) is numbers:
            self._known[form] = found
        return found, reading.leaves

    def _read(self, given: Any, training: bool) -> tuple[Signature | None, Reading]:
        reading = Reading(self.example, bool(self.numbers))
        form, example = reading.form(given)
        found = self._signatures.get((training, form))
        if found is not None or (not reading.leaves and not self.example):
            return found, reading
        data = None
        if self.numbers is None and self._varies(given, reading):
            data = Reading(True, numbers=True)
            form_of_data, example_of_data = data.form(given)  # tapes see what rows are made of
        with unrecorded(), tf.init_scope():  # tracing is no part of what tapes see
            if data is not None:
                try:
                    found = self.made(form_of_data, example_of_data, data.specs, training)
                    self.numbers = True
                    return found, data
                except CellError:
                    self.numbers = False
            made = self.made(form, example, reading.specs, training) if reading.leaves else None
            return made, reading

    def _varies(self, given: Any, reading: Reading) -> bool:
        """Whether numbers are better read as rows: there are no other rows, or calls differ in them."""
        self._note_numbers(given)
        return bool(self._first_numbers) and (self._numbers_vary or not reading.leaves)

    def made(self, form: Hashable, example: Any, rows: Sequence[RowSpec], training: bool) -> Signature | None:
        """The cell for a new form, traced.  None for one form too many."""
        found = None
        if len(self._signatures) < MOST_FORMS:
            found = self._signatures[training, form] = self._traced(example, rows, training)
        elif not self._warned:
            self._warned = True
            warnings.warn(
                f"cell `{self.name}` was called with {MOST_FORMS} different constants or shapes; calls with further ones "
                "are not batched: pass what differs from example to example as tensors or arrays with rows",
                stacklevel=5,
            )
        return found


def _numbers_in(value: Any) -> Iterator[Any]:
    if isinstance(value, (tuple, list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers_in(part)
    elif type(value) is not bool and isinstance(value, (int, float, np.number)):
        yield value


def _valued(value: Any) -> Any:
    """Futures replaced by their values."""
    if isinstance(value, Future):
        return value.value()
    if isinstance(value, (tuple, list, dict)):
        return tf.nest.map_structure(lambda x: x.value() if isinstance(x, Future) else x, value)
    return value


@cache
def traced_operation(operation: Callable[..., Any], example: bool = False) -> TracedCell:
    """An elementwise operation of TensorFlow as a cell of rows, or of one example."""
    return TracedCell(operation, example=example)


def cell(function: Any = None, *, name: str | None = None, example: bool = False) -> Any:
    """Decorator: calls of this function, method or layer can be recorded and batched.

    The function takes and returns tensors with rows of examples, [rows, ...], and treats rows independently; it is
    traced once per form of arguments, as by `tf.function`.  Arguments that are no tensors or arrays are constants: only
    calls with the same constants run together.  `example`: the function is written for one example instead: a call is one,
    whatever the dimensions of its tensors are (none, 1 in front, others), and Python numbers differ from call to call.
    On a class, calls of its instances are recorded.
    Outside of `batching()`, and while a `tf.function` is traced, calls are ordinary calls.
    """
    if function is None:
        return lambda wrapped: cell(wrapped, name=name, example=example)
    if isinstance(function, type):
        traced: Any = TracedCell(function.__call__, name or function.__name__, example)
        type.__setattr__(function, "__call__", traced)
        return function
    return TracedCell(function, name, example)


@contextmanager
def batching(executor: str = "auto") -> Iterator[None]:
    """Scope in which calls of cells are recorded; on leaving it, those whose results can be read are executed.

    A scope inside another one is part of it.  After an exception, nothing is executed.
    `executor`: as for `Network`, or `groups`, which calls the cell once per group and traces nothing else; `auto` does that
    until the same cells were executed together several times.
    """
    if executor not in EXECUTORS:
        raise ValueError(f"there is no executor `{executor}`; choose one of {listing(EXECUTORS)}")
    if local.scope is not None:
        yield
        return
    recorder = local.scope = Recorder(executor, execute_log, traced_operation)
    try:
        yield
    finally:
        local.scope = None
    recorder.flush()
