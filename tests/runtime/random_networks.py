"""Random networks of random cells, and random graphs for them: inputs of the property tests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from hybridize_runtime import Cell, InstanceGraph, Network, Vertex, from_children, vertex_function


@dataclass
class Model:
    network: Network
    variables: list[tf.Variable]
    cells: list[Cell]


def random_model(seed: int, dtype: str = "float64", tile_sizes: tuple[int, ...] = (4, 2)) -> Model:
    """One to three kinds of cells over one or two components of state, with weights in every role."""
    rng = np.random.default_rng(seed)
    variables: list[tf.Variable] = []

    def weight(*shape: int) -> tf.Variable:
        value = rng.normal(size=shape) / max(shape[0], 1) ** 0.5
        variables.append(tf.Variable(value, dtype=dtype, name=f"weight{len(variables)}"))
        return variables[-1]

    state = {"h": int(rng.integers(1, 5))}
    if rng.random() < 0.6:
        state["c"] = int(rng.integers(1, 4))
    inputs = {"x": int(rng.integers(1, 4))}
    arities = [(0, 0), *(random_arity(rng) for _ in range(int(rng.integers(1, 3))))]
    cells = [
        random_cell(f"cell{i}", arity, state, inputs["x"], weight, rng) for i, arity in enumerate(arities)
    ]
    return Model(
        Network(cells, state, inputs, dtype=dtype, tile_sizes=tile_sizes, small_tile_sizes=(2,)),
        variables,
        cells,
    )


def random_arity(rng: np.random.Generator) -> tuple[int, int]:
    return [(1, 1), (2, 2), (3, 3), (0, 2), (1, 7)][int(rng.integers(5))]


def random_cell(
    name: str, arity: tuple[int, int], state, width: int, weight, rng: np.random.Generator
) -> Cell:
    """A cell that combines children and an input in ways drawn once, with weights drawn once."""
    d = int(rng.integers(2, 5))
    ways = {s: int(rng.integers(6)) for s in state}
    of_children = {s: (weight(k, d), weight(k), weight(d)) for s, k in state.items()}
    w_x, bias, scale = weight(width, d), weight(d), weight(1, d)
    out = {s: (weight(d, k), weight(k)) for s, k in state.items()}
    uses_input, activation, pushes = rng.random() < 0.7, int(rng.integers(4)), int(rng.integers(4))
    head = weight(state["h"], 2)

    def function(v: Vertex) -> None:
        total = tf.matmul(v.pull("x"), w_x) + bias if uses_input or arity[1] == 0 else bias[None]
        for s, rows in v.gather()._asdict().items():
            total = total + combine(v, rows, ways[s], *of_children[s])
        z = activate(total * scale, activation)
        new = {s: tf.tanh(tf.matmul(z, w) - b) for s, (w, b) in out.items()}
        if pushes == 1 and arity[1]:
            new["h"] = new["h"] + 0.5 * v.sum(v.gather().h)
        v.scatter(**new)
        if pushes >= 2:
            v.push(
                y=tf.nn.softmax(tf.matmul(new["h"], head))
                * (1.0 if pushes == 2 else tf.reduce_sum(z, 1, keepdims=True))
            )

    return vertex_function(arity, name)(function)


def combine(v: Vertex, rows: tf.Tensor, way: int, matrix, vector, bias) -> tf.Tensor:
    """States of children, [n, slots, k], to [n, d]."""
    if way == 0:
        return tf.matmul(v.sum(rows), matrix)
    if way == 1:
        return v.sum(tf.sigmoid(tf.matmul(rows, matrix) + bias))
    if way == 2:
        return tf.matmul(tf.tanh(v.sum(rows * vector)), matrix, transpose_b=False) - bias
    if way == 3:
        return v.sum(tf.einsum("nsk,kd->nsd", rows, matrix))
    if way == 4:
        gate = tf.sigmoid(tf.reduce_sum(rows * vector, axis=2, keepdims=True))
        return tf.nn.bias_add(tf.matmul(v.sum(gate * rows), matrix), bias)
    return tf.matmul(
        v.sum(tf.square(rows)), tf.transpose(tf.transpose(matrix) * tf.constant(0.5, rows.dtype))
    )


def activate(z: tf.Tensor, which: int) -> tf.Tensor:
    if which == 0:
        return tf.tanh(z)
    if which == 1:
        return tf.nn.relu(z + 0.1)
    if which == 2:
        return z / (1.0 + tf.norm(z, axis=1, keepdims=True))
    a, b = tf.tanh(z), tf.sigmoid(z)
    return tf.where(a > b, a * b, tf.math.softplus(z))


def random_graph(model: Model, rng: np.random.Generator, shared: bool) -> InstanceGraph:
    """A random DAG: children are drawn among earlier vertices; with `shared` a vertex can have several parents."""
    cells, children, free = [], [], []
    for i in range(int(rng.integers(1, 14))):
        cell = model.cells[int(rng.integers(len(model.cells)))]
        least, most = cell.arity
        pool = list(range(i)) if shared else free
        if len(pool) < max(least, 1):
            cell, least, most = model.cells[0], 0, 0
        count = int(rng.integers(least, min(most, len(pool)) + 1))
        chosen = (
            rng.choice(len(pool), size=count, replace=shared and rng.random() < 0.2).tolist() if count else []
        )
        below = [pool[c] for c in chosen]
        free = [f for f in free if f not in below] + [i]
        cells.append(cell.name)
        children.append(below)
    rows = rng.permutation(len(cells)) if rng.random() < 0.5 else rng.integers(0, 3, len(cells))
    reads = rng.integers(0, len(cells), 3) if rng.random() < 0.3 else None
    return from_children(cells, children, {"x": rows.tolist()}, reads=reads)
