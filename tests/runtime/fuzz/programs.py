"""Random vertex functions, as data that can be printed as a program and made smaller."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

Rng = np.random.Generator
WEIGHT = re.compile(r"\bW\d+(?:_\d+)+\b")
DRAWN = re.compile(r'drawn\(v, "(\w+)"')
KINKED = ("relu", "maximum", "abs", "where", "argmax", "max(", "> 0", "custom", "stop_gradient")


@dataclass(frozen=True)
class Type:
    """What a value of a vertex function is: `row` [n, width], `kids` [n, slots, width], `mat` [n, width, width],
    `one` [1, width], `pair` (two rows), `flag` (booleans) or `ints` [n]."""

    kind: str
    width: int


@dataclass(frozen=True)
class Step:
    """`v<i> = text`, where `{k}` stands for the k-th operand, the number of an earlier step."""

    text: str
    operands: tuple[int, ...]
    type: Type


@dataclass(frozen=True)
class CellSpec:
    """A vertex function.  `scatter`, `push`: numbers of steps by name."""

    name: str
    arity: tuple[int, int]
    steps: tuple[Step, ...]
    scatter: Mapping[str, int]
    push: Mapping[str, int]

    def source(self) -> str:
        """The function as Python source."""
        lines = [f"def {self.name}(v):"]
        for i, step in enumerate(self.steps):
            lines.append(f"    v{i} = {step.text.format(*(f'v{k}' for k in step.operands))}")
        lines.append(f"    v.scatter({', '.join(f'{name}=v{i}' for name, i in self.scatter.items())})")
        lines += [f"    v.push({name}=v{i})" for name, i in self.push.items()]
        return "\n".join(lines)

    @property
    def drawn(self) -> dict[str, tuple[int, ...]]:
        """What of random numbers belongs to each vertex: shapes by name."""
        found = ((DRAWN.match(step.text), step.type) for step in self.steps)
        lead = {"kids": (self.arity[0],)}
        return {match[1]: (*lead.get(t.kind, ()), t.width) for match, t in found if match}

    def live(self) -> CellSpec:
        """Without steps that nothing needs."""
        needed = {*self.scatter.values(), *self.push.values()}
        for i in reversed(range(len(self.steps))):
            if i in needed:
                needed |= set(self.steps[i].operands)
        kept = sorted(needed)
        number = {old: new for new, old in enumerate(kept)}
        return replace(
            self,
            steps=tuple(
                replace(self.steps[i], operands=tuple(number[k] for k in self.steps[i].operands))
                for i in kept
            ),
            scatter={name: number[i] for name, i in self.scatter.items()},
            push={name: number[i] for name, i in self.push.items()},
        )


@dataclass(frozen=True)
class ModelSpec:
    """Cells over one kind of state.  `state`, `inputs`: widths by name; `k` is an input of whole numbers, `t` is shared,
    and the rows of `e` belong to edges.  `optional`: components of state that cells may leave out."""

    state: Mapping[str, int]
    inputs: Mapping[str, int]
    cells: tuple[CellSpec, ...]
    dtype: str = "float64"
    optional: tuple[str, ...] = ()

    @property
    def drawn(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """Random numbers that belong to vertices: the cell, and the shape, by name."""
        return {name: (cell.name, shape) for cell in self.cells for name, shape in cell.drawn.items()}

    @property
    def weights(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the weights, by the names under which the source uses them."""
        text = "\n".join(cell.source() for cell in self.cells)
        return {name: tuple(map(int, name.split("_")[1:])) for name in sorted(set(WEIGHT.findall(text)))}

    @property
    def smooth(self) -> bool:
        """Whether finite differences say what the gradient is."""
        return not any(word in cell.source() for cell in self.cells for word in KINKED)


