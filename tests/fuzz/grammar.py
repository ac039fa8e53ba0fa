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


_NUMBER_CLASSES = [
    "class Mode(enum.IntEnum):",
    "    LOW = 1",
    "    HIGH = 2",
    "class Other(enum.IntEnum):",
    "    LOW = 1",
    "class Word(str, enum.Enum):",
    "    A = 'a'",
    "class Own(int):",
    "    extra = 3",
]


def _equal_keys(rng: random.Random) -> Hazard:
    uses = (
        "y = y * 1 if isinstance(k, float) else -y",
        "y = tf.cast(y, tf.float32) * len(str(k))",
        "y = tf.fill([2], k)",
        "y = tf.cast(tf.size(y), tf.float32) * k",
        "y = tf.convert_to_tensor(k)",
        "y = -y if k is True else y",
        "y = tf.cast(y, tf.float32) * k",
        "y = -y if type(k) is Mode else y",
        "y = -y if isinstance(k, (complex, Own)) else y",
        "y = y * getattr(k, 'extra', 1)",
        "y = -y if k == Mode.LOW else y",
        "y = -y if k is Mode.LOW else y",
        "y = tf.cast(y, tf.float32) * len(getattr(k, 'name', 'abc'))",
        "y = tf.cast(y, tf.float32) * (2.0 if hasattr(k, 'numerator') else 3.0)",
        "y = tf.cast(y, tf.float32) * [1.0, 2.0, 3.0][k]",
        "for _ in range(k): y = y + 1",
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
            ("1", "Mode.LOW"),
            ("Mode.LOW", "Other.LOW"),
            ("Mode.LOW", "Mode.HIGH"),
            ("1", "1 + 0j"),
            ("1", "Own(1)"),
            ("1", "decimal.Decimal('1')"),
            ("decimal.Decimal('1')", "decimal.Decimal('1.0')"),
            ("fractions.Fraction(1)", "1"),
            ('"a"', "Word.A"),
        )
    )
    if forms[0] == '"a"':
        uses = (
            "y = tf.cast(y, tf.float32) * len(str(k))",
            "y = -y if k == 'a' else y",
            "y = -y if isinstance(k, Word) else y",
        )
    return Hazard([rng.choice(uses)], _NUMBER_CLASSES, ["k"], list(forms))


def _rebuilt(rng: random.Random) -> Hazard:
    """Structures that a graph gets as others, or not at all."""
    before = [
        "class Point(tuple):",
        "    scale = 3",
        "    def total(self):",
        "        return 4",
        "class Row(list):",
        "    scale = 3",
        "class Options(dict):",
        "    scale = 3",
        "class Made(dict):",
        "    def __init__(self, entries, more):",
        "        super().__init__(entries)",
        "Place = collections.namedtuple('Place', 'k l')",
    ]
    sequences = ("(1, 2)", "Point((1, 2))", "Row([1, 2])", "range(1, 3)", "Place(1, 2)", "[1, 2]")
    mappings = (
        "{0: 1, 1: 2}",
        "Options({0: 1, 1: 2})",
        "Made({0: 1, 1: 2}, 3)",
        "types.MappingProxyType({0: 1, 1: 2})",
        "collections.OrderedDict({0: 1, 1: 2})",
        "collections.ChainMap({0: 1, 1: 2})",
    )
    uses = (
        "y = y * p[0]",
        "y = y * getattr(p, 'scale', 1)",
        "y = y * len(p)",
        "y = y * sum(p)",
        "for v in p: y = y + v",
        "y = -y if isinstance(p, (Point, Row, Options, range)) else y",
        "y = y * p.total() if hasattr(p, 'total') else y",
        "y = tf.cast(y, tf.float32) * len(type(p).__name__)",
    )
    pool = sequences if rng.random() < 0.6 else mappings
    count = rng.choice((1, 1, 2))
    return Hazard([rng.choice(uses)], before, ["p"], rng.sample(pool, k=count), container="rebuilt")


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
        "(tf.shape(y)[0] if y.shape.rank else True)",
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
    target = rng.choice(("h", "x"))
    call, step = "h, z = subject(x)", f"RESULTS.append(tape.gradient(z, {target}))"
    form = rng.randrange(4)
    if form == 1:
        step = f"RESULTS.append(derivative(tape, z, {target}))"
    elif form == 2:
        call = "for _ in range(2): h, z = subject(x)"
    elif form == 3:
        call = "found = subject(x); h, z = found[0], found[1]"
    return Hazard(
        ["h = tf.cast(y, tf.float32) * 2.0"],
        ["def derivative(tape, what, by):", "    return tape.gradient(what, by)"],
        result="(h, tf.reduce_sum(h * h))",
        after=[
            "with tf.GradientTape() as tape:",
            "    tape.watch(x)",
            f"    {call}",
            step,
        ],
    )


