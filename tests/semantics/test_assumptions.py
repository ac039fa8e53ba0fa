"""What verdicts take for granted: every kind has a program that shows it, a page, and a user who can accept it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Applicability, AssumptionKind, FunctionReport, Report
from hybridize_analyzer.verdict.acceptance import accept
from hybridize_analyzer.verdict.assumption_kinds import PAGES
from hybridize_analyzer.workspace.sources import SourceFile

REPO = Path(__file__).parents[2]
HEAD = "import keras\nimport numpy as np\nimport tensorflow as tf\nimport unseen\n\n"
OBSERVED = "observed-run"  # rests on a profile: test_recorded_runs.py
PROGRAMS = {
    "type-hint": "def f(x: tf.Tensor):\n    return tf.exp(x)\n",
    "shape-specification": (
        "from check_shapes import check_shapes\n\n@check_shapes('x: [n, d]')\ndef f(x):\n    return tf.exp(x)\n"
    ),
    "docstring": 'def f(x):\n    """Exp.\n\n    Args:\n        x: A `tf.Tensor`.\n    """\n    return tf.exp(x)\n',
    "keras-convention": "class L(keras.layers.Layer):\n    def call(self, x):\n        return x * 2.0\n",
    "tensor-use": "def f(x):\n    return tf.exp(x)\n",
    "opaque-argument": "def f(x, k):\n    return tf.exp(x)\n\nf(tf.ones(2), unseen.load(3))\n",
    "unseen-code": "def f(x, k):\n    return k(x) * 2.0\n\nf(tf.ones(2), unseen.load(3))\n",
    "unseen-value": "def f(x):\n    return x * unseen.RATE\n\nf(tf.ones(2))\n",
    "unseen-result": "def f(x, k):\n    return k, tf.exp(x)\n\n\ndef g(k):\n    return f(tf.ones(2), k)\n",
    "widened-result": (
        "def f(x, n):\n    total = 0.0\n    for i in range(n):\n        total += tf.exp(x)\n    return total\n\n"
        "f(tf.ones(2), int(unseen.load(3)))\n"
    ),
    "settled-state": (
        "class A:\n    def __init__(self, k):\n        self.k = k\n\n    def __setstate__(self, state):\n"
        "        self.k = state['k']\n\n    def f(self, x):\n        return x * self.k\n\n"
        "a = A(2.0)\na.f(tf.ones(2))\na.__setstate__({'k': 3.0})\n"
    ),
    "passing-attribute": (
        "class A:\n    def f(self, x):\n        self.k = tf.exp(x)\n        return self.g(x)\n\n"
        "    def g(self, x):\n        return x * self.k\n\na = A()\na.f(tf.ones(2))\n"
    ),
    "branch-ranks": (
        "d = keras.layers.Dense(3)\n\n\ndef f(x: tf.Tensor):\n"
        "    return d(tf.cond(tf.reduce_sum(x) > 0.0, lambda: x * 2.0, lambda: -x))\n"
    ),
    "unpacked-tuple": (
        "def pair(x, both):\n    return (x, -x) if both else x\n\n\ndef f(x: tf.Tensor, both: bool):\n"
        "    a, b = pair(x, both)\n    return tf.exp(a) + b\n"
    ),
    "nested-array": "def f(x, d):\n    return tf.exp(x)\n\nf(tf.ones(2), {'a': np.ones(2)})\n",
    "array-dtype": "def f(x, a):\n    return x * a\n\nf(tf.ones(2, tf.float64), np.asarray(unseen.thing))\n",
    "unseen-callers": "def f(x: tf.Tensor):\n    return tf.exp(x)\n",
    "outside-callers": "def f(x):\n    return tf.exp(x)\n\nf(tf.ones(2))\n",
    "handed-over": "def f(x):\n    return tf.exp(x)\n\nf(tf.ones(2))\nunseen.run(f)\n",
    "rare-definition": (
        "def outer():\n    def f(x):\n        return tf.exp(x)\n    return f(tf.ones(2))\n\nouter()\n"
    ),
    "shallow-recursion": "def f(x, n):\n    return x if n == 0 else f(x * 2.0, n - 1)\n\nf(tf.ones(2), 3)\n",
    "error-types": (
        "def f(x):\n    return tf.exp(x)\n\ntry:\n    f(tf.ones(2))\nexcept ValueError:\n    print('no')\n"
    ),
    "zero-gradients": (
        "v = tf.Variable(1.0)\n\ndef f(x):\n    if x[0] > 0.0:\n        return v * x[0]\n    return x[0]\n\n"
        "with tf.GradientTape() as tape:\n    y = f(tf.ones(2))\ntape.gradient(y, v)\n"
    ),
    "vanishing-probabilities": "def f(x):\n    return tf.math.log(tf.nn.softmax(x))\n\nf(tf.ones((2, 2)))\n",
    "float-limits": "def f(x):\n    return tf.math.log(tf.exp(x) - 1.0)\n\nf(tf.ones(2))\n",
    "functional-calls": "def f(x):\n    return tf.exp(x)\n\ntf.map_fn(f, tf.ones((3, 2)))\n",
    "built-layer": (
        "d = keras.layers.Dense(3)\n\n\ndef g(x, k):\n    return d(x) if k else x\n\n"
        "g(tf.ones((2, 3)), False)\ng(tf.ones((2, 3)), True)\n"
    ),
    "random-numbers": "def f(x):\n    return x + tf.random.normal((2,))\n\nf(tf.ones(2))\n",
    "summary-writer": (
        "def f(x, n):\n    tf.summary.write('s', x[0], step=n)\n    return x * 2.0\n\nf(tf.ones(2), tf.constant(1))\n"
    ),
    "both-modes": "def f(x):\n    return tf.exp(x) if tf.executing_eagerly() else tf.exp(x)\n\nf(tf.ones(2))\n",
    "tensor-result": "@tf.function\ndef f(n):\n    return n + 1\n\nf(2)\n",
    "few-operations": "@tf.function\ndef f(n):\n    return tf.constant(n)\n\nf(2)\n",
}


def judged(text: str, tmp_path: Path) -> Report:
    """The report about a library of one module."""
    (tmp_path / "setup.py").write_text("", encoding="utf-8")
    code = HEAD + text
    return analyze(tmp_path, [SourceFile(tmp_path / "m.py", "m.py", code, "utf-8", code.encode())])


def kinds(function: FunctionReport) -> set[str]:
    return {assumption.kind.value for assumption in function.assumptions}


def test_every_kind_has_a_program_and_a_page() -> None:
    every = [kind.value for kind in AssumptionKind]
    assert [*PROGRAMS, OBSERVED] == every
    assert [kind.value for kind in PAGES] == every


@pytest.mark.parametrize("kind", PROGRAMS)
def test_programs_show_the_kind_and_accepting_it_counts(kind: str, tmp_path: Path) -> None:
    report = judged(PROGRAMS[kind], tmp_path)
    (found, *_) = [f for f in report.functions if kind in kinds(f)]
    assert found.verdict in ("convert", "remove")
    assert not found.safe
    every = accept(report, kinds(found))
    (accepted,) = [f for f in every.functions if f.location == found.location]
    assert accepted.safe
    assert [a.message for a in accepted.assumptions] == [a.message for a in found.assumptions]
    assert all(a.accepted for a in accepted.assumptions)
    (rest,) = [f for f in accept(report, kinds(found) - {kind}).functions if f.location == found.location]
    assert not rest.safe
    for finding in every.findings:
        if finding.location == found.location:
            assert finding.applicability is Applicability.SAFE
            assert "--unsafe" not in (finding.help or "")


def test_what_tests_wait_for_is_assumed(tmp_path: Path) -> None:
    """A handler of the program itself refuses; a test that waits for an error of TensorFlow is named."""
    code = "import tensorflow as tf\n\n\ndef f(x):\n    return tf.matmul(x, x)\n\n\nf(tf.ones((2, 2)))\n"
    test = (
        "import pytest\nimport tensorflow as tf\nimport m\n\n\ndef test_f():\n"
        "    with pytest.raises(tf.errors.InvalidArgumentError):\n        m.f(tf.ones((2, 3)))\n"
    )
    for name, verdict in (("test_m.py", "convert"), ("other.py", "undetermined")):
        texts = {"m.py": code, name: test}
        sources = [SourceFile(tmp_path / p, p, t, "utf-8", t.encode()) for p, t in texts.items()]
        (found, *_) = analyze(tmp_path, sources).functions
        assert (found.qualname, found.verdict) == ("f", verdict)
        assert ("error-types" in kinds(found)) == (verdict == "convert")


def test_what_a_library_exports_may_be_anything(tmp_path: Path) -> None:
    """An array of float64, for one: it meets float32 tensors when they are multiplied, and fails as an argument."""
    report = judged("def f(x, k):\n    return x * k\n\nf(tf.ones(2), unseen.SCALE)\n", tmp_path)
    assert "opaque-argument" in kinds(report.functions[0])
    known = judged("def f(x, k):\n    return tf.cast(x, k)\n\nf(tf.ones(2), tf.float64)\n", tmp_path)
    assert "opaque-argument" not in kinds(known.functions[0])


def test_what_leads_to_a_function_is_assumed_too(tmp_path: Path) -> None:
    """`_inner` is called visibly, with what a caller that nobody sees gives to `outer`."""
    report = judged(
        "def _inner(x):\n    return tf.exp(x)\n\n\ndef outer(x: tf.Tensor):\n    return _inner(x)\n", tmp_path
    )
    inner = next(f for f in report.functions if f.qualname == "_inner")
    assert {"unseen-callers", "outside-callers"} <= kinds(inner)
    assert not inner.safe
    text = "def _inner(x):\n    return tf.exp(x)\n\n\ndef outer(n: int):\n    return _inner(tf.ones([3]))\n\nouter(3)\n"
    inner = next(f for f in judged(text, tmp_path).functions if f.qualname == "_inner")
    assert inner.safe


def test_special_methods_of_a_library_are_public(tmp_path: Path) -> None:
    text = "class A:\n    def __call__(self, x):\n        return x * 2.0\n\na = A()\na(tf.ones(3))\n"
    assert "outside-callers" in kinds(judged(text, tmp_path).functions[0])


def test_accepting_changes_no_verdict(tmp_path: Path) -> None:
    report = judged("def f(x: tf.Tensor):\n    print(x)\n    return tf.exp(x)\n", tmp_path)
    assert accept(report, {kind.value for kind in AssumptionKind}) == report


MANY = 100 * "    x = tf.exp(x)\n"
"""Operations enough for a graph to pay."""


def test_what_callers_run_in_graphs_gains_nothing(tmp_path: Path) -> None:
    tape = "    with tf.GradientTape() as tape:\n        tape.watch(x)\n        y = _inner(x)\n"
    step = f"def outer(x: tf.Tensor):\n{tape}    return tape.gradient(y, x)\n"
    text = f"def _inner(x):\n{MANY}    return x\n\n\n{step}"
    report = judged(text, tmp_path)
    assert {f.qualname: f.gain for f in report.functions}["_inner"] == "none"
    after = accept(report, {"type-hint", "unseen-callers"})
    assert [f.function for f in after.findings if f.code == "HYB001"] == ["outer"]


def test_a_part_is_left_to_a_caller_whose_edit_rests_on_assumptions(tmp_path: Path) -> None:
    text = (
        f"def _inner(x):\n{MANY}{MANY}{MANY}    return x\n\n\ndef _outer(x, k):\n    return _inner(x){{}} * unseen.RATE\n\n"
        "for _ in range(90_000):\n    _outer(tf.ones(2), 1)\n"
    )
    report = judged(text.format(""), tmp_path)
    inner = next(f for f in report.functions if f.qualname == "_inner")
    assert inner.safe
    assert inner.gain == "none"
    refused = judged(text.format(".numpy()"), tmp_path)
    assert next(f for f in refused.functions if f.qualname == "_inner").gain != "none"


INNER = "    def f(y):\n        return tf.exp(y)\n"


@pytest.mark.parametrize(
    ("maker", "called", "worth"),
    [
        (f"def make(k):\n{INNER}    return f\n\nf = make(2.0)\n", "f", True),
        (f"def make(x):\n{INNER}    print('made')\n    return f(x)\n", "make", False),
        (f"def make(x):\n{INNER}    for i in range(300):\n        print(f(x))\n", "make", True),
        (f"def make(x):\n{INNER}    for i in range(3):\n        print(f(x))\n", "make", False),
    ],
)
def test_a_function_made_for_every_batch_gains_nothing(
    maker: str, called: str, worth: bool, tmp_path: Path
) -> None:
    text = f"{maker}\nfor i in range(9):\n    {called}(tf.ones(2))\n"
    found = next(f for f in judged(text, tmp_path).functions if "." in f.qualname)
    assert found.verdict == "convert"
    assert (found.gain != "none") is worth


def test_who_asks_whether_it_is_a_tensor_is_given_other_things(tmp_path: Path) -> None:
    text = "def f(x, k):\n    if isinstance(x, tf.Tensor):\n        return tf.cast(x, k)\n    return x\n"
    assert judged(text, tmp_path).functions[0].verdict != "convert"


@pytest.mark.parametrize(
    ("imports", "used", "verdict"),
    [
        ("from yacs.config import CfgNode", "cfg.scale", "undetermined"),
        ("import ml_collections", "config.model.scale", "undetermined"),
        ("from box import Box", "cfg.scale", "convert"),
        ("from yacs.config import CfgNode", "penalty.scale", "convert"),
    ],
)
def test_what_is_named_like_a_configuration_is_one_of_the_library_that_the_project_has(
    imports: str, used: str, verdict: str, tmp_path: Path
) -> None:
    name = used.partition(".")[0]
    text = f"{imports}\n\n\ndef f(x: tf.Tensor, {name}):\n    return tf.exp(x) * {used}\n"
    assert judged(text, tmp_path).functions[0].verdict == verdict


def test_methods_that_graphs_call_by_name_gain_nothing_by_themselves(tmp_path: Path) -> None:
    steps = "".join(f"        x = tf.exp(x) * {n}.5\n" for n in range(9))
    text = (
        f"class Helper:\n    def forward(self, x):\n{steps}        with tf.GradientTape() as tape:\n"
        "            tape.watch(x)\n            y = x * 2.0\n        return tape.gradient(y, x)\n\n\n"
    )
    caller = (
        "@tf.function\ndef run(x: tf.Tensor):\n    return unseen.found().forward(x)\n\n\nrun(tf.ones(3))\n"
    )
    alone, called = judged(text, tmp_path), judged(text + caller, tmp_path)
    assert [report.functions[0].gain for report in (alone, called)] == ["high", "low"]


@pytest.mark.tf
def test_a_specification_is_no_argument() -> None:
    import tensorflow as tf

    def twice(x: Any, spec: Any) -> Any:
        return x * 2.0 if spec.shape == [2] else x

    spec = tf.TensorSpec([2], tf.float32)
    assert twice(tf.ones(2), spec)[0] == 2.0
    with pytest.raises(ValueError, match="unsupported type"):
        tf.function(twice)(tf.ones(2), spec)


def test_page_is_generated_from_the_table() -> None:
    sys.path.insert(0, str(REPO / "tools"))
    try:
        from generate_assumption_docs import document
    finally:
        sys.path.pop(0)
    text = (REPO / "docs/assumptions.md").read_text(encoding="utf-8")
    assert text == document(), "run `python tools/generate_assumption_docs.py`"


@pytest.mark.parametrize(("labels", "said"), [("[4, 1]", False), ("[4]", True)])
def test_labels_of_another_shape_are_said_of_logits_that_a_graph_finds(
    tmp_path: Path, labels: str, said: bool
) -> None:
    # Executed with Keras 2: labels `[4]` and probabilities `[4, 1]` give a loss eagerly, and raise ValueError in a graph.
    text = (
        "import tensorflow as tf\n\n\ndef f(x, y):\n"
        "    return tf.keras.losses.binary_crossentropy(y, tf.sigmoid(x))\n\n\n"
        f"f(tf.ones([4, 1]), tf.ones({labels}))\n"
    )
    path = tmp_path / "a.py"
    path.write_text(text)
    report = analyze(tmp_path, [SourceFile(path, "a.py", text, "utf-8", text.encode())])
    (function,) = report.functions
    kind = AssumptionKind.VANISHING_PROBABILITIES
    (message,) = (each.message for each in function.assumptions if each.kind is kind)
    assert ("no labels of another shape" in message) is said
