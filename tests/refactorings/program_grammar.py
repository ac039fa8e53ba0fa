# ruff: noqa: E501 (idioms are easier to compare on one line)
"""Small TensorFlow programs from a grammar of idioms, as people write them: the same seed, the same program.

A program has module state, functions and a class built from random idioms, and calls each several times with several
arguments.  Everything that happens can be seen afterwards: results and state are globals, and it prints.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

_UNARY = (
    "tf.tanh({})",
    "tf.sigmoid({})",
    "tf.nn.relu({})",
    "{} * 0.5",
    "-{}",
    "tf.square({})",
    "{} + 1.0",
    "tf.abs({})",
)
_BINARY = (
    "{} + {}",
    "{} * {}",
    "{} - {}",
    "tf.maximum({}, {})",
    "tf.minimum({}, {})",
    "tf.math.divide_no_nan({}, {})",
)
_REDUCE = ("tf.reduce_sum({})", "tf.reduce_mean({})", "tf.reduce_max({})", "tf.reduce_mean(tf.square({}))")
_INDENT = "    "


class _Body:
    """One function body under construction: its lines, and the names that hold vectors and scalars."""

    def __init__(self, rng: random.Random, vectors: Sequence[str], own: str | None = None) -> None:
        self.rng, self.own = rng, own
        self.vectors, self.scalars = list(vectors), list[str]()
        self.lines: list[str] = []
        self.numbers = 0

    def name(self, prefix: str) -> str:
        self.numbers += 1
        return f"{prefix}{self.numbers}"

    def vector(self, depth: int = 2) -> str:
        """An expression of a float32 vector of length 3."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(self.vectors)
        if rng.random() < 0.5:
            return rng.choice(_UNARY).format(f"({self.vector(depth - 1)})")
        return "(" + rng.choice(_BINARY).format(self.vector(depth - 1), self.vector(depth - 1)) + ")"

    def scalar(self) -> str:
        """An expression of a float32 scalar."""
        if self.scalars and self.rng.random() < 0.3:
            return self.rng.choice(self.scalars)
        return self.rng.choice(_REDUCE).format(self.vector())

    def bind(self, prefix: str, expression: str, kept: list[str]) -> str:
        """Adds an assignment to a new name, which joins the vectors or the scalars."""
        name = self.name(prefix)
        self.add(f"{name} = {expression}")
        kept.append(name)
        return name

    def add(self, *lines: str) -> None:
        self.lines += lines

    def nested(self, header: str, build: Callable[[_Body], None]) -> None:
        """A block under a header; names bound in it are not used behind it."""
        inner = _Body(self.rng, self.vectors, self.own)
        inner.scalars, inner.numbers = list(self.scalars), self.numbers + 10
        build(inner)
        self.add(header, *(_INDENT + line for line in inner.lines or ["pass"]))


def _assign(body: _Body) -> None:
    body.bind("v", body.vector(), body.vectors)


def _reduce(body: _Body) -> None:
    body.bind("s", body.scalar() + body.rng.choice(("", "  # a number", "")), body.scalars)


def _update(body: _Body) -> None:
    name = body.rng.choice(body.vectors)
    if "." not in name:
        body.add(f"{name} {body.rng.choice(('+=', '*=', '-='))} {body.vector(1)}")


def _print(body: _Body) -> None:
    text = body.rng.choice(
        (
            '"here"',
            f"float({body.scalar()}) > 0.0",
            f'f"sum {{float({body.scalar()}):.1f}}"',
            f"({body.scalar()}).shape",
        )
    )
    body.add(f"print({text})")


def _log(body: _Body) -> None:
    body.add(
        body.rng.choice(
            (
                f"HISTORY.append(float({body.scalar()}))",
                f"HISTORY.append({body.scalar()})",
                "COUNTS['calls'] += 1",
            )
        )
    )


