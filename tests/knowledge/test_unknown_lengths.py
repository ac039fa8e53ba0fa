"""Operations that have a rule take tensors whose lengths a graph does not know, but for those that the analysis names.

An inferred `input_signature` leaves lengths out, and rests on this.
"""

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.knowledge.operations import OPERATIONS
from prediction import evaluated
from sample_draw import Draw, values_of
from samples import maker

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore:invalid value encountered in cast")]
GROUPS = 8
SETTINGS = hypothesis.settings(
    max_examples=3,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)


def loose_at(tensors, name):
    """The arguments as specifications; of one of them no length is known."""
    import tensorflow as tf

    return {
        n: tf.TensorSpec([None] * len(t.shape) if n == name else t.shape, t.dtype) for n, t in tensors.items()
    }


def traces(expression, specs):
    """Whether TensorFlow makes a graph of the expression."""
    import tensorflow as tf

    def function(*args):
        return eval(expression, {"tf": tf, "np": np}, dict(zip(specs, args, strict=True)))

    try:
        tf.function(function, autograph=False).get_concrete_function(*specs.values())
    except (tf.errors.OpError, ValueError, TypeError, RuntimeError):
        return False
    return True


def objects(expression, tensors, name):
    """Whether the analysis says that the expression needs a length."""
    values = {n: Tensor("tensor", t.dtype.name, tuple(t.shape)) for n, t in tensors.items()}
    values[name] = Tensor(
        "tensor", tensors[name].dtype.name, (None,) * len(tensors[name].shape), dynamic=True
    )
    _, frame, _ = evaluated(expression, values)
    return any(e.kind in (Kind.SHAPE, Kind.LOOSE) for e in frame.events.values())


def samples(name, rule):
    """The calls that are drawn for an operation: the same in every run."""
    found = []

    @SETTINGS
    @hypothesis.given(st.data())
    def run(data):
        found.append(maker(name, rule)(Draw(data), f"tf.{name}"))

    run()
    return found


def calls(group):
    """Expression, dtypes and shapes, the argument of unknown length, and whether the analysis objects to that."""
    for name, operation in list(OPERATIONS.items())[group::GROUPS]:
        for sample in samples(name, operation.rule):
            tensors = {n: values_of(*spec) for n, spec in sample.tensors.items()}
            known = {n: (t.dtype.name, tuple(t.shape)) for n, t in tensors.items()}
            for loose in tensors:
                yield sample.expression, known, loose, objects(sample.expression, tensors, loose)


@pytest.mark.parametrize("group", range(GROUPS))
def test_lengths_may_be_unknown(group, executed):
    """What TensorFlow traces is executed once for the calls that are drawn and what the analysis says of them."""
    drawn = list(calls(group))

    def hold():
        import tensorflow as tf

        counted = 0
        for expression, known, loose, objected in drawn:
            tensors = {n: tf.TensorSpec(shape, dtype) for n, (dtype, shape) in known.items()}
            if traces(expression, loose_at(tensors, None)):
                counted += 1
                fine = objected or traces(expression, loose_at(tensors, loose))
                assert fine, f"{expression}, {loose} of any length"
        assert counted >= len(OPERATIONS) // GROUPS

    executed(group, drawn, hold)
