"""Cells that are traced from calls: `@cell`, and the scope `batching()` in which their calls are recorded.

A recorded call returns futures.  Reading one, or leaving the scope, executes the calls it depends on, in batches.
"""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, update_wrapper
from types import MethodType
from typing import Any
from weakref import ref

import numpy as np
import tensorflow as tf

from hybridize_runtime.checks import check_signature
from hybridize_runtime.errors import CellError, InputError, listing
from hybridize_runtime.forms import NoRowsError, Reading, RowSpec, Signature, quick_form
from hybridize_runtime.futures import Future, Link
from hybridize_runtime.network import EXECUTORS, recording

FEW_FORMS = 4  # of arguments per cell of one example, before its numbers are taken for rows
MOST_FORMS = 64  # of arguments per cell; calls of further ones are not recorded


class TracedCell:
    """A function whose calls in a scope are recorded; elsewhere it is the function."""

    def __init__(self, function: Callable[..., Any], name: str | None = None, example: bool = False) -> None:
        self.function = function
        self.example = example
        self.numbers: bool | None = (
            None if example else False
        )  # whether Python numbers are rows; None: not tried
        self.name = name or getattr(function, "__name__", None) or type(function).__name__
        self._signatures: dict[Hashable, Signature] = {}
        self._known: dict[Hashable, Signature] = {}  # by quick forms
        self._warned = False
        if hasattr(function, "__name__"):
            update_wrapper(self, function, updated=())

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        """The method of an instance as a cell of its own, which lives as long as the instance."""
        if instance is None:
            return self
        bound: Any = instance.__dict__.get(key := f"_cell_{self.name}")
        if bound is None or bound.function.__self__ is not instance:  # an instance that was copied
            bound = TracedCell(MethodType(self.function, instance), self.name, self.example)
            instance.__dict__[key] = bound
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
        scope = _local.scope
        if scope is not None and tf.executing_eagerly():
            recorded = scope.record(self, args, kwargs)
            if recorded is not None:
                return recorded
        return self.function(*map(_valued, args), **{name: _valued(value) for name, value in kwargs.items()})

    def _traced(self, example: Any, rows: Sequence[RowSpec]) -> Signature:
        if not self.example:
            return Signature(self.name, self.function, example, rows)
        if not any(spec.whole for spec in rows):
            with suppress(CellError):
                found = Signature(self.name, self.function, example, rows)
                check_signature(found)
                return found
        found = Signature(self.name, self.function, example, rows, single=True)
        found.compiled.get_concrete_function()  # whatever cannot be vectorized is said now
        return found

    def read(self, args: Any, kwargs: Any) -> tuple[Signature | None, list[Any]]:
        """The cell for the form of some arguments, and their rows.  Raises NoRowsError."""
        given = (args, dict(sorted(kwargs.items())) if kwargs else kwargs)
        quick = self._quick(args, kwargs)
        if quick is not None and quick[1] in self._known:
            return self._known[quick[1]], quick[0]
        found, reading = self._read(given)
        if quick is not None and found is not None and bool(self.numbers) is quick[2]:
            self._known[quick[1]] = found
        return found, reading.leaves

    def _quick(self, args: Any, kwargs: Any) -> tuple[list[Any], Hashable, bool] | None:
        """Leaves and key of a plain call, and whether its numbers are leaves."""
        leaves: list[Any] = []
        numbers = bool(self.numbers)
        key = None if kwargs else quick_form(args, leaves, numbers=numbers)
        return None if key is None else (leaves, (numbers, key), numbers)

    def _read(self, given: Any) -> tuple[Signature | None, Reading]:
        reading = Reading(self.example, bool(self.numbers))
        form, example = reading.form(given)
        found = self._signatures.get(form)
        if found is not None or (not reading.leaves and not self.example):
            return found, reading
        with _unrecorded(), tf.init_scope():  # tracing is no part of what tapes see
            if self.numbers is None and self._outgrown(reading) and _has_numbers(given):
                data = Reading(True, numbers=True)
                form_of_data, example_of_data = data.form(given)
                try:
                    found = self.made(form_of_data, example_of_data, data.specs)
                    self.numbers = True
                    return found, data
                except CellError:
                    self.numbers = False
            return (self.made(form, example, reading.specs) if reading.leaves else None), reading

    def _outgrown(self, reading: Reading) -> bool:
        """Whether numbers are better read as rows: there are no other rows, or many numbers.  A few are constants."""
        return not reading.leaves or len(self._signatures) >= FEW_FORMS

    def made(self, form: Hashable, example: Any, rows: Sequence[RowSpec]) -> Signature | None:
        """The cell for a new form, traced.  None for one form too many."""
        found = None
        if len(self._signatures) < MOST_FORMS:
            found = self._signatures[form] = self._traced(example, rows)
        elif not self._warned:
            self._warned = True
            warnings.warn(
                f"cell `{self.name}` was called with {MOST_FORMS} different constants or shapes; calls with further ones "
                "are not batched: pass what differs from example to example as tensors or arrays with rows",
                stacklevel=5,
            )
        return found


def _has_numbers(value: Any) -> bool:
    if isinstance(value, (tuple, list, dict)):
        return any(map(_has_numbers, value.values() if isinstance(value, dict) else value))
    return type(value) is not bool and isinstance(value, (int, float, np.number))


def _valued(value: Any) -> Any:
    """Futures replaced by their values."""
    if isinstance(value, Future):
        return value.value()
    if isinstance(value, (tuple, list, dict)):
        return tf.nest.map_structure(lambda x: x.value() if isinstance(x, Future) else x, value)
    return value


@cache
def traced_operation(operation: Callable[..., Any]) -> TracedCell:
    """An elementwise operation of TensorFlow as a cell."""
    return TracedCell(operation)