# Operation, its operands, its result.  Widths are letters: the same letter is the same width; a letter that only the
# result or a weight has is drawn.  `W[a,b]` is a weight of this shape.
OPERATIONS = """
tf.tanh({0}) | row:a | row:a
tf.sigmoid({0}) | row:a | row:a
tf.nn.relu({0}) | row:a | row:a
tf.math.softplus({0}) | row:a | row:a
tf.sin({0}) | row:a | row:a
tf.square(tf.sin({0})) | row:a | row:a
tf.nn.softmax({0}) | row:a | row:a
-{0} | row:a | row:a
0.5 * {0} | row:a | row:a
1.5 - {0} | row:a | row:a
{0} * {0} | row:a | row:a
tf.identity({0}) | row:a | row:a
tf.stop_gradient({0}) | row:a | row:a
custom({0}) | row:a | row:a
custom2({0}, {1}) | row:a row:a | row:a
helper({0}, {1}) | row:a row:a | row:a
{0} + {1} | row:a row:a | row:a
{0} - {1} | row:a row:a | row:a
{0} * {1} | row:a row:a | row:a
{0} / (1.0 + tf.square({1})) | row:a row:a | row:a
tf.maximum({0}, {1}) | row:a row:a | row:a
tf.add_n([{0}, {1}, {0}]) | row:a row:a | row:a
{0} + {1} | row:a row:1 | row:a
{0} * {1} | row:a row:1 | row:a
{0} + {1} | row:a one:a | row:a
{1} * {0} | row:a one:a | row:a
tf.tanh({0}) | one:a | one:a
{0} + {1} | one:a one:a | one:a
{0} + W[a] | row:a | row:a
W[a] - {0} | row:a | row:a
{0} - W[a] | row:a | row:a
{0} * W[a] | row:a | row:a
tf.sigmoid({0}) * tf.tanh(W[a]) | row:a | row:a
{0} + W[1,a] | row:a | row:a
tf.nn.bias_add({0}, W[a]) | row:a | row:a
{0} @ W[a,b] | row:a | row:b
{0} @ W[a,b] + W[b] | row:a | row:b
tf.tanh({0} @ W[a,b]) @ W[b,c] | row:a | row:c
tf.matmul({0}, W[b,a], transpose_b=True) | row:a | row:b
{0} @ tf.tanh(W[a,b]) | row:a | row:b
{0} @ (0.5 * W[a,b] + W[a,b]) | row:a | row:b
{0} @ tf.transpose(W[b,a]) | row:a | row:b
tf.einsum("ni,ij->nj", {0}, W[a,b]) | row:a | row:b
tf.concat([{0}, {1}], 1) @ W[a+b,c] | row:a row:b | row:c
tf.split({0} @ W[a,2*b], 2, 1) | row:a | pair:b
tf.unstack(tf.reshape({0} @ W[a,2*b], [-1, 2, b]), axis=1) | row:a | pair:b
{0}[0] | pair:a | row:a
{0}[1] | pair:a | row:a
tf.sigmoid({0}[0]) * {0}[1] | pair:a | row:a
({0} @ W[a,3])[:, 1:] | row:a | row:2
{0}[:, :1] | row:a | row:1
{0}[:, -1:] | row:a | row:1
tf.concat([{0}, {1}], 1) | row:a row:b | row:a+b
tf.gather({0}, [0, 0], axis=1) | row:a | row:2
tf.reverse({0}, [1]) | row:a | row:a
tf.cumsum({0}, 1) | row:a | row:a
tf.pad({0}, [[0, 0], [1, 0]])[:, :-1] | row:a | row:a
tf.reduce_sum({0}, 1, keepdims=True) | row:a | row:1
tf.reduce_mean({0}, axis=1, keepdims=True) | row:a | row:1
tf.reduce_mean({0}, 1)[:, None] | row:a | row:1
tf.reduce_max({0}, 1, keepdims=True) | row:a | row:1
tf.reduce_logsumexp({0}, 1, keepdims=True) | row:a | row:1
tf.reduce_sum({0} * {1}, 1, keepdims=True) | row:a row:a | row:1
tf.tile({0}, [1, 2]) | row:1 | row:2
tf.zeros_like({0}) | row:a | row:a
tf.ones_like({0}) - {0} | row:a | row:a
tf.fill([tf.shape({0})[0], b], tf.constant(0.25, DT)) | row:a | row:b
tf.broadcast_to(W[1,b], [tf.shape({0})[0], b]) | row:a | row:b
{0} > 0 | row:a | flag:a
tf.where(odd[: {0}.shape[1]], {0}, -{0}) | row:a | row:a
tf.gather({0}, places[: {0}.shape[1]] % {0}.shape[1], axis=1) | row:a | row:a
tf.where({0}, {1}, {2}) | flag:a row:a row:a | row:a
tf.cast({0}, DT) * {1} | flag:a row:a | row:a
({0} > 1)[:, None] | ints:1 | flag:1
tf.where({0}, {1}, {2}) | flag:1 row:a row:a | row:a
tf.gather(W[5,b], {0}) | ints:1 | row:b
tf.nn.embedding_lookup(W[5,b], {0}) | ints:1 | row:b
tf.one_hot({0}, 5, dtype=DT) @ W[5,b] | ints:1 | row:b
tf.argmax({0}, 1, output_type=tf.int32) | row:a | ints:1
{0}[:, :, None] * {1}[:, None, :] | row:a row:a | mat:a
tf.reduce_sum({0}, 2) | mat:a | row:a
tf.einsum("nij,nj->ni", {0}, {1}) | mat:a row:a | row:a
tf.linalg.matvec({0}, {1}) | mat:a row:a | row:a
tf.transpose({0}, [0, 2, 1]) | mat:a | mat:a
tf.tanh({0} @ W[a,a]) | mat:a | mat:a
W[a,a] @ {0} | mat:a | mat:a
tf.matmul({0}, {1}) | mat:a mat:a | mat:a
tf.reshape({0}, [-1, 4]) | mat:2 | row:4
tf.reshape({0}, [-1, 2, 2]) | row:4 | mat:2
{0} @ W[a,b] | kids:a | kids:b
tf.tanh({0}) | kids:a | kids:a
{0} * W[a] | kids:a | kids:a
{0} + W[a] | kids:a | kids:a
{0} * {1} | kids:a kids:a | kids:a
tf.einsum("nsk,kd->nsd", {0}, W[a,b]) | kids:a | kids:b
tf.sigmoid({0}) * tf.reduce_sum({0} * W[a], axis=2, keepdims=True) | kids:a | kids:a
tf.sigmoid({0} @ W[a,b] + v.each({1})) | kids:a row:b | kids:b
{0} * v.each({1}) | kids:a row:a | kids:a
"""

