"""What stands behind a `tf.function`: the Python function that the user wrote, and the object it is bound to."""

from __future__ import annotations

import inspect
import types
import weakref
from collections.abc import Callable
from typing import Any

from . import tensors
from .scopes import of_function

_known: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
by_place: dict[tuple[str, int, str], str] = {}
"""Keys of watched functions, by file, first line and name of their code."""


class Target:
    """A watched function behind a `tf.function`.  receiver: a weak reference to what it is bound to, or None."""

    __slots__ = ("_function", "_receiver", "_signature", "key")

    def __init__(self, key: str, function: Any, receiver: Any) -> None:
        self.key, self._receiver, self._function = key, receiver, function
        self._signature = inspect.signature(function, follow_wrapped=False)

    def surroundings(self, wanted: Any) -> dict[str, Any]:
        """The variables that the function reads from around it (see `of_function`)."""
        return of_function(self._function, wanted)

    def bound(self, args: Any, kwargs: Any) -> tuple[list[str], list[Any]]:
        """Names and values of the arguments, as the body sees them."""
        if self._receiver is not None:
            args = (self._receiver(), *args)
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError:  # the call itself says so
            return [str(number) for number in range(len(args))], list(args)
        bound.apply_defaults()
        return list(bound.arguments), list(bound.arguments.values())


def target_of(function: Any) -> Target | None:
    """What to record a call of a `tf.function` under; None where its function is not watched."""
    try:
        return _known[function]  # type: ignore[no-any-return]
    except (KeyError, TypeError):
        found = _find(function)
    _known[function] = found
    return found


def _find(function: Any) -> Target | None:
    python: Any = getattr(function, "python_function", None)
    receiver = None
    for _ in range(32):
        if isinstance(python, types.MethodType):
            target: Any = python.__self__
            receiver = getattr(target, "weakrefself_target__", None) or weakref.ref(target)
            python = python.__func__
        inner = getattr(python, "__wrapped__", None)
        if inner is None:
            break
        python = inner
    code = getattr(python, "__code__", None)
    if code is None:
        return None
    key = by_place.get((code.co_filename, code.co_firstlineno, code.co_name))
    return None if key is None else Target(key, python, receiver)


def watch_conversions(module: Any, note: Callable[[str], None] | None) -> None:
    """Has watched functions run with their watch where AutoGraph would convert them in eager execution (`tf.map_fn` does).

    Tells `note`, if there is one, the keys of those that run in a graph, as AutoGraph converts them, without their watch.
    """
    original = module.converted_call

    def converted_call(f: Any, args: Any, kwargs: Any, *more: Any, **options: Any) -> Any:
        key = _key_of(f)
        if key is not None and not tensors.in_graph():
            return f(*args, **(kwargs or {}))  # what is converted is for graphs; eagerly it does the same
        if key is not None and note is not None:
            note(key)
        return original(f, args, kwargs, *more, **options)

    module.converted_call = converted_call


def _key_of(function: Any) -> str | None:
    for _ in range(32):
        function = getattr(function, "__func__", function)
        inner = getattr(function, "__wrapped__", None)
        if inner is None:
            break
        function = inner
    code = getattr(function, "__code__", None)
    return None if code is None else by_place.get((code.co_filename, code.co_firstlineno, code.co_name))


def watch_calls(function_class: Any, watcher: Any) -> None:
    """Makes a class of TensorFlow's report calls of watched functions; all else of it stays as it is."""
    original = function_class.__call__
    if getattr(original, "__wrapped_by__", None) is watch_calls:
        return  # two modules of TensorFlow export the class

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N807
        target = target_of(self)
        if target is None:
            return original(self, *args, **kwargs)
        with watcher.called(self, target, args, kwargs):
            return watcher.give(original(self, *args, **kwargs))

    __call__.__wrapped_by__ = watch_calls  # type: ignore[attr-defined]
    __call__.__wrapped__ = original  # type: ignore[attr-defined]
    function_class.__call__ = __call__
