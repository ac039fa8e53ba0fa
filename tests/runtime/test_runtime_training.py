"""Training through Keras, from a dataset, and a saved model."""

from __future__ import annotations

import numpy as np
import pytest
import tensorflow as tf
from hybridize_runtime import collate
from hybridize_runtime.models import ChildSumTreeLSTM
from hybridize_runtime.models.trees import graphs_of

from corpus.bench_runtime import sentiment

pytestmark = pytest.mark.tf


def test_fit_follows_the_losses_of_the_recursion() -> None:
    result = sentiment.run(steps=4, size=3, units=4, executor="loop")
    np.testing.assert_allclose(result["fit_losses"], result["recursion_losses"], rtol=1e-4, atol=1e-5)
    assert len(set(result["fit_losses"])) == 4


def test_a_saved_model_runs_graphs_it_has_not_seen(tmp_path) -> None:
    model = ChildSumTreeLSTM(2, 3)

    class Served(tf.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        @tf.function(input_signature=model.network.signature("loop"), autograph=False)
        def __call__(self, arrays, inputs):
            return model.network.apply(arrays, inputs, "loop", gradients=False).state["h"]

    tf.saved_model.save(Served(), tmp_path)
    loaded = tf.saved_model.load(tmp_path)
    graphs = graphs_of([((0, 1), (2, 3)), (0, 1)])
    x = tf.random.stateless_normal([6, 2], seed=[1, 2])
    batch = collate(model.network, graphs, {"x": x}, "loop")
    arrays = {name: tf.constant(value) for name, value in batch["arrays"].items()}
    np.testing.assert_allclose(loaded(arrays, batch["inputs"]), model(graphs, x, "eager"), rtol=1e-5)
