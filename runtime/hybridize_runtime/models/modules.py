"""Module networks: a program per example says which modules are applied to what (Johnson et al., ICCV 2017: "IEP")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tensorflow as tf

from hybridize_runtime.errors import GraphError
from hybridize_runtime.models.weights import weight
from hybridize_runtime.record.traced_cells import batching, cell

Program = Any  # a module's number with its arguments, `(3, (31, SCENE, SCENE))`; SCENE is the image
SCENE = "scene"


def from_prefix(tokens: Sequence[Any], arity: Callable[[Any], int]) -> Program:
    """A program from modules in prefix order, as IEP's program generator writes them.

    `arity`: the number of arguments of a module, 0 for what ends a branch, which becomes SCENE.
    Raises GraphError where tokens are missing or left over.
    """
    rest = iter(tokens)

    def parse() -> Program:
        token = next(rest, rest)
        if token is rest:
            raise GraphError(
                f"the program {list(tokens)} ends in the middle; every module needs its arguments"
            )
        wanted = arity(token)
        return (token, *(parse() for _ in range(wanted))) if wanted else SCENE

    program = parse()
    if left := list(rest):
        raise GraphError(f"the program {list(tokens)} goes on after its end with {left}; leave them out")
    return program


class ResidualModule(tf.Module):  # type: ignore[misc]
    """Two 3x3 convolutions with a residual; of several inputs a 1x1 convolution over all their channels comes first."""

    def __init__(self, inputs: int, channels: int, dtype: Any = tf.float32) -> None:
        super().__init__(name="residual_module")
        self.inputs = inputs
        self.join = weight("join", 1, 1, inputs * channels, channels, dtype=dtype) if inputs > 1 else None
        self.first = weight("first", 3, 3, channels, channels, dtype=dtype)
        self.second = weight("second", 3, 3, channels, channels, dtype=dtype)
        self.b_first, self.b_second = (
            weight(name, channels, dtype=dtype) for name in ("b_first", "b_second")
        )

    @cell
    def apply(self, *images: Any) -> Any:
        """Images of the same size, [rows, height, width, channels]."""
        x = images[0]
        if self.join is not None:
            x = tf.nn.relu(_convolved(tf.concat(images, 3), self.join))
        inner = tf.nn.relu(_convolved(x, self.first) + self.b_first)
        return tf.nn.relu(x + _convolved(inner, self.second) + self.b_second)


def _convolved(x: Any, kernel: Any) -> Any:
    return tf.nn.conv2d(x, kernel, 1, "SAME")


class ModuleNetwork(tf.Module):  # type: ignore[misc]
    """`unary` modules of one argument, numbered from 0, and `binary` ones of two, numbered on."""

    def __init__(
        self, channels: int = 128, unary: int = 30, binary: int = 9, dtype: Any = tf.float32
    ) -> None:
        super().__init__(name="module_network")
        self.modules = [ResidualModule(1 if i < unary else 2, channels, dtype) for i in range(unary + binary)]

    def __call__(self, images: Any, programs: Sequence[Program], executor: str = "groups") -> Any:
        """What each program makes of its image: [programs, height, width, channels] to the same."""
        rows = tf.split(tf.convert_to_tensor(images), len(programs))
        with batching(executor):
            results = [self.run(program, row) for program, row in zip(programs, rows, strict=True)]
        return tf.concat(results, 0)

    def run(self, program: Program, image: Any) -> Any:
        """One program; parts that are the same object are computed once."""
        done: dict[int, Any] = {}
        for part in _inner_first(program):
            if part == SCENE:
                done[id(part)] = image
                continue
            number, *arguments = part
            module = self.modules[number]
            if len(arguments) != module.inputs:
                given = f"module {number} has {len(arguments)} arguments"
                raise GraphError(f"{given} and takes {module.inputs}; fix the program")
            done[id(part)] = module.apply(*(done[id(argument)] for argument in arguments))
        return done[id(program)]


def _inner_first(program: Program) -> Iterator[Program]:
    """All parts, arguments before what they are arguments of."""
    stack, seen = [(program, False)], set()
    while stack:
        part, ready = stack.pop()
        if ready or part == SCENE:
            if id(part) not in seen:
                seen.add(id(part))
                yield part
        elif id(part) not in seen:
            stack.append((part, True))
            stack.extend((argument, False) for argument in reversed(part[1:]))
