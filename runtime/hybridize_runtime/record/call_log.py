"""The calls of one scope that were not executed, as lists of numbers: little is done, and kept, per call.

Calls are numbered in the order in which they were made, and so are their results.  An argument is the number of a result,
or -1 - i for the i-th of the tensors, arrays and numbers that were known.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import ref

from hybridize_runtime.compile.noise import ambient_training
from hybridize_runtime.errors import InputError
from hybridize_runtime.execute.tapes import recording
from hybridize_runtime.record.futures import Future

if TYPE_CHECKING:
    from hybridize_runtime.record.forms import Signature

FEW = 16  # vertices up to which single calls cost no more than a batch (measured)


class Call:
    """What the results of one recorded call share; it lives as long as one of them can be read.

    `first`: number of its first result while it is pending.  `values`: the results, once computed.
    """

    __slots__ = ("__weakref__", "first", "recorder", "rows", "signature", "values")

    def __init__(self, recorder: Recorder, signature: Signature, rows: int, first: int) -> None:
        self.recorder, self.signature, self.rows, self.first = recorder, signature, rows, first
        self.values: list[Any] | None = None

    def value(self, index: int) -> Any:
        """One result; executes what is pending and can still be read."""
        if self.values is None:
            self.recorder.flush(self)
        assert self.values is not None
        return self.values[index]


@dataclass(eq=False)
class Log:
    """Recorded calls.  By call: who can read it, its cell, its number of rows; `arguments` are one after the other.

    Calls are executed as they were made, with the recording of gradients or without; `epochs`: with which call it began or
    ended.  `results`: how many there are.
    """

    handles: list[ref[Call]] = field(default_factory=list)
    signatures: list[Signature] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    arguments: list[int] = field(default_factory=list)
    known: list[Any] = field(default_factory=list)
    epochs: list[tuple[int, bool]] = field(default_factory=list)
    taped: bool | None = None
    results: int = 0

    def add(self, handle: ref[Call], signature: Signature, rows: int, taped: bool) -> None:
        """One more call, whose arguments are there."""
        if taped is not self.taped:
            self.taped = taped
            self.epochs.append((len(self.rows), taped))
        self.handles.append(handle)
        self.signatures.append(signature)
        self.rows.append(rows)
        self.results += len(signature.outputs)

    def knows(self, value: Any) -> int:
        """What was known of an argument, as its number."""
        self.known.append(value)
        return -len(self.known)


class Recorder:
    """The calls of one scope that were not executed, and how they are executed.

    execute: computes what can be read of the pending calls, or what this one depends on.  operation: an elementwise
    operation as a cell, of rows or of one example.  `training`: whether the scope is in a layer of Keras that trains.
    """

    def __init__(
        self,
        executor: str,
        execute: Callable[[Recorder, Call | None], None],
        operation: Callable[[Callable[..., Any], bool], Callable[..., Any]],
    ) -> None:
        self.executor, self._execute, self.operation = executor, execute, operation
        self.training = ambient_training()
        self.log = Log()
        self._alone = 0  # calls that were made at once

    def record(self, signature: Signature, leaves: Sequence[Any], name: str) -> Any:
        """Futures of the results of a call with these rows.  Raises InputError where their numbers differ."""
        log = self.log
        arguments, rows = log.arguments, -1
        before = len(arguments)
        for leaf in leaves:
            kind = type(leaf)
            if kind is Future:
                call = leaf.call
                count = call.rows
                pending = call.values is None and call.recorder is self
                arguments.append(call.first + leaf.index if pending else log.knows(_known(leaf)))
            else:
                count = 1 if kind is int or kind is float else int(leaf.shape[0])
                arguments.append(log.knows(leaf))
            if count != rows:
                if rows >= 0:
                    del arguments[before:]
                    raise _uneven(name, leaves)
                rows = count
        call = Call(self, signature, rows, log.results)
        log.add(ref(call), signature, rows, recording())
        return signature.packed([Future(call, i, key) for i, key in signature.keys])

    def makes_alone(self) -> bool:
        """Whether one more call of a cell that was never traced is made at once: so many that there is something to batch?

        A program whose scopes have few calls never pays for tracing.
        """
        if self.executor != "auto" or self.log.signatures or self._alone >= FEW:
            return False
        self._alone += 1
        return True

    def is_current(self) -> bool:
        """Whether calls of cells are recorded here now."""
        return local.scope is self

    def flush(self, call: Call | None = None) -> None:
        """Executes this call and all whose results can be read, and what they depend on.

        Calls of a tape that is over wait for their error: raises InputError where `call` depends on one.
        """
        if self.log.signatures:
            self._execute(self, call)


class _Local(threading.local):
    scope: Recorder | None = None


local = _Local()


@contextmanager
def unrecorded() -> Iterator[None]:
    """No scope: cells that are called meanwhile are functions."""
    before, local.scope = local.scope, None
    try:
        yield
    finally:
        local.scope = before


def _known(future: Future) -> Any:
    """What a call keeps of a result of another scope, or one that is computed: a tensor with a first dimension of rows."""
    call = future.call
    if call.values is None:
        return future
    value = call.values[future.index]
    return value[None] if call.signature.row_specs[future.index].whole else value


def _uneven(name: str, leaves: Sequence[Any]) -> InputError:
    counts = [
        x.call.rows if type(x) is Future else 1 if isinstance(x, (int, float)) else int(x.shape[0])
        for x in leaves
    ]
    i = next(i for i, n in enumerate(counts) if n != counts[0])
    return InputError(
        f"cell `{name}`: tensor {i} of the arguments has {counts[i]} rows, tensor 0 has {counts[0]}; "
        "all need the same; what is no row of the example belongs into a variable or a closure"
    )


def known_rows(value: Any) -> Any:
    """What was known of an argument when its call was made, computed where it is a result of another scope."""
    if type(value) is Future:
        value.value()
        return _known(value)
    return value
