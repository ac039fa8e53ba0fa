"""Programs whose values could grow for ever: the fixpoint comes well before the bound on rounds."""

from __future__ import annotations

import ast

import pytest
from hybridize_analyzer.program.code import index_module
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.solver import roots

CAPTURED = """
def run(first, more):
    parts = (first, first)
    if more:
        parts += (more,)

    def show():
        return parts

    return show()
"""

CLOSURE = """
class Builder:
    def __init__(self):
        self.made = None

    def update(self, function):
        def acquire(x):
            return function(x)

        return acquire

    def again(self):
        self.made = self.update(self.made)


builder = Builder()
for _ in range(3):
    builder.again()
"""

BASES = """
class A:
    pass


class B:
    pass


def negated(kind):
    class Negated(kind):
        def call(self):
            return self

    return Negated()


negated(A).call()
negated(B).call()
negated(A).call()
"""


WRAPPED = """
import tensorflow as tf


class Driver:
    def run(self, x):
        return x


def train(driver):
    driver.run = tf.function(driver.run)
    return driver.run(1)


train(Driver())
"""


@pytest.mark.parametrize(
    "text", [CAPTURED, CLOSURE, BASES, WRAPPED], ids=["captured", "closure", "bases", "wrapped"]
)
def test_the_fixpoint_is_reached(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[int] = []
    reset = roots._reset
    monkeypatch.setattr(roots, "_reset", lambda state: (rounds.append(1), reset(state))[1])
    module = index_module("main", "main.py", ast.parse(text), is_package=False)
    roots.explore({"main.py": module}, name_modules(["main.py"]))
    assert len(rounds) < roots.MAX_ROUNDS
