"""Batches for `tf.data`: plans are made in the pipeline, while the model computes the batch before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.graphs import InstanceGraph
from hybridize_runtime.network import Network

Example = tuple[Sequence[InstanceGraph], Mapping[str, Any], Any]


def collate(
    network: Network, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], executor: str = "loop"
) -> dict[str, Any]:
    """One batch as nested arrays: what `run` takes, and what a dataset yields."""
    plan = network.plan(graphs)
    return {"arrays": network.arrays(plan, executor), "inputs": dict(inputs)}


def dataset(
    network: Network,
    batches: Callable[[], Iterable[Example]],
    label: tf.TensorSpec,
    executor: str = "loop",
    inputs: Mapping[str, tf.TensorSpec] | None = None,
    prefetch: int = 2,
) -> Any:
    """A dataset of (batch, labels).

    `batches` starts an iteration over (graphs, inputs, labels).  `inputs` are the specifications of what the model makes
    the external inputs of, where that is something else (token numbers instead of embeddings).
    """
    arrays, rows = network.signature(executor)

    def generate() -> Iterable[Any]:
        for graphs, given, labels in batches():
            yield collate(network, graphs, given, executor), np.asarray(labels)

    signature = ({"arrays": arrays, "inputs": dict(inputs or rows)}, label)
    return tf.data.Dataset.from_generator(generate, output_signature=signature).prefetch(prefetch)
