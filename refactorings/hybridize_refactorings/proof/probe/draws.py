"""The same random numbers eagerly and in a graph, so that the rest of what an edited function does can be compared.

Under one seed a graph of TensorFlow draws other numbers than eager execution does, since each of its operations counts for
itself.  Here the draws of eager code and of graphs of watched functions are counted by one variable, and each gives the
numbers that belong to its count.  Graphs that nobody watches (those of data sets, which run at any time) keep their own.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any

from . import tensors

OPERATIONS = "tensorflow.python.ops.gen_random_ops"
SEEDS = "tensorflow.python.framework.random_seed"
_OTHERS = ("seed", "seed2", "name")  # arguments of the operations, by keyword, that do not matter here


class Draws:
    """The count of a process.

    seed: of all numbers.  drawing: which watched functions run on this thread.  note: told of those that draw in a graph.
    """

    def __init__(
        self, seed: int, drawing: Callable[[], tuple[str, ...]], note: Callable[[tuple[str, ...]], None]
    ) -> None:
        self._seed, self._drawing, self._note = seed, drawing, note
        self._count: Any = None

    def share(self, module: Any) -> None:
        """Has the operations of the module of TensorFlow's random ones use the count."""
        for name, draw in _DRAWS.items():
            setattr(module, name, self._shared(getattr(module, name), draw))

    def _shared(self, original: Any, draw: Any) -> Any:
        @functools.wraps(original)
        def shared(*args: Any, **kwargs: Any) -> Any:
            if tensors.in_graph():
                around = self._drawing()
                if not around:
                    return original(*args, **kwargs)
                self._note(around)
            wanted = {name: value for name, value in kwargs.items() if name not in _OTHERS}
            return draw(self._next(), *args, **wanted)

        return shared

    def _next(self) -> Any:
        """The seed of the next draw: a tensor of two whole numbers."""
        tensorflow = sys.modules["tensorflow"]
        if self._count is None:
            variables: Any = importlib.import_module("tensorflow.python.ops.resource_variable_ops")
            with tensorflow.init_scope(), tensorflow.device("CPU"):
                self._count = variables.ResourceVariable(0, dtype=tensorflow.int64, trainable=False)
        with tensorflow.device("CPU"):
            self._count.assign_add(1, read_value=False)
            return tensorflow.stack(
                [tensorflow.constant(self._seed, tensorflow.int64), self._count.read_value()]
            )


def watch_seeds(module: Any, own: int, note: Callable[[], None]) -> None:
    """Tells `note` when the program sets TensorFlow's seed.  own: how many settings are ours, which come first."""
    original, left = module.set_seed, [own]

    @functools.wraps(original)
    def set_seed(seed: Any) -> Any:
        if left[0]:
            left[0] -= 1
        elif seed is not None:
            note()
        return original(seed)

    module.set_seed = set_seed


def _operations() -> Any:
    return importlib.import_module("tensorflow.python.ops.gen_stateless_random_ops")


def _normal(at: Any, shape: Any, dtype: Any) -> Any:
    return _operations().stateless_random_normal(shape, at, dtype)


def _uniform(at: Any, shape: Any, dtype: Any) -> Any:
    return _operations().stateless_random_uniform(shape, at, dtype)


def _truncated(at: Any, shape: Any, dtype: Any) -> Any:
    return _operations().stateless_truncated_normal(shape, at, dtype)


def _whole(at: Any, shape: Any, minval: Any, maxval: Any) -> Any:
    return _operations().stateless_random_uniform_int(shape, at, minval, maxval)


def _multinomial(at: Any, logits: Any, num_samples: Any, output_dtype: Any = None) -> Any:
    tensorflow = sys.modules["tensorflow"]
    dtype = tensorflow.int64 if output_dtype is None else output_dtype
    return _operations().stateless_multinomial(logits, num_samples, at, dtype)


def _shuffle(at: Any, value: Any) -> Any:
    tensorflow = sys.modules["tensorflow"]
    places = _operations().stateless_random_uniform(tensorflow.shape(value)[:1], at, tensorflow.float64)
    # No gradient passes through the operation itself, either.
    return tensorflow.stop_gradient(tensorflow.gather(value, tensorflow.argsort(places)))


_DRAWS = {
    "random_standard_normal": _normal,
    "random_uniform": _uniform,
    "random_uniform_int": _whole,
    "truncated_normal": _truncated,
    "multinomial": _multinomial,
    "random_shuffle": _shuffle,
}
"""By name in TensorFlow's module: what gives the numbers of one count."""
