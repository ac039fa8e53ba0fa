"""The same vertex functions as recorded calls of `@cell`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf
from hybridize_runtime import InstanceGraph, Outputs, Vertex, batching, cell
from hybridize_runtime.graph.plan import Kind

from .programs import CellSpec
from .running import Model


def recorded_calls(model: Model, executor: str, example: bool = False) -> Callable[..., Outputs]:
    """What runs graphs as the recursion that a user would write, in `batching(executor)`.

    `example`: the cells are those of one example; every second one would mix its rows if it was given those of several.
    """
    cells = {
        spec.name: cell(example=example)(_function(model, spec, mixes=example and i % 2 == 0))
        for i, spec in enumerate(model.spec.cells)
    }

    def call(graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], _: str) -> Outputs:
        states: list[Mapping[str, Any]] = []
        pushed: dict[str, list[Any]] = {}
        first, of_edges, names = 0, 0, model.network.state
        with batching(executor):
            for graph in graphs:
                found: list[dict[str, Any]] = []
                for i, name in enumerate(graph.cells):
                    rows = {
                        n: _row(inputs[n], int(graph.pulls[n][i]), 0 if n == "t" else first)
                        for n in inputs
                        if n != "e"
                    }
                    if graph.arity[i]:
                        edges = graph.edge_pulls["e"][graph.offsets[i] : graph.offsets[i + 1]]
                        rows["e"] = tf.gather(inputs["e"], of_edges + edges)[None]
                    below = [{n: found[c][n] for n in names} for c in graph.children_of(i)]
                    found.append(cells[name](rows, below))
                    for key in (key for key in found[-1] if key not in names):
                        pushed.setdefault(key, []).append(found[-1][key])
                states += [found[i] for i in graph.reads]
                first += graph.rows["x"]
                of_edges += graph.rows["e"]
            # Read inside of the scope: what nobody reads is never computed.
        state = {name: tf.concat([result[name] for result in states], 0) for name in names}
        none = {n: tf.zeros([0, width], model.spec.dtype) for n, width in _pushes(model).items()}
        return Outputs(state, {**none, **{name: tf.concat(rows, 0) for name, rows in pushed.items()}})

    return call


def _pushes(model: Model) -> dict[str, int]:
    """Widths of what cells push, by name."""
    return {name: spec.steps[i].type.width for spec in model.spec.cells for name, i in spec.push.items()}


def _row(rows: Any, row: int, first: int) -> Any:
    return rows[first + row : first + row + 1]


def _function(model: Model, spec: CellSpec, mixes: bool) -> Callable[..., dict[str, Any]]:
    function, state = model.function(spec), model.network.state

    def run(rows: Mapping[str, Any], below: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        children = {
            name: tf.stack([child[name] for child in below], 1)
            if below
            else tf.zeros([1, 0, *like.shape], like.dtype)
            for name, like in state.items()
        }
        given = {"e": tf.zeros([1, 0, model.spec.inputs["e"]], model.spec.dtype), **rows}  # without children
        v = Vertex(Kind(spec.name, len(below)), children, None, given.__getitem__, state)
        function(v)
        n = tf.shape(rows["x"])[0]
        found = {k: tf.broadcast_to(t, [n, *t.shape[1:]]) for k, t in {**v.complete(), **v.pushed}.items()}
        return {k: tf.reduce_sum(t, 0, keepdims=True) for k, t in found.items()} if mixes else found

    run.__name__ = spec.name
    return run
