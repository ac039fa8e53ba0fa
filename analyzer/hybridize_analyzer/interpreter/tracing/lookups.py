"""Gradients of what is looked up by indices: `tf.IndexedSlices` with as many rows as there are indices.

Where one is an argument, each number of rows is a trace of its own, whatever the shape of the whole is.
"""

from __future__ import annotations

from collections.abc import Iterable

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.report import Location

_LOOKED_UP = "looked up by indices"
_LOOKING_UP = frozenset(
    """gather gather_nd nn.embedding_lookup nn.embedding_lookup_sparse nn.safe_embedding_lookup_sparse
    compat.v1.nn.embedding_lookup compat.v1.nn.embedding_lookup_sparse compat.v1.gather compat.v1.gather_nd
    nn.sampled_softmax_loss nn.nce_loss keras.ops.take raw_ops.Gather raw_ops.GatherV2 raw_ops.ResourceGather""".split()
)
"""Operations whose gradients have rows for indices alone, without TensorFlow's name in front."""


def note(state: State, short: str, tensors: Iterable[Tensor], where: Location) -> None:
    """An operation looks rows up; of its arguments any may be that of which it does."""
    for tensor in tensors if short in _LOOKING_UP else ():
        state.note(_LOOKED_UP, (tensor.dtype, tensor.shape), where)


def gradient(state: State, source: Tensor) -> Tensor:
    """The gradient with respect to a tensor or variable."""
    looked_up = any(
        isinstance(key, tuple) and _may_be(source, Tensor("tensor", *key))
        for key in state.all_noted(_LOOKED_UP)
    )
    return Tensor("tensor", source.dtype, source.shape, in_rows=looked_up)


def _may_be(a: Tensor, b: Tensor) -> bool:
    """Whether two tensors, as far as they are known, may be one."""
    if a.dtype != b.dtype and None not in (a.dtype, b.dtype):
        return False
    if a.shape is None or b.shape is None:
        return True
    alike = (m == n or None in (m, n) for m, n in zip(a.shape, b.shape, strict=False))
    return len(a.shape) == len(b.shape) and all(alike)
