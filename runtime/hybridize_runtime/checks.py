"""What a traced cell must not do."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from hybridize_runtime.errors import CellError
from hybridize_runtime.partition import PROBE, Program, captured, placeholders
from hybridize_runtime.replay import Replay
from hybridize_runtime.tracing import Trace

ROW_TOLERANCE = 1e-3  # difference of one row alone and among others that rounding can explain


def check_writes(trace: Trace) -> None:
    """Raises CellError when the cell changes a variable: how often would depend on the batching."""
    for op in trace.graph.get_operations():
        if op.type.startswith(("Assign", "ResourceScatter", "ResourceApply")):
            cell = trace.kind.cell
            raise CellError(f"cell `{cell}` writes a variable (`{op.type}`); update it outside of the cell")


def check_rows(program: Program) -> None:
    """Raises CellError when the results for a row depend on other rows; tried with random numbers."""
    trace = program.trace
    results = {**trace.state, **trace.pushes}
    if any("Random" in op.type for op in trace.graph.get_operations()):
        return
    with tf.init_scope():
        given = {t.name: _trial(t, i) for i, t in enumerate(placeholders(trace))}
        together = Replay(trace, {**given, **captured(trace)})
        for row in range(PROBE):
            alone = Replay(trace, {**{k: v[row : row + 1] for k, v in given.items()}, **captured(trace)})
            for name, tensor in results.items():
                both = together(tensor)
                mine = both[row : row + 1] if both.shape[0] == PROBE else both
                if (
                    mine.dtype.is_floating
                    and float(tf.reduce_max(tf.abs(mine - alone(tensor)))) > ROW_TOLERANCE
                ):
                    raise CellError(
                        f"cell `{trace.kind.cell}` mixes the rows of different vertices in `{name}`; "
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
