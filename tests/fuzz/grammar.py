# ruff: noqa: E501 (forms are easier to compare on one line)
"""Small programs around one function, `subject`: a value kind, operations, a hazard, a container, a form and a pattern of calls.

The same seed gives the same program.  Everything that a call can do differently in a graph is visible afterwards: what is
returned, gradients, and all state at module level.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

_KINDS = {
    "float32": "tf.constant([0.5, -2.0, 3.0])",
    "float64": "tf.constant([0.5, -2.0, 3.0], tf.float64)",
    "float16": "tf.constant([0.5, -2.0, 3.0], tf.float16)",
    "int32": "tf.constant([3, 0, 2])",
    "int64": "tf.constant([3, 0, 2], tf.int64)",
    "special": "tf.constant([float('inf'), float('nan'), -0.0])",
    "empty": "tf.zeros([0])",
    "scalar": "tf.constant(1.5)",
    "matrix": "tf.constant([[1.0, 2.0], [3.0, 4.0]])",
    "numpy": "np.array([0.5, -2.0, 3.0], np.float32)",
    "variable": "tf.Variable([0.5, -2.0, 3.0])",
}
_OPERATIONS = (
    "y = y * 2", "y = y + y", "y = tf.square(y)", "y = -y", "y = tf.abs(y)", "y = y - 1", "y = tf.maximum(y, 0)",
    "y = tf.minimum(1, y)", "y = tf.where(y > 0, y, 0)", "y = tf.where(y > 0, 1, y)", "y = tf.reshape(y, [-1])",
    "y = tf.concat([tf.reshape(y, [-1]), tf.reshape(y, [-1])], 0)", "y = tf.stack([y, y])", "y = y[..., :1]",
    "y = tf.reduce_sum(y)", "y = tf.cast(y, tf.float32)", "y = tf.cast(y, tf.float64)", "y = tf.reverse(tf.reshape(y, [-1]), [0])",
    "y = tf.subtract(1, y)", "y = 2 - y", "y = tf.multiply(2, y)", "y = tf.pow(y, 2)", "y = tf.add(y, 1)", "y = tf.clip_by_value(y, 0, 2)",
    "y = tf.zeros_like(y) + y", "y = tf.identity(y)", "y = sum(tf.unstack(tf.reshape(y, [-1]), num=None) or [tf.reduce_sum(y)])",
    "y = tf.sort(tf.reshape(y, [-1]))", "y = tf.transpose(y)", "y = y * tf.cast(tf.size(y), y.dtype)", "y = tf.equal(1, y)",
    "y = tf.cast(y > 0, tf.int32)", "y = tf.boolean_mask(y, y > 0)", "y = tf.range(3) * tf.cast(tf.size(y), tf.int32)", "y = tf.less(0, y)",
)  # fmt: skip


@dataclass
class Hazard:
    """What makes a graph differ, or seems to: lines before the function and in it, arguments, and what happens between calls."""

    lines: list[str]
    before: list[str] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=lambda: [""])
    between: list[str] = field(default_factory=list)
    result: str = "y"
    container: str = "-"
    after: list[str] = field(default_factory=list)


_CONTAINERS: dict[str, tuple[list[str], str, tuple[str, ...]]] = {
    "dict": ([], '{"k": 1.0}', ('{}["k"]',)),
    "list": ([], "[1.0]", ("{}[0]", "{}[-1]")),
    "subclass of dict": (["class Table(dict):", "    pass"], "Table(k=1.0)", ('{}["k"]', '{}.get("k")')),
    "subclass of list": (["class Row(list):", "    pass"], "Row([1.0])", ("{}[0]",)),
    "OrderedDict": ([], "collections.OrderedDict(k=1.0)", ('{}["k"]',)),
    "UserDict": ([], "collections.UserDict(k=1.0)", ('{}["k"]', '{}.data["k"]')),
    "UserList": ([], "collections.UserList([1.0])", ("{}[0]",)),
    "deque": ([], "collections.deque([1.0])", ("{}[0]",)),
    "defaultdict": ([], "collections.defaultdict(float)", ('{}["k"]',)),
    "Counter": ([], "collections.Counter(k=1)", ('{}["k"]',)),
    "SimpleNamespace": ([], "types.SimpleNamespace(k=1.0)", ("{}.k",)),
    "Namespace": ([], "argparse.Namespace(k=1.0)", ("{}.k",)),
    "instance": (["class Box:", "    def __init__(self):", "        self.k = 1.0"], "Box()", ("{}.k",)),
    "class": (["class Shared:", "    k = 1.0"], "Shared", ("{}.k",)),
    "dataclass": (["@dataclasses.dataclass", "class Data:", "    k: float = 1.0"], "Data()", ("{}.k",)),
    "array": ([], "np.array([1.0], np.float32)", ("{}[0]", "{}.sum()")),
    "variable": ([], "tf.Variable(1.0)", ("tf.cast({}, tf.float32)",)),
    "keras variable": ([], "keras.Variable(1.0)", ("tf.convert_to_tensor({})",)),
}
_CHANGES = {
    '["k"]': (
        '{0}["k"] = {1}',
        "{0}.update(k={1})",
        '{0}.__setitem__("k", {1})',
        'operator.setitem({0}, "k", {1})',
    ),
    "[0]": ("{0}[0] = {1}", "{0}[0] += {1}", "operator.setitem({0}, 0, {1})"),
    ".k": ("{0}.k = {1}", 'setattr({0}, "k", {1})', "{0}.k += {1}"),
    "cast": ("{0}.assign({1})", "{0}.assign_add({1})"),
}


def _change(rng: random.Random, container: str, name: str, value: str) -> str:
    _, _, reads = _CONTAINERS[container]
    read = reads[0]
    key = "cast" if "variable" in container else next(k for k in ('["k"]', "[0]", ".k") if k in read)
    forms = list(_CHANGES[key])
    if container in ("SimpleNamespace", "Namespace", "instance", "dataclass"):
        forms += ['vars({0})["k"] = {1}', "{0}.__dict__.update(k={1})"]
    if container == "Counter":
        forms = ['{0}["k"] = int({1})', '{0}["k"] += int({1})']
    if container in ("list", "subclass of list", "UserList", "deque"):
        forms += ["{0}.clear(); {0}.append({1})", "{0}.insert(0, {1})"]
    if container == "array":
        forms = ["{0}[0] = {1}", "{0}.fill({1})", "{0}.flat[:] = {1}", "{0}[:] += {1}", "np.copyto({0}, {1})"]
    return rng.choice(forms).format(name, value)


def _none(rng: random.Random) -> Hazard:
    return Hazard([])


def _state_read(rng: random.Random) -> Hazard:
    kind = rng.choice(list(_CONTAINERS))
    before, made, reads = _CONTAINERS[kind]
    changes = [_change(rng, kind, "STATE", "2.0")] if rng.random() < 0.8 else []
    line = f"y = tf.cast(y, tf.float32) * float({rng.choice(reads).format('STATE')})"
    if "variable" in kind:
        line = line.replace("float(", "(")
    return Hazard([line], [*before, f"STATE = {made}"], between=changes, container=kind)


def _state_write(rng: random.Random) -> Hazard:
    kind = rng.choice(list(_CONTAINERS))
    before, made, _ = _CONTAINERS[kind]
    where, parameters, arguments = "STATE", list[str](), [""]
    if rng.random() < 0.3 and kind != "class":
        where, parameters, arguments = "state", ["state"], ["STATE"]
    return Hazard(
        [_change(rng, kind, where, "3.0")],
        [*before, f"STATE = {made}"],
        parameters,
        arguments,
        container=kind,
    )


def _local_state(rng: random.Random) -> Hazard:
    kind = rng.choice([k for k in _CONTAINERS if "variable" not in k and k != "class"])
    before, made, reads = _CONTAINERS[kind]
    lines = [
        f"own = {made}",
        _change(rng, kind, "own", "3.0"),
        f"y = tf.cast(y, tf.float32) * float({reads[0].format('own')})",
    ]
    return Hazard(lines, before, container=kind)


def _equal_keys(rng: random.Random) -> Hazard:
    uses = (
        "y = y * 1 if isinstance(k, float) else -y",
        "y = tf.cast(y, tf.float32) * len(str(k))",
        "y = tf.fill([2], k)",
        "y = tf.cast(tf.size(y), tf.float32) * k",
        "y = tf.convert_to_tensor(k)",
        "y = -y if k is True else y",
        "y = tf.cast(y, tf.float32) * k",
    )
    forms = rng.choice(
        (
            ("1", "1.0"),
            ("1", "True"),
            ("0", "False"),
            ("2", "3"),
            ("1.0", "2.0"),
            ("2.0", "2"),
            ('"a"', '"b"'),
        )
    )
    if forms[0] == '"a"':
        uses = ("y = tf.cast(y, tf.float32) * len(str(k))", "y = -y if k == 'a' else y")
    return Hazard([rng.choice(uses)], [], ["k"], list(forms))


def _equal_objects(rng: random.Random) -> Hazard:
    compared = rng.random() < 0.5
    extra = " = dataclasses.field(default=1.0, compare=False)" if not compared else " = 1.0"
    before = ["@dataclasses.dataclass(frozen=True)", "class Key:", "    name: str", f"    k: float{extra}"]
    if rng.random() < 0.4:
        before = ["class Key:", "    def __init__(self, name, k):", "        self.name, self.k = name, k"]
        if rng.random() < 0.6:
            before += [
                "    def __eq__(self, other):",
                "        return self.name == other.name",
                "    def __hash__(self):",
                "        return hash(self.name)",
            ]
    return Hazard(
        ["y = tf.cast(y, tf.float32) * key.k"],
        [*before, 'ONE, TWO = Key("a", 1.0), Key("a", 2.0)'],
        ["key"],
        ["ONE", "TWO"],
    )


def _order(rng: random.Random) -> Hazard:
    one, two = ('{"b": 1.0, "a": 2.0}', '{"a": 2.0, "b": 1.0}')
    uses = (
        "y = tf.cast(y, tf.float32) * list(d.values())[0]",
        "for v in d.values(): y = tf.cast(y, tf.float32) * 2.0 + v",
        'y = tf.cast(y, tf.float32) * d["a"]',
        "y = tf.cast(y, tf.float32) * sum(d[n] for n in sorted(d))",
        "y = {n: tf.cast(y, tf.float32) * v for n, v in d.items()}",
    )
    if rng.random() < 0.5:
        return Hazard(
            [rng.choice(uses)],
            [],
            ["**d"],
            ["b=1.0, a=2.0", "a=2.0, b=1.0"] if rng.random() < 0.7 else ["a=1.0, b=2.0"],
            container="keywords",
        )
    return Hazard(
        [rng.choice(uses)], [], ["d"], [one, two] if rng.random() < 0.7 else [two], container="dict"
    )


def _truth(rng: random.Random) -> Hazard:
    tests = (
        "tf.reduce_sum(y)",
        "tf.size(y)",
        "tf.reduce_any(y > 0)",
        "tf.reduce_sum(y) > 0",
        "not tf.reduce_sum(y)",
        "tf.shape(y)[0] if y.shape.rank else True",
        "tf.reduce_max(tf.reshape(y, [-1])) == 3",
    )
    forms = (
        ["if {}:", "    y = y + 1"],
        ["y = y * 2 if {} else y"],
        ["if {}:", "    y = y * 2", "else:", "    y = y - 1"],
        ["n = tf.constant(2)", "while n:", "    y = y + 1", "    n = n - 1"],
        ["n = 3", "while n > 1:", "    y = y + 1", "    n = n - 1"],
        ["if {}:", "    return y", "y = y * 3"],
    )
    test = rng.choice(tests)
    return Hazard([line.format(test) for line in rng.choice(forms)])


def _python_value(rng: random.Random) -> Hazard:
    lines = (
        "y = tf.cast(y, tf.float32) * float(tf.reduce_sum(y))",
        "y = tf.constant(np.tanh(y))",
        "y = tf.cast(y, tf.float32) * y.shape[0]",
        "y = tf.cast(y, tf.float32) * len(y.shape)",
        "y = [v * 2 for v in y]",
        "y = tf.stack([v for v in tf.unstack(tf.reshape(y, [-1]))] or [0])",
        "y = y.numpy() * 2",
        "y = tf.constant(f'{y}')",
        "y = tf.reduce_sum(y).numpy().item()",
        "y = (y, y.dtype.name)",
        "y = str(y.shape)",
        "y = int(tf.size(y))",
        "y = y.shape",
        "y = tf.shape(y), 3",
        "y = None",
        "y = [y, y * 2]",
        "y = {'b': y, 'a': y * 2}",
        "y = Pair(y, y * 2)",
    )
    return Hazard([rng.choice(lines)], ["Pair = collections.namedtuple('Pair', 'p q')"])


def _initialise(rng: random.Random) -> Hazard:
    before = [
        "class Lazy:",
        "    def __init__(self):",
        "        self.ready, self.v, self.w = False, tf.Variable(0.0), None",
        "LAZY = Lazy()",
    ]
    forms = (
        [
            "if not LAZY.ready:",
            "    LAZY.v.assign(tf.reduce_sum(tf.cast(y, tf.float32)))",
            "    LAZY.ready = True",
            "y = tf.cast(y, tf.float32) + LAZY.v",
        ],
        ["if LAZY.w is None:", "    LAZY.w = tf.Variable(2.0)", "y = tf.cast(y, tf.float32) * LAZY.w"],
        ["LAZY.v.assign_add(1.0)", "y = tf.cast(y, tf.float32) * LAZY.v"],
    )
    return Hazard(list(rng.choice(forms)), before, container="instance")


def _library_calls(rng: random.Random) -> Hazard:
    before = [
        "def larger(p, q):",
        "    if p > q:",
        "        return p",
        "    return q",
        "def plus(p, q):",
        "    return p + q",
    ]
    forms = (
        "y = functools.reduce(larger, tf.unstack(tf.reshape(y, [3])))",
        "y = functools.reduce(plus, tf.unstack(tf.reshape(y, [3])))",
        "y = tf.foldl(lambda p, q: p + q, tf.reshape(y, [-1]))",
        "y = tf.map_fn(lambda v: v * 2, tf.reshape(y, [-1]))",
        "y = tf.stack(list(map(lambda v: v + 1, tf.unstack(tf.reshape(y, [3])))))",
        "y = functools.partial(larger, tf.reduce_sum(y))(tf.reduce_max(y))",
        "y = tf.cond(tf.reduce_sum(y) > 0, lambda: y, lambda: -y)",
        "y = tf.cond(tf.reduce_sum(y) > 0, lambda: 1, lambda: 0)",
        "y = max(tf.unstack(tf.reshape(y, [3])), key=lambda v: 0)",
    )
    return Hazard([rng.choice(forms)], before)


def _results_between(rng: random.Random) -> Hazard:
    return Hazard(
        ["h = tf.cast(y, tf.float32) * 2.0"],
        result="(h, tf.reduce_sum(h * h))",
        after=[
            "with tf.GradientTape() as tape:",
            "    tape.watch(x)",
            "    h, z = subject(x)",
            rng.choice(("RESULTS.append(tape.gradient(z, h))", "RESULTS.append(tape.gradient(z, x))")),
        ],
    )


def _reassociated(rng: random.Random) -> Hazard:
    lines = (
        "y = tf.cast(y, tf.float32) * 0.1 * 10.0 == tf.cast(y, tf.float32)",
        "y = (tf.cast(y, tf.float32) + 12582912.0) - 12582912.0",
        "y = tf.floor(tf.cast(y, tf.float32) / 0.1)",
        "y = tf.cast(tf.cast(y, tf.float32) * 0.1 * 10.0, tf.int32)",
        "y = tf.cast(y, tf.float32) * 0.5 * 4.0",
        "y = (tf.cast(y, tf.float32) + 1.0) + 2.0",
        "y = tf.round(tf.cast(y, tf.float32) * 3.0 * 5.0)",
    )
    return Hazard([rng.choice(lines)])


def _effects(rng: random.Random) -> Hazard:
    lines = (
        "LOG.append(len(LOG))",
        "LOG.append(y)",
        "print('called')",
        "COUNT.assign_add(1.0)",
        "y = tf.cast(y, tf.float32) * random.random()",
        "y = tf.cast(y, tf.float32) * next(NUMBERS)",
        "global TOTAL; TOTAL = TOTAL + 1",
        "y = tf.cast(y, tf.float32) * TOTAL",
        "y = tf.cast(y, tf.float32) + COUNT",
        "assert tf.reduce_sum(y) is not None",
        "tf.debugging.assert_equal(tf.size(y), tf.size(y))",
    )
    return Hazard(
        [rng.choice(lines)],
        ["LOG, COUNT, NUMBERS, TOTAL = [], tf.Variable(0.0), iter([1.0, 2.0, 3.0, 4.0, 5.0] * 9), 1.0"],
        between=["TOTAL += 1.0"] if rng.random() < 0.5 else [],
    )


HAZARDS: dict[str, Callable[[random.Random], Hazard]] = {
    "none": _none, "state read": _state_read, "state written": _state_write, "local state": _local_state, "equal keys": _equal_keys,
    "equal objects": _equal_objects, "order of entries": _order, "truth of tensors": _truth, "Python values": _python_value,
    "initialised by the first call": _initialise, "called by libraries": _library_calls, "gradient between results": _results_between,
    "reassociated arithmetic": _reassociated, "effects": _effects,
}  # fmt: skip
FORMS = (
    "function",
    "method",
    "static method",
    "callable object",
    "nested",
    "callee",
    "property",
    "mangled",
    "wrapped",
    "super",
)
_IMPORTS = ["import argparse, collections, dataclasses, functools, operator, random, types", "import keras", "import numpy as np", "import tensorflow as tf"]  # fmt: skip


@dataclass(frozen=True)
class Program:
    """text: the source.  subject: the qualified name of the function in question.  cell: hazard, form and container."""

    seed: int
    text: str
    subject: str
    cell: tuple[str, str, str]


def program(seed: int) -> Program:
    """The program of a seed."""
    rng = random.Random(seed)
    name = rng.choice(list(HAZARDS))
    hazard, form = HAZARDS[name](rng), rng.choice(FORMS)
    kinds = rng.sample(list(_KINDS), k=rng.choice((1, 1, 1, 2)))
    operations = [rng.choice(_OPERATIONS) for _ in range(rng.randint(0, 2))]
    body = (
        ["y = x", *operations[:1], *hazard.lines, *operations[1:]]
        if rng.random() < 0.8
        else ["y = x", *hazard.lines]
    )
    if not hazard.lines or (hazard.result == "y" and rng.random() < 0.1):
        body += rng.sample(_OPERATIONS, k=1)
    body.append(f"return {hazard.result}")
    definition, subject, call = _defined(rng, form, ", ".join(["x", *hazard.parameters]), body, hazard)
    lines = [*_IMPORTS, "", *hazard.before, "", *definition, "", f"x = {_KINDS[kinds[0]]}", "RESULTS = []"]
    arguments = list(hazard.arguments) * (2 if len(hazard.arguments) == 1 else 1)
    for index, given in enumerate(arguments):
        value = "x" if index == 0 or len(kinds) == 1 else _KINDS[kinds[1]]
        lines += [f"RESULTS.append({call.format(', '.join(filter(None, (value, given))))})"] * 2
        lines += [line.strip() for change in hazard.between for line in change.split(";")]
    lines += [line.replace("subject(x)", call.format("x")) for line in hazard.after]
    if not hazard.after and rng.random() < 0.2 and kinds[0] in ("float32", "matrix", "scalar", "variable"):
        lines += [
            "with tf.GradientTape() as tape:",
            "    tape.watch(x)" if kinds[0] != "variable" else "    pass",
            f"    z = {call.format(', '.join(filter(None, ('x', arguments[0]))))}",
            "RESULTS.append(tape.gradient(z, x))",
        ]
    return Program(seed, "\n".join(lines) + "\n", subject, (name, form, hazard.container))


def _defined(
    rng: random.Random, form: str, parameters: str, body: list[str], hazard: Hazard
) -> tuple[list[str], str, str]:
    """The definition in a form, the qualified name of the function, and a call of it."""
    inner = ["    " + line for line in body]
    deep = ["    " + line for line in inner]
    if form == "method":
        return (
            ["class Owner:", f"    def subject(self, {parameters}):", *deep, "OWNER = Owner()"],
            "Owner.subject",
            "OWNER.subject({})",
        )
    if form == "static method":
        return (
            ["class Owner:", "    @staticmethod", f"    def subject({parameters}):", *deep],
            "Owner.subject",
            "Owner.subject({})",
        )
    if form == "callable object":
        return (
            ["class Owner:", f"    def __call__(self, {parameters}):", *deep, "OWNER = Owner()"],
            "Owner.__call__",
            "OWNER({})",
        )
    if form == "super":
        return (
            [
                "class Base:",
                f"    def subject(self, {parameters}):",
                *deep,
                "class Owner(Base):",
                "    pass",
                "OWNER = Owner()",
            ],
            "Base.subject",
            "OWNER.subject({})",
        )
    names = ", ".join(p if p[:2] != "**" else "**d" for p in parameters.split(", "))
    if form == "callee":
        return (
            [
                f"def helper({parameters}):",
                *inner,
                f"def subject({parameters}):",
                f"    return helper({names})",
            ],
            "subject",
            "subject({})",
        )
    if form == "nested":
        return (
            [
                f"def subject({parameters}):",
                f"    def within({parameters}):",
                *deep,
                f"    return within({names})",
            ],
            "subject",
            "subject({})",
        )
    if form == "property":
        return (
            [
                "class Factor:",
                "    @property",
                "    def one(self):",
                "        return 1",
                "FACTOR = Factor()",
                f"def subject({parameters}):",
                inner[0] + " * FACTOR.one",
                *inner[1:],
            ],
            "subject",
            "subject({})",
        )
    if form == "mangled":
        return (
            [
                "class Owner:",
                "    def __init__(self):",
                "        self.__one = 1",
                f"    def subject(self, {parameters}):",
                deep[0] + " * self.__one",
                *deep[1:],
                "OWNER = Owner()",
            ],
            "Owner.subject",
            "OWNER.subject({})",
        )
    if form == "wrapped":
        return (
            [
                "def passing(f):",
                "    @functools.wraps(f)",
                "    def wrapper(*args, **kwargs):",
                "        return f(*args, **kwargs)",
                "    return wrapper",
                "@passing",
                f"def subject({parameters}):",
                *inner,
            ],
            "subject",
            "subject({})",
        )
    return [f"def subject({parameters}):", *inner], "subject", "subject({})"