def _numpy_before_variables(rng: random.Random) -> Hazard:
    """Arrays and numbers of NumPy in front of variables, and behind them; NumPy takes the value of some."""
    made = rng.choice(
        ("keras.Variable(2.0)", "keras.Variable([1.0, 2.0, 3.0])", "tf.Variable(2.0)", "WEIGHTS.scale")
    )
    before = [
        "class Scaled(keras.layers.Layer):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.scale = self.add_weight(shape=(), initializer='ones')",
        "WEIGHTS = Scaled()",
        f"WEIGHT = {made}",
        "TABLE = np.array([0.5, 1.5, 2.5], np.float32)",
    ]
    number = rng.choice(
        ("np.float32(0.5)", "np.log(2.0)", "TABLE", "TABLE[1]", "TABLE.sum()", "0.5", "float(TABLE[0])")
    )
    weight = rng.choice(("WEIGHT", "w"))
    form = rng.choice(
        (
            "{0} * {1}",
            "{0} + {1}",
            "{1} * {0}",
            "{0} - {1}",
            "sum([{0}, {1}])",
            "tf.add({0}, {1})",
            "np.add({0}, {1})",
        )
    )
    scaled = f"tf.cast({form.format(number, weight)}, tf.float32)"
    after = [
        "with tf.GradientTape() as tape:",
        "    z = tf.reduce_sum(subject(x))",
        "RESULTS.append(tape.gradient(z, WEIGHT.value if isinstance(WEIGHT, keras.Variable) else WEIGHT))",
    ]
    given = weight == "w"
    return Hazard(
        [f"y = tf.reshape(tf.cast(y, tf.float32), [-1])[:1] * {scaled}"],
        before,
        parameters=["w"] if given else [],
        arguments=(["WEIGHT", "tf.constant(2.0)"] if rng.random() < 0.3 else ["WEIGHT"]) if given else [""],
        after=after if rng.random() < 0.6 and not given else [],
        container="variable",
    )


def _settings(rng: random.Random) -> Hazard:
    """What layers and losses were made with, set anew between calls."""
    made, use, name = rng.choice(
        (
            ("keras.layers.Rescaling(2.0)", "{}(tf.cast(y, tf.float32))", "scale"),
            ("keras.layers.LeakyReLU(negative_slope=0.1)", "{}(tf.cast(y, tf.float32))", "negative_slope"),
            ("keras.layers.ReLU(max_value=6.0)", "{}(tf.cast(y, tf.float32))", "max_value"),
            (
                "keras.losses.Huber(delta=1.0)",
                "{0}(tf.zeros_like(tf.reshape(y, [-1])), tf.reshape(y, [-1]))",
                "delta",
            ),
        )
    )
    change = rng.choice(("PART.{0} = 0.5", "setattr(PART, '{0}', 0.5)", "vars(PART)['{0}'] = 0.5"))
    between = [change.format(name)] if rng.random() < 0.7 else []
    return Hazard(
        [f"y = {use.format('PART')}"], [f"PART = {made}"], between=between, container="keras object"
    )


def _layer_losses(rng: random.Random) -> Hazard:
    before = [
        "class Keep(keras.layers.Layer):",
        "    def call(self, v, training=None):",
        "        if training is not False:",
        "            self.add_loss(tf.reduce_sum(v))",
        "        return v * 2.0",
        "class Around(keras.layers.Layer):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.inner = Keep()",
        "    def call(self, v):",
        "        return self.inner(v)",
        f"PART = {rng.choice(('Keep()', 'Around()', 'keras.Sequential([Keep()])'))}",
    ]
    training = rng.choice(("", ", training=True", ", training=False"))
    lines = [f"y = PART(tf.reshape(tf.cast(y, tf.float32), [1, -1]){training})"]
    after: list[str] = []
    if rng.random() < 0.4:
        lines.append("y = y + sum(PART.losses)")
    elif rng.random() < 0.6:
        after = ["RESULTS.append([tf.identity(v) * 2.0 for v in PART.losses])"]
    return Hazard(lines, before, container="keras object", after=after)


