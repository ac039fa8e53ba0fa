"""What is reported by default: enough gain, no tests, one finding for one place."""

from dataclasses import replace
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.verdict.reporting import judge_report, selection
from hybridize_analyzer.verdict.worth import offered, worth_a_repair
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.sources import SourceFile

HEAD = "import tensorflow as tf\n\n"
LOOP = "\nfor _ in range(90_000):\n    {}(tf.ones([3]))\n"


READ = """
W = tf.Variable(tf.ones([4, 4]))


def read(symbols, x):
    for symbol in symbols:
        x = tf.tanh(tf.matmul(x, W)) * float(symbol)
    return x
"""
RUN = """

def run():
    for n in range(50):
        found = [1]
        while len(found) < n:
            found.append(n)
        read({}, tf.ones([2, 4]))


run()
"""


def chain(name: str, count: int, rest: str = "") -> str:
    body = "    x = tf.tanh(x)\n" * count
    return f"def {name}(x):\n{body}{rest}    return x\n\n"


def slope(name: str, count: int) -> str:
    """A function that takes gradients: a step of something, wherever it is called."""
    body = "        y = tf.tanh(y)\n" * count
    tape = "    with tf.GradientTape() as tape:\n        tape.watch(x)\n        y = x * 2.0\n"
    return f"def {name}(x):\n{tape}{body}    return tape.gradient(y, x)\n\n"


def shown(
    files: dict[str, str], root: Path = Path("/nowhere"), **chosen: object
) -> tuple[list[str], list[str]]:
    """Functions that findings speak of, and those that may be edited."""
    sources = [SourceFile(root / p, p, text, "utf-8", text.encode()) for p, text in files.items()]
    settings, rules = replace(Settings(root), **chosen), all_rules()
    report, fixable = judge_report(
        analyze(root, sources), sources, settings, rules=rules, selected=selection(settings, rules, {})
    )
    edits = [f.qualname for f in fixable.functions if f.verdict == "convert" and f.gain != "none"]
    return [f.function or "" for f in report.findings], edits


@pytest.mark.parametrize(
    ("least", "names"), [("low", ["small", "some", "many"]), ("none", ["small", "some", "many"])]
)
def test_a_lower_gain_is_shown_where_it_is_asked_for(least, names):
    large = "    x = x + tf.reduce_sum(tf.matmul(tf.ones([300, 300]), tf.ones([300, 300])))\n"
    text = HEAD + chain("small", 3) + chain("some", 90, large) + chain("many", 90)
    text += "".join(LOOP.format(name) for name in ("small", "some", "many"))
    assert shown({"m.py": text}, min_gain=least) == (names, names)
    assert shown({"m.py": text}) == (["some", "many"], ["some", "many"])
    assert shown({"m.py": text}, min_gain="high") == (["many"], ["many"])


def test_a_caller_that_does_not_pay_leaves_the_gain_to_what_it_calls():
    text = (
        HEAD
        + chain("step", 90)
        + "def train(x):\n    for _ in range(90_000):\n        x = step(x)\n    return x\n\ntrain(tf.ones([3]))\n"
    )
    assert shown({"m.py": text}) == (["step"], ["step"])


def test_what_runs_only_inside_a_function_that_pays_is_no_finding():
    text = (
        HEAD
        + chain("inner", 90)
        + chain("between", 0, "    x = inner(x)\n")
        + chain("outer", 90, "    x = between(x)\n")
    )
    assert shown({"m.py": text + LOOP.format("outer")}) == (["outer"], ["outer"])


def test_tests_are_reported_and_edited_when_asked():
    text = (
        HEAD
        + slope("helper", 100)
        + "def test_it():\n    for _ in range(90_000):\n        helper(tf.ones([3]))\n"
    )
    for path in ("test_m.py", "tests/m.py"):
        assert shown({path: text}) == ([], [])
        assert "helper" in shown({path: text}, tests=True)[0]
        assert "helper" in shown({path: text}, tests=True)[1]


def test_layers_are_left_to_what_calls_them():
    layer = (
        "class Scale(tf.keras.layers.Layer):\n"
        "    def call(self, x):\n" + "        x = tf.tanh(x)\n" * 90 + "        return x\n\n"
    )
    assert shown({"m.py": HEAD + layer}, min_gain="low") == ([], [])
    model = HEAD + layer.replace("layers.Layer", "Model")
    assert shown({"m.py": model}) == ([], [])
    used = "\nmodel = Scale()\nfor _ in range(90_000):\n    model(tf.ones([3]))\n"
    assert shown({"m.py": model + used}) == (["Scale.call"], ["Scale.call"])
    inner = model.replace("Scale", "Inner") + "class Outer(tf.keras.Model):\n    def __init__(self):\n"
    outer = "        self.inner = Inner()\n\n    def call(self, x):\n        return self.inner(tf.tanh(x))\n"
    assert shown({"m.py": inner + outer}) == ([], [])


PARTS = """
class Passing(tf.keras.layers.Layer):
    def call(self, x):
        return self.passed(x)

    def passed(self, x):
        return tf.reduce_sum(self.message(x))

    def message(self, x):
        return x


class Edge(Passing):
    def message(self, x):
        return many(x)

    def asked(self, x):
        return many(tf.tanh(many(x)))


class Mean(tf.keras.metrics.Metric):
    def update_state(self, y, p, sample_weight=None):
        many(tf.tanh(many(y) - p))
"""


def test_parts_of_layers_and_metrics_are_left_to_what_calls_these():
    file = HEAD + chain("many", 90) + PARTS
    assert shown({"m.py": file})[0] == []
    asked = "\nedge = Edge()\nfor _ in range(90_000):\n    edge.asked(tf.ones([3]))\n"
    assert shown({"m.py": file + asked})[0] == ["Edge.asked"]
    used = (
        file
        + "\nmean = Mean()\nfor _ in range(90_000):\n    mean.update_state(tf.ones([3]), tf.zeros([3]))\n"
    )
    assert set(shown({"m.py": used})[0]) == {"Mean.update_state"}  # this program never asks an edge


def test_what_saves_most_comes_first():
    file = (
        HEAD
        + chain("small", 90)
        + chain("step", 90, "    x = tf.matmul(tf.ones([900, 900]), tf.ones([900, 900])) + small(x)\n")
    )
    report = analyze(Path("/nowhere"), [SourceFile(Path("m.py"), "m.py", file, "utf-8", file.encode())])
    ordered = offered(report.functions, report.findings)
    assert [f.qualname for f in ordered][:1] == ["step"]


