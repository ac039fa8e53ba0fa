"""Options in several forms."""

from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Penalty:
    scale: float


@dataclass(frozen=True)
class FrozenPenalty:
    scale: float


class ComparedPenalty:
    def __init__(self, scale):
        self.scale = scale

    def __eq__(self, other):
        return self.scale == other.scale


class PlainPenalty:
    def __init__(self, scale):
        self.scale = scale


# tf: raises TypeError "generic TraceType"
def penalised(loss, penalty):  # expect: HYB120 "a `Penalty` is a mutable dataclass"
    return loss * penalty.scale


# tf: same
def penalised_frozen(loss, penalty):  # expect: convert
    return loss * penalty.scale


# tf: raises TypeError "generic TraceType"
def penalised_compared(loss, penalty):  # expect: HYB120 "without `__hash__`"
    return loss * penalty.scale


# tf: same
def penalised_plain(loss, penalty):  # expect: convert
    return loss * penalty.scale


start = tf.constant([1.0, 2.0])
one = penalised(start, Penalty(0.5))
two = penalised_frozen(start, FrozenPenalty(0.5))
three = penalised_compared(start, ComparedPenalty(0.5))
plain = PlainPenalty(0.25)
four = penalised_plain(start, plain)
