"""Repairs that only help together: of one function, and then of others that call it."""

from pathlib import Path

import pytest
from edit_cases import source_file
from hybridize_refactorings import repair_search
from hybridize_refactorings.repair_edits import plan_repaired
from hybridize_refactorings.repair_search import search_repairs
from repair_cases import ANALYST, analyse, with_top_level

PROGRAM = """\
import tensorflow as tf

queries = 0
rows = []


def gradient(w, x):
    global queries
    queries += 1
    with tf.GradientTape() as tape:
        tape.watch(w)
        value = tf.reduce_mean(tf.square(tf.tanh(tf.linalg.matvec(x, w)) - 0.5))
    return tape.gradient(value, w)


def step(w, x, rate):
    return w - rate * tf.tanh(gradient(w, x))


STEPS = {"plain": step}


def told(w, x, rate):
    w = STEPS["plain"](w, x, rate)
    rows.append(rate)
    return w


w = tf.ones([3])
x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
for n in range(1, 60):
    w = told(w, x, 0.1 / n)
print("%d queries" % queries, w.numpy(), rows)
"""


def found_in(text):
    source = source_file(Path("/nowhere/m.py"), "m.py", text.encode())
    report = analyse([source])
    found = search_repairs(report, {"m.py": source}, ANALYST)
    edits = plan_repaired(report, {"m.py": source}, ANALYST, found)
    return {each.qualname: each for each in found}, edits[0]


def test_a_caller_is_repaired_once_its_callee_is(monkeypatch):
    found, edit = found_in(PROGRAM)
    assert [mend.repair for mend in found["gradient"].mends] == ["counter-to-variable"]
    assert [mend.repair for mend in found["step"].mends] == ["split-function"]
    lines = PROGRAM.splitlines()
    assert all(lines[each.line - 1].startswith(f"def {name}(") for name, each in found.items())
    assert "queries.assign_add(1)" in edit.after
    assert "_step_core(w, tf.convert_to_tensor(rate, tf.float32), x)" in edit.after
    monkeypatch.setattr(repair_search, "_on_top", lambda *_: ())
    assert list(found_in(PROGRAM)[0]) == ["gradient"]


def test_a_file_of_which_every_function_is_repaired_is_searched_to_the_end():
    body = "def f(x):\n    print('called')\n    return tf.exp(x) * tf.nn.relu(x) + 1.0\n"
    text = f"import tensorflow as tf\n\n\n{body}\n\nf(tf.ones([2]))\n"
    source = source_file(Path("/nowhere/m.py"), "m.py", text.encode())
    (found,) = search_repairs(analyse([source]), {"m.py": source}, ANALYST, unsafe=True)
    assert found.qualname == "f"


@pytest.mark.tf
def test_the_program_does_the_same(tensorflow_runs):
    _, edit = found_in(PROGRAM)
    (answer,) = tensorflow_runs(PROGRAM, edit.after)
    assert (answer["error"], answer["where"]) == (None, []), answer["text"]


MODEL = "import tensorflow as tf\n\n\ndef two(x):\n    y = tf.square(x)\n    return y, tf.exp(y)\n"
USER = """\
import tensorflow as tf

from model import two


def slope(x):
    with tf.GradientTape() as tape:
        y, z = two(x)
    return tape.gradient(z, y)


for _ in range(3):
    print(slope(tf.Variable(2.0)).numpy())
"""


def test_what_is_refused_in_another_file_has_no_place_in_this_one():
    texts = {"model.py": MODEL, "user.py": USER}
    sources = {
        name: source_file(Path("/nowhere") / name, name, text.encode()) for name, text in texts.items()
    }
    report = analyse(list(sources.values()))
    two = next(each for each in report.functions if each.qualname == "two")
    assert {hazard.where.path for hazard in two.hazards} == {"user.py"}
    assert not [each for each in search_repairs(report, sources, ANALYST) if each.qualname == "two"]


COUNTING = """\
import tensorflow as tf


def error(x, w):
    found = tf.reduce_mean(tf.square(tf.nn.relu(x @ w) - tf.exp(-x @ w)))
    seen.append(1)
    return found


seen = []
w = tf.Variable([[0.5], [-0.5]])
x = tf.reshape(tf.range(12.0), [6, 2]) / 12.0
for step in range(90_000):
    error(x, w)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    if step % 1000 == 0:
        print(step, loss.numpy())
"""


def test_who_asks_for_repairs_gets_the_training_step_that_others_are_told_of():
    source = source_file(Path("/nowhere/m.py"), "m.py", COUNTING.encode())
    sources = {"m.py": source}
    report = with_top_level(analyse([source]), sources)
    told = search_repairs(report, sources, ANALYST, unsafe=True, steps=True)
    made = {each.qualname: each for each in search_repairs(report, sources, ANALYST, unsafe=True)}
    assert [each.qualname for each in told] == ["<module>"]
    assert made["<module>"].mends == told[0].mends