def test_a_function_whose_work_is_all_unseen_promises_nothing():
    text = HEAD + "def f(network, x: tf.Tensor):\n    return network(network({}))\n"
    looped = "\ndef use(network):\n    for _ in range(90_000):\n        f(network, tf.ones([3]))\n"
    for given in ("x", "tf.tanh(x)"):
        assert shown({"m.py": text.format(given) + looped})[0] == []
        assert "f" in shown({"m.py": text.format(given) + looped}, min_gain="low")[0]


def test_a_part_is_left_to_a_step_whose_edit_rests_on_assumptions():
    text = HEAD + chain("part", 90) + chain("step", 90, "    x = part(x) + tf.random.normal([3])\n")
    assert shown({"m.py": text + LOOP.format("step")}) == (["step"], ["step"])


def test_lengths_that_depend_on_values_are_traced_one_by_one():
    text = HEAD + chain("scored", 90)
    masked = "\nfor _ in range(90_000):\n    x = tf.random.normal([9])\n    scored({})\n"
    assert shown({"m.py": text + masked.format("x")})[0] == ["scored"]
    by_values = text + masked.format("tf.boolean_mask(x, x > 0.0)")
    assert shown({"m.py": by_values})[0] == ["scored"]
    assert shown({"m.py": by_values.replace("return x", "return x * len(x)")})[0] == []


def test_a_print_of_texts_or_shapes_in_a_graph_is_not_reported():
    text = HEAD + "@tf.function\ndef f(x):\n    print({})\n    return x + 1.0\n\nf(tf.ones([3]))\n"
    for quiet in ("'a'", "x.shape", "'tracing', x"):
        assert shown({"m.py": text.format(quiet)}, select=("python-output",))[0] == []
    for told in ("x", "'a', x", "f'{x}'"):
        assert set(shown({"m.py": text.format(told)}, select=("python-output",))[0]) == {"f"}
    assert shown({"m.py": text.format("x")})[0] == []


def test_what_several_functions_run_into_is_one_finding():
    text = HEAD + "def say(x):\n    print(x)\n    print('b', x)\n    return x + 1.0\n\n"
    for name in ("f", "g", "h"):
        text += f"@tf.function\ndef {name}(x):\n    return say(x)\n\n{name}(tf.ones([3]))\n\n"
    root = Path("/nowhere")
    report = analyze(root, [SourceFile(root / "m.py", "m.py", text, "utf-8", text.encode())])
    assert [f.code for f in report.findings] == ["HYB101"] * 6
    asking = Settings(root, select=("HYB101",))
    judged, fixable = judge_report(
        report, [], asking, rules=all_rules(), selected=frozenset(r.name for r in all_rules())
    )
    (finding,) = judged.findings
    assert finding.location.line == 4
    assert [e.location.line for e in finding.evidence if e.message == "here, too"] == [5]
    assert finding.notes[-1] == "2 more functions run into it: `g`, `h`"
    assert len(fixable.findings) == 6


def test_what_a_graph_keeps_of_all_that_a_function_reads_is_one_finding():
    text = HEAD + (
        "@tf.function\ndef step():\n    first = data[epoch:epoch + 2]\n    return tf.reduce_sum(first) * rate\n\n\n"
        "data, rate = np.ones(9), 1.0\nfor epoch in range(3):\n    data = data * 2.0\n    rate = rate * 0.5\n    step()\n"
    )
    root, text = Path("/nowhere"), "import numpy as np\n" + text
    source = SourceFile(root / "m.py", "m.py", text, "utf-8", text.encode())
    judged, _ = judge_report(
        analyze(root, [source]),
        [source],
        Settings(root),
        rules=all_rules(),
        selected=frozenset({"frozen-state"}),
    )
    (finding,) = judged.findings
    assert finding.location.line == 6
    told = [e.message for e in finding.evidence if e.location.line == 7 and e.message.startswith("here, too")]
    assert told == [
        "here, too: `step` runs as a graph: `rate` is read and changes elsewhere; a graph keeps the first value"
    ]


@pytest.mark.parametrize("call", ["model(x)", "one(x) + two(x)", "two(x) + one(x)"])
def test_advice_about_all_that_one_line_calls_is_one_finding(call):
    text = HEAD + "w = tf.Variable(tf.ones([3, 4]))\n\n"
    for name in ("one", "two"):
        text += f"def {name}(x):\n    return tf.reduce_sum(tf.tanh(tf.matmul(x, w)))\n\n"
    text += "def run(rows, models, which):\n    total, model = 0.0, models[which]\n"
    text += f"    for x in rows:\n        total += {call}\n    return total\n\n"
    text += "import sys\nrun([tf.ones([1, 3])] * 5, [one, two], len(sys.argv))\n"
    assert len(shown({"m.py": text}, select=("HYB137",), min_gain="none")[0]) == 1


def test_a_hazard_of_unknown_values_is_not_told():
    text = (
        HEAD
        + "from elsewhere import value\n\n@tf.function\ndef f(x, y):\n    return tf.sqrt(x) + len(f'{x}') + y\n"
    )
    known = text + "\nf(tf.ones([]), tf.ones([]))\n"
    unknown = text + "\nf(value(), value())\n"
    assert shown({"m.py": known})[0] == ["f"]
    assert shown({"m.py": unknown})[0] == []


def test_no_decorator_is_taken_from_a_graph_that_pays():
    text = HEAD + "w = tf.Variable(tf.ones([3]))\n\n@tf.function\ndef train():\n"
    many = text + "    w.assign(tf.tanh(w))\n" * 30 + "\nfor _ in range(90_000):\n    train()\n"
    few = text + "    w.assign(tf.tanh(w))\n\nfor _ in range(90_000):\n    train()\n"
    assert shown({"m.py": many})[0] == []
    assert shown({"m.py": few})[0] == []
    assert shown({"m.py": few}, select=("needless-hybrid",))[0] == ["train"]


def test_a_list_that_is_filled_anew_for_every_call_traces_again():
    text = HEAD + READ + RUN
    assert "read" not in shown({"m.py": text.format("found")}, min_gain="low")[0]
    assert "read" in shown({"m.py": text.format("[1, 2, 3]")}, min_gain="low")[0]


LONG = chain("long", 100) + LOOP.format("long")
STEP = (
    "w = tf.Variable([1.0])\n\ndef step(x):\n    with tf.GradientTape() as tape:\n        y = w * x\n"
    + "        y = tf.tanh(y)\n" * 90
    + "    return tape.gradient(y, w)\n\n"
    + LOOP.format("step")
)


