"""`python -m small SCRIPT [ARGUMENT…]`: runs a script of others on small made-up data.

Data sets that would be downloaded are drawn at random, environments of reinforcement learning are little linear systems,
and what only reports, draws or shows progress does nothing.  What the script computes stays as it is.
"""

from __future__ import annotations

import importlib.util
import runpy
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np

STEPS = 25  # of an episode
_SILENT = ("wandb", "imageio", "cv2", "skopt")


class Box:
    """A space of vectors."""

    def __init__(self, low: float, high: float, size: int, random: np.random.Generator) -> None:
        self.low, self.high = np.full(size, low, np.float32), np.full(size, high, np.float32)
        self.shape, self._random = (size,), random

    def sample(self) -> Any:
        return self._random.uniform(self.low, self.high).astype(np.float32)


class Discrete:
    """A space of numbers of actions."""

    def __init__(self, n: int, random: np.random.Generator) -> None:
        self.n, self._random = n, random

    def sample(self) -> int:
        return int(self._random.integers(self.n))


class Environment:
    """A damped linear system that an action pushes; an episode has always the same number of steps."""

    def __init__(self, size: int, actions: Any, random: np.random.Generator) -> None:
        self.observation_space = Box(-5.0, 5.0, size, random)
        self.action_space = actions
        self._random = random
        self._step = random.normal(size=(size, size)) * 0.3 / size**0.5
        self._push = random.normal(size=size)
        self.reset()

    def seed(self, _: int | None = None) -> None:
        """Nothing: it is seeded."""

    def reset(self) -> Any:
        self._left, self._state = STEPS, self._random.uniform(-0.5, 0.5, self._push.shape)
        return self._state.astype(np.float32)

    def step(self, action: Any) -> tuple[Any, float, bool, dict[str, Any]]:
        force = float(np.ravel(action)[0])
        self._state = self._step @ self._state + 0.1 * force * self._push
        self._left -= 1
        reward = float(1.0 - np.square(self._state).mean())
        return self._state.astype(np.float32), reward, self._left <= 0, {}

    def render(self, *_: Any, **__: Any) -> None:
        """Nothing to see."""

    def close(self) -> None:
        """Nothing to close."""


def make(name: str, *_: Any, **__: Any) -> Environment:
    """An environment of the kind that the name of one of Gym says: with numbered or with continuous actions."""
    random = np.random.default_rng(0)
    if "Pendulum" in name or "Continuous" in name:
        return Environment(3, Box(-2.0, 2.0, 1, random), random)
    return Environment(4, Discrete(2, random), random)


class Progress:
    """`tqdm.tqdm` that shows nothing."""

    def __init__(self, of: Iterable[Any] = (), *_: Any, **__: Any) -> None:
        self._of = of

    def __iter__(self) -> Iterator[Any]:
        return iter(self._of)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""

    def update(self, _: int = 1) -> None:
        """Nothing is shown."""

    def set_description(self, *_: Any, **__: Any) -> None:
        """Nothing is shown."""


def hypercube(n: int, samples: int, **_: Any) -> Any:
    """`pyDOE.lhs`: a Latin hypercube."""
    random = np.random.default_rng(0)
    cells = np.stack([random.permutation(samples) for _ in range(n)], axis=1)
    return (cells + random.uniform(size=(samples, n))) / samples


def images(size: int) -> Any:
    """`load_data` of a set of square images with ten classes; of one channel where they have 28 pixels a side."""
    shape = (size, size) if size == 28 else (size, size, 3)

    def load_data(*_: Any, **__: Any) -> Any:
        random = np.random.default_rng(0)
        return tuple(
            (
                random.integers(0, 255, (n, *shape), dtype=np.uint8),
                random.integers(0, 10, n).astype(np.uint8),
            )
            for n in (2000, 400)
        )

    return load_data


def text_file(name: str, *_: Any, **__: Any) -> str:
    """`keras.utils.get_file` of a text: words of one sentence in random order."""
    random = np.random.default_rng(0)
    words = "the quick brown fox jumps over a lazy dog and sleeps".split()
    path = Path(name).resolve()
    path.write_text(" ".join(random.choice(words, 4000)), encoding="utf-8")
    return str(path)


def stand_in() -> None:
    """Puts the stand-ins in the place of what is not installed, and of downloads."""
    for name in _SILENT:
        if importlib.util.find_spec(name) is None:
            sys.modules[name] = MagicMock(name=name)
    _module("gym", make=make, Env=Environment, wrappers=MagicMock(), spaces=MagicMock())
    _module("tqdm", tqdm=Progress, trange=lambda n, *_, **__: Progress(range(n)))
    _module("pyDOE", lhs=hypercube)
    import tensorflow as tf

    sets = tf.keras.datasets
    for each, size in ((sets.mnist, 28), (sets.fashion_mnist, 28), (sets.cifar10, 32)):
        each.load_data = images(size)
    tf.keras.utils.get_file = text_file
    if importlib.util.find_spec("tensorboard") is None:
        tf.summary.scalar = lambda *_, **__: None


def _module(name: str, **contents: Any) -> None:
    sys.modules[name] = module = ModuleType(name)
    vars(module).update(contents)


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    sys.path.insert(0, str(Path(sys.argv[0]).resolve().parent))
    stand_in()
    runpy.run_path(sys.argv[0], run_name="__main__")
