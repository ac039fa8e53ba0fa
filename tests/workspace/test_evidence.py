"""What the places under a finding say."""

from pathlib import Path

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Finding
from hybridize_analyzer.workspace.sources import SourceFile

WITHOUT_PARAMETERS = """\
import tensorflow as tf

W = tf.Variable([1.0, 2.0])


def step():
    W.assign_add(tf.exp(tf.sin(tf.ones([2]))))


for _ in range(9):
    step()
"""
WRAPPED_ANEW = """\
import tensorflow as tf


def step(x):
    return x * 2.0


def wrapped(x):
    graph = tf.function(step)
    return graph(x)


step(tf.ones([2]))
for _ in range(9):
    wrapped(tf.ones([2]))
step(tf.ones([2]))
"""


def findings(rule: str, text: str) -> list[Finding]:
    root = Path("/nowhere")
    report = analyze(root, [SourceFile(root / "m.py", "m.py", text, "utf-8", text.encode())])
    return [finding for finding in report.findings if finding.rule == rule]


def test_a_function_without_tensor_parameters_is_said_to_have_none():
    (finding,) = findings("eager-function", WITHOUT_PARAMETERS)
    assert finding.evidence[0].message == "no tensor parameters"


def test_a_graph_per_call_shows_the_call_that_runs_the_graph_and_no_other():
    (finding,) = findings("graph-per-call", WRAPPED_ANEW)
    assert finding.location.line == 9
    assert [(e.message, e.location.line) for e in finding.evidence] == [("called here", 10)]
