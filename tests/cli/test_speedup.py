"""`hybridize speedup` on programs with TensorFlow: what it keeps, what it rejects, and what it leaves alone."""

import json
import sys
import textwrap
from pathlib import Path

import jsonschema
import pytest
from hybridize_cli import speedup_json
from hybridize_cli.main import execute

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


@pytest.mark.tf
def test_a_slow_program(tmp_path, monkeypatch, capfd):
    """`step` is proved and faster; of `logging` only the run can tell, and it says no; nothing is written unasked."""
    (tmp_path / "pyproject.toml").touch()
    program = tmp_path / "train.py"
    program.write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    command = ["--", sys.executable, "train.py", "120"]
    assert execute(["speedup", "--repeat", "1", "--format", "json", "-o", "found.json", *command]) == 0
    said = capfd.readouterr().err
    found = json.loads((tmp_path / "found.json").read_text())
    jsonschema.validate(found, SCHEMA)
    assert [(e["qualname"], e["edit"]) for e in found["kept"]] == [("step", "adds `@tf.function`")], said
    (kept,) = found["kept"]
    assert kept["original"]["total"] > 1.5 * kept["edited"]["total"]
    assert found["before"] > found["after"]
    assert {e["qualname"] for e in found["rejected"]} <= {"logging"}
    assert program.read_text() == PROGRAM
    assert (
        sorted(path.name for path in tmp_path.iterdir()) == ["found.json", "pyproject.toml", "train.py"]
        or (tmp_path / ".hybridize_cache").exists()
    )

    assert execute(["speedup", "--repeat", "1", "--apply", "--quiet", *command]) == 0
    out = capfd.readouterr().out
    assert " s → " in out.splitlines()[0]
    assert out.splitlines()[-1] == "applied 1 edit in 1 file"
    assert program.read_text() == PROGRAM.replace("def step", "@tf.function\ndef step")


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
