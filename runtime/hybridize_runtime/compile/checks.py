"""What a traced cell must not do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.noise import is_random
from hybridize_runtime.compile.partition import PROBE, Program, captured, placeholders, tried_seeds
from hybridize_runtime.compile.replay import Replay
from hybridize_runtime.compile.tracing import Trace, functions_inlined
from hybridize_runtime.errors import CellError

# Difference of a row alone and among others that rounding can explain, relative to the largest result.
ROW_TOLERANCE = 1e-3


# Layers of Keras whose state follows from all rows of a batch, by a variable of theirs.
STATISTICS = {"moving_mean": "BatchNormalization", "moving_variance": "BatchNormalization"}


def check_operations(graph: Any, cell: str, variables: Mapping[int, Any] | None = None) -> None:
    """Raises CellError when the cell changes a variable: how often would depend on the batching; and for branches.

    `variables`: those that were read, by the identity of their handles.
    """
    for op in graph.get_operations():
        if op.type.startswith(("Assign", "ResourceScatter", "ResourceApply")):
            raise CellError(_writing(op, cell, _written(graph, op, variables or {})))
        if any(attribute.type in ("func", "list(func)") for attribute in op.op_def.attr):
            raise CellError(
                f"cell `{cell}`: `{op.name}` ({op.type}) is control flow or a function call that is kept as one; "
                "use `tf.where` instead of `tf.cond`, and unroll loops of fixed length"
            )


def _written(graph: Any, op: Any, variables: Mapping[int, Any]) -> str:
    """The name of the variable that an operation changes, without what TensorFlow adds to it."""
    for outside, inside in graph.captures:
        if inside is op.inputs[0] and id(outside) in variables:
            return str(variables[id(outside)].name).split(":")[0]
    return ""


def _writing(op: Any, cell: str, variable: str) -> str:
    layer = op.name.rpartition("/")[0]
    kind = STATISTICS.get(variable.rpartition("/")[2])
    if kind:
        return (
            f"cell `{cell}` calls {kind} `{layer}` in training: its statistics would be those of the "
            "vertices that happen to run together, another set with every executor. Normalize each row "
            "(`LayerNormalization`), normalize inputs before the network or pushed results after it, or call it with "
            "`training=False`, which uses its moving averages and still trains `gamma` and `beta`"
        )
    what = f"the variable `{variable}`" if variable else "a variable"
    where = f" of `{layer}`" if layer else ""
    return (
        f"cell `{cell}` writes {what}{where} (`{op.type}`), and how often would depend on the batching: push what it is to "
        "be updated with (`v.push(…)`, or return it), and update it outside of the cell"
    )


def check_rows(trace: Trace, factors: Mapping[str, int]) -> None:
    """Raises CellError when the results for a row depend on other rows; tried with random numbers.

    `factors`: those of `row_factors`.
    """
    results = {**trace.state, **trace.pushes}
    random = [
        t
        for op in trace.graph.get_operations()[: trace.forward]
        if is_random(op)
        for t in op.outputs
        if t.name in factors
    ]
    with tf.init_scope(), suppress(tf.errors.OpError):  # what a cell does not take says nothing of its rows
        given = {t.name: (_trial(t.dtype, t.shape[1:], i), 1) for i, t in enumerate(placeholders(trace))}
        for i, t in enumerate(random):  # as if random numbers were given
            factor = factors[t.name]
            given[t.name] = (_trial(t.dtype, t.shape[1:], len(given) + i, factor), factor)
        fixed = {**captured(trace), **tried_seeds(trace)}
        together = Replay(trace, {**{name: rows for name, (rows, _) in given.items()}, **fixed})
        for row in range(PROBE):
            mine = {name: rows[row * f : (row + 1) * f] for name, (rows, f) in given.items()}
            alone = Replay(trace, {**mine, **fixed})
            for name, tensor in results.items():
                both = together(tensor)
                part = both[row : row + 1] if both.shape[0] == PROBE else both
                if _differ(part, alone(tensor)):
                    raise CellError(_mixing(trace.kind.cell, f"`{name}`"))


def check_signature(signature: Any) -> None:
    """The same for a traced cell."""
    if signature.random:
        return
    with tf.init_scope(), functions_inlined():
        given = [_trial(rows.dtype, rows.shape, i) for i, rows in enumerate(signature.rows)]
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


def _trial(dtype: Any, row: Iterable[int], seed: int, factor: int = 1) -> Any:
    shape = [PROBE * factor, *row]
    if not dtype.is_floating:
        return tf.zeros(shape, dtype)
    return tf.cast(tf.random.stateless_normal(shape, seed=[seed, PROBE]), dtype)


def check_cut(program: Program) -> None:
    """Raises CellError when a saved tensor has dimensions that only values tell."""
    for tensor in program.saved:
        if not tensor.shape[1:].is_fully_defined():
            raise CellError(
                f"cell `{program.trace.kind.cell}`: `{tensor.name}` has the shape {tensor.shape}; "
                "shapes in a cell must follow from the declared ones"
            )
