"""Whole steps as one graph: what a program does with a batch, traced together with the loop over the batch's groups.

A call from Python costs a fraction of a millisecond for every operation around a network, and as much for every array of a
plan.  So the arrays come as one, and everything else is in the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.threads import calls, one_at_a_time
from hybridize_runtime.errors import SecondOrderError
from hybridize_runtime.execute.outputs import Outputs, Way
from hybridize_runtime.execute.tapes import recording
from hybridize_runtime.graph.graphs import InstanceGraph
from hybridize_runtime.graph.plan import Plan

if TYPE_CHECKING:
    from hybridize_runtime.execute.network import Network


class WholeStep:
    """`function(run, *arguments)` as a function of `(graphs, *arguments)`; see `Network.function`."""

    def __init__(self, network: Network, function: Callable[..., Any]) -> None:
        self.network, self.function = network, function
        self._traced: dict[str, Any] = {}
        self._of_arrays: dict[str, Mapping[str, Any]] = {}
        self._packed: dict[str, WeakKeyDictionary[Plan, Any]] = {}
        self._twice = False  # whether a tape in the step may ask for gradients of gradients
        self._seen: set[Hashable] = set()  # forms of calls that were traced

    def __call__(self, graphs: Sequence[InstanceGraph], *arguments: Any) -> Any:
        """Runs the step on a batch; the arguments are tensors, or what `tf.function` takes."""
        network = self.network
        executor = "auto"
        if graphs and tf.executing_eagerly():
            plan = network.plan(graphs)
            way = Way(training=False, gradients=True, seeds={})
            if network.parts(plan, way) == 1:
                executor = network.resolved(plan, {}, "auto", way)
        if executor not in network.kits:
            return self.function(partial(network.__call__, graphs, executor=executor), *arguments)
        if self._twice and network.kits[executor].compiled:
            executor = "loop"
        try:
            return self._called(executor, self._arrays(plan, executor), arguments)
        except SecondOrderError:  # said while the step is traced
            self._twice = True
            return self(graphs, *arguments)

    def _called(self, executor: str, arrays: Any, arguments: Sequence[Any]) -> Any:
        """Runs the graph of the step; a form of arguments that may have to be traced, while nothing else runs."""
        form = (executor, recording(), *map(_form, tf.nest.flatten(arguments)))
        with calls.alone_at_first(self._seen, form):
            return self._function(executor)(arrays, *arguments)

    @one_at_a_time
    def _arrays(self, plan: Plan, executor: str) -> Any:
        """How many rows each array of a plan has, and all of them, one after the other; kept as long as the plan."""
        kept = self._packed.setdefault(executor, WeakKeyDictionary())
        if plan not in kept:
            network = self.network
            found = network.arrays(plan, executor)
            arrays = [found[name] for name in self._specs(executor)]
            rows = np.array([len(array) if array.ndim else 1 for array in arrays], np.int32)
            with tf.init_scope():
                kept[plan] = tf.constant(np.concatenate([rows, *(array.ravel() for array in arrays)]))
        return kept[plan]

    def _specs(self, executor: str) -> Mapping[str, Any]:
        if executor not in self._of_arrays:
            self._of_arrays[executor] = self.network.signature(executor)[0]
        return self._of_arrays[executor]

    def _function(self, executor: str) -> Any:
        if executor not in self._traced:
            specs = self._specs(executor)
            shapes = [tuple(spec.shape[1:]) for spec in specs.values()]
            widths = [*map(prod, shapes)]

            def step(flat: Any, *arguments: Any) -> Any:
                rows = flat[: len(widths)]
                parts = tf.split(flat[len(widths) :], rows * widths, num=len(widths))
                arrays = {
                    name: tf.reshape(part, [rows[i], *shapes[i]] if spec.shape.rank else [])
                    for i, ((name, spec), part) in enumerate(zip(specs.items(), parts, strict=True))
                }
                return self.function(partial(self._run, executor, arrays), *arguments)

            self._traced[executor] = tf.function(step, autograph=False, reduce_retracing=True)
        return self._traced[executor]

    def _run(
        self,
        executor: str,
        arrays: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        training: bool | None = None,
        gradients: bool | None = None,
    ) -> Outputs:
        """As `Network.__call__`, of the graphs whose arrays these are."""
        outputs: Outputs = self.network.apply(arrays, inputs or {}, executor, training, gradients)
        return outputs


def _form(value: Any) -> Hashable:
    """What a trace depends on of an argument: dtype and shape of arrays, and which other value it is."""
    if isinstance(value, (tf.Tensor, np.ndarray)):
        return (value.dtype, tuple(value.shape))
    return (type(value), value if isinstance(value, (bool, int, float, str)) else id(value))
