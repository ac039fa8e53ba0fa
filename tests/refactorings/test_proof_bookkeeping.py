"""Training steps of every generation of Keras are proved: what these libraries keep of their own is not the program's."""

import sys

import pytest
from hybridize_analyzer.report import FunctionReport, Location, Report
from hybridize_analyzer.workspace.reading import decode_source
from hybridize_refactorings.proof.copying import TreeCopy
from hybridize_refactorings.proof.runs import Job
from hybridize_refactorings.proof.subject import subject_of
from hybridize_refactorings.proof.verifying import verify

pytestmark = [pytest.mark.tf, pytest.mark.slow]

PROGRAM = """\
import tensorflow as tf
{imports}


class Module(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[0.1], [0.2]])
        self.parts = {"bias": tf.Variable([0.3])}
        self.calls = []

    @property
    def trainable_variables(self):
        return [self.w, self.parts["bias"]]

    def __call__(self, x):
        return x @ self.w + self.parts["bias"]


class Descent(tf.Module):
    def apply_gradients(self, pairs):
        for gradient, variable in pairs:
            variable.assign_sub(0.1 * gradient)


def make():
    model = {model}
    model(tf.ones([1, 2]))
    optimizer = {optimizer}

    def step(x):
        {more}
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - 1.0))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    return step


tf.random.set_seed(1)
step = make()
for number in range(4):
    print(f"{float(step(tf.constant([[1.0, 2.0], [3.0, 4.0]]))):.4f}")
"""
DENSE = "Sequential([keras.layers.Dense(3, activation='tanh'), keras.layers.Dense(1)])"
LIBRARIES = [
    pytest.param("import keras", f"keras.{DENSE}", "keras.optimizers.Adam()", id="Keras 3"),
    pytest.param("import tf_keras as keras", f"keras.{DENSE}", "keras.optimizers.Adam()", id="Keras 2"),
    pytest.param(
        "import tf_keras as keras", f"keras.{DENSE}", "keras.optimizers.legacy.Adam()", id="Keras 2, legacy"
    ),
    pytest.param("", "Module()", "Descent()", id="tf.Module"),
]


def proof_of(folder, **parts):
    text = PROGRAM
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    (folder / "main.py").write_text(text)
    source = decode_source(text.encode(), folder / "main.py", folder)
    line = next(n for n, line in enumerate(text.splitlines(), 1) if "def step" in line)
    where = Location("main.py", line, 1, line, 2)
    found = FunctionReport("main.py", "make.<locals>.step", line, where, False, "convert", True)
    job = Job(TreeCopy(folder), (sys.executable, "main.py"), folder, folder, 300.0, seed=1)
    subject = subject_of(Report(folder, (found,), (), ()), {"main.py": source}, unsafe=False)
    (function,) = verify(job, subject, lambda _: None).functions
    return function


@pytest.mark.parametrize(("imports", "model", "optimizer"), LIBRARIES)
def test_a_training_step_is_proved(tmp_path, imports, model, optimizer):
    found = proof_of(tmp_path, imports=imports, model=model, optimizer=optimizer, more="")
    assert found.verdict == "proved", found.reason
    assert found.compared.compared == 4


def test_what_the_program_keeps_in_a_module_is_compared(tmp_path):
    more = "model.calls.append(1)"
    found = proof_of(tmp_path, imports="", model="Module()", optimizer="Descent()", more=more)
    assert found.verdict == "refuted"
