"""`--repair`, with the real analyzer: what is shown, what is written, and what turns a repair down."""

import json
import subprocess
import sys

import pytest

PROGRAM = """import tensorflow as tf

history = []


def evaluate(w, x):  # IGNORE
    p = tf.sigmoid(tf.linalg.matvec(x, w))
    loss = tf.reduce_mean(tf.square(p))
    history.append(float(loss))
    return loss


X = tf.constant([[1.0, 2.0], [3.0, 4.0]])
evaluate(tf.constant([0.1, 0.2]), X)
"""


@pytest.fixture
def hybridize(tmp_path):
    def run(*arguments):
        common = ["--isolated", "--no-cache", "--min-gain", "low", "."]
        command = [sys.executable, "-m", "hybridize_cli", *arguments, *common]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    (tmp_path / "a.py").write_text(PROGRAM)
    return run


def findings(outcome):
    return [(f["code"], f["help"], f["applicability"]) for f in json.loads(outcome.stdout)["findings"]]


def test_check_shows_repairs_only_when_asked(hybridize):
    assert findings(hybridize("check", "--format", "json")) == []
    shown = findings(hybridize("check", "--format", "json", "--repair"))
    expected = "repair: moves lines 7 to 8 into `_evaluate_core`; `hybridize fix --repair` does it"
    assert shown == [("HYB102", expected, "safe")]


PRINTS = """import tensorflow as tf


def evaluate(x):
    print(tf.reduce_mean(x))
    return tf.square(x)


evaluate(tf.ones([2]))
"""


def test_check_shows_what_fix_needs_unsafe_for(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(PRINTS)
    ((code, told, applicability),) = findings(hybridize("check", "--format", "json", "--repair"))
    assert (code, applicability) == ("HYB101", "unsafe")  # a rule whose hazards are told on request
    assert "`hybridize fix --repair --unsafe` does it" in told
    assert hybridize("fix", "--repair").stdout == "applied 0 edits in 0 files\n"
    assert hybridize("fix", "--repair", "--unsafe", "--diff").stdout.count("+@tf.function") == 1


def test_fix_repairs_and_converts_in_one_pass(hybridize, tmp_path):
    assert "+@tf.function" in hybridize("fix", "--repair", "--diff").stdout
    outcome = hybridize("fix", "--repair")
    assert outcome.stdout.splitlines() == [
        "a.py:6 `evaluate` moves lines 7 to 8 into `_evaluate_core`, adds `@tf.function`",
        "applied 1 edit in 1 file",
    ]
    after = (tmp_path / "a.py").read_text()
    assert "@tf.function\ndef _evaluate_core(x, w):\n" in after
    assert hybridize("fix", "--repair").stdout == "applied 0 edits in 0 files\n"
    assert (tmp_path / "a.py").read_text() == after


@pytest.mark.parametrize("comment", ["hybridize: ignore[HYB102]", "hybridize: ignore[python-side-effect]"])
def test_suppression_turns_a_repair_down(hybridize, tmp_path, comment):
    (tmp_path / "a.py").write_text(PROGRAM.replace("IGNORE", comment))
    assert hybridize("fix", "--repair").stdout == "applied 0 edits in 0 files\n"


def test_selected_rules_choose_repairs(hybridize):
    assert findings(hybridize("check", "--format", "json", "--repair", "--select", "HYB101")) == []
    assert len(findings(hybridize("check", "--format", "json", "--repair", "--select", "HYB102"))) == 1
    assert hybridize("fix", "--repair", "--select", "HYB101").stdout == "applied 0 edits in 0 files\n"
