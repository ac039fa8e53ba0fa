"""What a traced cell must not do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import ml_dtypes  # TensorFlow needs it
import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.noise import is_random
from hybridize_runtime.compile.partition import PROBE, Program, captured, placeholders, tried_seeds
from hybridize_runtime.compile.replay import Replay, derivative_of
from hybridize_runtime.compile.tracing import Trace, functions_inlined
from hybridize_runtime.errors import CellError

# Difference of a row alone and among others that rounding can explain, relative to the largest result; more where numbers
# have few digits.
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


@dataclass(frozen=True)
class _Draw:
    """Rows that a cell is tried with.

    Around zero, or large and positive: of these logarithms and roots are numbers, and they pass thresholds that the
    others do not.  Whole numbers and truth values differ from row to row, or are zero where a cell looks them up in a
    table of fewer rows.
    """

    positive: bool
    differing: bool

    def rows(self, dtype: Any, row: Iterable[int], seed: int, factor: int = 1) -> Any:
        """PROBE rows of this shape, `factor` of each."""
        shape = [PROBE * factor, *row]
        if dtype.is_floating or dtype.is_complex:
            numbers = tf.random.stateless_normal(shape, seed=[seed, PROBE])
            return tf.cast(0.5 + 4.0 * tf.abs(numbers) if self.positive else numbers, dtype)
        if not self.differing:
            return tf.zeros(shape, dtype)
        numbers = tf.range(PROBE * factor)
        numbers = PROBE * factor - 1 - numbers if self.positive else numbers
        numbers = numbers % 2 if dtype == tf.bool else numbers
        return tf.cast(tf.broadcast_to(tf.reshape(numbers, [-1, *(1 for _ in shape[1:])]), shape), dtype)


def _tried(mixed: Callable[[_Draw], str | None], cell: str) -> None:
    """Raises CellError where one of the trials finds a result that depends on other rows."""
    for positive in (False, True):
        for differing in (True, False):
            with suppress(tf.errors.OpError):  # what a cell does not take says nothing of its rows
                if where := mixed(_Draw(positive, differing)):
                    raise CellError(_mixing(cell, where))
                break


def check_rows(trace: Trace, factors: Mapping[str, int]) -> None:
    """Raises CellError when results, or gradients that a cell computes itself, depend on other rows; tried by execution.

    `factors`: those of `row_factors`.
    """
    operations = trace.graph.get_operations()[: trace.forward]
    for op in operations:
        if op.type == "RandomShuffle" and op.inputs[0].name in factors:
            raise CellError(_mixing(trace.kind.cell, "`tf.random.shuffle`"))
    random = [t for op in operations if is_random(op) for t in op.outputs if t.name in factors]
    derived = [op for op in operations if derivative_of(op) is not None]
    results = {**trace.state, **trace.pushes}

    def mixed(draw: _Draw) -> str | None:
        given = {t.name: (draw.rows(t.dtype, t.shape[1:], i), 1) for i, t in enumerate(placeholders(trace))}
        for i, t in enumerate(random, len(given)):  # as if random numbers were given
            given[t.name] = (draw.rows(t.dtype, t.shape[1:], i, factors[t.name]), factors[t.name])
        fixed = {**captured(trace), **tried_seeds(trace)}
        together = Replay(trace, {**{name: rows for name, (rows, _) in given.items()}, **fixed})
        for row in range(PROBE):
            alone = Replay(trace, {**{n: _part(rows, row, f) for n, (rows, f) in given.items()}, **fixed})
            for name, tensor in results.items():
                both = together(tensor)
                part = _part(both, row, 1) if both.shape[0] == PROBE else both
                if _differ(part, alone(tensor)):
                    return f"`{name}`"
            for op in derived:
                if _derivative_differs(trace, op, row, together, alone, factors):
                    return f"the gradient of its own that `{op.name}` has"
        return None

    with tf.init_scope():
        _tried(mixed, trace.kind.cell)


def _derivative_differs(
    trace: Trace, op: Any, row: int, together: Replay, alone: Replay, factors: Mapping[str, int]
) -> bool:
    """Whether what a cell computes as the gradient of a row depends on others."""
    arriving, gradients = trace.derivative(op)
    pairs = [(t, g) for t, g in zip(op.inputs, gradients, strict=True) if g is not None and t.name in factors]
    for tensor in (*op.inputs, *op.outputs):
        together(tensor), alone(tensor)
    all_rows, one = dict(together.values), dict(alone.values)
    for i, (symbol, output) in enumerate(zip(arriving, op.outputs, strict=True)):
        rows = tf.cast(tf.random.stateless_normal(all_rows[output.name].shape, [i, PROBE]), symbol.dtype)
        factor = factors.get(output.name)
        all_rows[symbol.name], one[symbol.name] = rows, rows if factor is None else _part(rows, row, factor)
    whole, single = Replay(trace, all_rows), Replay(trace, one)
    return any(_differ(_part(whole(g), row, factors[t.name]), single(g)) for t, g in pairs)


def check_signature(signature: Any) -> None:
    """The same for a cell that is called with rows, and draws no random numbers."""

    def mixed(draw: _Draw) -> str | None:
        with functions_inlined():
            given = [draw.rows(rows.dtype, rows.shape, i) for i, rows in enumerate(signature.rows)]
            together = signature.call(given)
            for row in range(PROBE):
                alone = signature.call([rows[row : row + 1] for rows in given])
                for both, one in zip(together, alone, strict=True):
                    if both.shape[0] != PROBE or _differ(both[row : row + 1], one):
                        return "its results"
        return None

    with tf.init_scope():
        _tried(mixed, signature.name)


def _part(rows: Any, row: int, factor: int) -> Any:
    return rows[row * factor : (row + 1) * factor]


def _differ(one: Any, other: Any) -> bool:
    """Whether results are not the same up to rounding; numbers that are none have to be in the same places."""
    if one.shape != other.shape:
        return True
    if not (one.dtype.is_floating or one.dtype.is_complex):
        return bool(tf.reduce_any(one != other))
    mine, theirs = (
        tf.cast(rows, tf.complex128 if one.dtype.is_complex else tf.float64).numpy() for rows in (one, other)
    )
    finite = np.isfinite(mine)
    if (finite != np.isfinite(theirs)).any():
        return True
    size = max(1.0, np.abs(theirs[finite]).max(initial=0.0))
    tolerance = max(ROW_TOLERANCE, 8 * float(ml_dtypes.finfo(one.dtype.as_numpy_dtype).eps))
    return bool(np.abs(mine[finite] - theirs[finite]).max(initial=0.0) > tolerance * size)


def _mixing(cell: str, where: str) -> str:
    return (
        f"cell `{cell}` mixes the rows of different vertices in {where}; "
        "use operations that treat the first dimension row by row"
    )


def check_cut(program: Program) -> None:
    """Raises CellError when a saved tensor has dimensions that only values tell."""
    for tensor in program.saved:
        if not tensor.shape[1:].is_fully_defined():
            raise CellError(
                f"cell `{program.trace.kind.cell}`: `{tensor.name}` has the shape {tensor.shape}; "
                "shapes in a cell must follow from the declared ones"
            )
