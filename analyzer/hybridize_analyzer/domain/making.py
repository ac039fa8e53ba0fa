"""What is known of the last operations by which a tensor was computed, where a graph computes them in another way.

The graph optimiser looks at an operation together with those that gave its operands, wherever in the program these are
written.  So the tensor carries what it came from: through variables, arguments, attributes and results of functions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from hybridize_analyzer.program.hashing import Hashed

SOME = math.inf
"""Stands for a constant that is not known, and in a tuple for any number of constants."""
LARGE = 1024.0
"""A constant beside which numbers near 1 lose so much that programs round by it."""
ORDER = "comparison of floats by size"
QUOTIENT = "quotient by a constant"
RATIO = "quotient by a constant, or what is left of one after a few operations"
TOGETHER = "several constants"
INVERSE = "inverse"
EXP = "exp"
PLUS_ONE = "sum with one"
EXPM1 = "exp(x) - 1"
LOG1P = "log(x + 1)"
WITH_ZERO = "sum with zero"
SOFTMAX = "softmax"
SIGMOID = "sigmoid"
ROOT = "square root"
MONOTONIC = "monotonic function"
PARTIAL = "function that is not defined everywhere"
SUM = "sum"
TERMS = "sum or difference of tensors"
PRODUCT = "product of tensors"
SCALED = "multiple"
EXTREME = "multiple that may be too large or too small for its dtype"
REORDERED = "sum or product in another order"
LENGTHS = "shape as a tensor"
REVERSED = "lengths in reverse order"
NEAR_ONE = (EXPM1, LOG1P)
_MOST = 6
_KEPT = 10_000


class Power(NamedTuple):
    """A power of an expression.

    place: the function in which that stands.  called: computed by `**` or `pow`, and not by products or roots.
    """

    exponent: float
    base: str
    place: str
    called: bool

    def is_as(self, other: Power) -> bool:
        """Whether both may be the same number, and are computed in two ways."""
        apart = self.base != other.base and self.place == other.place
        return self.exponent == other.exponent and self.called != other.called and not apart


@dataclass(frozen=True, slots=True)
class Making(Hashed):
    """steps: what the last operation may be, by the names above.

    added: the constants in a sum, with their signs.  factors: those in a product, without powers of two.
    power: which power of what the tensor is.
    """

    steps: tuple[str, ...] = ()
    added: tuple[float, ...] = ()
    factors: tuple[float, ...] = ()
    power: Power | None = None

    __hash__ = Hashed.__hash__

    def has(self, *steps: str) -> bool:
        """Whether the last operation may be one of these."""
        return bool(self.steps) and not {*steps}.isdisjoint(self.steps)

    @lru_cache(maxsize=_KEPT)  # noqa: B019 - what is kept is small, and the same again and again
    def after(self, step: str) -> Making:
        """The same with one more step, which was done before."""
        return replace(self, steps=tuple(sorted({*self.steps, step})))

    @lru_cache(maxsize=_KEPT)  # noqa: B019
    def as_seen_outside(self) -> Making:
        """The same for callers of a function, and for what it calls, where edits of small constants make no difference."""
        added = tuple(sorted(map(_about, self.added)))
        steps = {*self.steps, PLUS_ONE} if SUM in self.steps and added == (1.0,) else self.steps
        return Making(tuple(sorted(steps)), added, (SOME,) * len(self.factors), self.power)

    @lru_cache(maxsize=_KEPT)  # noqa: B019
    def joined(self, other: Making) -> Making:
        """What is known of a tensor that is made in either way; a chain of joins is short."""
        if self == other or other == PLAIN:
            return self
        if self == PLAIN:
            return other
        return Making(
            tuple(sorted({*self.steps, *other.steps})),
            _either(self.added, other.added),
            _either(self.factors, other.factors),
            min(filter(None, (self.power, other.power)), default=None),
        )


def _about(constant: float) -> float:
    """A large constant as it is; 1 or -1 for small whole ones, and `SOME` for the others."""
    if abs(constant) >= LARGE:
        return constant
    return math.copysign(1.0, constant) if constant.is_integer() else SOME


def _either(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    return one if one == other or not other else other if not one else (SOME,)


def together(*constants: float) -> tuple[float, ...]:
    """The constants of a sum or a product, in one order; of too many it is not known any more how many they are."""
    return tuple(sorted(constants)) if len(constants) <= _MOST else (SOME, SOME)


PLAIN = Making()
