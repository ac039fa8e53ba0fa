"""Which hazards of existing graphs are told."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.workspace.sources import SourceFile

STEP = """
import time
import tensorflow as tf

@tf.function
def value(x):
    return tf.reduce_sum(x) * time.time()
"""
ROOT = Path("/project")
EAGERLY = "import tensorflow as tf\n{}\nimport step\nstep.value(tf.ones([3]))\n"


def _told(files: Mapping[str, str]) -> list[str]:
    sources = [SourceFile(ROOT / name, name, text, "utf-8", text.encode()) for name, text in files.items()]
    return [f.rule for f in analyze(ROOT, sources).findings if f.applicability is None]


@pytest.mark.parametrize(
    ("switch", "told"),
    [
        ("tf.config.run_functions_eagerly(True)", []),
        ("tf.config.run_functions_eagerly(run_eagerly=True)", []),
        ("tf.config.experimental_run_functions_eagerly(True)", []),
        ("def main():\n    tf.config.run_functions_eagerly(True)\nmain()", []),
        ("", ["ambient-state"]),
        ("tf.config.run_functions_eagerly(False)", ["ambient-state"]),
        ("if input():\n    tf.config.run_functions_eagerly(True)", ["ambient-state"]),
        (
            "tf.config.run_functions_eagerly(True)\ntf.config.run_functions_eagerly(False)",
            ["ambient-state"],
        ),
    ],
)
def test_a_program_that_runs_its_functions_eagerly_has_no_graphs(switch: str, told: list[str]) -> None:
    assert _told({"step.py": STEP, "main.py": EAGERLY.format(switch)}) == told


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"settings.py": "import tensorflow as tf\ntf.config.run_functions_eagerly(True)\n"}, []),
        (
            {
                "settings.py": "import tensorflow as tf\ndef debug():\n    tf.config.run_functions_eagerly(True)\n"
            },
            ["ambient-state"],
        ),
        (
            {
                "settings.py": "",
                "test_step.py": "import tensorflow as tf\nimport step\ntf.config.run_functions_eagerly(True)\n",
            },
            ["ambient-state"],
        ),
    ],
)
def test_a_file_that_is_imported_decides_where_it_is_run(files: Mapping[str, str], told: list[str]) -> None:
    assert _told({"step.py": "import settings\n" + STEP, **files}) == told


PRINTING = """
import tensorflow as tf

@tf.function
def step(x):
    {}
    return tf.reduce_sum(tf.tanh(x))

for _ in range(3):
    step(tf.ones([3]))
"""


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("print('Tracing with', x)", []),
        ("print('shapes:', x.shape, x.dtype)", []),
        ("print(f'{x.shape} and {x.get_shape()[0]}')", []),
        ("print('step')", []),
        ("print(x)", ["python-output"]),
        ("print(x.shape, x)", ["python-output"]),
        ("print(x[: x.shape[0] - 1])", ["python-output"]),
        ("print(f'{x.shape} {tf.reduce_sum(x)}')", ["python-output"]),
        ("print('{} of {}'.format(tf.reduce_sum(x), 3))", ["python-output"]),
        ("print('%s' % tf.reduce_sum(x))", ["python-output"]),
        ("tf.print(f'{tf.reduce_sum(x)}')", ["tensor-as-python-value"]),
    ],
)
def test_what_is_printed_of_a_trace_is_meant(printed: str, told: list[str]) -> None:
    assert sorted(_told({"step.py": PRINTING.format(printed)})) == sorted(told)


MAPPED = """
import tensorflow as tf

@tf.function
def load(x):
    print(x)
    return x + 1

dataset = tf.data.Dataset.range(4).map(load)
{}
"""


@pytest.mark.parametrize(("more", "told"), [("", []), ("load(tf.constant(3))", ["python-output"])])
def test_what_only_datasets_run_has_never_printed_values(more: str, told: list[str]) -> None:
    assert _told({"load.py": MAPPED.format(more)}) == told


PICKING = """
import tensorflow as tf

@tf.function
def pick(scores, most):
    def step(index, total):
        return index + 1, total + scores[index]

    return tf.while_loop(lambda index, total: index < most, step, (0, 0.0))[1]

@tf.function
def best(parts):
    return pick(tf.concat([each for each in parts], axis=0), 3)