# What most cells are made of.
COMMON = """
tf.tanh({0}) | row:a | row:a
tf.sigmoid({0}) | row:a | row:a
{0} + {1} | row:a row:a | row:a
{0} * {1} | row:a row:a | row:a
{0} @ W[a,a] | row:a | row:a
{0} @ W[a,a] + {1} @ W[b,a] | row:a row:b | row:a
tf.sigmoid({0}) * tf.tanh({1}) | row:a row:a | row:a
tf.split({0} @ W[a,2*a], 2, 1) | row:a | pair:a
tf.sigmoid({0}[0]) * {0}[1] | pair:a | row:a
"""

# Where every vertex has a child; [1, 0, width] does not follow the number of rows.
OF_CHILDREN = """
v.sum({0}) | kids:a | row:a
v.sum({0} * tf.tanh({0})) | kids:a | row:a
v.sum({0}) @ W[a,b] | kids:a | row:b
v.mean({0}) | kids:a | row:a
v.max({0}) | kids:a | row:a
v.sum(v.softmax({0}) * {0}) | kids:a | row:a
"""
MAYBE_CHILDREN = """
{1} + v.sum({0}) | kids:a row:a | row:a
{1} * v.sum({0}) | kids:a row:a | row:a
{1} + v.mean({0}) | kids:a row:a | row:a
{1} + v.max({0}) | kids:a row:a | row:a
{1} + v.sum(v.softmax({0}) * {0}) | kids:a row:a | row:a
"""
# Where all slots are in use.
OF_ALL_SLOTS = """
tf.reduce_max({0}, 1) | kids:a | row:a
tf.reduce_mean({0}, axis=1) | kids:a | row:a
tf.reduce_sum(tf.nn.softmax({0}, axis=1) * {0}, 1) | kids:a | row:a
{0}[:, 0] | kids:a | row:a
"""