class Call:
    """One recorded call.

    `arguments`: futures and tensors with `rows` rows each.  `values`: results, once computed.  `place`: while calls are
    executed, tensors that hold the results among others, and the first row there.
    """

    __slots__ = (
        "arguments",
        "epoch",
        "futures",
        "number",
        "place",
        "recorder",
        "rows",
        "signature",
        "start",
        "values",
    )

    def __init__(self, recorder: Recorder, signature: Signature, arguments: list[Any], rows: int) -> None:
        self.recorder, self.signature, self.arguments, self.rows = recorder, signature, arguments, rows
        self.values: list[Any] | None = None
        self.place: tuple[list[Any], int] | None = None
        self.number, self.epoch, self.start = 0, 0, 0
        self.futures: tuple[ref[Future], ...] = ()

    def value(self, index: int) -> Any:
        """One result; executes what is pending and can still be read."""
        if self.values is None:
            self.recorder.flush([self, *self.recorder.readable()])
        assert self.values is not None
        return self.values[index]

    @property
    def wanted(self) -> bool:
        """Whether a result can still be read."""
        return any(future() is not None for future in self.futures)


class Recorder:
    """The calls of one scope that were not executed.

    `epoch` counts how often the recording of gradients began or ended: calls are executed as they were made, with it or
    without.  `taped`: for each epoch whether it was on.
    """

    def __init__(self, executor: str) -> None:
        self.executor = executor
        self.pending: dict[int, Call] = {}
        self.count = 0
        self.taped: list[bool] = []

    def record(self, cell: TracedCell, args: Any, kwargs: Mapping[str, Any]) -> Any | None:
        """Futures of the results.  None for calls that cannot be batched: without rows, or with a tensor that has none."""
        try:
            signature, leaves = cell.read(args, kwargs)
        except NoRowsError:
            return None
        if signature is None:
            return None
        rows = _common_rows(cell.name, leaves)
        arguments = [_linked(leaf) if type(leaf) is Future else leaf for leaf in leaves]
        call = Call(self, signature, arguments, rows)
        call.number, call.epoch = self.count, self._epoch()
        self.count += 1
        self.pending[call.number] = call
        futures = [Future(call, i) for i in range(len(signature.outputs))]
        call.futures = tuple(map(ref, futures))
        return signature.packed(futures)

    def _epoch(self) -> int:
        now = recording()
        if not self.taped or self.taped[-1] != now:
            self.taped.append(now)
        return len(self.taped) - 1

    def flush(self, calls: Sequence[Call]) -> None:
        """Executes these calls and what they depend on.  Raises InputError where a tape is over that recorded them."""
        from hybridize_runtime.flushing import execute_calls

        needed = _needed(calls)
        lost = [call for call in needed if self.taped[call.epoch] and not recording()]
        if lost:
            raise InputError(
                f"cell `{lost[0].signature.name}` was called under a gradient tape that ended before the result was "
                "computed; read the result, or leave `batching()`, inside the tape"
            )
        with _unrecorded():
            execute_calls(self, needed)

    def finish(self) -> None:
        """Executes all calls whose results can be read."""
        self.flush(self.readable())

    def readable(self) -> list[Call]:
        """Pending calls whose results can be read.  Those of a tape that is over wait for their error."""
        alive = [call for call in self.pending.values() if call.wanted]
        if not any(self.taped) or recording():
            return alive
        return [call for call in alive if not any(self.taped[c.epoch] for c in _needed([call]))]


def _linked(future: Future) -> Any:
    """What a call keeps of a future: the value where there is one."""
    call = future.call
    if call.values is None:
        return Link(call, future.index)
    value = call.values[future.index]
    return value[None] if call.signature.row_specs[future.index].whole else value


def _common_rows(name: str, leaves: Sequence[Any]) -> int:
    counts = [leaf.call.rows if type(leaf) is Future else int(leaf.shape[0]) for leaf in leaves]
    if counts.count(counts[0]) != len(counts):
        i = next(i for i, n in enumerate(counts) if n != counts[0])
        raise InputError(
            f"cell `{name}`: tensor {i} of the arguments has {counts[i]} rows, tensor 0 has {counts[0]}; "
            "all need the same; what is no row of the example belongs into a variable or a closure"
        )
    return counts[0]


def _needed(calls: Sequence[Call]) -> list[Call]:
    """Pending calls that these depend on, and themselves, in the order in which they were made."""
    seen: dict[int, Call] = {}
    stack = [call for call in calls if call.values is None]
    while stack:
        call = stack.pop()
        if call.number in seen:
            continue
        seen[call.number] = call
        for argument in call.arguments:
            if type(argument) is Link and argument.call.values is None:
                if argument.call.recorder is call.recorder:
                    stack.append(argument.call)
                else:
                    argument.value()  # of another scope, or thread
    return [seen[number] for number in sorted(seen)]


class _Local(threading.local):
    scope: Recorder | None = None


_local = _Local()


@contextmanager
def _unrecorded() -> Iterator[None]:
    """No scope: cells that are called meanwhile are functions."""
    before, _local.scope = _local.scope, None
    try:
        yield
    finally:
        _local.scope = before


def recorder_of(futures: Sequence[Future]) -> Recorder | None:
    """The scope in which an operation on these can be recorded."""
    scope = _local.scope
    return scope if scope is not None and all(f.call.recorder is scope for f in futures) else None


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
    if executor not in (*EXECUTORS, "groups"):
        raise ValueError(
            f"there is no executor `{executor}`; choose one of {listing((*EXECUTORS, 'groups'))}"
        )
    if _local.scope is not None:
        yield
        return
    recorder = _local.scope = Recorder(executor)
    try:
        yield
    finally:
        _local.scope = None
    recorder.finish()
