"""Random numbers in random vertex functions, operations that are not defined at zero, and optional components of state.

What an executor draws is pushed beside the results; the reference then pulls it, instead of drawing numbers of its own.
So both compute the same, and what is compared are results and gradients for exactly the numbers that were drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import keras
import numpy as np
import tensorflow as tf

from .programs import CellSpec, ModelSpec, Rng, Step

WAYS = ("layer", "operation", "normal")
RATE = 0.4

Drawn = Callable[[Any, str, str, Any], Any]  # (vertex, name, way, rows)


def randomized(model: ModelSpec, rng: Rng) -> ModelSpec:
    """The model with more: in half of the models, dropout or noise; in a third, a component of state that is optional.

    And in a third a logarithm in some cells, which makes infinite numbers of rows of zeros, such as padding.
    """
    cells = model.cells
    if rng.random() < 0.35:
        cells = tuple(_with_logarithm(cell, rng) if rng.random() < 0.5 else cell for cell in cells)
    if rng.random() < 0.5:
        cells = tuple(_with_draws(cell, k, rng) for k, cell in enumerate(cells))
    optional: tuple[str, ...] = ()
    if len(model.state) > 1 and rng.random() < 0.35:
        optional = ("c",)
        cells = tuple(_without(cell, "c") if rng.random() < 0.4 else cell for cell in cells)
    return replace(model, cells=cells, optional=optional)


def _without(cell: CellSpec, component: str) -> CellSpec:
    return replace(cell, scatter={name: i for name, i in cell.scatter.items() if name != component})


def _with_draws(cell: CellSpec, number: int, rng: Rng) -> CellSpec:
    for place in range(int(rng.integers(0, 3))):
        kinds = {"row", "one"} | ({"kids"} if cell.arity[0] == cell.arity[1] <= 4 else set())
        fitting = [i for i, step in enumerate(cell.steps) if step.type.kind in kinds]
        if fitting:
            at = int(rng.choice(fitting))
            text = f'drawn(v, "m{number}_{place}", "{WAYS[int(rng.integers(len(WAYS)))]}", {{0}})'
            cell = _inserted(cell, at, text, rng)
    return cell


def _with_logarithm(cell: CellSpec, rng: Rng) -> CellSpec:
    at = int(rng.choice([i for i, step in enumerate(cell.steps) if step.type.kind == "row"]))
    text = "{0} * tf.math.log(tf.reduce_sum(tf.square({0}), 1, keepdims=True))"
    return _inserted(cell, at, text, rng)


def _inserted(cell: CellSpec, at: int, text: str, rng: Rng) -> CellSpec:
    """The cell, most uses of one of whose values see what an operation makes of it."""

    def moved(i: int) -> int:
        return i if i < at or (i == at and rng.random() < 0.3) else i + 1

    new = Step(text, (at,), cell.steps[at].type)
    later = (replace(step, operands=tuple(moved(i) for i in step.operands)) for step in cell.steps[at + 1 :])
    return replace(
        cell,
        steps=(*cell.steps[: at + 1], new, *later),
        scatter={key: moved(i) for key, i in cell.scatter.items()},
        push={key: moved(i) for key, i in cell.push.items()},
    )


def drawing(dtype: Any, told: bool) -> Drawn:
    """What the cells of a network call: it draws, and pushes what was drawn if `told`."""
    layers: dict[str, Any] = {}

    def drawn(v: Any, name: str, way: str, rows: Any) -> Any:
        rows = tf.sigmoid(rows)  # never zero, so that the quotient is what was drawn
        if way == "normal":
            result = rows * (1.0 + 0.5 * tf.random.normal(tf.shape(rows), dtype=rows.dtype))
        elif way == "operation":
            result = tf.nn.dropout(rows, RATE)
        else:
            if name not in layers:
                layers[name] = keras.layers.Dropout(RATE, dtype=dtype.name, seed=len(layers))
            result = layers[name](rows, training=True)
        if told:
            v.push(**{name: tf.stop_gradient(result / rows)})
        return result

    return drawn


def repeating(v: Any, name: str, way: str, rows: Any) -> Any:
    """What the cells of the reference call instead."""
    del way
    return tf.sigmoid(rows) * v.pull(name)


def drawn_rows(model: ModelSpec, found: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What an executor drew, by name, as rows to be pulled; none where no vertex drew, and recorded calls push nothing."""
    return {
        name: found.get(f"pushed {name}", np.zeros([0, *shape], model.dtype))
        for name, (_, shape) in model.drawn.items()
    }