@pytest.mark.parametrize(
    "other",
    [
        HEAD + "hidden = tf.placeholder(tf.float32)\n\n" + LONG,
        HEAD.replace("tensorflow", "tensorflow.compat.v1") + "hidden = tf.placeholder(tf.float32)\n\n" + LONG,
        HEAD + "def old(x):\n    return tf.contrib.layers.flatten(tf.rsqrt(tf.to_float(x)))\n\n" + LONG,
        HEAD + "def old(x):\n    return tf.reshape(x, [x.shape[0].value, -1])\n\n" + LONG,
        HEAD + "import tensorflow.contrib.eager as tfe\n\n" + LONG,
        HEAD + "tf.enable_eager_execution()\n\n" + STEP,
        HEAD + "optimizer = tf.train.AdamOptimizer(0.1)\n\n" + STEP,
        "import torch\n\n\ndef guess(model, x):\n    # x: a tensor\n" + "    x = model(torch.tanh(x))\n" * 9,
    ],
)
def test_files_of_other_frameworks_have_nothing_to_gain(other):
    assert shown({"m.py": other}) == ([], [])


@pytest.mark.parametrize(
    "both",
    [
        HEAD + "if tf.__version__ < '2':\n    hidden = tf.placeholder(tf.float32)\n\n" + LONG,
        HEAD + "try:\n    hidden = tf.contrib.layers\nexcept AttributeError:\n    hidden = None\n\n" + LONG,
        HEAD + "def old(x):\n    return x.shape[0].value if hasattr(x.shape[0], 'value') else x\n\n" + LONG,
        HEAD
        + "try:\n    from tensorflow.contrib import layers\nexcept ImportError:\n    layers = None\n\n"
        + LONG,
        HEAD + "config = tf.compat.v1.ConfigProto()\n\n" + LONG,
        HEAD + "import torch\n\n" + LONG,
        HEAD + "if not tf.executing_eagerly():\n    tf.enable_eager_execution()\n\n" + LONG,
        HEAD + "tf.executing_eagerly() or tf.enable_eager_execution()\n\n" + LONG,
        HEAD + "def start():\n    tf.enable_eager_execution()\n\n\n" + LONG,
        HEAD + "tf1 = tf.compat.v1\ntf1.enable_eager_execution()\n\n" + LONG,
        HEAD + "tf.compat.v1.enable_eager_execution()\n\n" + LONG,
        HEAD.replace("tensorflow", "tensorflow.compat.v1") + "tf.enable_eager_execution()\n\n" + LONG,
        HEAD + "old = tf\ntf = tf.compat.v1\ntf.enable_eager_execution()\n\n" + LONG,
        HEAD + "def old(x):\n    return tf.rsqrt(x)\n\n\n" + LONG,
        HEAD + "@tf.function\ndef old(x):\n    return tf.rsqrt(x)\n\n\n" + LONG,
    ],
)
def test_files_that_may_be_for_tensorflow_2_do(both):
    assert shown({"m.py": both})[0] == ["long"]


CONTRIB = "import tensorflow.contrib.eager as tfe\n"
CALL = "import tensorflow as tf\nfrom m import long\n" + LOOP.format("long")


@pytest.mark.parametrize(
    "files",
    [
        {"m.py": HEAD + chain("long", 100), "old.py": CONTRIB + CALL},
        {"m.py": "import old\n" + HEAD + LONG, "old.py": CONTRIB},
        {
            "m.py": "from old import tfe\n" + HEAD + LONG,
            "old.py": "from older import tfe\n",
            "older.py": CONTRIB,
        },
    ],
)
def test_what_version_1_alone_can_load_with_its_program_has_nothing_to_gain(files):
    assert shown(files) == ([], [])


@pytest.mark.parametrize(
    "files",
    [
        {"m.py": HEAD + chain("long", 100), "old.py": CONTRIB + CALL, "new.py": CALL},
        {"m.py": HEAD + LONG, "old.py": CONTRIB + "import m\n", "new.py": "import m\n"},
        {
            "m.py": "try:\n    import old\nexcept ImportError:\n    old = None\n" + HEAD + LONG,
            "old.py": CONTRIB,
        },
        {
            "m.py": HEAD
            + chain("long", 100)
            + "\nif __name__ == '__main__':"
            + LOOP.format("long").replace("\n", "\n    "),
            "old.py": CONTRIB + "import m\n",
        },
    ],
)
def test_what_another_program_may_load_with_version_2_does(files):
    assert shown(files)[0] == ["long"]


def test_a_graph_inside_graphs_is_no_promise_of_speed():
    inner = "@tf.function\n" + chain("inner", 90)
    text = HEAD + inner + "@tf.function\n" + chain("outer", 20, "    x = inner(x)\n") + LOOP.format("outer")
    assert shown({"m.py": text})[0] == []
    assert "inner" in shown({"m.py": text}, min_gain="none")[0]


@pytest.mark.parametrize("count", [90, 300])
def test_operations_pay_where_a_loop_calls_them_and_not_where_nobody_is_seen_to(count):
    text = HEAD + chain("some", count)
    assert shown({"m.py": text})[0] == []
    assert shown({"m.py": text}, min_gain="low")[0] == ["some"]
    assert shown({"m.py": text + "some(tf.ones([3]))\nsome(tf.ones([3]))\n"})[0] == []
    assert shown({"m.py": text + LOOP.format("some")})[0] == ["some"]


LAYERS = """
class Step(tf.Module):
    def __init__(self):
        self.w = tf.Variable(1.0)

    def forward(self, x):
        {body}
        return x * self.w

class Flow:
    def __init__(self):
        self.steps = [Step() for _ in range({count})]

    def run(self, x):
        for number, step in enumerate(self.steps):
            x = step.forward(x)
        return {rest}

flow = Flow()
"""


@pytest.mark.parametrize(
    ("count", "use", "names"),
    [(90, "", []), (60, "use(len(input()))", []), (90, "use(len(input()))", ["part"])],
)
def test_milliseconds_pay_in_loops_of_a_visible_program(count, use, names):
    text = (
        HEAD
        + chain("part", count)
        + "def use(count):\n    for _ in range(count):\n        part(tf.ones([3]))\n\n"
    )
    assert shown({"m.py": text + use})[0] == names


