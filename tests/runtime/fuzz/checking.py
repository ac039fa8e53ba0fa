"""What a case is compared with: the reference, by every executor, and finite differences for the reference itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

import numpy as np
import tensorflow as tf
from hybridize_runtime import InstanceGraph, Network, Outputs

from .archives import by_archive, portable
from .graphs import random_graph, random_rows
from .levels import by_levels
from .programs import Rng, random_model
from .randomness import drawing, drawn_rows, randomized
from .recorded import recorded_calls
from .running import (
    Case,
    Model,
    Results,
    differing,
    loss_of,
    run,
    traced_functions,
    usable,
    variables_of,
)

EXECUTORS = ("groups", "loop", "tiles", "small-tiles")
FOR_MANY = ("groups", "loop", "tiles")
PARTS = ("loop in parts",)
RECORDED = ("recorded groups", "recorded loop", "recorded tiles")
EXAMPLES = ("example groups", "example loop")
FUNCTIONS = ("function loop", "function tiles", "traced groups")
TOLERANCE = {"float64": 1e-9, "float32": 2e-3}
STEP, FINITE = 1e-5, 1e-5


@dataclass(frozen=True)
class Failure:
    """Where an executor differs: names of results, or what it raised."""

    executor: str
    what: str


def random_case(seed: int, graphs: int) -> Case:
    """A model, and a batch of graphs for it."""
    rng = np.random.default_rng(seed)
    model = randomized(random_model(rng), np.random.default_rng([seed, 1]))
    chosen = tuple(random_graph(model, rng) for _ in range(graphs))
    outputs = [*model.state, *sorted({f"pushed {name}" for cell in model.cells for name in cell.push})]
    keep = [name for name in outputs if rng.random() < 0.8] or outputs[-1:]
    return Case(model, chosen, seed, tuple(keep))


def with_graphs(case: Case, rng: Rng, graphs: int) -> Case:
    """The same model on other graphs, with other rows."""
    chosen = tuple(random_graph(case.model, rng) for _ in range(graphs))
    return Case(case.model, chosen, int(rng.integers(1 << 30)), case.loss)


def failures(
    case: Case,
    executors: Sequence[str] = EXECUTORS,
    model: Model | None = None,
    reference: str = "eager",
) -> list[Failure] | None:
    """Where executors differ from the reference; None where the reference has nothing to compare with."""
    model = model or Model(case.model, case.seed)
    want = _run(case, model, reference)
    if not usable(want):
        return None
    found = []
    for executor in executors:
        try:
            mine = _run(case, model, executor)
            if case.model.drawn:
                want = _run(case, model.reference, reference, drawn_rows(case.model, mine))
                if not usable(want):  # such as the logarithm of what dropout made zero
                    continue
            bad = differing(mine, want, TOLERANCE[case.model.dtype])
            if bad and not _defined(case, model, mine, reference):
                continue
        except Exception as error:
            bad = [f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"]
        if bad:
            found.append(Failure(executor, ", ".join(bad)))
    return found


def _defined(case: Case, model: Model, mine: Results, reference: str) -> bool:
    """Whether the states of all vertices are numbers, also of those that nobody reads.

    Alone these have no part in a gradient; in a batch they have one of zero, and zero times no number is none.
    """
    graphs = tuple(replace(graph, reads=tuple(range(len(graph.cells)))) for graph in case.graphs)
    found = _run(replace(case, graphs=graphs), model.reference, reference, drawn_rows(case.model, mine))
    return all(np.isfinite(found[name]).all() for name in case.model.state)


def archive_failures(case: Case) -> list[Failure] | None:
    """Where an archive of the model differs from the reference; None where there is nothing to compare."""
    fitting = portable(case)
    if fitting is None:
        return None
    try:
        found, want = by_archive(fitting)
    except Exception as error:
        return [
            Failure("archive", f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
        ]
    if not usable(want):
        return None
    bad = differing(found, want, TOLERANCE["float32"])
    return [Failure("archive", ", ".join(bad))] if bad else []


def _run(case: Case, model: Model, executor: str, drawn: Mapping[str, np.ndarray] | None = None) -> Results:
    if executor == "loop in parts":
        whole, model.network.memory = model.network.memory, 2000
        try:
            return run(case, model, "loop")
        finally:
            model.network.memory = whole
    if executor == "levels":
        return run(case, model, executor, by_levels(model.network), drawn=drawn)
    *how, name = executor.split()
    if how == ["recorded"]:
        return run(case, model, name, recorded_calls(model, name))
    if how == ["example"]:
        with traced_functions():
            return run(case, model, name, recorded_calls(model, name, example=True))
    if how == ["traced"]:
        with traced_functions():
            return run(case, model, name, drawn=drawn)
    if how == ["function"]:
        with traced_functions():
            return run(case, model, name, _applied(model.network), in_function=True)
    return run(case, model, name, drawn=drawn)


def _applied(network: Network) -> Callable[..., Outputs]:
    """Calls the network as a `tf.function` does that is given plans as arrays."""

    def call(graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], executor: str) -> Outputs:
        arrays = network.arrays(network.plan(graphs), executor)
        return network.apply({name: tf.constant(value) for name, value in arrays.items()}, inputs, executor)

    return call


def slope_error(case: Case, model: Model) -> float | None:
    """How far the reference's gradient is from finite differences along a random direction; None where these do not tell.

    Where the model draws random numbers, those of the loop, with seeds that stay: there nothing is pushed of them.
    """
    if not case.model.smooth:
        return None
    if not case.model.drawn:
        return _slope_error(case, model, "eager")
    model = Model(case.model, case.seed, drawing(tf.as_dtype(case.model.dtype), told=False))
    seeds = {
        name: tf.constant([1, i], seed.dtype)
        for i, (name, seed) in enumerate(model.network.way(False, True).seeds.items())
    }
    with mock.patch.object(Network, "_seeds", return_value=seeds):
        return _slope_error(case, model, "loop")


def _slope_error(case: Case, model: Model, executor: str) -> float:
    rows = random_rows(case.model, list(case.graphs), case.seed)
    want = run(case, model, executor)
    variables = variables_of(model, rows)
    rng = np.random.default_rng(case.seed)
    direction = {name: rng.normal(size=v.shape) for name, v in variables.items()}
    graphs = [graph.graph() for graph in case.graphs]

    def loss(step: float) -> float:
        for name, variable in variables.items():
            variable.assign_add(step * direction[name])
        inputs = {**{name: variables[name] for name in ("x", "t", "e")}, "k": tf.constant(rows["k"])}
        outputs = model.network(graphs, inputs, executor)
        for name, variable in variables.items():
            variable.assign_sub(step * direction[name])
        return float(loss_of(case, outputs.state, outputs.pushed))

    slope = (loss(STEP) - loss(-STEP)) / (2 * STEP)
    mine = sum(float(np.sum(want[f"d {name}"] * direction[name])) for name in variables)
    size = sum(float(np.sum(np.abs(want[f"d {name}"] * direction[name]))) for name in variables)
    return abs(slope - mine) / max(size, 1e-3)