def _python_loop(body: _Body) -> None:
    name = body.rng.choice([v for v in body.vectors if "." not in v] or ["x"])
    count = body.rng.choice(("2", "3", "len([1, 2])"))

    def build(inner: _Body) -> None:
        _some(inner, 2)
        inner.add(f"{name} = {inner.vector()}")

    body.nested(f"for i in range({count}):", build)


def _tensor_loop(body: _Body) -> None:
    name = body.name("t")
    body.add(f"{name} = {body.scalar()}")
    body.nested(
        "for step in tf.range(3):",
        lambda inner: inner.add(f"{name} = {name} * 0.5 + tf.cast(step, tf.float32)"),
    )
    body.scalars.append(name)


def _growing_list(body: _Body) -> None:
    items, row = body.name("items"), body.name("row")
    source = body.vector(1)
    loop = body.rng.choice(
        (f"for {row} in {source}:", f"for {row} in tf.unstack({source}):", "for k in range(3):")
    )
    value = f"{row} * 2.0" if "k in" not in loop else f"{body.scalar()} + float(k)"
    body.add(f"{items} = []")
    body.nested(loop, lambda inner: inner.add(f"{items}.append({value})"))
    body.bind("v", f"tf.stack({items})", body.vectors)


def _branch(body: _Body) -> None:
    name = body.name("b")
    test = body.rng.choice(
        (f"{body.scalar()} > 0.0", "FLAG", "len(HISTORY) > 2", f"({body.vector(1)}).shape[0] == 3")
    )
    body.add(
        f"if {test}:", f"{_INDENT}{name} = {body.vector()}", "else:", f"{_INDENT}{name} = {body.vector()}"
    )
    body.vectors.append(name)


def _raise(body: _Body) -> None:
    if body.rng.random() < 0.5:
        body.add(f"assert tf.reduce_all({body.vector(1)} < 1e30), 'too large'")
    else:
        body.add(f"if {body.scalar()} > 1e30:", f"{_INDENT}raise ValueError('too large')")


def _numpy(body: _Body) -> None:
    form = body.rng.choice(
        (
            "np.tanh({})",
            "np.maximum({}, 0.5)",
            "({}).numpy() * 2.0",
            "np.clip({}, -1.0, 1.0)",
            "np.exp(-np.abs({}))",
        )
    )
    body.bind("n", f"tf.constant({form.format(body.vector(1))})", body.vectors)


def _mask(body: _Body) -> None:
    kept = body.bind("kept", f"tf.boolean_mask({body.vector(1)}, {body.vector(1)} > -1e9)", [])
    form = body.rng.choice(
        (
            "tf.reshape({0}, [{0}.shape[0], 1])",
            "tf.ones([{0}.shape[0]])",
            "{0} / tf.cast(len({0}), tf.float32)",
        )
    )
    body.bind("s", f"tf.reduce_sum({form.format(kept)})", body.scalars)


def _gradient(body: _Body) -> None:
    point, name = body.name("p"), body.name("g")
    body.add(f"{point} = tf.identity({body.vector(1)})")
    inner = _Body(body.rng, [point], body.own)
    body.add(
        "with tf.GradientTape() as tape:",
        f"{_INDENT}tape.watch({point})",
        f"{_INDENT}loss{name} = {inner.rng.choice(_REDUCE).format(f'{inner.vector()} * {point}')}",
        f"{name} = tape.gradient(loss{name}, {point})",
    )
    body.vectors.append(name)
    body.scalars.append(f"loss{name}")


def _closure(body: _Body) -> None:
    function = body.name("scale")
    held = body.rng.choice(body.vectors)
    body.add(
        f"def {function}(z):",
        f"{_INDENT}return z * 2.0 + {held}" if body.rng.random() < 0.5 else f"{_INDENT}return z * 0.25",
    )
    body.bind("v", f"{function}({body.vector(1)})", body.vectors)


def _call(body: _Body) -> None:
    body.bind("v", f"helper({body.vector(1)})", body.vectors)


