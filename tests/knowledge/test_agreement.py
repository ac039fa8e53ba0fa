"""Executes what `knowledge/agreement.py` says: a graph does not give an argument the dtype of another one."""

from typing import Any

import pytest
from hybridize_analyzer.knowledge.agreement import AGREEING, FIRST_DECIDES, MIXING, agreeing

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


_WITH_MORE: dict[str, dict[str, Any]] = {
    "where": {"condition": [True, False]},
    "pad": {"paddings": [[1, 1]]},
    **{name: {"indices": [[0]]} for name in AGREEING if name.startswith("tensor_scatter")},
}
_OF_VECTORS = ("linalg.cross", "nn.bias_add", "linalg.set_diag", "pad", "histogram_fixed_width")


def _number_first(short: str, names: tuple[str, ...], *, first: int = 0) -> Any:
    """A call where the argument at `first` is made of Python numbers, as a function of a float64 or int64 tensor."""
    number: Any = 2 if short in _WHOLE else 2.0
    nested = short.startswith("linalg.") and not short.endswith("cross")
    if nested:
        number = [[2.0, 0.0], [0.0, 2.0]]
    elif short.startswith("tensor_scatter"):
        number = [2.0, 2.0, 2.0]
    elif short in _OF_VECTORS:
        number = [[2.0, 2.0, 2.0]] if short == "nn.bias_add" else [2.0, 2.0, 2.0]

    def run(x: Any) -> Any:
        other = {"pad": x[0], "linalg.set_diag": x[:2], "histogram_fixed_width": x[:2]}.get(short, x)
        if nested and not short.endswith("diag"):
            other = x[:2, None]
        if short.startswith("tensor_scatter"):
            other = x[:1]
        given = {n: number if i == first else other for i, n in enumerate(names)}
        return _function(short)(**given, **_WITH_MORE.get(short, {}))

    return run


@pytest.mark.parametrize("short", sorted(FIRST_DECIDES))
def test_a_number_before_a_tensor_decides_in_a_graph_only(short: str) -> None:
    import tensorflow as tf

    run = _number_first(short, FIRST_DECIDES[short])
    x = tf.constant([1, 2, 3], tf.int64 if short in _WHOLE else tf.float64)
    if short == "where":
        x = x[:2]
    run(x)
    with pytest.raises((TypeError, ValueError)):
        tf.function(run, autograph=False)(x)


@pytest.mark.parametrize("short", sorted(n for n, names in AGREEING.items() if len(names) > 1))
def test_a_number_before_a_tensor_decides_nowhere_else(short: str) -> None:
    """What is called differently (a matrix, a tensor of indices) stands in the other tests."""
    import tensorflow as tf

    if short in FIRST_DECIDES or short in (*_SQUARE, "one_hot"):
        return
    run = _number_first(short, AGREEING[short])
    x = tf.constant([1, 2, 3], tf.float64)
    try:
        run(x)
    except (TypeError, ValueError, tf.errors.InvalidArgumentError):
        return
    tf.function(run, autograph=False)(x)


@pytest.mark.parametrize("short", sorted(set(FIRST_DECIDES) - {"math.betainc"}))
def test_a_number_behind_a_tensor_gets_its_dtype(short: str) -> None:
    import tensorflow as tf

    names = tuple(reversed(FIRST_DECIDES[short]))
    if short in _WITH_MORE or short in _OF_VECTORS or short.startswith("linalg."):
        return
    run = _number_first(short, names)
    tf.function(run, autograph=False)(tf.constant([1, 2, 3], tf.int64 if short in _WHOLE else tf.float64))


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
