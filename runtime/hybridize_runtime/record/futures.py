"""What a recorded call returns: a tensor whose value is not computed yet.

A future turns into a tensor wherever TensorFlow, Keras or NumPy asks for one; that computes it, and what it depends on.
Python's operators between futures with the same rows, and with numbers, are recorded as well; every other operation
takes the value.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.errors import CellError
from hybridize_runtime.execute.tapes import is_watched

if TYPE_CHECKING:
    from hybridize_runtime.record.call_log import Call


class Future:
    """A result of a recorded call, [rows, ...].  `key`: a number for the kind of its rows."""

    __slots__ = ("__weakref__", "call", "index", "key")

    def __init__(self, call: Call, index: int, key: int) -> None:
        self.call, self.index, self.key = call, index, key

    @property
    def dtype(self) -> Any:
        """Known before the value is."""
        return self.call.signature.outputs[self.index].dtype

    @property
    def shape(self) -> Any:
        """Known before the value is."""
        spec = self.call.signature.row_specs[self.index]
        return tf.TensorShape(spec.shape if spec.whole else [self.call.rows, *spec.shape])

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        spec = self.call.signature.row_specs[self.index]
        return len(spec.shape) + (not spec.whole)

    @property
    def whole(self) -> bool:
        """Whether it is the result of one example, as it is, instead of rows."""
        return bool(self.call.signature.row_specs[self.index].whole)

    def value(self) -> Any:
        """The tensor; computes it, and the calls that it depends on, unless that was done."""
        return self.call.value(self.index)

    def numpy(self) -> Any:
        """The value as an array."""
        return self.value().numpy()

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        return tf.convert_to_tensor(self.value(), dtype, name=name)

    def __tf_flatten__(self) -> tuple[Any, tuple[Any, ...]]:
        """For `tf.nest`, and so for the target of a gradient: one tensor."""
        return (), (self.value(),)

    @classmethod
    def __tf_unflatten__(cls, metadata: Any, components: tuple[Any, ...]) -> Any:
        return components[0]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        _check_no_constant(self, sys._getframe(1).f_globals.get("__name__", ""))
        array = np.asarray(self.numpy(), dtype)
        return np.array(array) if copy else array

    def __repr__(self) -> str:
        known = "pending" if self.call.values is None else "computed"
        return (
            f"<Future of `{self.call.signature.name}`: {known}, shape={self.shape}, dtype={self.dtype.name}>"
        )

    def __getitem__(self, key: Any) -> Any:
        return self.value()[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.value(), name)

    def __len__(self) -> int:
        return self.call.rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self.value())

    def __bool__(self) -> bool:
        return bool(self.value())

    def __float__(self) -> float:
        return float(self.value())

    def __int__(self) -> int:
        return int(self.value())

    def __index__(self) -> int:
        return int(self.value().__index__())

    def __format__(self, spec: str) -> str:
        return format(self.value(), spec)

    def __hash__(self) -> int:
        return id(self)

    def __matmul__(self, other: Any) -> Any:
        return tf.matmul(self.value(), other)

    def __rmatmul__(self, other: Any) -> Any:
        return tf.matmul(other, self.value())


def _futures_in(values: Any) -> Iterator[Future]:
    """The futures in a list, also in lists that are in it."""
    for value in values:
        if type(value) is Future:
            yield value
        elif type(value) in (list, tuple):
            yield from _futures_in(value)


def _packed(values: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
    """A list with futures as a tensor.  TensorFlow would make constants of them, which have no gradient."""
    first = None if as_ref else next(_futures_in(values), None)
    if first is None:
        return NotImplemented
    dtype = dtype or first.dtype
    return tf.raw_ops.Pack(values=[tf.convert_to_tensor(value, dtype) for value in values], name=name)


tf.register_tensor_conversion_function((list, tuple), _packed, priority=50)  # before TensorFlow packs them


def _check_no_constant(future: Future, asking: str) -> None:
    """Raises TypeError where TensorFlow would make a constant of a value of which a tape may ask the gradient."""
    if asking.partition(".")[0] in ("tensorflow", "keras") and is_watched(future.value()):
        raise TypeError(
            f"a result of cell `{future.call.signature.name}` would become a constant, which has no gradient; give "
            "`tf.convert_to_tensor` of it"
        )


def _binary(operation: Callable[[Any, Any], Any], turned: bool = False) -> Callable[[Future, Any], Any]:
    def method(self: Future, other: Any) -> Any:
        return elementwise(operation, other, self) if turned else elementwise(operation, self, other)

    return method


def _unary(operation: Callable[[Any], Any]) -> Callable[[Future], Any]:
    return lambda self: elementwise(operation, self)


TURNED = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor")
for _name in (*TURNED, "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Future, f"__{_name.strip('_')}__", _binary(getattr(operator, _name)))
for _name in TURNED:
    setattr(Future, f"__r{_name.strip('_')}__", _binary(getattr(operator, _name), turned=True))
for _name in ("neg", "abs", "invert"):
    setattr(Future, f"__{_name}__", _unary(getattr(operator, _name)))


def elementwise(operation: Callable[..., Any], *operands: Any) -> Any:
    """Records an operator whose operands have the same rows; any other is computed at once."""
    futures = [x for x in operands if isinstance(x, Future)]
    pending = any(f.call.values is None for f in futures)
    goes_along = _of_one_example if futures[0].whole else _goes_along
    recorder = futures[0].call.recorder
    together = pending and recorder.is_current() and all(f.call.recorder is recorder for f in futures)
    if together and all(goes_along(x, futures[0]) for x in operands):
        with suppress(CellError):  # the operation itself says what is wrong
            return recorder.operation(operation, futures[0].whole)(*operands)
    return operation(*(x.value() if isinstance(x, Future) else x for x in operands))


def _of_one_example(x: Any, _: Future) -> bool:
    """Whether an operand belongs to one example, as what that is computed with does."""
    if isinstance(x, Future):
        return x.whole
    return isinstance(x, (bool, int, float, tf.Tensor, np.ndarray))


def _goes_along(x: Any, future: Future) -> bool:
    """Whether row i of the result follows from row i of the operands."""
    if isinstance(x, (bool, int, float)):
        return True
    if not isinstance(x, (Future, tf.Tensor, np.ndarray)):
        return False
    if isinstance(x, Future) and x.whole:
        return False
    return x.ndim == future.ndim and int(x.shape[0]) == future.call.rows


def _recorded_after_tensors(api: Callable[..., Any], operation: Callable[[Any, Any], Any]) -> None:
    """With a tensor on the left, TensorFlow would take the value of a future on the right at once."""

    @tf.experimental.dispatch_for_api(api, {"x": tf.Tensor, "y": Future})  # type: ignore[untyped-decorator]
    def of_tensor(x: Any, y: Any) -> Any:
        return elementwise(operation, x, y)


try:
    from tensorflow.python.util.dispatch import register_dispatchable_type
except ImportError:  # an internal module: without it, such an operator executes what is pending
    pass
else:
    register_dispatchable_type(Future)
    _recorded_after_tensors(tf.__operators__.add, operator.add)
    _recorded_after_tensors(tf.math.subtract, operator.sub)
    _recorded_after_tensors(tf.math.multiply, operator.mul)
    _recorded_after_tensors(tf.math.truediv, operator.truediv)
