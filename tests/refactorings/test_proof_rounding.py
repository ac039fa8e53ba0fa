"""The original run so that it rounds otherwise: what is moved, and what this says of an edit."""

import sys
import textwrap

import numpy as np
import pytest
from hybridize_analyzer.report import FunctionReport, Location, Report
from hybridize_analyzer.workspace.reading import decode_source
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.probe.rounding import Rounding
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.subject import subject_of
from hybridize_refactorings.proof.verifying import verify

pytestmark = pytest.mark.tf


class Model:
    def __init__(self, tf):
        self.weights = {"w": tf.Variable([0.1] * 64), "count": tf.Variable(3.0), "n": tf.Variable(7)}
        self.me, self.call = self, lambda: None


def test_variables_move_by_units_in_the_last_place():
    import tensorflow as tf

    one, other, third = (Model(tf) for _ in range(3))
    Rounding(1).move([one, (one,)])
    Rounding(1).move([[other]])
    Rounding(2).move([third])
    moved = one.weights["w"].numpy()
    off = np.abs(moved / np.float32(0.1) - 1.0)
    assert 0.0 < off.max() < 3e-7
    np.testing.assert_array_equal(other.weights["w"].numpy(), moved)
    assert np.any(third.weights["w"].numpy() != moved)
    assert (one.weights["count"].numpy(), one.weights["n"].numpy()) == (3.0, 7)


def test_results_move_and_gradients_go_through():
    import tensorflow as tf

    x = tf.Variable([0.1] * 64, dtype=tf.float64)
    with tf.GradientTape() as tape:
        found = Rounding(1).moved({"y": [x * 3.0], "n": 4, "whole": tf.constant([2.0, 0.0])})
    off = np.abs(found["y"][0].numpy() / (x.numpy() * 3.0) - 1.0)
    assert 0.0 < off.max() < 1e-15
    np.testing.assert_allclose(tape.gradient(found["y"][0], x), 3.0, rtol=1e-12)
    assert found["n"] == 4
    np.testing.assert_array_equal(found["whole"], [2.0, 0.0])


CHAOS = """\
import tensorflow as tf

state = tf.Variable([0.3, 0.4, 0.6])


def step(pull):
    state.assign(state * 1.3 * 3.0 * (1.0 - state) + pull{more})
    return tf.reduce_mean(state)


for number in range(60):
    print(f"step {number} mean {float(step(tf.constant(0.0))):.4f}")
"""


def proof_of(folder, program):
    text = textwrap.dedent(program)
    (folder / "main.py").write_text(text)
    source = decode_source(text.encode(), folder / "main.py", folder)
    line = next(n for n, line in enumerate(text.splitlines(), 1) if "def step" in line)
    where = Location("main.py", line, 1, line, 2)
    report = Report(folder, (FunctionReport("main.py", "step", line, where, False, "convert", True),), (), ())
    job = Job(TreeCopy(folder), (sys.executable, "main.py"), folder, folder, 300.0)
    return verify(job, subject_of(report, {"main.py": source}, unsafe=False), lambda _: None)


@pytest.mark.slow
def test_rounding_that_grows_is_no_change_of_the_program(tmp_path):
    """The graph multiplies the two constants first, and after thirty steps nothing of the numbers is the same."""
    proof = proof_of(tmp_path, CHAOS.replace("{more}", ""))
    (found,) = proof.functions
    assert found.verdict == "proved", found.reason
    assert found.compared.compared > 5
    assert proof.lines == 60
    assert proof.drifting > 10


@pytest.mark.slow
def test_what_chaos_hides_is_found_before_it(tmp_path):
    """A number that is frozen in the graph changes the seventh step, where rounding has not grown yet."""
    hidden = " + (1e-2 if Count.calls == 7 else 0.0)"
    program = CHAOS.replace("{more}", hidden).replace(
        "def step(pull):\n", "class Count:\n    calls = 0\n\n\ndef step(pull):\n    Count.calls += 1\n"
    )
    proof = proof_of(tmp_path, program)
    assert [found.verdict for found in proof.functions] == ["refuted"]
