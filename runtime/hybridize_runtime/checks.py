"""What a traced cell must not do."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import tensorflow as tf

from hybridize_runtime.errors import CellError
from hybridize_runtime.partition import PROBE, Program, captured, placeholders
from hybridize_runtime.replay import Replay

# Difference of a row alone and among others that rounding can explain, relative to the largest result.
ROW_TOLERANCE = 1e-3


def check_operations(graph: Any, cell: str) -> None:
    """Raises CellError when the cell changes a variable: how often would depend on the batching; and for branches."""
    for op in graph.get_operations():
        if op.type.startswith(("Assign", "ResourceScatter", "ResourceApply")):
            raise CellError(
                f"cell `{cell}` writes a variable (`{op.type}`), and how often would depend on the batching; update it "
                "outside of the cell.  Of Keras's layers with state: take `tf.nn.dropout` instead of `Dropout`, and "
                "`BatchNormalization` with `training=False`"
            )
        if any(attribute.type in ("func", "list(func)") for attribute in op.op_def.attr):
            raise CellError(
                f"cell `{cell}`: `{op.name}` ({op.type}) is control flow or a function call that is kept as one; "
                "use `tf.where` instead of `tf.cond`, and unroll loops of fixed length"
            )


def check_rows(program: Program) -> None:
    """Raises CellError when the results for a row depend on other rows; tried with random numbers."""
    trace = program.trace
    results = {**trace.state, **trace.pushes}
    if any("Random" in op.type for op in trace.graph.get_operations()):
        return
    with tf.init_scope(), suppress(tf.errors.OpError):  # what a cell does not take says nothing of its rows
        given = {t.name: _trial(t, i) for i, t in enumerate(placeholders(trace))}
        together = Replay(trace, {**given, **captured(trace)})
        for row in range(PROBE):
            alone = Replay(trace, {**{k: v[row : row + 1] for k, v in given.items()}, **captured(trace)})
            for name, tensor in results.items():
                both = together(tensor)
                mine = both[row : row + 1] if both.shape[0] == PROBE else both
                if _differ(mine, alone(tensor)):
                    raise CellError(_mixing(trace.kind.cell, f"`{name}`"))


def check_signature(signature: Any) -> None:
    """The same for a traced cell."""
    graph = tf.__internal__.FuncGraph(signature.name)
    with graph.as_default():
        symbols = [tf.compat.v1.placeholder(r.dtype, [None, *r.shape]) for r in signature.rows]
        signature.call(symbols)
    if any("Random" in op.type for op in graph.get_operations()):
        return
    with tf.init_scope():
        given = [_trial(symbol, i) for i, symbol in enumerate(symbols)]
        together = signature.call(given)
        for row in range(PROBE):
            alone = signature.call([rows[row : row + 1] for rows in given])
            for both, one in zip(together, alone, strict=True):
                if both.shape[0] != PROBE or _differ(both[row : row + 1], one):
                    raise CellError(_mixing(signature.name, "its results"))


def _differ(one: Any, other: Any) -> bool:
    if one.shape != other.shape:
        return True
    if not one.dtype.is_floating:
        return False
    size = tf.maximum(tf.reduce_max(tf.abs(other)), 1)
    return bool(tf.reduce_max(tf.abs(one - other)) > ROW_TOLERANCE * size)


def _mixing(cell: str, where: str) -> str:
    return (
        f"cell `{cell}` mixes the rows of different vertices in {where}; "
        "use operations that treat the first dimension row by row"
    )


def _trial(tensor: Any, seed: int) -> Any:
    shape = [PROBE, *tensor.shape[1:]]
    if not tensor.dtype.is_floating:
        return tf.zeros(shape, tensor.dtype)
    return tf.cast(tf.random.stateless_normal(shape, seed=[seed, PROBE]), tensor.dtype)


def check_cut(program: Program) -> None:
    """Raises CellError when a saved tensor has dimensions that only values tell."""
    for tensor in program.saved:
        if not tensor.shape[1:].is_fully_defined():
            raise CellError(
                f"cell `{program.trace.kind.cell}`: `{tensor.name}` has the shape {tensor.shape}; "
                "shapes in a cell must follow from the declared ones"
            )