@dataclass(frozen=True)
class Operation:
    """One line of the tables."""

    text: str
    operands: tuple[tuple[str, str], ...]
    result: tuple[str, str]


def _table(text: str) -> list[Operation]:
    found = []
    for line in filter(None, text.splitlines()):
        operation, operands, result = line.split(" | ")
        pairs = [tuple(part.split(":")) for part in operands.split()]
        found.append(Operation(operation, tuple(pairs), tuple(result.split(":"))))  # type: ignore[arg-type]
    return found


TABLE, ORDINARY, CHILDREN, MAYBE, ALL_SLOTS = map(
    _table, (OPERATIONS, COMMON, OF_CHILDREN, MAYBE_CHILDREN, OF_ALL_SLOTS)
)
ARITIES = [(1, 1), (1, 1), (2, 2), (2, 2), (3, 3), (4, 4), (0, 1), (0, 2), (1, 3), (1, 7), (2, 6)]
WIDEST = 8


def random_model(rng: Rng, dtype: str = "float64") -> ModelSpec:
    """One to four cells over one or two components of state."""
    alike = rng.random() < 0.6  # more operations fit where all widths are one
    state = {"h": int(rng.integers(1, 5))}
    if rng.random() < 0.65:
        state["c"] = state["h"] if alike else int(rng.integers(1, 4))
    inputs = {"x": state["h"] if alike else int(rng.integers(1, 5)), "t": int(rng.integers(1, 4)), "k": 0}
    inputs["e"] = state["h"] if alike else int(rng.integers(1, 4))
    others = [ARITIES[int(rng.integers(len(ARITIES)))] for _ in range(int(rng.integers(0, 4)))]
    leaf = (0, 0) if others and rng.random() < 0.85 else (0, int(rng.integers(1, 4)))
    pushes = {
        name: int(rng.integers(1, 4)) for name in ("y", "z")[: int(rng.choice([0, 1, 2], p=[0.3, 0.5, 0.2]))]
    }
    depth = int(rng.integers(1, 9))
    cells = [
        random_cell(rng, f"cell{i}", arity, state, inputs, pushes, depth)
        for i, arity in enumerate([leaf, *others])
    ]
    return ModelSpec(state, inputs, tuple(cells), dtype)


def random_cell(
    rng: Rng,
    name: str,
    arity: tuple[int, int],
    state: Mapping[str, int],
    inputs: Mapping[str, int],
    pushes: Mapping[str, int],
    depth: int,
) -> CellSpec:
    """A cell that draws its operations among those whose operands are there."""
    steps = list(_given(rng, arity, state, inputs))
    tables = [TABLE, TABLE, ORDINARY, ORDINARY, MAYBE if arity[0] == 0 else CHILDREN]
    if arity[0] > 0 and arity[1] <= 4:
        tables.append(ALL_SLOTS)
    for _ in range(int(rng.integers(2, 3 + depth))):
        table = tables[int(rng.integers(len(tables)))]
        step = _drawn(rng, table[int(rng.integers(len(table)))], steps)
        if step is not None:
            steps.append(step)
    scatter = {s: _result(rng, steps, width) for s, width in state.items()}
    push = {p: _result(rng, steps, width) for p, width in pushes.items() if rng.random() < 0.75}
    return CellSpec(name, arity, tuple(steps), scatter, push)