def _identities(rng: random.Random) -> Hazard:
    """Tensors and variables by what they are, not by what they hold."""
    key = rng.choice(("x.ref()", "id(x)", "x.ref()"))
    lines = rng.choice(
        (
            [f"y = y * table.get({key}, 3)"],
            [f"y = y * 2 if {key} in table else y"],
            ["y = y * 2 if any(x is k for k in KNOWN) else y"],
            ["y = y * table.get(W.ref(), 3)"],
        )
    )
    table = rng.choice((f"{{{key}: 2}}", f"dict([({key}, 2)])", "{W.ref(): 2}"))
    return Hazard(
        lines,
        ["W = tf.Variable(1.0)", "KNOWN = []"],
        ["table"],
        [table],
        ["KNOWN.append(x)"],
        container="dict",
    )


def _partial_batches(rng: random.Random) -> Hazard:
    size = rng.choice(("batch(2)", "batch(2, drop_remainder=True)", "batch(5)"))
    made, part = rng.choice(
        (
            (f"tf.data.Dataset.range(5).{size}", "b"),
            (f"tf.data.Dataset.from_tensor_slices({{'a': tf.range(5)}}).{size}", "b['a']"),
            (f"tf.data.Dataset.from_tensor_slices((tf.range(5), tf.range(5))).{size}", "b[1]"),
        )
    )
    length = rng.choice(
        (
            "len({0})",
            "{0}.shape[0]",
            "tf.cast(tf.shape({0})[0], tf.float32)",
            "tf.cast(len({0}), tf.float32)",
            "2.0",
        )
    ).format(part)
    lines = [
        "total = tf.constant(0.0)",
        "for b in batches:",
        f"    total = total + tf.reduce_sum(tf.cast({part}, tf.float32)) / {length}",
        "y = tf.cast(y, tf.float32) + total",
    ]
    return Hazard(lines, [], ["batches"], [made], container="dataset")


def _own_module(rng: random.Random) -> Hazard:
    changes = (
        "ME.RATE = 2.0",
        "setattr(ME, 'RATE', 2.0)",
        "vars(ME)['RATE'] = 2.0",
        "ME.__dict__['RATE'] = 2.0",
        "ME.__dict__.update(RATE=2.0)",
        "globals()['RATE'] = 2.0",
        "sys.modules[__name__].RATE = 2.0",
        "sys.modules.get(__name__).RATE = 2.0",
        "sys.modules[derive.__module__].RATE = 2.0",
        "derive()",
    )
    before = [
        "ME, RATE = sys.modules[__name__], 1.0",
        "def derive():",
        "    sys.modules[__name__].RATE = 3.0",
    ]
    between = [rng.choice(changes)] if rng.random() < 0.8 else []
    read = rng.choice(("RATE", "ME.RATE"))
    return Hazard([f"y = tf.cast(y, tf.float32) * {read}"], before, between=between, container="module")


def _looked_at(rng: random.Random) -> Hazard:
    """What the program asks a function of Python, and attributes that it gives it."""
    looks = (
        "RESULTS.append(SUBJECT.__code__.co_argcount)",
        "RESULTS.append(SUBJECT.__name__)",
        "RESULTS.append(len(inspect.signature(SUBJECT).parameters))",
        "RESULTS.append(SUBJECT.__defaults__)",
        "RESULTS.append(inspect.isfunction(SUBJECT))",
        "RESULTS.append(callable(SUBJECT))",
    )
    if rng.random() < 0.5:
        return Hazard(["y = y + y"], after=[rng.choice(looks)])
    between = ["helped.factor = 2.0"] if rng.random() < 0.7 else []
    before = ["def helped(v):", "    return v", "helped.factor = 1.0"]
    return Hazard(
        ["y = helped(tf.cast(y, tf.float32)) * helped.factor"], before, between=between, container="function"
    )


_NET = [
    "class Net(tf.Module):",
    "    def __init__(self):",
    "        super().__init__()",
    "        self.v, self.w, self.parts = tf.Variable(2.0), None, []",
    "    @tf.Module.with_name_scope",
    "    def lazily(self, v):",
    "        if self.w is None:",
    "            self.w = tf.Variable(3.0)",
    "        return v * self.w",
    "    @tf.Module.with_name_scope",
    "    def plainly(self, v):",
    "        return v * self.v",
]


