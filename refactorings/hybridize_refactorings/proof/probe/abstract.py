"""What a value is, without the value: its kind, Python type, dtype and shape; of containers what they are made of."""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping
from typing import Any

from . import tensors

Description = dict[str, Any]
DEEPEST = 4
WIDEST = 16  # parts of a container that are looked at

_NUMBERS_AND_TEXTS = (bool, int, float, complex, str, bytes)


def describe(value: Any, depth: int = 0) -> Description:
    """The kind of a value, as `docs/profile.md` lists them.  No code of the user's classes is run."""
    if value is None:
        return {"kind": "none"}
    if isinstance(value, _NUMBERS_AND_TEXTS) and type(value).__module__ == "builtins":
        return {"kind": "primitive", "type": type(value).__name__}
    found = tensors.described(value) or _array(value)
    if found is not None:
        return found
    if tensors.tells_class(value) and isinstance(value, (list, tuple, set, frozenset, Mapping)):
        return _container(value, depth)
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
        return {"kind": "callable", "type": type(value).__name__}
    if tensors.function_name(value) is not None:
        return {"kind": "callable", "type": "tf.function"}
    found = {"kind": "object", "type": _type_name(value)}
    if type(value).__hash__ is None:
        found["hashable"] = False
    return found


def token(value: Any) -> Any:
    """What tells apart values that a graph takes for constants: the value of a number or text, else the object.

    Of a container also its length, which shows most changes in place.
    """
    if isinstance(value, _NUMBERS_AND_TEXTS):
        return type(value).__name__, hash(value)
    return (id(value), len(value)) if type(value) in (list, dict, set, bytearray) else id(value)


def _array(value: Any) -> Description | None:
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not hasattr(numpy, "generic"):  # not there, or not yet
        return None
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return {
            "kind": "array",
            "type": type(value).__name__,
            "dtype": str(value.dtype),
            "shape": list(value.shape),
        }
    return None


def _container(value: Any, depth: int) -> Description:
    is_mapping = isinstance(value, Mapping)
    found: Description = {"kind": "container", "type": _type_name(value), "length": len(value)}
    if depth >= DEEPEST:
        return found
    parts = []
    for number, part in enumerate(value.values() if is_mapping else value):
        if number >= WIDEST:
            break
        described = describe(part, depth + 1)
        if isinstance(value, tuple) or described not in parts:
            parts.append(described)
    found["parts"] = parts
    return found


def _type_name(value: Any) -> str:
    kind = type(value)
    known = {"ListWrapper": "list", "_DictWrapper": "dict", "_TupleWrapper": "tuple"}.get(kind.__name__)
    if known is not None:
        return known
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
