"""How long an operation computes, estimated from the sizes of what it is given and gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_ARITHMETIC = 5e-11  # seconds for a multiplication or an addition, in operations that are made of these
_ELEMENT = 1e-9  # seconds for an element that is read or written
_GRAPHS = (
    "__inference",
    "__forward",
    "__backward",
    "PartitionedCall",
    "StatefulPartitionedCall",
    "XlaLaunch",
)
_PRODUCTS = frozenset({"MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3", "_FusedMatMul"})
# Of convolutions: which tensor is the filter, and which has an element for every place that it is moved to.
_CONVOLUTIONS = {
    "Conv2D": (1, -1),
    "Conv3D": (1, -1),
    "DepthwiseConv2dNative": (1, -1),
    "Conv2DBackpropInput": (1, 2),
    "Conv3DBackpropInputV2": (1, 2),
    "DepthwiseConv2dNativeBackpropInput": (1, 2),
    "Conv2DBackpropFilter": (-1, 2),
    "Conv3DBackpropFilterV2": (-1, 2),
    "DepthwiseConv2dNativeBackpropFilter": (-1, 2),
}
# Of matrices: multiplications and additions per element and row.
_MATRICES = {
    "Cholesky": 1.0, "CholeskyGrad": 3.0, "MatrixTriangularSolve": 1.0, "MatrixSolve": 2.0, "MatrixInverse": 3.0,
    "MatrixDeterminant": 1.0, "LogMatrixDeterminant": 1.0, "Qr": 4.0, "Svd": 20.0, "SelfAdjointEigV2": 15.0,
}  # fmt: skip


def seconds(kind: str, inputs: Sequence[Any], outputs: Sequence[Any]) -> float:
    """Seconds in which an operation computes; without bound where it runs a graph, of which nothing is seen."""
    if kind.startswith(_GRAPHS):
        return float("inf")
    sizes = [_size(value) for value in inputs]
    gives = [_size(value) for value in outputs]
    return _ELEMENT * (sum(sizes) + sum(gives)) + _ARITHMETIC * _arithmetic(
        kind, inputs, outputs, sizes, gives
    )


def _arithmetic(
    kind: str, inputs: Sequence[Any], outputs: Sequence[Any], sizes: Sequence[int], gives: Sequence[int]
) -> float:
    if not sizes or not gives:
        return 0.0
    if kind in _PRODUCTS and len(sizes) > 1:
        return float(2.0 * gives[0] * _contracted(sizes, gives, outputs[0]))
    if kind in _CONVOLUTIONS:
        tensors = [*inputs[:3], outputs[0]]
        which, places = _CONVOLUTIONS[kind]
        lengths = [max(1, int(length)) for length in tensors[which].shape]
        channels = lengths[-1] * (lengths[-2] if kind.startswith("Depthwise") else 1)
        return float(2.0 * _size(tensors[places]) * _size(tensors[which]) / channels)
    if kind in _MATRICES:
        return float(_MATRICES[kind] * sizes[0] * int(inputs[0].shape[-1]))
    return 0.0


def _contracted(sizes: Sequence[int], gives: Sequence[int], product: Any) -> float:
    """The length over which a product sums: (m, k) times (k, n) has m n elements, and its factors m k k n."""
    batch = 1
    for length in product.shape[:-2]:
        batch *= int(length)
    return float((sizes[0] * sizes[1] / max(1, gives[0]) / max(1, batch)) ** 0.5)


def _size(value: Any) -> int:
    """The number of elements of an eager tensor; 1 of what is none."""
    count = getattr(value, "_num_elements", None)
    return int(count()) if count is not None else 1
