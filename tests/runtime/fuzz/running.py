"""Runs one case on one executor: outputs, loss, and the gradients of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from unittest import mock

import hybridize_runtime.execute.network as network_module
import numpy as np
import tensorflow as tf
from hybridize_runtime import Cell, Network, Rows, vertex_function
from hybridize_runtime.execute.kits import Tiles

from .graphs import GraphSpec, random_rows
from .programs import CellSpec, ModelSpec
from .randomness import Drawn, drawing, repeating

SIZES = [
    ((32, 8), (3,)),
    ((64, 16, 4), (2,)),
    ((48, 6), (4, 2)),
    ((32,), (8, 4)),
]  # of tiles, and of small ones
CAPTURED = 200  # numbers of a tensor that a graph captures; TensorFlow makes constants of smaller ones
Results = dict[str, np.ndarray]


@dataclass(frozen=True)
class Case:
    """A model, graphs for it, and the seed of weights and rows.  `loss`: names of the outputs that the loss is made of."""

    model: ModelSpec
    graphs: tuple[GraphSpec, ...]
    seed: int
    loss: tuple[str, ...]

    def source(self) -> str:
        """What has to be known to run it again."""
        lines = [
            f"state = {dict(self.model.state)}, of which {self.model.optional} may be left out; "
            f"inputs = {dict(self.model.inputs)}; loss of {self.loss}"
        ]
        for cell in self.model.cells:
            lines += [f"@vertex_function(arity={cell.arity})", cell.source()]
        return "\n".join([*lines, *map(str, self.graphs), f"seed = {self.seed}, dtype = {self.model.dtype}"])


@tf.custom_gradient
def custom(x: tf.Tensor) -> Any:
    """Its gradient is not that of its operations, so it is seen whether it is used."""
    return tf.sin(x), lambda arrived: arrived * tf.cos(3.0 * x)


@tf.custom_gradient
def custom2(x: tf.Tensor, y: tf.Tensor) -> Any:
    """The same, of two tensors."""
    z = tf.sin(x) * y
    return z, lambda arrived: (arrived * tf.cos(2.0 * y), arrived * z)


@tf.function(autograph=False)
def helper(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
    """A function that a cell calls."""
    return tf.tanh(x) * tf.sigmoid(y)


@contextmanager
def without_compilation() -> Iterator[None]:
    """Tiles run operation by operation, and nothing is traced but cells: the same code, in milliseconds."""
    tf.config.run_functions_eagerly(True)
    with mock.patch.object(network_module, "Tiles", partial(Tiles, compiled=False)):
        try:
            yield
        finally:
            tf.config.run_functions_eagerly(False)


@contextmanager
def traced_functions() -> Iterator[None]:
    """Functions are traced as usual, inside of `without_compilation`."""
    before = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(False)
    try:
        yield
    finally:
        tf.config.run_functions_eagerly(before)


class Model:
    """A specification with weights, and its network.  `drawn`: what its cells call for random numbers."""

    def __init__(self, spec: ModelSpec, seed: int, drawn: Drawn | None = None) -> None:
        self.spec, self.seed = spec, seed
        self.drawn = drawn or drawing(tf.as_dtype(spec.dtype), told=True)
        rng = np.random.default_rng(seed)
        dtype = tf.as_dtype(spec.dtype)
        self.weights = {
            name: tf.Variable(rng.normal(size=shape) / max(shape[0], 1) ** 0.5, dtype=dtype, name=name)
            for name, shape in spec.weights.items()
        }
        self.cells = [self.cell(cell) for cell in spec.cells]
        inputs = {
            "x": Rows((spec.inputs["x"],), dtype),
            "t": Rows((spec.inputs["t"],), dtype, shared=True),
            "k": Rows((), tf.int32),
            "e": Rows((spec.inputs["e"],), dtype, edges=True),
        }
        if drawn is repeating:
            inputs |= {name: Rows(shape, dtype) for name, (_, shape) in spec.drawn.items()}
        state = {
            name: Rows((width,), dtype, optional=name in spec.optional) for name, width in spec.state.items()
        }
        tiles, small = SIZES[seed % len(SIZES)]
        self.network = Network(
            self.cells, state, inputs, dtype=dtype, tile_sizes=tiles, small_tile_sizes=small
        )

    @cached_property
    def reference(self) -> Model:
        """The same with random numbers as inputs."""
        return Model(self.spec, self.seed, repeating) if self.spec.drawn else self

    def function(self, cell: CellSpec) -> Any:
        """The vertex function as Python made it of its source."""
        names: dict[str, Any] = {
            "tf": tf,
            "DT": tf.as_dtype(self.spec.dtype),
            "custom": custom,
            "custom2": custom2,
            "helper": helper,
            "odd": tf.constant(np.arange(CAPTURED) % 2 == 1),
            "places": tf.constant(np.arange(CAPTURED) * 3 % 5),
            "drawn": self.drawn,
        }
        names |= self.weights
        exec(cell.source(), names)
        return names[cell.name]

    def cell(self, spec: CellSpec) -> Cell:
        """A cell of the network."""
        return vertex_function(spec.arity)(self.function(spec))


def variables_of(model: Model, rows: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """All that a gradient is asked of."""
    inputs = {name: tf.Variable(value) for name, value in rows.items() if name != "k"}
    return {**model.weights, **inputs}


def loss_of(case: Case, state: Mapping[str, Any], pushed: Mapping[str, Any]) -> Any:
    """A number that tells every entry of the outputs from every other."""
    total = tf.zeros([], case.model.dtype)
    for name, rows in {**state, **{f"pushed {n}": rows for n, rows in pushed.items()}}.items():
        if name in case.loss:  # random numbers that are pushed never are
            place = tf.reshape(tf.range(tf.size(rows)), tf.shape(rows))
            total += tf.reduce_sum(tf.sin(rows + tf.cast(place, rows.dtype)))
    return total


def run(
    case: Case,
    model: Model,
    executor: str,
    call: Any = None,
    in_function: bool = False,
    drawn: Mapping[str, np.ndarray] | None = None,
) -> Results:
    """Outputs, loss and gradients.

    `call` takes the graphs, inputs and executor (default: the network); `drawn` are random numbers, for the reference.
    """
    rows = random_rows(case.model, list(case.graphs), case.seed)
    variables = variables_of(model, rows)
    of_cells = {name: case.model.drawn[name][0] for name in drawn or ()}
    graphs = [graph.graph(of_cells) for graph in case.graphs]

    def compute() -> tuple[Any, ...]:
        inputs = {**{name: variables[name] for name in ("x", "t", "e")}, "k": tf.constant(rows["k"])}
        inputs |= {name: tf.constant(value) for name, value in (drawn or {}).items()}
        with tf.GradientTape() as tape:
            outputs = (call or model.network)(graphs, inputs, executor)
            loss = loss_of(case, outputs.state, outputs.pushed)
        found = tape.gradient(loss, variables, unconnected_gradients="zero")
        return outputs.state, outputs.pushed, loss, {n: tf.convert_to_tensor(g) for n, g in found.items()}

    state, pushed, loss, gradients = tf.function(compute, autograph=False)() if in_function else compute()
    found = {**state, **{f"pushed {name}": value for name, value in pushed.items()}, "loss": loss}
    found |= {f"d {name}": value for name, value in gradients.items()}
    return {name: np.asarray(value) for name, value in found.items()}


def differing(found: Results, want: Results, tolerance: float) -> list[str]:
    """Names of the results that are not those of the reference."""
    bad = [name for name in want if name not in found or found[name].shape != want[name].shape]
    for name in sorted(set(want) - set(bad)):
        scale = max(1e-2, float(np.abs(want[name]).max(initial=0)))
        if not np.allclose(found[name], want[name], rtol=0, atol=tolerance * scale):
            bad.append(name)
    return bad


def usable(want: Results) -> bool:
    """Whether the reference is finite and not so large that rounding hides what is compared."""
    return all(np.isfinite(value).all() and np.abs(value).max(initial=0) < 1e5 for value in want.values())