def _attribute(body: _Body) -> None:
    if body.own is None:
        return
    body.add(
        body.rng.choice(
            (
                "self.total = self.total + {}",
                "self.seen.append({})",
                "self.count += 1",
                "self.weight.assign_add({} * 0.1)",
            )
        ).format(body.vector(1))
    )


def _random(body: _Body) -> None:
    form = body.rng.choice(
        (
            "tf.constant(random.random())",
            "tf.constant(np.random.rand(3).astype('float32'))",
            "tf.random.stateless_uniform([3], seed=[1, 2])",
        )
    )
    body.bind("r", f"{body.vector(1)} + {form}", body.vectors)


def _variable(body: _Body) -> None:
    name = body.name("w")
    body.add(f"{name} = tf.Variable({body.vector(1)})", f"{name}.assign_add({body.vector(1)})")
    body.vectors.append(f"({name} + 0.0)")


def _taken_value(body: _Body) -> None:
    form = body.rng.choice(
        (
            "{vector} * float({scalar})",
            "({vector}) - ({scalar}).numpy()",
            "tf.minimum({vector}, float({scalar}))",
            "{vector} / (float({scalar}) + 2.0)",
            "({vector}) * int({scalar} * 10.0)",
        )
    )
    body.bind("v", form.format(vector=body.vector(1), scalar=body.scalar()), body.vectors)


def _value_in_a_test(body: _Body) -> None:
    name = body.bind("v", body.vector(1), body.vectors)
    limit = body.rng.choice(("0.0", "0.5", "0.1", "-1"))
    body.add(f"if float({body.scalar()}) > {limit}:", f"{_INDENT}{name} = {body.vector(1)}")


def _comprehension(body: _Body) -> None:
    form = body.rng.choice(
        (
            "tf.stack([row * 2.0 - {scalar} for row in {vector}])",
            "tf.stack([a * b for a, b in zip({vector}, {other})])",
            "tf.stack([row + float(k) for k, row in enumerate({vector})])",
            "{vector} * sum(tf.square(row) for row in {other})",
            "tf.stack([tf.tanh(row) for row in tf.boolean_mask({vector}, {other} > -1e9)])",
        )
    )
    text = form.format(vector=body.vector(1), other=body.vector(1), scalar=body.scalar())
    body.bind("v", text, body.vectors)


def _counted_loop(body: _Body) -> None:
    name = body.bind("t", body.vector(1), body.vectors)
    count = body.rng.choice(("int(N)", "N.numpy()", "int(tf.size(x))", "10"))
    lines = body.rng.choice(
        (
            ["{0} = {0} * 0.5 + float(i)"],
            ["{0} = {0} + x[i % 3]"],
            ["{0} = {0} - x * y[0]"],
            ["{0} = {0} * 0.5", "if tf.reduce_max({0}) < 0.2:", _INDENT + "break"],
        )
    )
    body.add(f"for i in range({count}):", *(_INDENT + line.format(name) for line in lines))


def _number_or_tensor(body: _Body) -> None:
    name, test = body.name("k"), f"{body.scalar()} > 0.0"
    number = body.rng.choice(("0", "1", "0.5", "-2"))
    body.add(
        *body.rng.choice(
            (
                [f"{name} = {number} if {test} else {body.scalar()}"],
                [f"{name} = {number} if {test} else 0.25"],
                [f"{name} = {number}", f"if {test}:", f"{_INDENT}{name} = {body.scalar()}"],
                [f"{name} = 0", f"for row in {body.vector(1)}:", f"{_INDENT}{name} += row"],
            )
        )
    )
    body.bind("v", f"{body.vector(1)} * {name}", body.vectors)


def _metric(body: _Body) -> None:
    name = body.name("m")
    body.add(f"{name} = tf.keras.metrics.Mean()", f"{name}.update_state({body.vector(1)})")
    body.bind("s", f"{name}.result()", body.scalars)


def _scratch(body: _Body) -> None:
    name = body.name("acc")
    body.add(f"{name} = tf.Variable(tf.zeros([3]), trainable=False)")
    value = body.vector(1)
    body.nested("for turn in range(2):", lambda inner: inner.add(f"{name}.assign_add({value})"))
    body.bind("v", f"{name}.read_value()", body.vectors)


