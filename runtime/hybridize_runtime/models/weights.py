"""Variables of the ready models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import MIXED

Factory = Callable[[str, tuple[int, ...], Any], Any]


def weight(name: str, *shape: int, dtype: Any = tf.float32) -> Any:
    """A Glorot-uniform matrix (of convolutions: over the last two dimensions), or a vector of zeros.

    With mixed precision the variable is float32.
    """
    kept = tf.float32 if isinstance(dtype, str) and dtype in MIXED else tf.as_dtype(dtype)
    return _factory.get()(name, shape, kept)


def _variable(name: str, shape: tuple[int, ...], dtype: Any) -> Any:
    if len(shape) == 1:
        return tf.Variable(tf.zeros(shape, dtype), name=name)
    limit = (6.0 / (shape[-2] + shape[-1])) ** 0.5
    return tf.Variable(tf.random.uniform(shape, -limit, limit, dtype), name=name)


_factory: ContextVar[Factory] = ContextVar("factory", default=_variable)


@contextmanager
def weights_made_by(factory: Factory) -> Iterator[None]:
    """Scope in which the variables of ready models are made by `factory(name, shape, dtype)`."""
    token = _factory.set(factory)
    try:
        yield
    finally:
        _factory.reset(token)
