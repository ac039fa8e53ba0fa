"""`--repair`, with the real analyzer: what is shown, what is written, and what turns a repair down."""

import json
import subprocess
import sys

import pytest
from hybridize_cli.steps import MOST_LINES

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


TOLD = """import tensorflow as tf

w = tf.Variable([1.0, 2.0])
for x in [tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000:
    with tf.GradientTape() as tape:
        p = tf.sigmoid(tf.linalg.matvec(x, w))
        loss = tf.reduce_mean(tf.square(p - tf.tanh(p) * tf.exp(-p)))
        if float(loss) < 0.1:
            break
    w.assign_sub(0.1 * tape.gradient(loss, w))

for x in [tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000:
    p = tf.sigmoid(tf.linalg.matvec(x, w))
    q = tf.reduce_mean(tf.square(p - tf.tanh(p) * tf.exp(-p)))
    print(q.numpy())
"""


def test_a_loop_at_the_top_level_that_trains_nothing_is_not_told_as_one_that_does(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(TOLD)
    assert findings(hybridize("check", "--format", "json", "--repair")) == []
    (tmp_path / "a.py").write_text(TOLD.replace("        if float(loss) < 0.1:\n            break\n", ""))
    shown = hybridize("check", "--repair").stdout
    assert "a.py:4:1" in shown
    assert "moves lines 5 to 8 into `train_step`" in shown


LOOP = """import tensorflow as tf


def main(data):
    w = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x in data:
        with tf.GradientTape() as tape:
            p = tf.sigmoid(tf.linalg.matvec(x, w))
            loss = tf.reduce_mean(tf.square(p - tf.tanh(p) * tf.exp(-p)))
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])
        print(float(loss))


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000)
"""
MOVED = "moves lines 8 to 11 into `train_step`"


def test_check_looks_unasked_for_training_steps_in_loops(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(LOOP)
    shown = hybridize("check").stdout
    assert MOVED in shown
    assert "A step can be a graph after a repair" in shown
    assert "Not looked for" not in shown
    left = hybridize("check", "--no-repair").stdout
    assert MOVED not in left
    assert "Not looked for: 1 function takes training steps in a loop" in left


INNER = """import tensorflow as tf


def loss_of(model, x):
    y = model(x)
    for _ in range(20):
        y = tf.tanh(y) * tf.exp(-tf.abs(y)) + tf.square(y)
    return tf.reduce_mean(y)


def main(data):
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x in data:
        with tf.GradientTape() as tape:
            loss = loss_of(model, x)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        print(float(loss))


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000)
"""


def test_what_runs_in_a_repaired_step_alone_is_no_finding_of_its_own(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(INNER)
    shown = hybridize("check").stdout
    assert "moves lines" in shown
    assert "`loss_of` runs eagerly" not in shown
    assert "`loss_of` runs eagerly" in hybridize("check", "--no-repair").stdout


UPDATE = """import tensorflow as tf


def main(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    model.build((None, 2))
    optimizer = tf.keras.optimizers.SGD(0.1)
    mean = tf.keras.metrics.Mean()
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - tf.tanh(model(x))))
            open("losses", "a").write(str(float(loss)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        mean.update_state(loss)
        print(mean.result())


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000)
"""
VALIDATION = """import tensorflow as tf


def main(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    model.build((None, 2))
    optimizer = tf.keras.optimizers.SGD(0.1)
    mean = tf.keras.metrics.Mean()
    for x in data:
        with tf.GradientTape() as tape:
            open("steps", "a").write("step")
            loss = tf.reduce_mean(tf.square(model(x)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    for x in data:
        mean.update_state(tf.reduce_mean(tf.square(model(x) - tf.tanh(model(x)) * tf.exp(-tf.abs(model(x))))))
        print(mean.result())


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000)
"""
UNSEEN = """import pickle
import tensorflow as tf


def main(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    model.build((None, 2))
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        print(float(loss))


with open("data", "rb") as file:
    main(pickle.load(file))
"""


RECORDED_AGAIN = """import tensorflow as tf


def main(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    model.build((None, 2))
    optimizer = tf.keras.optimizers.SGD(0.1)
    for x in data:
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                loss = tf.reduce_mean(tf.square(model(x)))
            gradients = inner.gradient(loss, model.trainable_variables)
            print(len(gradients))
            loss = tf.add_n([tf.reduce_sum(tf.square(each)) for each in gradients])
        gradients = outer.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000)
"""
MODE = """import sys
import tensorflow as tf


def main(data, mode):
    w = tf.Variable([1.0, 2.0])
    optimizer = tf.keras.optimizers.SGD(0.1)
    if mode == "eager":
        for x in data:
            with tf.GradientTape() as tape:
                p = tf.sigmoid(tf.linalg.matvec(x, w))
                loss = tf.reduce_mean(tf.square(p - tf.tanh(p) * tf.exp(-p)))
            optimizer.apply_gradients([(tape.gradient(loss, w), w)])
            print(float(loss))


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000, sys.argv[1])
"""


@pytest.mark.parametrize("program", [UPDATE, VALIDATION, UNSEEN, RECORDED_AGAIN, MODE])
def test_lesser_parts_and_unseen_arguments_are_told_on_request_only(hybridize, tmp_path, program):
    (tmp_path / "a.py").write_text(program)
    assert "repair: moves" not in hybridize("check").stdout
    assert "repair: moves" in hybridize("check", "--repair").stdout


def test_fix_makes_no_repair_unasked(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(LOOP)
    assert hybridize("fix", "--unsafe").stdout.startswith("applied 0 edits")
    assert (tmp_path / "a.py").read_text() == LOOP


def test_check_fix_shows_what_check_shows(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(LOOP)
    assert MOVED in hybridize("check", "--fix").stdout
    assert (tmp_path / "a.py").read_text() == LOOP


SCRIPT = """import tensorflow as tf

w = tf.Variable([1.0, 2.0])
data = [tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000
"""
SCRIPT_LOOP = """for x in data:
    with tf.GradientTape() as tape:
        p = tf.sigmoid(tf.linalg.matvec(x, w))
        loss = tf.reduce_mean(tf.square(p - tf.tanh(p) * tf.exp(-p)))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    print(float(loss))
"""
AT_TOP = "a loop at the top level of this file takes training steps"


def test_loops_at_the_top_level_of_a_script_are_repaired(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(SCRIPT + SCRIPT_LOOP)
    shown = hybridize("check").stdout
    assert AT_TOP in shown
    assert "moves lines 6 to 9 into `train_step`" in shown
    assert hybridize("fix", "--repair").stdout.endswith("applied 1 edit in 1 file\n")
    assert "@tf.function\ndef train_step(x):\n" in (tmp_path / "a.py").read_text()
    assert AT_TOP not in hybridize("check").stdout


def test_a_script_is_no_test_for_its_name(hybridize, tmp_path):
    (tmp_path / "a.py").unlink()
    script, shown = tmp_path / "model_test.py", "moves lines 6 to 9 into `train_step`"
    script.write_text(SCRIPT + SCRIPT_LOOP)
    assert shown in hybridize("check").stdout
    script.write_text(f"{SCRIPT}{SCRIPT_LOOP}\n\ndef test_model():\n    pass\n")
    left = hybridize("check").stdout
    assert shown not in left
    assert "Not shown: 1 function of tests (`--tests`)." in left
    assert shown in hybridize("check", "--tests").stdout


def test_loops_at_the_top_level_of_a_notebook_are_repaired_in_their_cell(hybridize, tmp_path):
    (tmp_path / "a.py").unlink()
    cells = [
        {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": text}
        for text in (SCRIPT, SCRIPT_LOOP)
    ]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "a.ipynb").write_text(json.dumps(book))
    assert AT_TOP in hybridize("check").stdout
    hybridize("fix", "--repair")
    first, second = (
        "".join(cell["source"]) for cell in json.loads((tmp_path / "a.ipynb").read_text())["cells"]
    )
    assert first == SCRIPT
    assert "@tf.function\ndef train_step(x):\n" in second


def test_a_loop_at_the_top_level_can_be_suppressed(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(
        SCRIPT + SCRIPT_LOOP.replace("data:", "data:  # hybridize: ignore[HYB001]")
    )
    assert AT_TOP not in hybridize("check").stdout
    assert hybridize("fix", "--repair").stdout.startswith("applied 0 edits")


def test_a_script_that_others_import_is_left_alone(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(SCRIPT + SCRIPT_LOOP)
    (tmp_path / "b.py").write_text("from a import loss\n")
    assert AT_TOP not in hybridize("check").stdout


def test_loops_of_large_groups_of_files_are_named_only(hybridize, tmp_path):
    (tmp_path / "a.py").write_text(LOOP + "\n" * MOST_LINES)
    shown = hybridize("check").stdout
    assert MOVED not in shown
    assert "Not looked for: 1 function takes training steps in a loop" in shown


def test_what_was_found_of_steps_is_kept_until_a_file_changes(tmp_path):
    """The second run imports nothing that plans repairs: it has nothing to search."""

    def check():
        command = [sys.executable, "-X", "importtime", "-m", "hybridize_cli", "check", "--isolated", "."]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return MOVED in done.stdout, "hybridize_refactorings.repair_search" in done.stderr

    (tmp_path / "a.py").write_text(LOOP)
    assert check() == (True, True)
    assert check() == (True, False)
    (tmp_path / "a.py").write_text(LOOP.replace("tanh", "cosh"))
    assert check() == (True, True)


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


NEEDED = """import tensorflow as tf

layer = tf.keras.layers.Dense(3)
layer.build((None, 2))
optimizer = tf.keras.optimizers.SGD(0.1)


def score(y, p):
    metric = tf.keras.metrics.Accuracy()
    metric.update_state(tf.argmax(p, axis=1), y)
    return metric.result()


def main(data, y):
    for x in data:
        with tf.GradientTape() as tape:
            p = layer(x)
            loss = tf.reduce_mean(tf.square(p - tf.tanh(p) * tf.exp(-p)))
        grads = tape.gradient(loss, layer.trainable_variables)
        optimizer.apply_gradients(zip(grads, layer.trainable_variables))
        accuracy = score(y, layer(x))
        print(float(loss), float(accuracy))


main([tf.constant([[1.0, 2.0], [3.0, 4.0]])] * 90_000, tf.constant([0, 1], tf.int64))
"""


def test_no_part_is_taken_out_without_becoming_a_graph(tmp_path):
    # `score` gains too little to be told; the part of `main` needs its repair only where it calls it.
    def patch(text):
        (tmp_path / "a.py").write_text(text)
        command = ["fix", "--diff", "--repair", "--isolated", "--no-cache", "--min-gain", "medium", "."]
        whole = [sys.executable, "-m", "hybridize_cli", *command]
        return subprocess.run(whole, cwd=tmp_path, capture_output=True, text=True, check=False).stdout

    outside = patch(NEEDED)
    assert "+@tf.function\n+def _main_core" in outside
    assert "reset_state" not in outside
    inside = patch(NEEDED.replace("float(accuracy)", "accuracy.numpy()").replace("(y, layer(x))", "(y, p)"))
    assert inside.count("+@tf.function") == inside.count("+def ")
    assert ("reset_state" in inside) == ("+    accuracy = score" in inside)