_IDIOMS: tuple[tuple[Callable[[_Body], None], int], ...] = (
    (_assign, 8), (_reduce, 6), (_update, 2), (_print, 3), (_log, 4), (_python_loop, 3), (_tensor_loop, 2), (_growing_list, 2),
    (_branch, 3), (_raise, 2), (_numpy, 2), (_mask, 2), (_gradient, 3), (_closure, 1), (_call, 2), (_attribute, 4),
    (_random, 1), (_variable, 1), (_taken_value, 3), (_value_in_a_test, 2), (_comprehension, 2), (_counted_loop, 2),
    (_number_or_tensor, 2), (_metric, 1), (_scratch, 1),
)  # fmt: skip


def _some(body: _Body, count: int) -> None:
    kinds, weights = zip(*_IDIOMS, strict=True)
    for idiom in body.rng.choices(kinds, weights, k=count):
        idiom(body)


def _function(rng: random.Random, name: str, own: bool) -> list[str]:
    vectors = ["x", "y"] + (["self.weight", "self.total"] if own else [])
    body = _Body(rng, vectors, "self" if own else None)
    if scaled := rng.random() < 0.3:
        body.bind(
            "v",
            rng.choice(("{} * scale", "{} / (scale + 1.0)", "tf.maximum({}, scale)")).format("x"),
            body.vectors,
        )
    _some(body, rng.randint(2, 6))
    result = rng.choice(
        (
            body.vector(),
            body.scalar(),
            f"{body.vector()}, {body.scalar()}",
            f"float({body.scalar()})",
            f"{{'a': {body.vector()}}}",
        )
    )
    head = f"def {name}({'self, ' if own else ''}x, y{', scale=2.0' if scaled else ''}):"
    lines = [f'{_INDENT}"""Does something."""'] if rng.random() < 0.2 else []
    return [head, *lines, *(_INDENT + line for line in body.lines), f"{_INDENT}return {result}"]


def program(seed: int) -> str:
    """The program of a seed."""
    rng = random.Random(seed)
    lines = [
        "import random", "import numpy as np", "import tensorflow as tf", "",
        "HISTORY = []", "COUNTS = {'calls': 0}", "N = tf.constant(2)", f"FLAG = {rng.choice((True, False))}", "", "",
        "def helper(z):", f"{_INDENT}return {_Body(rng, ['z']).vector()}",
    ]  # fmt: skip
    names = [f"work{number}" for number in range(rng.randint(1, 3))]
    for name in names:
        lines += ["", "", *_function(rng, name, own=False)]
    lines += [
        "", "", "class Model:", f"{_INDENT}def __init__(self):", f"{_INDENT * 2}self.weight = tf.Variable([0.1, 0.2, 0.3])",
        f"{_INDENT * 2}self.total = tf.zeros([3])", f"{_INDENT * 2}self.seen = []", f"{_INDENT * 2}self.count = 0", "",
    ]  # fmt: skip
    lines += [_INDENT + line if line else line for line in _function(rng, "step", own=True)]
    lines += [
        "", "", "A = tf.constant([1.0, -2.0, 0.5])", "B = tf.constant([0.25, 3.0, -1.0])",
        "MODEL = Model()", "RESULTS = []",
    ]  # fmt: skip
    lines += ["for turn in range(2):"]
    lines += [f"{_INDENT}RESULTS.append({name}(A * float(turn + 1), B))" for name in names]
    lines += [f"{_INDENT}RESULTS.append(MODEL.step(B, A))"]
    for name in names:
        if any(line.startswith(f"def {name}(x, y, scale") for line in lines):
            lines += ["for turn in range(9):", f"{_INDENT}RESULTS.append({name}(A, B, 0.3 * turn))"]
    lines += ["print(len(RESULTS), COUNTS)", ""]
    return "\n".join(lines)
