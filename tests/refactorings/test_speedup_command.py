"""`hybridize speedup` on programs with TensorFlow: what it keeps, what it rejects, and what it leaves alone."""

import json
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hybridize_analyzer.report import NOT_TRACED, Applicability
from hybridize_cli import speeding, speedup_json
from hybridize_cli.main import execute
from hybridize_refactorings.proof.measuring import FunctionMeasure, Measurement, Times, Whole
from hybridize_refactorings.proof.speeding import Rejected, SpeedUp
from hybridize_refactorings.proof.subject import Edit, subject_of

SCHEMA = json.loads((Path(speedup_json.__file__).parent / "schemas" / "speedup.schema.json").read_text())
PROGRAM = """\
import sys

import tensorflow as tf

weights = [tf.Variable(tf.eye(8) * (1.0 + 0.01 * i)) for i in range(24)]
log = []


def layer(x, w):
    return tf.nn.relu(tf.matmul(x, w)) * 0.9


def model(x):
    for w in weights:
        x = layer(x, w)
    return x


def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    for w, g in zip(weights, tape.gradient(loss, weights)):
        w.assign_sub(0.001 * g)
    return loss


def logging(x, sink):
    for _ in range(20):
        x = tf.sin(x) + 0.1
    sink(x)
    return x


def main(n):
    x = tf.ones([4, 8])
    for _ in range(n):
        loss = step(x)
        x = logging(x, lambda y: log.append(float(tf.reduce_sum(y))))
    print(f"{float(loss):.3f} {sum(log):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
"""


SMALL = "import tensorflow as tf\n\n\ndef f(x):\n    return tf.nn.relu(x)\n\n\nf(tf.ones(2))\n"
EDIT = Edit("a.py:f#0", "a.py", "f", 4, "adds `@tf.function`", "convert", Applicability.SAFE, NOT_TRACED)


def timed(total):
    return Times(10, total / 10, total, 1, 0.1, 0, (total,))


def subject_of_all(judged):
    functions = tuple(replace(f, verdict="convert", gain="low") for f in judged.report.functions)
    return subject_of(replace(judged.report, functions=functions), judged.sources, unsafe=True)


@pytest.mark.tf
def test_a_slow_program(tmp_path, monkeypatch, capfd):
    """`step` is proved and faster; of `logging` only the run can tell, and it says no; nothing is written unasked."""
    (tmp_path / "pyproject.toml").touch()
    program = tmp_path / "train.py"
    program.write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    command = ["--", sys.executable, "train.py", "120"]
    options = ["--repeat", "1", "--format", "json", "-o", "found.json"]
    assert execute(["speedup", *options, *command]) == 0
    said = capfd.readouterr().err
    found = json.loads((tmp_path / "found.json").read_text())
    jsonschema.validate(found, SCHEMA)
    assert [(e["qualname"], e["edit"]) for e in found["kept"]] == [("step", "adds `@tf.function`")], said
    (kept,) = found["kept"]
    assert kept["original"]["total"] > kept["edited"]["total"]
    assert kept["original"]["calls"] == 120
    assert {e["qualname"] for e in found["rejected"]} <= {"logging"}
    assert program.read_text() == PROGRAM


EDITED = SpeedUp(
    (FunctionMeasure(EDIT, timed(4.0), timed(1.0), ()),),
    (Rejected(replace(EDIT, qualname="g"), "it is not faster"),),
    (),
    None,
    Measurement((), Whole(9.0, 0), Whole(6.0, 0), 1),
    7,
)


@pytest.mark.parametrize("options", [[], ["--diff"], ["--apply"]], ids=["report", "diff", "apply"])
def test_what_is_done_with_the_edits(tmp_path, monkeypatch, capfd, options):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "a.py").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        speeding, "_found", lambda _job, _project, judged, *_: (subject_of_all(judged), EDITED)
    )
    assert execute(["speedup", "--quiet", *options, "--", sys.executable, "a.py"]) == 0
    out = capfd.readouterr().out
    edited = SMALL.replace("def f", "@tf.function\ndef f")
    assert (tmp_path / "a.py").read_text() == (edited if options == ["--apply"] else SMALL)
    if options == ["--diff"]:
        assert "+@tf.function" in out
        return
    lines = out.splitlines()
    assert lines[0].endswith("a.py: 9.0 s → 6.0 s (1.5x), 1 edit proved on this run, 1 tried and rejected")
    assert lines[1].startswith("a.py:4 `f` adds `@tf.function`: 4.00 s → 1.00 s in 10 calls")
    assert lines[2] == "a.py:4 `g` adds `@tf.function`: rejected: it is not faster"
    assert (lines[-1] == "applied 1 edit in 1 file") is (options == ["--apply"])


def test_a_command_without_work(tmp_path, monkeypatch, capfd):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "a.py").write_text("def f(x):\n    return x\n\n\nf(1)\n")
    monkeypatch.chdir(tmp_path)
    assert execute(["speedup", "--quiet", "--", sys.executable, "a.py"]) == 0
    assert "nothing found that makes it faster" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "no command to run"),
        (["--", sys.executable, "-c", "raise SystemExit(4)"], 3, "exits with 4 on the original program"),
    ],
    ids=["no command", "failing command"],
)
def test_how_it_ends(tmp_path, monkeypatch, capfd, arguments, code, message):
    (tmp_path / "a.py").write_text(textwrap.dedent("x = 1\n"))
    monkeypatch.chdir(tmp_path)
    assert execute(["speedup", *arguments]) == code
    assert message in capfd.readouterr().err