@pytest.mark.parametrize("count", [3, 30])
def test_a_loop_through_the_layers_of_a_network_is_no_repetition(count):
    file = HEAD + LAYERS.format(
        body="\n        ".join(90 * ["x = tf.tanh(x)"]), count=count, rest="x.numpy()"
    )
    once = file + "flow.run(tf.ones([3]))\nflow.run(tf.ones([4]))\n"
    assert shown({"m.py": once})[0] == []
    again = file + "for _ in range(90_000):\n    flow.run(tf.ones([3]))\n"
    assert shown({"m.py": again})[0] == ["Step.forward"]


def test_what_takes_gradients_is_a_step():
    file = HEAD + (
        "def slope(model, x: tf.Tensor):\n    with tf.GradientTape() as tape:\n        tape.watch(x)\n"
        "        y = tf.tanh(tf.exp(tf.sin(x))) * tf.exp(x) + tf.sin(x) * tf.cos(x)\n    return tape.gradient(y, x)\n\n\n"
        "def residual(model, x: tf.Tensor):\n    return tf.square(slope(model, x)) - 1.0\n"
    )
    assert shown({"m.py": file})[0] == ["residual"]


REPLICAS = """
strategy = tf.distribute.MirroredStrategy()


def replica(x):
    for _ in range(20):
        x = tf.tanh(x)
    return x


def step(x):
    found = strategy.run(replica, args=(x,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, found, axis=None)

"""


def test_what_a_strategy_runs_in_a_loop_is_a_step():
    text = HEAD + REPLICAS
    assert shown({"m.py": text + LOOP.format("step")})[0] == ["step"]
    assert shown({"m.py": text + "step(tf.ones([3]))\n"})[0] == []
    assert (
        shown({"m.py": text.replace("strategy.run(replica, args=(x,))", "replica(x)") + LOOP.format("step")})[
            0
        ]
        == []
    )


def test_a_step_whose_calls_are_all_seen_needs_a_loop():
    text = HEAD + slope("step", 60)
    assert shown({"m.py": text + "step(tf.ones([3]))\nstep(tf.zeros([3]))\n"})[0] == []
    assert shown({"m.py": text + LOOP.format("step")})[0] == ["step"]
    assert shown({"m.py": text + "def run():\n    step(tf.ones([3]))\n    step(tf.zeros([3]))\n"})[0] == [
        "run"
    ]


def test_steps_with_much_arithmetic_pay_on_graphics_cards():
    wide = "a = tf.ones([900, 900])\n\n\n" + slope("step", 60).replace("tf.tanh(y)", "tf.matmul(y, a)")
    text = HEAD + wide + LOOP.format("step").replace("[3]", "[900, 900]")
    assert shown({"m.py": text})[0] == ["step"]
    plain = chain("step", 60).replace("tf.tanh(x)", "tf.matmul(x, a)")
    assert (
        shown({"m.py": text.replace(slope("step", 60).replace("tf.tanh(y)", "tf.matmul(y, a)"), plain)})[0]
        == []
    )


def test_nothing_is_gained_where_graphs_run_eagerly():
    text = HEAD + slope("step", 60) + LOOP.format("step")
    assert shown({"m.py": text})[0] == ["step"]
    assert shown({"m.py": text.replace(HEAD, f"{HEAD}tf.config.run_functions_eagerly(True)\n\n")})[0] == []


def test_methods_of_objects_that_a_step_makes_are_left_to_the_step():
    body = "        x = tf.tanh(x)\n" * 300
    boxes = "class Boxes:\n    def __init__(self, size):\n        self.size = size\n\n"
    boxes += f"    def matched(self, x):\n{body}        return x\n\n\n"
    step = (
        "def step(x):\n    with tf.GradientTape() as tape:\n        tape.watch(x)\n"
        "        y = Boxes(float(x[0])).matched(x)\n    return tape.gradient(y, x)\n\n\n"
    )
    alone = "def show(boxes):\n    for _ in range(90_000):\n        boxes.matched(tf.ones([3]))\n\n\nshow(Boxes(1.0))\n"
    assert shown({"m.py": HEAD + boxes + alone})[0] == ["Boxes.matched"]
    assert shown({"m.py": HEAD + boxes + alone + step + LOOP.format("step")})[0] == []


def test_advice_to_batch_loops_is_for_who_asks_for_it():
    head = HEAD + "W = tf.Variable(tf.ones([4, 4]))\n\n"
    cell = "def cell(row):\n" + "    row = tf.tanh(row)\n" * 20 + "    return {}\n\n\n"
    rows = "def rows(batch: list):\n    return tf.stack([cell(row) for row in batch])\n\n\n"
    use = "for _ in range(90_000):\n    rows([tf.ones([4]), tf.zeros([4]), tf.ones([4])])\n"
    weighted = head + cell.format("tf.linalg.matvec(W, row)") + rows + use
    plain = head + cell.format("row") + rows + use
    for text in (weighted, plain):
        assert "cell" not in shown({"m.py": text})[0]
        assert "cell" in shown({"m.py": text}, select=("example-loop",))[0]
        assert "cell" in shown({"m.py": text}, min_gain="none")[0]


@pytest.mark.parametrize("result", ["tf.linalg.matvec(W, row)", "row"])
def test_advice_to_batch_recursions_is_for_who_asks_for_it(result):
    tree = "class Tree:\n    def __init__(self, word, parts=()):\n        self.word, self.parts = word, parts\n\n\n"
    encode = "def encode(tree):\n    row = tf.one_hot(tree.word, 4)\n" + "    row = tf.tanh(row)\n" * 20
    encode += f"    for part in tree.parts:\n        row += encode(part)\n    return {result}\n\n\n"
    use = "for _ in range(90_000):\n    encode(Tree(1, (Tree(2), Tree(3, (Tree(0),)))))\n"
    text = HEAD + "W = tf.Variable(tf.ones([4, 4]))\n\n" + tree + encode + use
    assert "encode" not in shown({"m.py": text})[0]
    assert "encode" in shown({"m.py": text}, select=("structural-recursion",))[0]
    assert "encode" in shown({"m.py": text}, min_gain="none")[0]


def test_inner_parts_of_tensorflow_count_as_operations():
    inner = HEAD.replace("tf\n", "tf\nfrom tensorflow.python.ops import standard_ops\n")
    body = "    x = standard_ops.hidden(x)\n" * 6
    assert shown({"m.py": f"{inner}def f(x: tf.Tensor):\n{body}    return x\n"})[0] == []


