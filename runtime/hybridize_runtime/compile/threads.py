"""Calls from several threads: what is kept is made once, and nothing runs while TensorFlow makes or inlines functions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


lock = threading.RLock()
"""Of all that networks and recorded cells keep.  One for all of them: a step may use several networks."""


def one_at_a_time(method: Method) -> Method:
    """A method that changes what is kept: one thread at a time."""

    @wraps(method)
    def locked(*args: Any, **kwargs: Any) -> Any:
        with lock:
            return method(*args, **kwargs)

    return locked  # type: ignore[return-value]


class Door:
    """Many may pass at a time, but not while one has it closed; whoever is inside may pass again."""

    def __init__(self) -> None:
        self._changed = threading.Condition(threading.RLock())
        self._inside: dict[int, int] = {}
        self._closed_by: int | None = None

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Waits until it is open."""
        me = threading.get_ident()
        with self._changed:
            self._changed.wait_for(lambda: self._closed_by in (None, me) or me in self._inside)
            self._inside[me] = self._inside.get(me, 0) + 1
        try:
            yield
        finally:
            with self._changed:
                self._inside[me] -= 1
                if not self._inside[me]:
                    del self._inside[me]
                self._changed.notify_all()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Waits until nobody else is inside, and lets nobody in; may be nested.

        Takes the lock first: who has it may be about to close the door, and what is done in here may need it.
        """
        me = threading.get_ident()
        with lock:
            with self._changed:
                self._changed.wait_for(lambda: self._closed_by in (None, me) and self._inside.keys() <= {me})
                before, self._closed_by = self._closed_by, me
            try:
                yield
            finally:
                with self._changed:
                    self._closed_by = before
                    self._changed.notify_all()

    @contextmanager
    def alone_at_first(self, met: set[Hashable], form: Hashable) -> Iterator[None]:
        """Closed for a form that is not in `met`, which it then joins; passed for others."""
        if form in met:
            with self.passed():
                yield
        else:
            with self.closed():
                yield
            met.add(form)


calls = Door()
"""Of the calls of networks: closed while functions are inlined, which TensorFlow does for all threads or for none.

Also while a function is called for the first time under tapes that ask for the same: then TensorFlow makes its gradient,
and lets several threads write to one graph.
"""
