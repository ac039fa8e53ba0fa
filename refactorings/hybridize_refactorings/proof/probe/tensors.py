"""Tensors and variables as leaves.  TensorFlow and Keras are looked at only where the program has imported them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from . import arrays

_Result = TypeVar("_Result")


def in_graph() -> bool:
    """Whether TensorFlow is building a graph right now, on this thread."""
    tensorflow = _loaded()
    return tensorflow is not None and not tensorflow.executing_eagerly()


def leaf(value: Any) -> list[Any] | None:
    """The leaf of an eager tensor, a variable or a symbolic tensor, else None."""
    tensorflow = _loaded_for(value)
    if tensorflow is None:
        return None
    if isinstance(value, tensorflow.Tensor):
        return _tensor(value)
    if _is_batched(value, "Future"):
        return _tensor(value.value())
    if isinstance(value, tensorflow.Variable):
        return _variable(tensorflow, value)
    if isinstance(value, (tensorflow.DType, tensorflow.TensorShape, tensorflow.TypeSpec)):
        return ["value", type(value).__name__, repr(value)]
    keras: Any = sys.modules.get("keras")
    kinds: Any = [getattr(keras, name, None) for name in ("Variable", "KerasTensor")]
    if not all(isinstance(kind, type) for kind in kinds):  # not there, or not yet
        return None
    if isinstance(value, kinds[0]):
        inner = getattr(value, "_value", None)
        return leaf(inner) if inner is not None else ["opaque", "Variable"]
    return ["symbolic", str(value.dtype), str(value.shape)] if isinstance(value, kinds[1]) else None


def is_eager(value: Any) -> bool:
    """Whether a value is a tensor that has been computed."""
    tensorflow = _loaded_for(value)
    return tensorflow is not None and isinstance(value, tensorflow.Tensor) and hasattr(value, "numpy")


def variable_in(value: Any) -> Any:
    """The variable of TensorFlow that a value is, or that a variable of Keras stands for, which can be set; else None."""
    tensorflow = _loaded_for(value)
    if tensorflow is None:
        return None
    own = getattr(sys.modules.get("keras"), "Variable", None)
    if isinstance(own, type) and isinstance(value, own):
        value = getattr(value, "_value", None)
    is_variable = isinstance(value, tensorflow.Variable) and not getattr(value, "_in_graph_mode", False)
    return value if is_variable else None


def components(value: Any) -> list[Any] | None:
    """The tensors that a ragged, sparse or other composite value is made of, else None."""
    tensorflow = _loaded_for(value)
    if tensorflow is None or not isinstance(
        value, (tensorflow.RaggedTensor, tensorflow.SparseTensor, tensorflow.IndexedSlices)
    ):
        return None
    return list(tensorflow.nest.flatten(value, expand_composites=True))


def described(value: Any) -> dict[str, Any] | None:
    """Kind, dtype and shape of a tensor, a variable or a composite of tensors, else None; lengths not known are null."""
    tensorflow = _loaded_for(value)
    if tensorflow is None:
        return None
    if isinstance(value, (tensorflow.Tensor, tensorflow.Variable)):
        kind = "variable" if isinstance(value, tensorflow.Variable) else "tensor"
        return {"kind": kind, "dtype": value.dtype.name, "shape": _lengths(value.shape)}
    if components(value) is not None:
        return {"kind": "composite", "type": type(value).__name__, "dtype": value.dtype.name}
    keras: Any = sys.modules.get("keras")
    own = getattr(keras, "Variable", None)
    return _keras_variable(value) if isinstance(own, type) and isinstance(value, own) else None


def _keras_variable(value: Any) -> dict[str, Any]:
    return {"kind": "variable", "dtype": str(value.dtype), "shape": _lengths(value.shape)}


def _lengths(shape: Any) -> list[int | None] | None:
    if getattr(shape, "rank", 0) is None:
        return None
    return [None if length is None else int(length) for length in shape]


def function_name(value: Any) -> str | None:
    """The name of the Python function behind a `tf.function`; None for anything else."""
    tensorflow = _loaded_for(value)
    if tensorflow is None:
        return None
    types: Any = getattr(getattr(tensorflow, "types", None), "experimental", None)
    kind: Any = getattr(types, "GenericFunction", None)
    if not isinstance(kind, type) or not isinstance(value, kind):
        return None
    return str(getattr(getattr(value, "python_function", None), "__name__", "function"))


def is_machinery(value: Any) -> bool:
    """Whether a value is a graph, a dataset, an iterator or a tape: how things run, not what they hold."""
    tensorflow = _loaded_for(value)
    if tensorflow is None:
        return False
    data = tensorflow.data
    machinery = (tensorflow.Graph, data.Dataset, data.Iterator, tensorflow.GradientTape)
    return isinstance(value, machinery) or _is_batched(value, "TracedCell")


def _is_batched(value: Any, name: str) -> bool:
    """Whether a value is of a class of hybridize_runtime: a result that is not computed yet, or a cell."""
    return type(value).__name__ == name and type(value).__module__.startswith("hybridize_runtime.")


def tells_class(value: Any) -> bool:
    """Whether a value says of what class it is; one that answers every question with 0 does not."""
    try:
        return isinstance(value.__class__, type)
    except Exception:
        return False


def _loaded_for(value: Any) -> Any:
    """TensorFlow, where a value can be asked whether it is one of its."""
    tensorflow = _loaded()
    return tensorflow if tensorflow is not None and tells_class(value) else None


def _loaded() -> Any:
    tensorflow = sys.modules.get("tensorflow")
    return (
        tensorflow if hasattr(tensorflow, "executing_eagerly") and hasattr(tensorflow, "Variable") else None
    )


def _tensor(value: Any) -> list[Any]:
    name = value.dtype.name
    if not hasattr(value, "numpy"):
        return ["symbolic", name, str(value.shape)]
    if name in ("variant", "resource"):
        return ["opaque", name]
    return quietly(lambda: _numbered(value.numpy(), "tensor", name))


def _variable(tensorflow: Any, value: Any) -> list[Any]:
    if not tensorflow.executing_eagerly():
        return ["symbolic", value.dtype.name, str(value.shape)]
    if not getattr(value, "_in_graph_mode", False):
        return quietly(lambda: _numbered(value.numpy(), "variable", value.dtype.name))
    return ["opaque", "Variable"]


def _numbered(array: Any, kind: str, dtype: str) -> list[Any]:
    numpy: Any = sys.modules["numpy"]
    found = arrays.leaf(numpy.asarray(array), kind) or ["opaque", kind]
    return [found[0], dtype, *found[2:]]


def quietly(read: Callable[[], _Result]) -> _Result:
    """Reads, or writes, without the gradient tapes of the program noticing."""
    record: Any = sys.modules.get("tensorflow.python.eager.record") or sys.modules.get(
        "tensorflow.python.eager.tape"
    )
    stop = getattr(record, "stop_recording", None)
    with stop() if stop is not None else contextlib.nullcontext():
        return read()
