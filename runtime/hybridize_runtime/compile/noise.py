"""Random numbers in cells, and what layers of Keras do while one trains.

A cell is traced once and run for groups, so what Keras decides and draws while a layer is called has to be asked for:
whether it trains is said to the layers (`training_is`), and each random operation gets a seed that is drawn anew for
every call of the network.  The numbers are drawn for all vertices at once, so no two of them have the same.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import tensorflow as tf

# Operations with a state of their own, and the ones that take a seed instead.
SEEDED = {
    "RandomUniform": "StatelessRandomUniform",
    "RandomStandardNormal": "StatelessRandomNormal",
    "TruncatedNormal": "StatelessTruncatedNormal",
    "RandomUniformInt": "StatelessRandomUniformInt",
}

Draw = Callable[
    [Callable[[], Any], Any], Any
]  # from what draws a seed, and its dtype, to the seed in a trace


def is_random(op: Any) -> bool:
    """Whether an operation draws random numbers."""
    return "Random" in op.type or "TruncatedNormal" in op.type or "Multinomial" in op.type


def new_seed() -> Any:
    """A seed that depends on `tf.random.set_seed`, and is another one each time."""
    return tf.random.uniform([2], 0, tf.int32.max, tf.int32)


class _Local(threading.local):
    draw: Draw | None = None


_local = _Local()


@contextmanager
def seeds_from(draw: Draw) -> Iterator[None]:
    """While a cell is traced: where a layer of Keras would count up its seed, it gets what `draw` returns."""
    _ask_first()
    before, _local.draw = _local.draw, draw
    try:
        yield
    finally:
        _local.draw = before


def _ask_first() -> None:
    """Lets Keras's seeds ask this module; a class whose program did not import Keras has none."""
    keras = sys.modules.get("keras")
    kind = getattr(getattr(keras, "random", None), "SeedGenerator", None)
    if kind is None or hasattr(kind.next, "asks_first"):
        return
    counted = kind.next

    def asking(self: Any, ordered: bool = True) -> Any:
        if _local.draw is None:
            return counted(self, ordered)
        return _local.draw(lambda: tf.convert_to_tensor(counted(self, ordered)), self.state.dtype)

    asking.asks_first = True  # type: ignore[attr-defined]
    kind.next = asking


def ambient_training() -> bool:
    """Whether this is called in the `call` of a layer of Keras that trains."""
    state = _keras_state()
    return state is not None and bool(getattr(state.get_global_attribute(_CONTEXT), "training", None))


@contextmanager
def training_is(training: bool) -> Iterator[None]:
    """What layers of Keras that are called in here take for the wish of their caller, whoever that is."""
    state = _keras_state()
    if state is None:
        yield
        return
    from keras.src.layers.layer import CallContext

    context = CallContext(entry_layer=None)
    context.training = training
    before = state.get_global_attribute(_CONTEXT)
    state.set_global_attribute(_CONTEXT, context)
    try:
        yield
    finally:
        state.set_global_attribute(_CONTEXT, before)


_CONTEXT = "current_call_ctx"


def _keras_state() -> Any | None:
    """Where Keras keeps who calls whom; None where it is not imported, or is another version than the known ones."""
    if "keras" not in sys.modules:
        return None
    try:
        from keras.src.backend.common import global_state
        from keras.src.layers.layer import CallContext  # noqa: F401
    except ImportError:
        return None
    return global_state
