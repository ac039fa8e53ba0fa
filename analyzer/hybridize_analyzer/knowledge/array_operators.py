"""Operators that NumPy arrays have, and tensors have not, or with results of another dtype.

A graph gets a NumPy array among its arguments as a tensor.  Mixed dtypes are not described here: see
`interpreter.values.operators.check_dtypes`.  Executed by `tests/knowledge/test_array_operators.py`.
"""

from __future__ import annotations

import ast

_UNSIGNED = frozenset("uint8 uint16 uint32 uint64".split())
_SMALL = frozenset("int8 int16 uint8 uint16".split())
_WHOLE = frozenset("int8 int16 int32 int64".split()) | _UNSIGNED
_COMPLEX = frozenset("complex64 complex128".split())
_NUMBERS = _WHOLE | _COMPLEX | frozenset("float16 float32 float64".split())
_BOOL = frozenset({"bool"})
_ORDER = _BOOL | _COMPLEX

DIFFERENT: dict[type[ast.AST], frozenset[str]] = {
    ast.Div: _BOOL | _SMALL,
    ast.FloorDiv: _BOOL,
    ast.Mod: _BOOL,
    ast.Pow: _BOOL | _UNSIGNED,
    ast.MatMult: _BOOL | _SMALL | _UNSIGNED,
    ast.LShift: _BOOL | _WHOLE,
    ast.RShift: _BOOL | _WHOLE,
    ast.Lt: _ORDER,
    ast.LtE: _ORDER,
    ast.Gt: _ORDER,
    ast.GtE: _ORDER,
    ast.UAdd: _NUMBERS,
    ast.USub: _UNSIGNED,
}
"""The dtypes of both operands, or of the array beside a Python number, for which an operator differs."""
ABSOLUTE = _BOOL | _UNSIGNED
"""The dtypes for which `abs()` differs."""


def differs(operator: ast.AST, dtype: str | None) -> bool:
    """Whether an operator of arrays is another one, or none, of tensors; an unknown dtype only where all dtypes differ."""
    different = DIFFERENT.get(type(operator), frozenset())
    return dtype in different if dtype is not None else different >= _WHOLE