def _name_scopes(rng: random.Random) -> Hazard:
    method = rng.choice(("lazily", "plainly"))
    if rng.random() < 0.5:
        return Hazard(
            [f"y = net.{method}(tf.cast(y, tf.float32))"],
            [*_NET, "A, B = Net(), Net()"],
            ["net"],
            ["A", "B"],
            container="tf.Module",
        )
    return Hazard([f"y = A.{method}(tf.cast(y, tf.float32))"], [*_NET, "A = Net()"], container="tf.Module")


def _listed_parts(rng: random.Random) -> Hazard:
    """Variables and parts that an object lists, and gets more of."""
    lines = (
        "y = tf.cast(y, tf.float32) * float(len(A.variables))",
        "y = tf.cast(y, tf.float32) * float(len(A.submodules))",
        "y = tf.cast(y, tf.float32) + tf.add_n([tf.reduce_sum(v) for v in A.trainable_variables])",
        "y = tf.cast(y, tf.float32) * A.v",
    )
    changes = (
        "A.more = tf.Variable(1.0)",
        "A.parts.append(tf.Variable(1.0))",
        "A.sub = Net()",
        "setattr(A, 'sub', Net())",
    )
    between = [rng.choice(changes)] if rng.random() < 0.7 else []
    return Hazard([rng.choice(lines)], [*_NET, "A = Net()"], between=between, container="tf.Module")


def _copies(rng: random.Random) -> Hazard:
    before = [
        "MODEL = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])",
        "DENSE = keras.layers.Dense(1)",
        "TWIN = keras.models.clone_model(MODEL)",
    ]
    made = (
        "keras.models.clone_model(MODEL)",
        "copy.deepcopy(MODEL)",
        "copy.copy(MODEL)",
        "keras.layers.deserialize(keras.layers.serialize(DENSE))",
        "type(MODEL).from_config(MODEL.get_config())",
        "TWIN",
    )
    return Hazard(
        [f"y = tf.cast(y[..., :1], tf.float32) + 0.0 * {rng.choice(made)}(tf.ones([1, 2]))"],
        before,
        container="keras object",
    )


def _compiled(rng: random.Random) -> Hazard:
    before = [
        "MODEL = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])",
        "MODEL.compile('sgd', 'mse')",
    ]
    lines = [
        "MODEL.optimizer.apply_gradients([(tf.ones_like(v), v) for v in MODEL.trainable_variables])",
        "y = tf.cast(y, tf.float32) + tf.reduce_sum(MODEL.trainable_variables[1])",
    ]
    between = [
        rng.choice(("MODEL.compile('adam', 'mse')", "MODEL.compile(keras.optimizers.SGD(0.5), 'mse')"))
    ]
    return Hazard(lines, before, between=between if rng.random() < 0.7 else [], container="keras object")


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