def test_what_a_class_above_calls_is_left_to_its_callers():
    base = "class Flow:\n    def forward(self, x):\n        return self._forward(x)\n\n"
    body = "        x = tf.tanh(x)\n" * 100
    hook = (
        f"    def _forward(self, x):\n        raise NotImplementedError\n\n\nclass Planar(Flow):\n"
        f"    def _forward(self, x):\n{body}        return x\n"
    )
    run = "\n\nflow = Planar()\nfor _ in range(90_000):\n    flow.{}(tf.ones([3]))\n"
    assert shown({"m.py": HEAD + base + hook + run.format("forward")})[0] == ["Flow.forward"]
    alone = HEAD + base + hook.replace("(Flow)", "") + run.format("_forward")
    assert shown({"m.py": alone})[0] == ["Planar._forward"]


STEPS = """
class Trainer:
    def fit(self, rows):
        for row in rows:
            print("loss", self.train_step(row))

    def train_step(self, x):
        return x


Trainer().fit(tf.data.Dataset.range(90_000))


class Slopes(Trainer):
    def train_step(self, x):
        x = tf.convert_to_tensor(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in range(60):
                y = tf.tanh(y)
        return tape.gradient(y, x)
"""


def test_a_step_that_the_loop_of_a_class_above_makes_is_reported(tmp_path):
    (tmp_path / "setup.py").write_text(
        "import setuptools\n\nsetuptools.setup()\n", "utf-8"
    )  # others use all of it
    assert shown({"m.py": HEAD + STEPS}, tmp_path)[0] == ["Slopes.train_step"]
    assert shown({"m.py": HEAD + STEPS.replace("for row in rows:", "if row := rows:")}, tmp_path)[0] == []


def test_the_attributes_that_a_graph_sets_are_one_finding():
    body = "".join(f"        self.part{n} = tf.tanh(x) * {n}.0\n" for n in range(90_000))
    agent = f"class Agent:\n    @tf.function\n    def update(self, x):\n{body}        return x\n\n\n"
    read = "print([agent.part0, agent.part1, agent.part2, agent.part3, agent.part4])\n"
    text = f"{HEAD}{agent}agent = Agent()\n{LOOP.format('agent.update')}{read}"
    assert shown({"m.py": text})[0] == ["Agent.update"]


def test_an_attribute_that_is_set_and_read_in_one_call_alone_is_a_local_variable():
    body = "        self.part = tf.tanh(x)\n        return self.part * 2.0\n"
    agent = f"class Agent:\n    @tf.function\n    def update(self, x):\n{body}\n\n"
    text = f"{HEAD}{agent}agent = Agent()\n{LOOP.format('agent.update')}"
    assert shown({"m.py": text})[0] == []
    assert shown({"m.py": f"{text}print(agent.part)\n"})[0] == ["Agent.update"]
    late = text.replace("        self.part = ", "        if x.shape[0] > 1:\n            self.part = ")
    assert shown({"m.py": late})[0] == ["Agent.update"]


def test_what_a_program_never_names_is_not_worth_an_edit():
    text = HEAD + slope("used", 60) + slope("unused", 300) + slope("part", 300)
    text += "\ndef caller(x):\n    return part(x)\n"
    assert {"caller", "unused"} <= set(shown({"m.py": text})[0])
    program = f"{text}{LOOP.format('used')}"
    assert shown({"m.py": program})[0] == ["used"]
    assert set(shown({"m.py": program}, min_gain="low")[0]) == {"used", "unused", "caller", "part"}
    assert set(shown({"m.py": f"{program}TABLE = {{'unused': 1}}\n"})[0]) == {"used", "unused"}


def test_what_several_graphs_set_in_one_function_is_one_finding():
    text = HEAD + (
        "class Rates:\n    @tf.function\n    def lower(self, x):\n        self.rate = self.rate * 0.5\n        return x\n\n"
        "    @tf.function\n    def step(self, x):\n        return self.lower(x)\n\n"
        "    @tf.function\n    def steps(self, x):\n        return self.step(x)\n\n\n"
        "rates = Rates()\nrates.rate = 1.0\nfor _ in range(90_000):\n    rates.steps(tf.ones([3]))\n"
    )
    functions = shown({"m.py": text})[0]
    assert sorted(set(functions)) == ["Rates.lower"]


def test_a_loop_over_epochs_is_no_graph_and_a_part_of_its_steps_is_told_to_who_asks():
    text = (
        "def fit(model, optimizer, x: tf.Tensor, epochs):\n    for _ in range({}):\n"
        "        with tf.GradientTape() as tape:\n"
        "            y = many(x)\n        optimizer.apply_gradients([(tape.gradient(y, x), x)])\n    return y\n"
    )
    text += "\n\nSGD = tf.keras.optimizers.SGD()\nfor _ in range(90_000):\n    fit(None, SGD, tf.Variable([1.0]), 9)\n"
    file = HEAD + chain("many", 90) + text
    assert shown({"m.py": file.format("3")})[0] == ["fit"]
    for turns in ("epochs", "100"):
        assert shown({"m.py": file.format(turns)})[0] == []
        assert "many" in shown({"m.py": file.format(turns)}, min_gain="low")[0]


def test_what_chooses_is_little_beside_what_learns_in_the_same_loop():
    text = HEAD + chain("choose", 90) + chain("learn", 300, "    print(float(x[0]))\n")
    loop = "\nfor _ in range(90_000):\n    {}\n"
    assert shown({"m.py": text + loop.format("choose(tf.ones([3]))")})[0] == ["choose"]
    both = loop.format("choose(tf.ones([3]))\n    learn(tf.ones([3]))")
    assert shown({"m.py": text + both})[0] == []
    apart = both + loop.format("choose(tf.ones([3]))")
    assert shown({"m.py": text + apart})[0] == ["choose"]


def test_a_branch_of_which_the_dtypes_are_not_known_is_no_error_of_a_graph():
    text = (
        "@tf.function\ndef norm(x, s, inverse=tf.constant(False)):\n    if inverse:\n        y = tf.exp(-s) * x\n"
        "    else:\n        y = tf.exp(s) * x\n    return y\n\n\nclass Flow:\n    def run(self, x):\n"
        "        return norm(x, tf.convert_to_tensor(self.s))\n"
    )
    assert shown({"m.py": HEAD + text})[0] == []
    other = text.replace("exp(s) * x", "cast(x, tf.int32)").replace("exp(-s) * x", "ones([3])")
    assert shown(
        {"m.py": HEAD + other.replace("(x, s,", "(x: tf.Tensor, s: tf.Tensor,").partition("class")[0]}
    )[0]
    assert shown({"m.py": HEAD + other})[0] == [], "who runs the program would have seen it fail"


