"""What a run of a program did: results, arguments, objects, output, files, as plain comparable values."""

from __future__ import annotations

import enum
import functools
import inspect
import types
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic)
_OF_AUTOGRAPH = "autograph_info__"
"""An attribute that AutoGraph puts on what it was asked to convert."""
_OPAQUE = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.ModuleType)


class Tape:
    """What one run recorded."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.error: BaseException | None = None
        self.inner: list[Any] = []
        self.depth = 0
        self.symbolic = 0

    def traces(self) -> int:
        """How often TensorFlow traced the recorded function, over all its instances."""
        unique = {id(f): f for f in self.inner if hasattr(f, "experimental_get_tracing_count")}
        return sum(f.experimental_get_tracing_count() for f in unique.values())


class Recorder:
    """Stands for a function: makes every call twice and records what it did."""

    def __init__(self, inner: Any, tape: Tape, receiver: Any = None) -> None:
        functools.update_wrapper(self, inner)
        self._inner, self._tape, self._receiver = inner, tape, receiver

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        bound = Recorder(self._inner.__get__(instance, owner), self._tape, weakref.ref(instance))
        bound.__signature__ = _without_first(self.__wrapped__)  # type: ignore[attr-defined]
        return bound

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "_inner" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._inner, name)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if self._tape.depth or tf.inside_function():
            self._tape.inner.append(self._inner)
            self._tape.symbolic += tf.inside_function()
            return self._inner(*args, **kwargs)
        return self._twice(args, kwargs)

    def _twice(self, args: Any, kwargs: Any) -> Any:
        tape = self._tape
        tape.inner.append(self._inner)
        tape.depth += 1
        try:
            first = self._inner(*args, **kwargs)
            tape.calls.append(freeze(first))
            second = self._inner(*args, **kwargs)
            tape.calls.append(freeze(second))
        except Exception as error:
            tape.error = tape.error or error
            tape.calls.append(("raised", type(error).__name__))
            raise
        finally:
            tape.depth -= 1
        receiver = self._receiver() if self._receiver else None
        tape.calls.append(freeze((args, kwargs, receiver)))
        return second


def _without_first(function: Any) -> inspect.Signature:
    signature = inspect.signature(function)
    return signature.replace(parameters=list(signature.parameters.values())[1:])


def freeze(value: Any, seen: tuple[int, ...] = ()) -> Any:
    """A value as nested tuples of plain values and arrays that no later change reaches."""
    if isinstance(value, (enum.Enum, enum.EnumMeta)):  # its members hold themselves, and some are numbers
        return ("enum", repr(value))
    if isinstance(value, _PLAIN):
        return (type(value).__name__, value)
    if isinstance(value, np.ndarray):
        return ("array", str(value.dtype), value.copy())
    if isinstance(value, tf.Variable):
        return ("variable", value.dtype.name, np.array(value.numpy()))
    if isinstance(value, getattr(tf.keras, "Variable", ())):
        return freeze(value.value, seen)
    if _is_symbolic(value):
        return ("keras tensor", value.dtype, value.shape)
    if tf.is_tensor(value):
        return _freeze_tensor(value)
    if id(value) in seen:
        return ("cycle",)
    return _freeze_compound(value, (*seen, id(value)))


def _is_symbolic(value: Any) -> bool:
    """Whether it is a tensor of a Keras model under construction, in Keras 3 or 2."""
    if hasattr(tf.keras, "KerasTensor"):
        return isinstance(value, tf.keras.KerasTensor)
    return type(value).__name__ == "KerasTensor"


def _freeze_tensor(value: Any) -> Any:
    if isinstance(value, tf.Tensor):
        if not hasattr(value, "numpy"):
            return ("symbolic", str(value.dtype))
        return ("tensor", value.dtype.name, np.array(value.numpy()))
    parts = tf.nest.flatten(value, expand_composites=True)
    return (type(value).__name__, *(freeze(part) for part in parts if tf.is_tensor(part)))


def _freeze_compound(value: Any, seen: tuple[int, ...]) -> Any:
    if isinstance(value, dict):
        return ("dict", *((freeze(k, seen), freeze(v, seen)) for k, v in value.items()))
    if isinstance(value, (set, frozenset)):
        return ("set", *sorted((freeze(v, seen) for v in value), key=repr))
    if isinstance(value, list):  # lists that TensorFlow wraps for tracking are lists
        return ("list", *(freeze(v, seen) for v in value))
    if isinstance(value, tuple):
        return (type(value).__name__, *(freeze(v, seen) for v in value))
    if type(value).__name__ == "TracedCell":
        return freeze(value.function, seen)
    if hasattr(value, "__tf_tensor__"):
        return freeze(tf.convert_to_tensor(value), seen)
    if isinstance(value, _OPAQUE) or not hasattr(value, "__dict__"):
        return ("opaque", type(value).__name__)
    return _freeze_object(value, seen)


def _freeze_object(value: Any, seen: tuple[int, ...]) -> Any:
    own = {
        k: v
        for k, v in vars(value).items()
        if k not in ("name", "__dict__", "__weakref__") and not _callable(v)
    }
    if isinstance(value, type):
        own = {k: v for k, v in own.items() if not k.startswith("__") and not isinstance(v, property)}
    elif isinstance(value, (tf.Module, tf.keras.layers.Layer, tf.keras.optimizers.Optimizer)):
        own = {k: v for k, v in own.items() if not k.startswith("_")}
    elif type(value).__module__ != "__case__":
        return ("opaque", type(value).__name__)
    if isinstance(value, (tf.keras.layers.Layer, tf.keras.optimizers.Optimizer)):
        weights = [tf.convert_to_tensor(w) for w in (getattr(value, "variables", None) or [])]
        public = {
            k: v for k, v in own.items() if type(v).__module__.split(".")[0] not in ("keras", "tf_keras")
        }
        return ("keras", type(value).__name__, freeze(weights, seen), freeze(public, seen))
    return ("object", type(value).__name__, freeze(own, seen))


def _callable(value: Any) -> bool:
    wrapped = (Recorder, classmethod, staticmethod)
    if type(value).__name__ == "TracedCell":  # of hybridize_runtime: it stands for a function
        return True
    return isinstance(value, (*_OPAQUE, *wrapped)) or hasattr(value, "experimental_get_tracing_count")


def freeze_globals(namespace: dict[str, Any]) -> Any:
    """The module's own state: its data, the data of its classes, and attributes put on recorded functions."""
    own = {}
    for name, value in namespace.items():
        if isinstance(value, Recorder):
            own[name] = {
                k: v for k, v in vars(value).items() if not k.startswith("_") and k != _OF_AUTOGRAPH
            }
        elif isinstance(value, type) and value.__module__ != "__case__":
            continue
        elif not name.startswith("__") and not _callable(value):
            own[name] = value
    return freeze(own)


def freeze_files(folder: Path) -> Any:
    """Names and contents of the files written; event files of summaries by their folder only."""
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return tuple(
        (str((p.parent if "tfevents" in p.name else p).relative_to(folder)), _content(p)) for p in files
    )


def _content(path: Path) -> bytes | int:
    """Event files and the times in the index of a folder of checkpoints say when they were written."""
    if path.name == "checkpoint":
        return b"".join(line for line in path.read_bytes().splitlines(True) if b"timestamp" not in line)
    return 0 if "tfevents" in path.name else path.read_bytes()


def agree(left: Any, right: Any) -> bool:
    """Whether two frozen values are the same up to rounding."""
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return _arrays_agree(left, right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(agree, left, right))
    if isinstance(left, (float, np.floating)) and isinstance(right, (float, np.floating)):
        return bool(np.isclose(left, right, rtol=1e-5, atol=1e-6, equal_nan=True))
    return type(left) is type(right) and bool(left == right)


def _arrays_agree(left: np.ndarray, right: np.ndarray) -> bool:
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    if left.dtype.kind in "fc":
        return bool(np.allclose(left, right, rtol=1e-5, atol=1e-6, equal_nan=True))
    return bool((left == right).all())