def _carried(rng: random.Random) -> Hazard:
    """Numbers and truth values that a graph loop carries, or a branch on a tensor sets, and what is done with them."""
    uses = (
        "r = r + W[n]", "r = r + W[n % 3]", "r = r + W[n - 1]", "r = r + tf.cast(n, tf.float32)", "if n > 0: r = r + 1.0",
        "if n % 2 == 0 and not done: r = r * 2.0", "r = r + tf.gather(W, n)", "if n < tf.size(W): r = r + 1.0", "r = r + n", "r = r * (n + 1)",
        "if n < tf.size(W, out_type=tf.int64): r = r + 1.0", "r = r + FACTORS[n]", "r = r + float(n)", "r = r + M[n, 1]", "r = r + M[0, n]",
        "r = r + M[:, n][0]", "r = r + M[n, tf.constant(1, tf.int64)]", "k = k + n", "k = k + n * 2", "r = r + tf.cast(tf.constant(2, tf.int64) + n, tf.float32)",
        "found = found.write(n, r)", "if done: r = r + 1.0", "r = r + (1.0 if n > 1 else 0.5)", "r = r + (1.0 if done else 0.5)",
        "r = r + tf.cast(tf.equal(n, 1), tf.float32)", "r = r + tf.cast(n == 1, tf.float32)", "for _ in range(n): r = r + 1.0", "if n > 3: n = 0",
        "r = r + tf.reduce_sum(tf.ones([n]))", "r = r + tf.reduce_sum(W[:n])", "r = r + W[tf.minimum(n, 2)]", "if tf.less(n, 2): r = r + 1.0",
        "if n < 2 or done: r = r - 1.0", "done = n > 1", "done = True", "first = False", "if first: r = r * 3.0", "if not first: k = k + 1", "r = r * (n == 1)",
        "if k > n: r = r + 1.0", "r = r + tf.cast(k // (n + 1), tf.float32)", "if tf.reduce_sum(r) > 4.0: done = True", "if tf.reduce_sum(r) > 2.0: n = n + 2",
        "r = r + helped(n)", "r = r + half(r)", "r = tf.where(n > 1, r, r * 2.0)", "if n > 2: break", "if n == 1: continue", "if k < 2: n = 0",
    )  # fmt: skip
    headers = (
        "for _ in tf.range(3):", "for v in tf.reshape(r, [-1]):", "while k < 3:", "while k < 3 and n < 5:", "while n < tf.size(W) - k:",
        "for b in DATA:", "for _ in range(2):", "if tf.reduce_sum(r) > 0.0:", "while not done:",
    )  # fmt: skip
    counts = (
        "n += 1",
        "n = n + 1",
        "if tf.reduce_sum(r) > 1.0: n += 1",
        "n += 2",
        "n += 1 if n < 3 else 0",
        "n += k",
    )
    header = rng.choice(headers)
    body = [*rng.sample(uses, k=rng.randint(1, 3)), *rng.sample(counts, k=rng.choice((0, 1, 1, 1)))]
    rng.shuffle(body)
    if rng.random() < 0.3:
        inner = rng.choice(("if tf.reduce_sum(r) > 0.5:", "for _ in tf.range(2):", "if n > 0:"))
        cut = rng.randint(0, len(body) - 1)
        body = [*body[:cut], inner, *("    " + line for line in body[cut : cut + 1]), *body[cut + 1 :]]
    body = ["k = k + 1", "if k > 6: done = True", *body] if header.startswith("while") else body
    behind = rng.sample(uses[:-6], k=rng.choice((0, 0, 1)))
    lines = [
        "r, k, found = tf.reduce_mean(tf.cast(y, tf.float32)), tf.constant(0), tf.TensorArray(tf.float32, 8, clear_after_read=False)",
        f"n = {rng.choice((0, 0, 1))}", "done = False", "first = True",
        header, *("    " + line for line in body), *behind,
    ]  # fmt: skip
    before = [
        "W, M, FACTORS = tf.range(8.0), tf.reshape(tf.range(64.0), [8, 8]), [float(v) for v in range(8)]",
        "DATA = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])",
        "def helped(n):", "    return 1.0 if n == 1 else 0.25",
        "def half(v):", "    if tf.reduce_sum(v) > 2.0:", f"        return {rng.choice(('0.0', '0', '1.5', 'v'))}", "    return v * 0.5",
    ]  # fmt: skip
    result = rng.choice(("r", "r", "(r, n)", "(r, k)", "(r, done)", "(r, found.stack())"))
    return Hazard(lines, before, result=result)


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
    "reassociated arithmetic": _reassociated, "effects": _effects, "rebuilt arguments": _rebuilt, "settings of Keras": _settings,
    "losses of layers": _layer_losses, "identities": _identities, "partial batches": _partial_batches, "own module": _own_module,
    "looked at": _looked_at, "name scopes": _name_scopes, "listed parts": _listed_parts, "copies of models": _copies,
    "compiled anew": _compiled, "NumPy before variables": _numpy_before_variables, "carried numbers": _carried,
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
_IMPORTS = ["import argparse, collections, copy, dataclasses, decimal, enum, fractions, functools, inspect, operator, random, sys, types", "import keras", "import numpy as np", "import tensorflow as tf"]  # fmt: skip


@dataclass(frozen=True)
class Program:
    """text: the source.  subject: the qualified name of the function in question.  cell: hazard, form and container."""

    seed: int
    text: str
    subject: str
    cell: tuple[str, str, str]


def program(seed: int, only: str | None = None) -> Program:
    """The program of a seed.  only: the hazard that it has, which the seed chooses otherwise."""
    rng = random.Random(seed)
    name = only or rng.choice(list(HAZARDS))
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
    callee = call.partition("(")[0]
    lines += [
        line.replace("subject(x)", call.format("x")).replace("SUBJECT", callee) for line in hazard.after
    ]
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
