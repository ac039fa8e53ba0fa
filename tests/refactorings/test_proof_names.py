"""Names that Keras counts: models and optimizers are the same whatever was made before them."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.tf

PROGRAM = """\
import tensorflow as tf
from hybridize_refactorings.proof.probe import values


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, x):
        return self.dense(x)


def trained(rate):
    model, optimizer = Model(), OPTIMIZERS.Adam(rate)
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(tf.ones([1, 2])))
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return [dict(values.leaves(each)) for each in (model, optimizer)]


OPTIMIZERS = tf.keras.optimizers{more}
first = trained(0.1)
others = [tf.Variable(1.0, name="kernel") for _ in range(7)], [Model() for _ in range(3)]
assert trained(0.1) == first
for found, other in zip(first, trained(0.2)):
    assert found != other and len(found) > 10
"""


@pytest.mark.parametrize(
    ("legacy", "more"), [("0", ""), ("1", ""), pytest.param("1", ".legacy", marks=pytest.mark.slow)]
)
def test_what_was_made_before_changes_nothing(legacy, more):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(more=more)], capture_output=True, text=True, check=False,
        env={**os.environ, "TF_USE_LEGACY_KERAS": legacy, "CUDA_VISIBLE_DEVICES": "-1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
