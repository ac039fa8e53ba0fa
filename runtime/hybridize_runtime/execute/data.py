"""Batches for `tf.data`: plans are made in the pipeline, while the model computes the batch before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.errors import InputError, listing
from hybridize_runtime.execute.network import Network
from hybridize_runtime.graph.graphs import InstanceGraph

Example = tuple[Sequence[InstanceGraph], Mapping[str, Any], Any]


def collate(
    network: Network, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], executor: str = "loop"
) -> dict[str, Any]:
    """One batch as nested arrays: what `run` takes, and what a dataset yields."""
    plan = network.plan(graphs)
    return {"arrays": network.arrays(plan, executor), "inputs": dict(inputs)}


def planned(
    numbers: Any,
    network: Network,
    graphs: Sequence[InstanceGraph],
    inputs: Mapping[str, Sequence[Any]],
    labels: Any,
    executor: str = "loop",
    prefetch: int = 2,
) -> Any:
    """A dataset of (batch, labels) from one of the numbers of the examples in each batch, [batch], int64.

    So examples are shuffled, filtered, repeated and batched as any elements, and plans are made on another thread.
    inputs: by name the rows of each example, or, of an input that all share, the table.  labels: [examples, ...].
    Raises InputError for inputs that do not fit the network, and examples that do not fit their graphs.
    """
    _check_examples(network, graphs, inputs, labels)
    arrays, rows = network.signature(executor)
    labels = np.asarray(labels)
    signature = ({"arrays": arrays, "inputs": rows}, tf.TensorSpec([None, *labels.shape[1:]], labels.dtype))
    flat = tf.nest.flatten(signature)

    def make(chosen: Any) -> list[Any]:
        given = {
            name: rows if declared.shared else _joined([rows[i] for i in chosen], declared)
            for (name, rows), declared in ((pair, network.inputs[pair[0]]) for pair in inputs.items())
        }
        batch = collate(network, [graphs[i] for i in chosen], given, executor)
        found = tf.nest.flatten((batch, labels[chosen]))
        return [np.asarray(value, spec.dtype.as_numpy_dtype) for value, spec in zip(found, flat, strict=True)]

    def packed(chosen: Any) -> Any:
        made = tf.numpy_function(make, [chosen], [spec.dtype for spec in flat])
        pairs = zip(made, flat, strict=True)
        return tf.nest.pack_sequence_as(signature, [tf.ensure_shape(t, spec.shape) for t, spec in pairs])

    return numbers.map(packed).prefetch(prefetch)


def _joined(parts: Sequence[Any], declared: Rows) -> Any:
    none = np.zeros((0, *declared.shape), tf.as_dtype(declared.dtype).as_numpy_dtype)
    return np.concatenate(parts) if parts else none


def _check_examples(
    network: Network, graphs: Sequence[InstanceGraph], inputs: Mapping[str, Any], labels: Any
) -> None:
    """Raises InputError where the rows of an example are not those of its graph, or there are others than declared."""
    _check_names(network, inputs)
    for name, declared in network.inputs.items():
        if name not in inputs:
            raise InputError(f"the input `{name}` is missing; the network pulls {listing(network.inputs)}")
        given = [inputs[name]] if declared.shared else inputs[name]
        for dtype in {np.asarray(rows).dtype for rows in given}:
            network.check_dtype(name, dtype)
        if not declared.shared and len(given) != len(graphs):
            raise InputError(
                f"the input `{name}` has rows of {len(given)} examples, and there are {len(graphs)} graphs"
            )
        for i, (rows, graph) in enumerate(zip(given, graphs, strict=True)) if not declared.shared else ():
            if len(rows) != graph.rows.get(name, 0):
                raise InputError(
                    f"example {i} has {len(rows)} rows of the input `{name}`, and its graph {graph.rows.get(name, 0)} (one "
                    f"more than the largest row that it pulls, or `rows={{{name!r}: …}}`)"
                )
    if len(labels) != len(graphs):
        raise InputError(f"there are labels of {len(labels)} examples, and {len(graphs)} graphs")


def _check_names(network: Network, inputs: Mapping[str, Any]) -> None:
    for name in inputs:
        if name not in network.inputs:
            raise InputError(f"the network has no input `{name}`; it has {listing(network.inputs)}")


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
            if inputs is None:
                _check_names(network, given)
                for name, value in given.items():
                    network.check_dtype(name, np.asarray(value).dtype)
            yield collate(network, graphs, given, executor), np.asarray(labels)

    signature = ({"arrays": arrays, "inputs": dict(inputs or rows)}, label)
    return tf.data.Dataset.from_generator(generate, output_signature=signature).prefetch(prefetch)
