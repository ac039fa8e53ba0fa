"""Executes what `knowledge/agreement.py` says: a graph does not give an argument the dtype of another one."""

from typing import Any

import pytest
from hybridize_analyzer.knowledge.agreement import AGREEING, MIXING, agreeing

pytestmark = pytest.mark.tf

_ONE_ARGUMENT = {
    "concat": {"axis": 0},
    "stack": {},
    "parallel_stack": {},
    "add_n": {},
    "math.add_n": {},
}
_SQUARE = ("matmul", "linalg.matmul", "linalg.tensordot", "tensordot", "linalg.matvec")
_WHOLE = tuple(name for name in AGREEING if name.startswith("bitwise."))


def _function(short: str) -> Any:
    import tensorflow as tf

    found: Any = tf
    for part in short.split("."):
        found = getattr(found, part)
    return found


def _arguments(short: str, first: Any, second: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """A call whose agreeing arguments are made of these two tensors of two numbers."""
    import tensorflow as tf

    if short in _ONE_ARGUMENT:
        return ([first, second],), _ONE_ARGUMENT[short]
    if short.endswith("einsum"):
        return ("i,i->", first, second), {}
    if short in _SQUARE:
        right = second if short == "linalg.matvec" else tf.stack([second, second])
        return (tf.stack([first, first]), right), {"axes": 1} if "tensordot" in short else {}
    extra: dict[str, Any] = {}
    if short == "where":
        extra = {"condition": [True, False]}
    if short.startswith("tensor_scatter"):
        extra, second = {"indices": [[0]]}, second[:1]
    if short == "pad":
        extra, second = {"paddings": [[1, 1]]}, second[0]
    if short == "one_hot":
        extra, first, second = {"indices": [0, 1], "depth": 2}, first[0], second[0]
    if short == "nn.bias_add":
        first = first[None]
    if short == "linalg.cross":
        first, second = tf.concat([first, first[:1]], 0), tf.concat([second, second[:1]], 0)
    names = agreeing(short)
    values = dict(zip(names, (first, second, second), strict=False))
    return (), {**values, **extra}


@pytest.mark.parametrize("short", sorted(AGREEING))
def test_arguments_of_two_dtypes_are_refused_in_a_graph(short: str) -> None:
    import tensorflow as tf

    own, other = (tf.int32, tf.int64) if short in _WHOLE else (tf.float32, tf.float64)

    def run(first: Any, second: Any) -> Any:
        args, keywords = _arguments(short, first, second)
        return _function(short)(*args, **keywords)

    tf.function(run)(tf.constant([1, 2], own), tf.constant([1, 2], own))
    with pytest.raises((TypeError, ValueError)):
        tf.function(run)(tf.constant([1, 2], own), tf.constant([1, 2], other))


@pytest.mark.parametrize(
    "short",
    ["as_string", "shape", "size", "zeros_like", "identity_n", "nn.softmax_cross_entropy_with_logits"],
)
def test_operations_that_mix_take_two_dtypes(short: str) -> None:
    import tensorflow as tf

    assert short in MIXING
    one, two = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0], tf.float64)
    if short == "identity_n":
        tf.function(tf.identity_n)([one, two])
    elif short.startswith("nn."):
        tf.function(_function(short))(labels=two, logits=one)
    else:
        tf.function(_function(short))(one)
        tf.function(_function(short))(two)
