"""Random programs that call one function: where there is a prediction, TensorFlow traces as often."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus.traces.counting import Count, Request, counting
from hybridize_analyzer.analyze import analyze
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sizes import size

from fact_comments import sources_of

pytestmark = pytest.mark.tf

LENGTHS = st.integers(1, 3)
DTYPES = st.sampled_from(["tf.float32", "tf.float64", "tf.int32"])
TENSORS = st.one_of(
    st.builds(lambda n, d: f"tf.zeros([{n}], {d})", LENGTHS, DTYPES),
    st.builds(lambda m, n: f"tf.ones([{m}, {n}])", LENGTHS, LENGTHS),
    st.builds(lambda n: f"np.zeros({n}, np.float32)", LENGTHS),
    st.builds(lambda n: f"np.ones([{n}, 2])", LENGTHS),
    st.builds(lambda n: f"tf.Variable(tf.zeros([{n}]))", LENGTHS),
    st.sampled_from(["a", "b", "a + b", "a[:1]", "tf.concat([a, b], axis=0)", "np.float32(2.0)", "v"]),
)
SCALARS = st.sampled_from(
    [
        "1",
        "1.0",
        "True",
        "2",
        "-1",
        "'one'",
        "'two'",
        "None",
        "float('nan')",
        "0.5",
        "i",
        "k",
        "float(k)",
        "b'one'",
    ]
)
OBJECTS = st.sampled_from(
    ["tf.nn.relu", "first", "second", "helper", "tf.float32", "(lambda z: z)", "first.method"]
)
LEAVES = st.one_of(TENSORS, SCALARS, OBJECTS)
ARGUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: f"[{', '.join(parts)}]"),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: f"({', '.join(parts)},)"),
        st.dictionaries(st.sampled_from("pq"), inner, max_size=2).map(
            lambda d: "{" + ", ".join(f"'{k}': {v}" for k, v in d.items()) + "}"
        ),
    ),
    max_leaves=3,
)
CALLS = st.builds(
    lambda x, y, form: form.format(x=x, y=y),
    ARGUMENTS,
    ARGUMENTS,
    st.sampled_from(["f({x}, {y})", "f({x})", "f(x={x}, y={y})", "f({x}, y={y})"]),
)
SURROUNDINGS = st.sampled_from(
    [
        "{call}",
        "for i in range(3):\n    {call}",
        "for i in range(12):\n    {call}",
        "for i in range(0, 20, 7):\n    for _ in range(2):\n        {call}",
        "if k > 1:\n    {call}",
        "if i > 100:\n    {call}",
        "for i in [1, 2]:\n    if i == 2:\n        {call}",
        "for i in range(10):\n    if i > 5:\n        break\n    {call}",
        "[{call} for i in (0, 1)]",
        "def caller(i):\n    {call}\ncaller(1)\ncaller(2)",
        "def once(k):\n    for i in range(2):\n        {call}\nonce(7)",
        "def leaves(i):\n    if i > k:\n        return\n    {call}\nleaves(1)\nleaves(9)",
    ]
)
OPTIONS = st.sampled_from(["", "", "", "@tf.function", "@tf.function(reduce_retracing=True)"])
HEAD = """import numpy as np
import tensorflow as tf


class Thing:
    def method(self, z):
        return z


def helper(z):
    return z


{option}
def f(x, y=1):
    return tf.constant(0)


first, second = Thing(), Thing()
a, b, v = tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0]), tf.Variable([1.0])
i, k = 0, int(np.argmax([0, 0, 1]))
"""
PROGRAMS = st.builds(
    lambda option, calls: HEAD.format(option=option) + "\n".join(s.format(call=c) for c, s in calls) + "\n",
    OPTIONS,
    st.lists(st.tuples(CALLS, SURROUNDINGS), min_size=1, max_size=4),
)


@pytest.fixture(scope="module")
def count() -> Iterator[Count]:
    with counting() as started:
        yield started


@pytest.mark.sized
@settings(
    max_examples=size(20, 60),
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(PROGRAMS)
def test_a_prediction_is_what_tensorflow_does(count: Count, program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "main.py"
        path.write_text(program, encoding="utf-8")
        (function,) = [f for f in analyze(path.parent, sources_of(path)).functions if f.qualname == "f"]
        real = count(Request(folder, "main.py", "main.py", function.line))
    if real.error is not None or real.traces is None:
        return
    tracing = function.tracing
    assert tracing.count in (None, real.traces), program
    assert tracing.least <= real.traces, program
    assert tracing.most is None or real.traces <= tracing.most, program
