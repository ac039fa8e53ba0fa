"""Counts what TensorFlow executes eagerly, and the variables that are made."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from . import work

VARIABLES = "tensorflow.python.ops.resource_variable_ops"
_INTERVALS, _FEWEST = 20_000, 40  # operations between which the time is kept, at most and at least
_CALLBACKS = "tensorflow.python.framework.op_callbacks"


class Operations:
    """Tells `count` of every operation that is executed eagerly, on each thread that asks to be heard.

    `count` gets the seconds in which the operation computed, see `work.seconds`: no more than have passed since the last.

    TensorFlow calls back thread by thread.  The module that it does this with is not public; where it is not there,
    nothing is counted.
    """

    def __init__(self, count: Callable[[float], None]) -> None:
        self._count = count
        self._local = threading.local()
        self._intervals: list[float] = []

    def listen(self) -> None:
        """Hears this thread from now on, once TensorFlow is there; costs little when it does already."""
        if getattr(self._local, "heard", False):
            return
        callbacks: Any = sys.modules.get(_CALLBACKS)
        tensorflow: Any = sys.modules.get("tensorflow")
        if callbacks is None or not hasattr(tensorflow, "Variable"):  # not imported, or not yet
            return
        self._local.heard = True
        callbacks.add_op_callback(self._executed)

    def _executed(
        self, kind: Any, inputs: Any, _attributes: Any, outputs: Any, *_: Any, graph: Any = None, **_more: Any
    ) -> None:
        if graph is not None:
            return
        now = time.perf_counter()
        last = getattr(self._local, "last", None)
        passed = 0.0 if last is None else now - last
        if len(self._intervals) < _INTERVALS and last is not None:
            self._intervals.append(passed)
        self._count(min(passed, _computing(kind, inputs, outputs)))
        self._local.last = time.perf_counter()  # what the probe takes is not the program's

    def dispatch(self) -> float:
        """Seconds that this program takes from one short operation to the next; 0 where too few were executed.

        The lower quartile: longer are those that compute much, or behind which the program does something else.
        """
        found = sorted(self._intervals)
        return found[len(found) // 4] if len(found) >= _FEWEST else 0.0


def _computing(kind: Any, inputs: Any, outputs: Any) -> float:
    try:
        return work.seconds(kind, inputs, outputs)
    except Exception:  # whatever TensorFlow tells, the program runs on
        return 0.0


def count_variables(module: Any, count: Callable[[], None]) -> None:
    """Tells `count` of every variable that is made, in eager code and while a graph is traced."""
    made = module.ResourceVariable  # what an assignment gives is of another class
    original = made.__init__

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
        original(self, *args, **kwargs)
        count()

    __init__.__wrapped__ = original  # type: ignore[attr-defined]
    made.__init__ = __init__
