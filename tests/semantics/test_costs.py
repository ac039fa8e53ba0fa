"""How much arithmetic an operation is."""

from __future__ import annotations

from pathlib import Path

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.interpreter.tracing.costs import elements
from hybridize_analyzer.shapes.spec import Repeated, Several, Spec
from hybridize_analyzer.workspace.sources import SourceFile


def test_several_results_have_the_elements_of_all():
    parts = (Spec("float32", (3, 4)), Spec("int32", (5,)))
    assert elements(Several(parts)) == elements(Several(parts, listed=True)) == 17
    assert elements(Several((Several(parts), Spec("float32", ())))) == 18


def test_lists_of_unknown_length_have_elements():
    assert elements(Repeated(Spec("float32", (3,)))) > 1


def test_of_what_a_call_may_run_the_longest_counts():
    text = (
        "import tensorflow as tf\n\n\ndef short(x):\n    return tf.sin(x)\n\n\n"
        "def long(x):\n    return tf.tanh(tf.exp(tf.sin(x)))\n\n\n"
        "def run(f, x):\n    return f(x)\n\n\nfor n in range(9):\n    run(short if n % 2 else long, tf.ones([3]))\n"
    )
    root = Path("/nowhere")
    report = analyze(root, [SourceFile(root / "m.py", "m.py", text, "utf-8", text.encode())])
    assert {f.qualname: f.ops for f in report.functions} == {"short": 1, "long": 3, "run": 3}