def _given(
    rng: Rng, arity: tuple[int, int], state: Mapping[str, int], inputs: Mapping[str, int]
) -> Iterator[Step]:
    yield Step('v.pull("x")', (), Type("row", inputs["x"]))
    if rng.random() < 0.25:
        yield Step('v.pull("t")', (), Type("row", inputs["t"]))
    if rng.random() < 0.25:
        yield Step('v.pull("k")', (), Type("ints", 1))
    if rng.random() < 0.2:
        width = int(rng.integers(1, 4))
        text = f"W9_1_{width}" if rng.random() < 0.6 else f"tf.constant([{[0.5, -1.5, 1.0][:width]}], DT)"
        yield Step(f"tf.identity({text})", (), Type("one", width))
    if arity[1] and rng.random() < 0.25:
        yield Step('v.pull("e")', (), Type("kids", inputs["e"]))
    for name, width in state.items():
        if arity[1] and rng.random() < 0.6:
            yield Step(f"v.gather().{name}", (), Type("kids", width))
        for child in range(arity[0]):
            if rng.random() < 0.8:
                yield Step(f"v.gather({child}).{name}", (), Type("row", width))


def _drawn(rng: Rng, operation: Operation, steps: list[Step]) -> Step | None:
    """The operation on operands drawn among the latest values that fit; None where there are none."""
    widths: dict[str, int] = {}
    chosen = []
    for kind, letter in operation.operands:
        fitting = [
            i
            for i, step in enumerate(steps)
            if step.type.kind == kind and step.type.width == _number(letter, widths, step.type.width)
        ]
        if not fitting:
            return None
        late = rng.random() < 0.6
        chosen.append(
            fitting[-1 - int(rng.integers(min(2, len(fitting))))] if late else int(rng.choice(fitting))
        )
        if not letter.isdigit():
            widths.setdefault(letter, steps[chosen[-1]].type.width)
    for letter in re.findall(r"\b[abc]\b", operation.text + " " + operation.result[1]):
        widths.setdefault(letter, int(rng.integers(1, 5)))
    result = Type(operation.result[0], _value(operation.result[1], widths))
    if result.width > WIDEST:
        return None
    text = re.sub(r"W\[([^]]+)\]", lambda match: _weight(rng, match[1], widths), operation.text)
    text = re.sub(r"(?<=[ \[])b(?=\])", lambda _: str(widths["b"]), text)
    return Step(text, tuple(chosen), result)


def _number(letter: str, widths: Mapping[str, int], default: int) -> int:
    return int(letter) if letter.isdigit() else widths.get(letter, default)


def _value(expression: str, widths: Mapping[str, int]) -> int:
    """A sum or double of widths."""
    total = 0
    for term in expression.split("+"):
        factors = [_number(factor, widths, 0) for factor in term.split("*")]
        total += int(np.prod(factors))
    return total


def _weight(rng: Rng, dimensions: str, widths: Mapping[str, int]) -> str:
    """The name of a weight of this shape: often one that others use, too."""
    shape = [_value(part, widths) for part in dimensions.split(",")]
    return "_".join(
        [f"W{int(rng.integers(2)) if rng.random() < 0.6 else int(rng.integers(2, 9))}", *map(str, shape)]
    )


def _result(rng: Rng, steps: list[Step], width: int) -> int:
    """The number of a value to scatter or push, most often one of the last; made to fit where none does."""
    rows = [i for i, step in enumerate(steps) if step.type.kind == "row"]
    fitting = [i for i in rows if steps[i].type.width == width]
    ones = [i for i, step in enumerate(steps) if step.type == Type("one", width)]
    if ones and rng.random() < 0.3:
        return ones[-1]
    if not fitting or rng.random() < 0.2:
        last = rows[-1 - int(rng.integers(min(3, len(rows))))]
        steps.append(
            Step(
                f"tf.tanh({{0}} @ W{int(rng.integers(3))}_{steps[last].type.width}_{width})",
                (last,),
                Type("row", width),
            )
        )
        return len(steps) - 1
    chosen = fitting[-1 - int(rng.integers(min(3, len(fitting))))]
    if rng.random() < 0.5 and not steps[chosen].text.startswith(("v.", "tf.tanh")):
        steps.append(Step("tf.tanh({0})", (chosen,), Type("row", width)))
        return len(steps) - 1
    return chosen
