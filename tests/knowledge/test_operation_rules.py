"""What the rules say of dtypes and shapes is what TensorFlow gives: random calls of every operation that has one.

Each call is run, and evaluated on abstract arguments: once with everything known, and once with dtypes, lengths and ranks
left out. A known dtype, length or rank has to be right. With everything known, everything has to be predicted, but for the
operations of `OPEN`: there the share may not fall below what is written.
"""

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.knowledge.operations import OPERATIONS
from prediction import disagreement, known_parts, predict
from sample_draw import Draw, values_of
from samples import maker

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore:invalid value encountered in cast")]
EXAMPLES = 6
SETTINGS = hypothesis.settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
RULES = sorted({f"{o.rule} {o.dtype}" if o.dtype else o.rule for o in OPERATIONS.values()})
OPEN = {
    "math.bincount": 0.5, "boolean_mask": 0.5, "dynamic_partition": 0.5, "range": 0.7, "batch_to_space": 0.5,
    "space_to_batch": 0.5, "strided_slice": 0.5, "image.resize": 0.6, "central_crop": 0.4, "decoded": 0.3,
    "decoded_film": 0.4, "reshape": 0.7, "segments": 0.5, "stitch": 0.5, "unique": 0.6,
    "where": 0.6, "zeros": 0.8,
}  # fmt: skip


def hidden(draw, tensor):
    """The same argument as an analysis may see it, with parts unknown."""
    shape = (
        None if draw.number(0, 7) == 0 else tuple(None if draw.number(0, 2) == 0 else n for n in tensor.shape)
    )
    return Tensor("tensor", None if draw.number(0, 7) == 0 else tensor.dtype.name, shape)


def check(name, rule, share):
    import tensorflow as tf

    @SETTINGS
    @hypothesis.given(st.data())
    def run(data):
        draw = Draw(data)
        sample = maker(name, rule)(draw, f"tf.{name}")
        tensors = {n: values_of(*spec) for n, spec in sample.tensors.items()}
        try:
            actual = eval(sample.expression, {"tf": tf, "np": np}, dict(tensors))
        except (tf.errors.OpError, ValueError, TypeError, RuntimeError) as error:
            share[2].append(f"{sample.expression}: {error}")
            return  # no call that TensorFlow accepts
        share[3] += 1
        known = {n: Tensor("tensor", t.dtype.name, tuple(t.shape)) for n, t in tensors.items()}
        for values in (known, {n: hidden(draw, t) for n, t in tensors.items()}):
            state, predicted = predict(sample.expression, values)
            reason = disagreement(state, predicted, actual)
            assert reason is None, f"{sample.expression} with {values}: {reason}"
            if values is known:
                found = known_parts(state, predicted)
                share[0] += found[0]
                share[1] += found[1]

    run()


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule):
    for name, operation in OPERATIONS.items():
        if rule == (f"{operation.rule} {operation.dtype}" if operation.dtype else operation.rule):
            share = [0, 0, [], 0]
            check(name, rule, share)
            assert share[3] > len(share[2]), f"{name} was hardly ever run: {share[2]}"
            assert share[0] >= OPEN.get(name, OPEN.get(rule, 1.0)) * share[1], (
                f"{name}: {share[0]} of {share[1]} known"
            )