"""


def test_what_cannot_be_seen_is_no_container_because_a_tensor_indexes_it() -> None:
    source = SourceFile(ROOT / "pick.py", "pick.py", PICKING, "utf-8", PICKING.encode())
    found = {f.qualname: [r.rule for r in f.reasons] for f in analyze(ROOT, [source]).functions}
    assert found["pick"] == ["unseen-code"]


TWO_LAYERS = """
import numpy as np
import tensorflow as tf

class Rows:
    def __call__(self, x):
        return tf.reduce_sum(tf.exp(x))

class Pairs:
    def __call__(self, pair):
        shown = "%s" % pair[0]
        return tf.reduce_sum(tf.exp(pair[0])) * len(shown)

class Model:
    def __init__(self, paired):
        self.paired = paired
        self.layer = {}

    @tf.function
    def step(self, batch):
        return self.layer(batch)

def run(paired):
    model = Model(paired)
    x = tf.ones([3, 2])
    for _ in range(9):
        model.step({} if paired else x)

run(True)
run(False)
"""


@pytest.mark.parametrize(
    ("layer", "given", "told"),
    [
        ("Pairs() if paired else Rows()", "(x, x)", []),
        ("Pairs()", "(x, x)", ["tensor-as-python-value"]),
    ],
)
def test_what_one_of_several_functions_would_do_is_not_told(layer: str, given: str, told: list[str]) -> None:
    assert _told({"m.py": TWO_LAYERS.format(layer, given).replace("{{}}", "{}")}) == told


RAISING = """
import tensorflow as tf

@tf.function
def value(x):
    return tf.abs(x).numpy() + 1.0
"""


@pytest.mark.parametrize(
    ("calls", "told"),
    [("value(tf.ones([2]))\n", []), ("", ["eager-only-call"])],
)
def test_what_fails_in_each_trace_is_told_only_where_nothing_runs_it(calls: str, told: list[str]) -> None:
    assert sorted(_told({"m.py": RAISING + calls})) == told


FRESH = """
import numpy as np
import tensorflow as tf

kept, table = [], np.zeros([3], np.float32)


def parts(x):
    found = []
    for factor in (1.0, 2.0):
        found.append(x * factor)
    return found


class Net:
    def __init__(self):
        self.groups = [[tf.Variable(1.0)], [tf.Variable(2.0)]]

    def weights(self):
        return [each for group in self.groups for each in group]

    def held(self):
        return self.groups[0]


net, extra = Net(), [tf.Variable(3.0)]


@tf.function
def step(x):
    {}
    return tf.add_n([tf.reduce_sum(each) for each in found])


x = np.ones([3], np.float32)
everything = [parts(x), net.weights()]
everything[0].append(x)
for _ in range(3):
    step(x)
"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("found = parts(x)\n    found.append(x)", []),
        ("found = net.weights()\n    found += extra", []),
        ("found = net.held()\n    found += [x]", ["python-side-effect"]),
        ("found = kept\n    found.append(x)", ["python-side-effect"]),
        ("x += 1.0\n    found = [x]", []),
        ("global table\n    table += 1.0\n    found = [x + table]", ["python-side-effect"]),
    ],
)
def test_what_a_graph_makes_itself_is_not_changed_for_others(body: str, told: list[str]) -> None:
    assert sorted(set(_told({"step.py": FRESH.format(body)})) & {"python-side-effect"}) == told


STEP_OF_ANYTHING = """
def step(x, y, model):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    return tape.gradient(loss, model.trainable_variables)
"""


@pytest.mark.parametrize(
    ("around", "verdict"),
    [
        ("import tensorflow as tf\nwhile True:\n    print(1)\n@tf.function{}", "undetermined"),
        ("import tensorflow as tf\nraise SystemExit\n@tf.function{}", "undetermined"),
        ("import tensorflow as tf\nwhile input():\n    print(1)\n@tf.function{}", "keep"),
        ("import tensorflow as tf\nwhile True:\n    print(1)\n{}", "convert"),
    ],
)
def test_what_nothing_has_decorated_is_no_eager_function(around: str, verdict: str) -> None:
    text = around.format(STEP_OF_ANYTHING)
    report = analyze(ROOT, [SourceFile(ROOT / "main.py", "main.py", text, "utf-8", text.encode())])
    assert [f.verdict for f in report.functions] == [verdict]
