"""Programs that are hard on an analysis, in any size: nesting, long chains, crossing calls, deep classes."""

from __future__ import annotations

import random
from collections.abc import Callable

_HEAD = "import tensorflow as tf\n"


def nested_comprehensions(size: int) -> str:
    """A list of three lists, and so on inwards."""
    return f"x = {'[' * size}1{' for i in range(3)]' * size}\n"


def nested_in_sources(size: int) -> str:
    """A comprehension over a comprehension, and so on."""
    return f"x = {'[y for y in ' * size}range(3){']' * size}\n"


def nested_loops(size: int) -> str:
    """Loops in loops, around one statement that makes the value grow."""
    loops = "".join(f"{'    ' * (i + 1)}for i{i} in range(3):\n" for i in range(size))
    return f"def f(x):\n{loops}{'    ' * (size + 1)}x = (x, i0)\n    return x\nf(1)\n"


def chain_of_elif(size: int) -> str:
    """Conditions on a tensor, each in the `else` of the one before."""
    rest = "".join(f"    elif x == {i}:\n        y = x + {i}.0\n" for i in range(size))
    return f"{_HEAD}def f(x):\n    if x < 0:\n        y = x\n{rest}    return y\nf(tf.ones([]))\n"


def crossing_calls(size: int) -> str:
    """Functions of which each calls three others, drawn with a fixed seed."""
    drawn = random.Random(0)
    calls = (" + ".join(f"f{drawn.randrange(size)}(x)" for _ in range(3)) for _ in range(size))
    bodies = "".join(f"def f{i}(x):\n    return {call}\n" for i, call in enumerate(calls))
    return f"{_HEAD}{bodies}f0(tf.ones([2]))\n"


def chain_of_calls(size: int) -> str:
    """Each function reads state that it has changed before, and calls the next."""
    bodies = "".join(
        f"def set_{i}(v):\n    S.a{i} = v\ndef f{i}(x):\n    set_{i}(2.0)\n    return f{i + 1}(x) * S.a{i}\n"
        for i in range(size)
    )
    return f"{_HEAD}class S: pass\n{bodies}def f{size}(x):\n    return x\nf0(tf.ones([2]))\n"


def classes_in_a_line(size: int) -> str:
    """Lines of forty classes, where a method of each calls that of its base."""
    return "".join(
        f"class A{i}{f'(A{i - 1})' if i % 40 else ''}:\n"
        f"    def m{i}(self):\n        return self.m{i - 1 if i % 40 else i}()\n"
        for i in range(size)
    )


def plain_functions(size: int) -> str:
    """Python that has nothing to do with TensorFlow."""
    return "".join(
        f"def f{i}(values, scale={i}):\n    total = 0\n    for value in values:\n        if value > scale:\n"
        f"            total += value * scale\n    return total\n\n\nf{i}([1, 2, {i}])\n"
        for i in range(size)
    )


def containers_in_containers(size: int) -> str:
    """Dicts that all hold each other, and functions that get them."""
    made = "".join(f"d{i} = {{'n': {i}, 'x': tf.ones([{i}])}}\n" for i in range(size))
    held = "".join(f"d{i}['k{j}'] = d{j}\n" for i in range(size) for j in range(size))
    used = (
        "def f(d):\n    return d\nf(d0)\nf(d1)\n@tf.function\ndef g(d, **more):\n    return d\ng(d0, **d1)\n"
    )
    return f"{_HEAD}{made}{held}{used}"


def containers_in_modules(size: int) -> str:
    """A module with dicts of plain values that all hold each other, whose variables are listed after a change."""
    made = "".join(f"d{i} = {{'n': {i}}}\n" for i in range(size))
    held = "".join(f"d{i}['k{j}'] = d{j}\n" for i in range(size) for j in range(size))
    used = (
        "class M(tf.Module):\n    def __init__(self):\n        self.w = tf.Variable(1.0)\n        self.d = {}\n"
        "    def f(self, x):\n        return x * len(self.variables)\nm = M()\nm.f(tf.ones([2]))\n"
        "m.d = d0\nm.f(tf.ones([2]))\n"
    )
    return f"{_HEAD}{made}{held}{used}"


def shared_parts(size: int) -> str:
    """Lists of the same list, again and again, seven deep: few objects, and very many ways to each."""
    rows = "".join(f"    l{i} = [{', '.join([f'l{i - 1}'] * size)}]\n" for i in range(1, 8))
    used = "    f(l4)\n    f(l7)\n    print(tf.nest.flatten(l5), tf.stack(l5), tf.nest.map_structure(tf.abs, l7))\n"
    return f"{_HEAD}def go():\n    l0 = [tf.ones([2])]\n{rows}{used}def f(values):\n    return values\ngo()\n"


def gradients_of_gradients(size: int) -> str:
    """Functions with gradients of their own, which lead back to the function: as for filters of images."""
    bodies = "".join(
        f"def filtered_{i}(x, k):\n    @tf.custom_gradient\n    def forward(x):\n        @tf.custom_gradient\n"
        f"        def backward(dy):\n            return dy * k, forward\n        return x * k, backward\n"
        f"    return forward(x)\n"
        for i in range(4)
    )
    calls = "".join(f"x = filtered_{i % 4}(x, {i}.0)\n" for i in range(size))
    return f"{_HEAD}{bodies}x = tf.ones([2])\n{calls}"


def states_in_states(size: int) -> str:
    """Results of which a gradient takes one, where each step takes its state apart by several ways."""
    ways = "".join(f"        a, b = {'b, a' if i % 2 else 'b'}\n        a = a[{i}]\n" for i in range(size))
    steps = f"def steps(x):\n    a, b = x, x\n    for _ in range(3):\n{ways}    return a * 2.0, b * 3.0\n\n"
    use = (
        "x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\n"
        "with tf.GradientTape() as tape:\n    first, second = steps(x)\n"
        "print(tape.gradient(first, x))\n"
    )
    return f"{_HEAD}{steps}{use}"


def models_in_models(size: int) -> str:
    """Functional models around other models, any of which may be part of any other, as far as can be seen."""
    parts = "".join(
        f"x = tf.keras.Input([4])\n"
        f"inner{i} = tf.keras.Model(x, tf.keras.Sequential([Scaled(), tf.keras.layers.Dense(4)])(x))\n"
        f"m{i} = tf.keras.Model(x, tf.keras.Sequential([inner{i}, tf.keras.layers.Dense(4)])(x))\n"
        for i in range(size)
    )
    layer = "class Scaled(tf.keras.layers.Layer):\n    def call(self, x):\n        return x * 2.0\n"
    step = f"def step(x):\n    return m{size - 1}(x)\nfor _ in range(3):\n    step(tf.ones([2, 4]))\n"
    return f"{_HEAD}{layer}{parts}{step}"


MEASURED: tuple[tuple[Callable[[int], str], int], ...] = (
    (nested_comprehensions, 10),
    (nested_comprehensions, 30),
    (nested_in_sources, 30),
    (nested_loops, 18),
    (chain_of_elif, 400),
    (crossing_calls, 2000),
    (chain_of_calls, 400),
    (classes_in_a_line, 800),
    (containers_in_containers, 40),
    (containers_in_modules, 40),
    (shared_parts, 60),
    (plain_functions, 2000),
    (gradients_of_gradients, 100),
    (states_in_states, 10),
    (models_in_models, 100),
)
"""What the page shows: a program and its size."""
