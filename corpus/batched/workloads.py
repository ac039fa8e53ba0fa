"""What is timed of each model: a training step, on batches large enough to show what batching is for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

Step = Callable[[int], float]
"""Trains on one of a few batches, by its number; returns the loss."""

BATCHES = 2


def tree_lstm() -> tuple[Step, int]:
    """64 trees of about 60 vertices, hidden 64."""
    main, tree = importlib.import_module("main"), importlib.import_module("tree")
    rng = np.random.default_rng(0)
    model = main.TreeLSTM(units=64)
    batches = [[tree.random_tree(rng, 7) for _ in range(64)] for _ in range(BATCHES)]
    return (lambda i: main.train_on(model, batches[i], 0.01)), 64


def tree_fc() -> tuple[Step, int]:
    """One tree of 600 leaves."""
    main = importlib.import_module("main")
    main.initialize(seed=1)
    rng = np.random.default_rng(0)
    trees = [_balanced(rng, 600) for _ in range(BATCHES)]
    return (lambda i: float(main.train_on(trees[i]))), 1


def _balanced(rng: np.random.Generator, leaves: int) -> Any:
    if leaves == 1:
        return float(rng.uniform(-1.0, 1.0))
    cut = int(rng.integers(leaves // 4 + 1, leaves - leaves // 4)) if leaves > 3 else 1
    return _balanced(rng, cut), _balanced(rng, leaves - cut)


def module_network() -> tuple[Step, int]:
    """1,024 programs of one to four modules."""
    main, modules = importlib.import_module("main"), importlib.import_module("modules")
    tensorflow = importlib.import_module("tensorflow")
    interpreter = main.Interpreter(modules.make_modules(main.UNITS))
    rng = np.random.default_rng(0)
    batches = [[main.make_sample(rng) for _ in range(1024)] for _ in range(BATCHES)]

    def step(i: int) -> float:
        with tensorflow.GradientTape() as tape:
            loss = interpreter.loss(batches[i])
        main.update(interpreter.variables, tape.gradient(loss, interpreter.variables))
        return float(loss)

    return step, 1024


def moe() -> tuple[Step, int]:
    """1,024 rows, eight experts."""
    main = importlib.import_module("main")
    model, optimizer = main.MixtureOfExperts(8), {"rate": 0.05, "updates": 0}
    rng = np.random.default_rng(0)
    batches = [main.make_batch(rng, 1024) for _ in range(BATCHES)]
    return (lambda i: float(main.train_step(model, optimizer, *batches[i]))), 1024


def varlen_lstm() -> tuple[Step, int]:
    """256 strings of two to ten symbols."""
    main = importlib.import_module("main")
    reader = main.BracketReader(units=64)
    rng = np.random.default_rng(0)
    batches = [main.make_batch(rng, 256) for _ in range(BATCHES)]
    return (lambda i: float(reader.train_on(*batches[i]))), 256


WORKLOADS: dict[str, tuple[str, Callable[[], tuple[Step, int]]]] = {
    "tree_lstm": ("HYB136", tree_lstm),
    "tree_fc": ("HYB136", tree_fc),
    "module_network": ("HYB138", module_network),
    "moe": ("HYB140", moe),
    "varlen_lstm": ("HYB139", varlen_lstm),
}
"""By model: the rule whose rewrite batches it, and what to time."""
