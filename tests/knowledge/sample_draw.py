"""Random calls: an expression, and the tensors that its names stand for; what the makers of samples share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
import numpy as np

Shape = tuple[int, ...]
FLOATS = ("float32", "float64")
NUMBERS = ("float32", "float64", "int32", "int64")


@dataclass
class Sample:
    """One call.  tensors: name -> (dtype, shape) or (dtype, values)."""

    expression: str
    tensors: dict[str, tuple[str, Any]] = field(default_factory=dict)


@dataclass
class Draw:
    """What the makers choose with."""

    data: Any

    def pick(self, choices: Sequence[Any]) -> Any:
        return self.data.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        return self.data.draw(st.integers(low, high))

    def flag(self) -> bool:
        return self.data.draw(st.booleans())

    def shape(self, low: int = 0, high: int = 4, least: int = 1, most: int = 4) -> Shape:
        return tuple(self.data.draw(st.lists(st.integers(least, most), min_size=low, max_size=high)))

    def permutation(self, size: int) -> list[int]:
        return self.data.draw(st.permutations(range(size)))

    def axis(self, shape: Shape) -> int:
        return self.number(-len(shape), len(shape) - 1)

    def axes(self, shape: Shape) -> list[int]:
        chosen = self.data.draw(st.sets(st.integers(0, len(shape) - 1), max_size=len(shape)))
        return [a - len(shape) if self.flag() else a for a in sorted(chosen)]

    def broadcastable(self, shape: Shape) -> Shape:
        """A shape that goes together with another one."""
        kept = shape[self.number(0, len(shape)) :]
        return tuple(1 if self.flag() else n for n in kept)


class First(Draw):
    """Always the plainest choice, so that one call of everything can be made without hypothesis."""

    def __init__(self) -> None:
        super().__init__(None)

    def pick(self, choices: Sequence[Any]) -> Any:
        return choices[0]

    def number(self, low: int, high: int) -> int:
        return min(high, max(low, 2))

    def flag(self) -> bool:
        return False

    def shape(self, low: int = 0, high: int = 4, least: int = 1, most: int = 4) -> Shape:
        return (max(least, min(most, 3)),) * min(high, max(low, 1))

    def permutation(self, size: int) -> list[int]:
        return list(range(size))

    def axes(self, shape: Shape) -> list[int]:
        return [0] if shape else []


Maker = Callable[[Draw, str], Sample]


def unary(dtypes: Sequence[str] = FLOATS, low: int = 0, high: int = 3, extra: str = "") -> Maker:
    def make(draw: Draw, name: str) -> Sample:
        return Sample(f"{name}(a{extra})", {"a": (draw.pick(dtypes), draw.shape(low, high))})

    return make


def fixed(expression: str, **tensors: tuple[str, Any]) -> Maker:
    """One call, written out; `F` is the operation."""

    def make(draw: Draw, name: str) -> Sample:
        return Sample(expression.replace("F(", f"{name}("), dict(tensors))

    return make


def pair(dtypes: Sequence[str] = NUMBERS) -> Maker:
    """Two operands; one of them may be a Python number."""

    def make(draw: Draw, name: str) -> Sample:
        dtype, shape = draw.pick(dtypes), draw.shape()
        number = {"bool": "True"}.get(dtype, "2" if dtype.startswith("int") else draw.pick(["2", "0.5"]))
        side = draw.pick(["both", "both", "left", "right"])
        a, b = shape, draw.broadcastable(shape)
        if draw.flag():
            a, b = b, a
        text = {"both": "a, b", "left": f"a, {number}", "right": f"{number}, b"}[side]
        return Sample(f"{name}({text})", {"a": (dtype, a), "b": (dtype, b)})

    return make


def reduction(dtypes: Sequence[str] = NUMBERS) -> Maker:
    def make(draw: Draw, name: str) -> Sample:
        shape = draw.shape(0, 4, least=0)
        how = draw.pick(["none", "one", "some", "some"]) if shape else "none"
        text = {"none": "", "one": f", {draw.axis(shape) if shape else 0}"}.get(how)
        text = f", axis={draw.axes(shape)}" if text is None else text
        keep = draw.pick(["", ", keepdims=True", ", keepdims=False"])
        return Sample(f"{name}(a{text}{keep})", {"a": (draw.pick(dtypes), shape)})

    return make


def image(extra: str = "", dtype: str = "float32", channels: int = 3) -> Maker:
    def make(draw: Draw, name: str) -> Sample:
        batch = (2,) if draw.flag() else ()
        shape = (*batch, draw.number(2, 6), draw.number(2, 6), channels)
        return Sample(f"{name}(a{extra})", {"a": (dtype, shape)})

    return make


def matrix(*, square: bool = True, extra: str = "") -> Maker:
    def make(draw: Draw, name: str) -> Sample:
        n = draw.number(1, 4)
        shape = (*draw.shape(0, 2), n, n if square else draw.number(1, 4))
        return Sample(f"{name}(a{extra})", {"a": (draw.pick(FLOATS), shape)})

    return make


def spectrum(rank: int) -> Maker:
    return unary(("complex64", "complex128"), rank, 4)


def strings(extra: str = "") -> Maker:
    return unary(("string",), 0, 3, extra)


def values_of(dtype: str, shape: Any) -> Any:
    """A tensor with contents that suit an operation: numbers in (0, 1), small integers."""
    import tensorflow as tf

    if isinstance(shape, list):
        return tf.constant(shape, dtype)
    generator = np.random.default_rng(len(shape))
    if dtype == "string":
        return tf.fill(shape, "YWJj")
    if dtype == "bool":
        return tf.constant(generator.random(shape) < 0.5)
    if dtype in ("small", "int32", "int64", "int8", "int16", "uint8"):
        return tf.constant(generator.integers(1, 3, shape), "int32" if dtype == "small" else dtype)
    if dtype.startswith("complex"):
        return tf.cast(generator.uniform(0.1, 0.9, shape), dtype)
    values = generator.uniform(0.1, 0.9, shape)
    if len(shape) > 1 and shape[-1] == shape[-2]:
        values = values @ np.swapaxes(values, -1, -2) / shape[-1] * 0.9 + 0.05 * np.eye(shape[-1])
    return tf.constant(values, dtype)
