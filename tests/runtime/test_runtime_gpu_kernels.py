"""Every operation of the executors has a GPU kernel: the registry of the installed wheel says so without a GPU."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import tensorflow as tf
from hybridize_runtime import Network
from hybridize_runtime.models import (
    BinaryTreeLSTM,
    ChildSumTreeLSTM,
    LatticeLSTM,
    MixtureOfExperts,
    TreeFC,
    VariableGRU,
    VariableLSTM,
)
from tensorflow.python.framework import kernels

pytestmark = pytest.mark.tf

NETWORKS = {
    "tree-lstm": lambda: ChildSumTreeLSTM(4, 4, arity=(1, 2)),
    "binary-tree-lstm": lambda: BinaryTreeLSTM(4, 4),
    "tree-fc": lambda: TreeFC(4, 4),
    "lstm": lambda: VariableLSTM(4, 4),
    "gru": lambda: VariableGRU(4, 4),
    "lattice": lambda: LatticeLSTM(4, 4, 4),
}
# Never placed: arguments of functions, and an operation that orders others.
NOT_RUN = {"Placeholder", "NoOp"}


def nodes(function: Any) -> Iterator[Any]:
    graph = function.graph.as_graph_def()
    yield from graph.node
    for inner in graph.library.function:
        yield from inner.node_def


def on_gpu(node: Any) -> bool:
    """Whether some kernel for a GPU, or for every device, takes the types of this node, or it is said to be on the host."""
    if "CPU" in node.device:
        return True
    for kernel in kernels.get_registered_kernels_for_op(node.op).kernel:
        if kernel.device_type not in ("GPU", "DEFAULT"):
            continue
        if all(
            node.attr[c.name].type in c.allowed_values.list.type
            for c in kernel.constraint
            if c.name in node.attr
        ):
            return True
    return False


def without_kernel(function: Any) -> set[str]:
    return {f"{n.op} of {dict(n.attr)}" for n in nodes(function) if n.op not in NOT_RUN and not on_gpu(n)}


@pytest.fixture(autouse=True)
def gpu_wheel() -> None:
    if not tf.test.is_built_with_cuda():
        pytest.skip("this TensorFlow is built without CUDA, so its registry lists no GPU kernels")


def training(network: Network) -> Any:
    """The traced call of the loop, and its gradients."""
    call, signature = network._function("loop", True), network.signature("loop")

    def run(arrays: Any, inputs: Any) -> Any:
        with tf.GradientTape() as tape:
            state, pushed = call(arrays, inputs, {})
            floats = [t for t in [*state.values(), *pushed.values()] if t.dtype.is_floating]
            loss = tf.add_n([tf.reduce_sum(t * t) for t in floats])
        return tape.gradient(loss, tape.watched_variables())

    return tf.function(run, autograph=False, input_signature=signature).get_concrete_function()


SLOW = ("lattice", "binary-tree-lstm", "gru", "lstm", "tree-fc")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in NETWORKS])
def test_operations_of_the_loop_have_gpu_kernels(name: str) -> None:
    assert without_kernel(training(NETWORKS[name]().network)) == set()


def test_operations_of_experts_have_gpu_kernels() -> None:
    model = MixtureOfExperts(4, 4, 4, k=2)

    def run(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x) ** 2)
        return tape.gradient(loss, model.trainable_variables)

    signature = [tf.TensorSpec([None, 4])]
    assert without_kernel(tf.function(run, input_signature=signature).get_concrete_function()) == set()


def test_an_operation_without_a_gpu_kernel_is_found() -> None:
    function = tf.function(tf.strings.lower).get_concrete_function(tf.TensorSpec([None], tf.string))
    assert any(text.startswith("StringLower") for text in without_kernel(function))