def test_what_constructors_call_runs_once_for_each_object():
    table = chain("table", 100)
    user = "class Filters:\n    def __init__(self, x):\n        self.table = table(x)\n\n\n{}Filters(tf.ones([3]))\n"
    assert shown({"m.py": HEAD + table + user.format("")})[0] == []
    assert shown({"m.py": HEAD + table + user.format("for _ in range(90_000):\n    ")})[0] == ["table"]


def test_a_part_of_converted_steps_is_no_finding_for_a_call_now_and_then():
    steps = "".join(chain(name, 90, "    x = inner(x)\n") + LOOP.format(name) for name in ("first", "second"))
    text = (
        HEAD
        + chain("inner", 90)
        + steps
        + "\n\ndef look(x):\n    return inner(x).numpy()\n\n\nlook(tf.ones([3]))\n"
    )
    assert shown({"m.py": text})[0] == ["first", "second"]


def test_a_step_that_a_graph_calls_is_a_finding_where_a_loop_calls_it_eagerly():
    step = STEP.partition("\nfor ")[0]
    other = "@tf.function\ndef replicated(x):\n    return step(x){}\n\n\n"
    train = "def train(run):\n    for _ in range(90_000):\n        run(tf.ones([1]))\n\n\n"
    alone = "def alone():\n    for _ in range(90_000):\n        step(tf.ones([1]))\n\n\nalone()\n"
    once = "def look():\n    return step(tf.ones([1]))\n\n\nlook()\n"
    text = HEAD + step + other + train + "train(replicated)\n\n\n"
    assert shown({"m.py": text.format(" + 1.0") + alone})[0] == ["step"]
    assert shown({"m.py": text.format(" + 1.0") + once})[0] == []
    assert shown({"m.py": text.format("") + alone})[0] == []  # the program has a graph of it


@pytest.mark.parametrize(
    "drawn", ["plt.savefig(name)", "with open(name) as file:\n        fig.savefig(file)"]
)
def test_what_is_computed_for_a_figure_takes_less_than_to_draw_it(drawn):
    draw = (
        "import matplotlib.pyplot as plt\n\n\ndef draw(name, fig):\n    plt.imshow(some(tf.ones([3])))\n    "
    )
    call = "\n\n\nfor n in range(90_000):\n    draw(str(n), plt.figure())\n"
    sometimes = "if name.endswith('0'):\n        " + drawn.replace("\n", "\n    ")
    text = HEAD + chain("some", 200) + draw
    assert shown({"m.py": text + drawn + call})[0] == []
    assert shown({"m.py": text + "plt.title(name)" + call})[0] == ["some"]
    assert shown({"m.py": text + sometimes + call})[0] == ["some"]


def test_a_loop_that_draws_in_each_turn_gains_little():
    loop = (
        "import matplotlib.pyplot as plt\n\n\nfor n in range(90_000):\n    plt.imshow(some(tf.ones([3])))\n"
    )
    text = HEAD + chain("some", 200) + loop
    assert shown({"m.py": text})[0] == ["some"]
    assert shown({"m.py": text + "    plt.savefig(str(n))\n"})[0] == []


def test_every_turn_with_another_layer_is_no_loop_over_examples():
    text = HEAD + (
        "class Head:\n    def __init__(self):\n        self.w = tf.Variable(tf.ones([4, 4]))\n\n"
        "    def run(self, x):\n        return tf.tanh(tf.linalg.matvec(self.w, x))\n\n\n"
        "def apply(heads, rows):\n    return tf.stack([{}.run(row) for i, row in enumerate(rows)])\n\n\n"
        "heads = [Head() for _ in range(3)]\nfor _ in range(90_000):\n"
        "    apply(heads, [tf.ones([4]), tf.zeros([4]), tf.ones([4])])\n"
    )
    rules = {"select": ("example-loop",)}
    assert shown({"m.py": text.format("heads[0]")}, **rules)[0] == ["Head.run"]
    assert shown({"m.py": text.format("heads[i]")}, **rules)[0] == []


def test_an_input_shape_for_a_sequential_is_not_ignored():
    layer = "tf.keras.layers.Dense(3, input_shape=(4,))"
    head = "class Net(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n        self.part = "
    rest = "\n\n    def call(self, x):\n        return self.part(x)\n\n\nNet()(tf.ones([2, 4]))\n"
    asked = {"select": ("ignored-argument",)}
    assert shown({"m.py": HEAD + head + layer + rest}, **asked)[0] == ["Net.__init__"]
    assert shown({"m.py": HEAD + head + layer + rest})[0] == []
    assert shown({"m.py": HEAD + head + f"tf.keras.Sequential([{layer}])" + rest}, **asked)[0] == []


def test_what_existing_graphs_repeat_is_not_made_another_one():
    step = (
        "@tf.function\ndef train(x):\n    for _ in tf.range(90_000):\n        x = part(x)\n    return x\n\n\n"
    )
    text = HEAD + chain("part", 400) + step + "train(tf.ones([3]))\n"
    assert shown({"m.py": text + "part(tf.ones([3]))\n"})[0] == []
    assert shown({"m.py": text + LOOP.format("part").replace("90_000", "9")})[0] == []
    assert shown({"m.py": text + LOOP.format("part")})[0] == ["part"]
    assert shown({"m.py": text + "for _ in range(90_000):" + LOOP.format("part").replace("\n", "\n    ")})[
        0
    ] == ["part"]
    assert shown({"m.py": text + "while input():\n    part(tf.ones([3]))\n"})[0] == ["part"]


