"""`hybridize speedup` with TensorFlow, from the command to the edit; the rest of it is in test_speedup_command.py."""

import json
import sys
from importlib import resources

import jsonschema
import pytest
from hybridize_cli.main import execute

pytestmark = [pytest.mark.tf, pytest.mark.slow]  # minutes: `speedup` runs the program eight times or more
SCHEMA = json.loads(resources.files("hybridize_cli").joinpath("schemas/speedup.schema.json").read_text())
PROGRAM = """\
import sys

import tensorflow as tf

weight = tf.Variable(tf.ones([4, 4]))


def layer(x):
    for _ in range(20):
        x = tf.tanh(tf.matmul(x, weight) * 0.5)
    return x


def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x)))
    weight.assign_sub(0.01 * tape.gradient(loss, weight))
    return loss


for number in range(int(sys.argv[1])):
    loss = step(tf.fill([2, 4], 1.0 + number % 3))
print(f"{loss.numpy():.3f}")
"""


def test_the_outermost_slow_function_is_found_proved_and_measured(tmp_path, monkeypatch, capfd):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "train.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    command = [sys.executable, "train.py", "400"]
    code = execute(
        ["speedup", "--format", "json", "--no-cache", "--no-variants", "--repeat", "1", "--", *command]
    )
    printed = capfd.readouterr()
    assert code == 0, printed.err
    found = json.loads(printed.out)
    jsonschema.validate(found, SCHEMA)
    assert [edit["qualname"] for edit in found["kept"]] == ["step"], found
    (step,) = found["kept"]
    assert step["edit"] == "adds `@tf.function`"
    assert (step["original"]["calls"], step["edited"]["calls"]) == (400, 400)
    assert (step["original"]["traces"], step["edited"]["traces"]) == (0, 1)
    assert step["edited"]["each"] < step["original"]["each"]
    assert found["rejected"] == found["untried"] == []
    left = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == before


TREES = """\
import sys

import numpy as np
import tensorflow as tf

random = np.random.default_rng(0)
weight = tf.Variable(random.normal(size=[8, 8]).astype("float32"))
table = tf.Variable(random.normal(size=[9, 8]).astype("float32"))


def grow(depth):
    return int(random.integers(9)) if depth == 0 else (grow(depth - 1), grow(depth - 1))


def merge(left, right):
    return tf.tanh(tf.matmul(left + right, weight))


def encode(tree):
    if isinstance(tree, int):
        return table[tree][None]
    return merge(encode(tree[0]), encode(tree[1]))


def step(trees):
    with tf.GradientTape() as tape:
        found = tf.concat([encode(tree) for tree in trees], axis=0)
        loss = tf.reduce_mean(tf.square(found))
    gradients = tape.gradient(loss, [weight, table])
    weight.assign_sub(0.01 * gradients[0])
    return loss


for number in range(int(sys.argv[1])):
    loss = step([grow(4) for _ in range(16)])
print(f"{loss.numpy():.3f}")
"""


def test_calls_over_trees_are_batched(tmp_path, monkeypatch, capfd):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "train.py").write_text(TREES)
    monkeypatch.chdir(tmp_path)
    code = execute(
        ["speedup", "--format", "json", "--no-cache", "--no-variants", "--repeat", "1", "--", sys.executable,
         "train.py", "60"]
    )  # fmt: skip
    printed = capfd.readouterr()
    assert code == 0, printed.err
    found = json.loads(printed.out)
    jsonschema.validate(found, SCHEMA)
    kept = {edit["qualname"]: edit for edit in found["kept"]}
    assert set(kept) == {"merge", "encode", "step"}, found
    assert {edit["needs"] for edit in found["kept"]} == {"hybridize_runtime"}
    assert len({edit["group"] for edit in found["kept"]}) == 1
    assert kept["step"]["edited"]["each"] < kept["step"]["original"]["each"]
    assert kept["merge"]["original"] is kept["merge"]["edited"] is None
