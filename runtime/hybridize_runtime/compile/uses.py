"""Where weights meet rows: operations whose weight gradient can wait until after the loop (the lazy batching of Cavs)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from hybridize_runtime.compile.tracing import ancestors

SAME_SHAPE = frozenset(("AddV2", "Add", "Sub", "BiasAdd"))  # their gradient needs the shape of the rows only


class Class(IntEnum):
    """What a tensor depends on; the larger one wins."""

    INVARIANT = 0
    INPUT = 1
    LOOP = 2


@dataclass(frozen=True, eq=False)
class Use:
    """A weight meets rows: `op` in the loop has the invariant `weight` among its inputs, and `rows` besides."""

    op: Any
    weight: Any
    rows: tuple[Any, ...]
    gradient: Any

    @property
    def stored(self) -> tuple[Any, ...]:
        """The rows that the gradient of the weight needs."""
        return () if self.op.type in SAME_SHAPE else self.rows


def find_uses(
    classes: Mapping[str, Class],
    factors: Mapping[str, int],
    invariants: Mapping[str, Any],
    needed: set[str],
) -> tuple[list[tuple[Any, Any, tuple[Any, ...]]], list[Any]]:
    """Operations whose weight gradient can wait until after the loop, and the weights that have another use too."""
    uses: list[tuple[Any, Any, tuple[Any, ...]]] = []
    rest = []
    for name in sorted(invariants):
        weight = invariants[name]
        consumers = [
            op for op in weight.consumers() if op.name in needed and classes[op.outputs[0].name] is Class.LOOP
        ]
        if not weight.dtype.is_floating or not follows_from_captures(weight):
            continue
        mine = [_use(op, weight, factors) for op in consumers]
        if all(use is not None for use in mine):
            uses.extend(use for use in mine if use is not None)
        else:
            rest.append(weight)
    return uses, rest


def follows_from_captures(invariant: Any) -> bool:
    """Whether a variable or captured tensor is behind an invariant; constants have no gradient."""
    ops = [invariant.graph.get_operation_by_name(name) for name in ancestors([invariant])]
    return any(op.type == "Placeholder" for op in ops)


def _use(op: Any, weight: Any, factors: Mapping[str, int]) -> tuple[Any, Any, tuple[Any, ...]] | None:
    others = tuple(t for t in op.inputs if t is not weight)
    if len(op.inputs) != 2 or len(others) != 1 or len(op.outputs) != 1 or others[0].name not in factors:
        return None
    if op.outputs[0].name not in factors:
        return None
    if op.type in SAME_SHAPE:
        alike = others[0].shape.as_list() == op.outputs[0].shape.as_list()
        return (op, weight, others) if alike and weight.shape.rank is not None else None
    if op.type == "MatMul" and op.inputs[1] is weight and not op.get_attr("transpose_a"):
        return op, weight, others
    if op.type in ("Mul", "BatchMatMulV2") and op.outputs[0].shape.rank is not None:
        rowless = weight.shape.rank is not None and weight.shape.rank < others[0].shape.rank
        return (op, weight, others) if rowless else None
    return None