SHOWN = """
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.parts = [tf.keras.layers.Dense(3) for _ in range(60)]

    def call(self, x):
        for part in self.parts:
            x = part(x)
        return x


net = Net()


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(net(x))
    return tape.gradient(loss, net.trainable_variables)


def show(epoch, x):
    print(epoch, net(x))


def train(x, every):
    for epoch in range(800):
        for _ in range(100):
            step(x)
        {}


train(tf.ones([2, 3]), 50)
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("if epoch % every == 0:\n            show(epoch, x)", []),
        ("show(epoch, x)", []),
        ("while input():\n            show(epoch, x)", ["Net.call"]),
    ],
)
def test_what_shows_pictures_now_and_then_is_called_seldom(use, expected):
    text = "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n" + HEAD + SHOWN.replace("{}", use)
    assert shown({"m.py": text})[0] == expected


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("said = tf.concat([said, last], 0)", []),
        ("said = tf.concat([said, last], 0)\n        said = said[-3:]", ["answer"]),
        ("said = tf.concat([said[1:], last], 0)[:3] if len(said) > 3 else said", ["answer"]),
        ("other = tf.concat([said, last], 0)", ["answer"]),
    ],
)
def test_what_grows_in_each_turn_is_traced_in_each_turn(turn, expected):
    text = chain("answer", 120) + (
        "def speak(said, turns):\n    for _ in range(turns):\n        last = answer(said)[-1:]\n"
        "        print(last.numpy())\n        {}\n"
        "    return said\n\n\nfor _ in range(90):\n    speak(tf.ones([3]), int(input()))\n"
    )
    assert shown({"m.py": HEAD + text.format(turn)})[0] == expected


def test_a_branch_that_each_run_makes_anew_is_handed_to_an_operation():
    run = "".join(
        (
            "def run(x, again):\n    def branch():\n        y = x\n",
            "        y = tf.tanh(y)\n" * 200,
            "        return y\n\n    return tf.cond(again, branch, lambda: x)\n\n\n",
            "for _ in range(90):\n    print(run(tf.ones([3]), input() == ''))\n",
        )
    )
    assert "run.<locals>.branch" not in shown({"m.py": HEAD + run})[0]


def test_steps_that_keras_calls_are_graphs_already():
    model = (
        "class Net(tf.keras.Model):\n    def train_step(self, data):\n        with tf.GradientTape() as tape:\n"
        "            loss = tf.reduce_mean(self(data))\n" + "            loss = tf.tanh(loss)\n" * 60
    )
    model += (
        "        variables = self.trainable_variables\n        gradients = tape.gradient(loss, variables)\n"
        "        self.optimizer.apply_gradients(zip(gradients, variables))\n        return {'loss': loss}\n\n\n"
    )
    assert shown({"m.py": HEAD + model})[0] == []
    fitted = "net = Net()\nnet.compile('adam')\nfor _ in range(90_000):\n    net.fit(tf.ones([8, 3]))\n"
    assert shown({"m.py": HEAD + model + fitted})[0] == []


def test_what_only_steps_that_keras_calls_run_is_left_to_them():
    model = (
        "class Net(tf.keras.Model):\n    def penalty(self, x):\n        with tf.GradientTape() as tape:\n"
        "            tape.watch(x)\n            y = x * 2.0\n" + "            y = tf.tanh(y)\n" * 60
    )
    model += (
        "        return tf.reduce_sum(tape.gradient(y, x))\n\n    def train_step(self, data):\n"
        "        for _ in range(5):\n            loss = self.penalty(data)\n        return {'loss': loss}\n\n\n"
    )
    assert shown({"m.py": HEAD + model})[0] == []
    by_hand = "net = Net()\nfor _ in range(90_000):\n    print(net.train_step(tf.ones([8, 3]))['loss'])\n"
    assert shown({"m.py": HEAD + model + by_hand})[0] != []


def test_what_a_graph_does_at_every_call_or_rounds_otherwise_is_no_hazard():
    text = HEAD + (
        "writer = tf.summary.create_file_writer('logs')\n\n\n@tf.function\ndef step(x: tf.Tensor):\n"
        "    with writer.as_default():\n        tf.summary.scalar('x', tf.reduce_sum(x), 1)\n"
        "    tf.io.write_file('x.txt', tf.io.read_file('y.txt'))\n    return tf.cast(x / 3.0 * 3.0, tf.int32)\n\n\n"
        "step(tf.ones([3]))\n"
    )
    assert shown({"m.py": text})[0] == []
    printing = text.replace("    return", "    print(x)\n    return")
    assert shown({"m.py": printing}, select=("python-output",))[0] == ["step"]


def attack(turns: str) -> str:
    loop = (
        f"def attack(x, num_iter):\n    for _ in range({turns}):\n        x = x + step(x)\n    return x\n\n"
    )
    return (
        HEAD
        + "@tf.function\n"
        + slope("step", 60)
        + loop
        + "for _ in range(90_000):\n    attack(tf.ones([3]), 100)\n"
    )


def test_a_loop_of_many_steps_is_not_unrolled_for_the_steps_that_it_calls():
    assert shown({"m.py": attack("num_iter")})[0] == []
    assert shown({"m.py": attack("100")})[0] == []
    assert shown({"m.py": attack("3")})[0] == ["attack"]


def search(turns: str, use: str) -> str:
    """A function that each update makes anew, and that it calls in a loop."""
    losses = "    def losses(y):\n" + "        y = tf.tanh(y)\n" * 150 + "        return y\n\n"
    body = f"    for _ in range({turns}):\n        x = losses(x)\n        print(x)\n    return x\n\n"
    return f"{HEAD}def update(x, turns):\n{losses}{body}{use}"


def test_what_each_update_makes_anew_needs_more_than_a_few_turns():
    again = "for _ in range(90_000):\n    update(tf.ones([3]), 900)\n"
    assert shown({"m.py": search("10", again)})[0] == []
    assert shown({"m.py": search("turns", again)})[0] == ["update.<locals>.losses"]
    assert shown({"m.py": search("90_000", "update(tf.ones([3]), 900)\n")})[0] == ["update.<locals>.losses"]


@pytest.mark.parametrize(
    ("loop", "told"),
    [
        ("for _ in range(500):\n    step(rows)\n", False),
        ("for _ in range(50_000):\n    step(rows)\n", True),
        ("for _ in range(len(input())):\n    step(rows)\n", True),
        ("while input():\n    step(rows)\n", True),
        ("TURNS = 20\nfor _ in range(TURNS * 2 + 1):\n    for _ in (1, 2):\n        step(rows)\n", False),
        ("TURNS = 20 if input() else 50_000\nfor _ in range(TURNS):\n    step(rows)\n", True),
        ("for n in range(500):\n    for _ in range(n):\n        step(rows)\n", True),
        (
            "data = tf.data.Dataset.from_tensor_slices(tf.ones([50, 3]))\nfor row in data:\n    step(row)\n",
            False,
        ),
        (
            "data = tf.data.Dataset.from_tensor_slices(tf.ones([50, 3])).repeat()\nfor row in data:\n    step(row)\n",
            True,
        ),
        (
            "data = tf.data.Dataset.from_tensor_slices(tf.ones([50, 3])).repeat()\n"
            "for _, row in enumerate(data.take(500), 1):\n    step(row)\n",
            False,
        ),
        (
            "def fit(rows, epochs=500):\n    for _ in range(epochs):\n        step(rows)\n\n"
            "fit(rows)\nfit(rows, 200)\n",
            False,
        ),
        (
            "def fit(rows, epochs=500):\n    for _ in range(epochs):\n        step(rows)\n\n"
            "fit(rows)\nfit(rows, int(input()))\n",
            True,
        ),
        (
            "class Fit:\n    def __init__(self, turns):\n        self.turns = turns\n\n"
            "    def run(self):\n        for _ in range(self.turns):\n            step(rows)\n\nFit(500).run()\n",
            False,
        ),
    ],
)
def test_what_a_run_saves_is_told_where_it_is_seconds(loop, told):
    text = HEAD + slope("step", 20) + "rows = tf.ones([3])\n" + loop
    assert ("step" in shown({"m.py": text})[0]) is told
    assert "step" in shown({"m.py": text}, min_gain="low")[0]


MAPPED = """
def prepared(data, function):
    def again(*row):
        return function(*row)

    return data.map(again)


