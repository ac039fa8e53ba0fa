"""Which dtype an argument names."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Const, External, Value

_NUMPY_TYPES = {"builtins.float": "float32", "builtins.int": "int32", "builtins.bool": "bool"}


def dtype_of(value: Value | None) -> str | None:
    """The dtype that a `dtype=` argument names: `tf.float32`, `np.float32`, `"float32"`, `float`."""
    if value is None or len(value) != 1:
        return None
    (atom,) = value
    if isinstance(atom, External):
        if atom.name in _NUMPY_TYPES:
            return _NUMPY_TYPES[atom.name]
        name = atom.name.rpartition(".")[2]
        return name if is_dtype(name) else None
    if isinstance(atom, Const) and isinstance(atom.value, str):
        return {"f4": "float32", "f8": "float64", "i4": "int32", "i8": "int64"}.get(
            atom.value, atom.value if is_dtype(atom.value) else None
        )
    return None


OF_LENGTHS = frozenset({"int32", "int64"})
"""Dtypes in which TensorFlow takes shapes."""
_DTYPES = frozenset(
    """float16 float32 float64 bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128 bool
    string""".split()
)


def is_dtype(name: str) -> bool:
    return name in _DTYPES
