"""Executes what `knowledge/array_operators.py` says: operators on NumPy arrays, and on the tensors that a graph gets."""

import ast
import operator
from typing import Any

import numpy as np
import pytest
from hybridize_analyzer.knowledge.array_operators import ABSOLUTE, DIFFERENT, differs

pytestmark = pytest.mark.tf

_BINARY = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.MatMult: operator.matmul,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.BitXor: operator.xor, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
_UNARY = {ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Invert: operator.invert}
_DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()
_ARITHMETIC_OF_BOOLS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
"""What `operators` refuses for tensors of every origin."""


def _agrees(function: Any, *arrays: Any) -> bool | None:
    """Whether a graph computes what NumPy does, with the same dtype; None where NumPy does not compute it."""
    import tensorflow as tf

    with np.errstate(all="ignore"):
        try:
            expected = function(*arrays)
        except (TypeError, ValueError):
            return None
    try:
        found = tf.function(function)(*arrays)
    except (TypeError, ValueError, tf.errors.InvalidArgumentError):
        return False
    return found.dtype.name == expected.dtype.name and np.allclose(found, expected, rtol=1e-2)


def _matrix(dtype: str) -> Any:
    return np.array([[1, 2], [3, 1]]).astype(dtype)


@pytest.mark.parametrize("dtype", _DTYPES)
def test_binary_operators(dtype: str) -> None:
    for kind, function in _BINARY.items():
        if dtype == "bool" and kind in _ARITHMETIC_OF_BOOLS:
            continue
        agrees = _agrees(function, _matrix(dtype), _matrix(dtype))
        assert agrees is None or agrees is not differs(kind(), dtype), kind


@pytest.mark.parametrize("dtype", [d for d in _DTYPES if d != "bool"])
def test_beside_python_integers(dtype: str) -> None:
    for kind, function in _BINARY.items():
        agrees = _agrees(lambda array, function=function: function(array, 2), _matrix(dtype))
        assert agrees is None or agrees is not differs(kind(), dtype), kind


@pytest.mark.parametrize("dtype", _DTYPES)
def test_unary_operators(dtype: str) -> None:
    for kind, function in _UNARY.items():
        agrees = _agrees(function, _matrix(dtype))
        assert agrees is None or agrees is not differs(kind(), dtype), kind
    assert _agrees(abs, _matrix(dtype)) is (dtype not in ABSOLUTE)


def test_products_of_vectors() -> None:
    vector = np.array([1.0, 2.0], np.float32)
    assert _agrees(operator.matmul, vector, vector) is False


def test_an_unknown_dtype_differs_where_every_dtype_of_whole_numbers_does() -> None:
    assert {kind for kind in DIFFERENT if differs(kind(), None)} == {ast.LShift, ast.RShift, ast.UAdd}