def of(data):
    {}


def run(data):
    for _ in range(90_000):
        print(list(of(data)))


from elsewhere import source

run(source())
"""


@pytest.mark.parametrize(
    ("use", "told"),
    [
        ("return data.map(lambda row: step(row))", False),
        ("return prepared(data, lambda row: step(row))", False),
        ("return [step(row).numpy() for row in data]", True),
        ("return data.map(lambda row: step(row), [step(row) for row in data])", True),
    ],
)
def test_what_a_dataset_maps_is_in_a_graph_wherever_it_comes_from(use, told):
    text = HEAD + slope("step", 90) + MAPPED.format(use)
    assert ("step" in shown({"m.py": text})[0]) is told


@pytest.mark.parametrize(("name", "told"), [("slope", ["slope"]), ("_slope", [])])
def test_a_gradient_that_only_its_module_takes_needs_a_loop(name, told, tmp_path):
    (tmp_path / "setup.py").write_text("import setuptools\n\nsetuptools.setup()\n", "utf-8")
    text = HEAD + slope(name, 90) + f"def bump(x):\n    print(x)\n    return {name}(x)\n"
    assert shown({"m.py": text}, tmp_path)[0] == told


def test_repairs_are_looked_for_where_they_may_pay():
    printing = "    print(x)\n"
    text = HEAD + chain("small", 3, printing) + chain("part", 3, printing) + chain("never", 0, printing)
    text += (
        slope("step", 90).replace("y = x * 2.0", "y = part(x)") + LOOP.format("step") + LOOP.format("small")
    )
    root = Path("/nowhere")
    report = analyze(root, [SourceFile(root / "m.py", "m.py", text, "utf-8", text.encode())])
    assert {f.qualname for f in report.functions if f.verdict == "keep"} == {"small", "part", "never", "step"}

    def left(**chosen):
        settings = replace(Settings(root), **chosen)
        return [f.qualname for f in worth_a_repair(report, settings).functions]

    assert left() == ["part", "step"]
    assert set(left(min_gain="low")) >= {"small", "part", "step"}


CRITIC = """
critic = tf.keras.Sequential([tf.keras.layers.Dense(8, "tanh") for _ in range(9)])
optimizer = tf.keras.optimizers.Adam()


def penalty(x):
    with tf.GradientTape() as inner:
        inner.watch(x)
        y = critic(x)
    return tf.reduce_mean(tf.square(inner.gradient(y, x)))


def step(x):
    with tf.GradientTape() as tape:
        loss = {}penalty(x)
    gradients = tape.gradient(loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(gradients, critic.trainable_variables))
    print(loss.numpy())


for _ in range(90_000):
    step(tf.random.normal([4, 8]))
"""


@pytest.mark.parametrize(
    ("beside", "told"),
    [("", True), ("tf.reduce_mean(critic(critic(critic(critic(x))))) + ", False)],
)
def test_gradients_that_others_are_taken_of_are_to_be_most_of_a_step(beside, told):
    assert ("penalty" in shown({"m.py": HEAD + CRITIC.format(beside)})[0]) is told


MODES = """
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--mode", default="fit")
args = parser.parse_args()


def run():
    {}:
        for _ in range(90_000):
            print(step(tf.ones([3])))
    else:
        print("fit")


run()
"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ('if args.mode == "eager_tf"', False),
        ("if args.eager", False),
        ('if args.mode in ("eager", "debug")', False),
        ('if args.mode != "eager"', True),
        ("if not args.eager", True),
        ('if args.mode == "train"', True),
        ("if tf.executing_eagerly()", True),
    ],
)
def test_what_runs_in_an_eager_mode_alone_is_left_alone(condition, told):
    text = HEAD + slope("step", 60) + MODES.format(condition)
    assert ("step" in shown({"m.py": text})[0]) is told


FLIPPED = """import random
import tensorflow as tf


def flipped(x):
    return tf.reverse(x, [0]) if random.random() > 0.5 else x


def doubled(x):
    return x * 2.0


dataset = tf.data.Dataset.from_tensor_slices(tf.ones([4, 3])).map(flipped).map(lambda x: doubled(x))
"""
TRAINED = """import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense, self.steps, self.rate = tf.keras.layers.Dense(1), 0, 1.0

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2) * self.rate
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        if self.steps > 100:
            tf.print(loss)
        self.steps += 1
        return {"loss": loss}


net = Net()
net.compile("adam")
net.fit(tf.ones([4, 2]), tf.ones([4, 1]))
net.rate = 0.5
net.compile("adam")
net.fit(tf.ones([4, 2]), tf.ones([4, 1]))
"""


def test_what_goes_wrong_silently_in_a_graph_that_a_library_makes_is_told():
    assert shown({"m.py": FLIPPED})[0] == ["flipped"]
    assert (
        shown({"m.py": FLIPPED.replace(".map(flipped)", "\nflipped(tf.ones([3]))\ndataset = dataset")})[0]
        == []
    )


def test_of_a_step_that_keras_runs_what_it_changes_itself_is_told():
    root = Path("/nowhere")
    source = SourceFile(root / "m.py", "m.py", TRAINED, "utf-8", TRAINED.encode())
    found = analyze(root, [source]).findings
    assert {f.code for f in found} == {"HYB104"}
    assert {f.location.line for f in found} == {18, 20}, "and not the rate, which a new `compile` reads again"
