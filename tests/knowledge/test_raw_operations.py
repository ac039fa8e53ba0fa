"""What is said of `tf.raw_ops` is what TensorFlow gives: each operation that has a rule is run with several shapes."""

from pathlib import Path

import pytest
from hybridize_analyzer.domain.values import Tensor
from hybridize_analyzer.knowledge.exports import data, export
from hybridize_analyzer.knowledge.raw_operations import raw_operations
from hybridize_analyzer.shapes import RULES
from prediction import disagreement, known_parts, predict
from sample_draw import values_of

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore")]
CALLS = Path(__file__).with_name("raw_calls.txt").read_text(encoding="utf-8").splitlines()
SHAPES = {
    "m": (2, 3, 3),
    "d": (2, 3),
    "p": (4, 4, 3),
    "p4": (1, 4, 4, 4),
    "p5": (1, 4, 4, 4, 2),
    "k": (2, 2, 4, 3),
    "k5": (2, 2, 2, 2, 3),
}


def tensors(shape):
    made = {name: values_of("float32", s) for name, s in {"a": shape, **SHAPES}.items()}
    return {
        **made,
        "c": values_of("complex64", shape),
        "i": values_of("int32", shape),
        "t": values_of("string", shape),
    }


def calls():
    """Every call of the list, and the plainest one of each operation that is not in it."""
    listed = {text.partition("(")[0] for text in CALLS}
    yield from CALLS
    for name, operation in raw_operations().items():
        if name not in listed:
            given = export(f"tensorflow.raw_ops.{name}").parameters[: 2 if operation.rule == "binary" else 1]
            yield f"{name}({', '.join(f'{p}=a' for p in given)})"


@pytest.mark.parametrize("shape", [(4,), (2, 3), (3, 1, 2)], ids=str)
def test_rules_of_raw_operations(shape):
    import tensorflow as tf

    values = tensors(shape)
    known = {n: Tensor("tensor", v.dtype.name, tuple(v.shape)) for n, v in values.items()}
    ran, facts, total, failed = set(), 0, 0, []
    for text in calls():
        expression = f"tf.raw_ops.{text}"
        try:
            actual = eval(expression, {"tf": tf}, dict(values))
        except (tf.errors.OpError, ValueError, TypeError) as error:
            failed.append(f"{text}: {error}")
            continue
        state, predicted = predict(expression, known)
        actual = tuple(actual) if isinstance(actual, tuple) else actual
        assert disagreement(state, predicted, actual) is None, expression
        found = known_parts(state, predicted)
        ran, facts, total = ran | {text.partition("(")[0]}, facts + found[0], total + found[1]
    missing = set(raw_operations()) - ran
    assert missing == set(), [f for f in failed if f.partition("(")[0] in missing]
    assert facts >= 0.95 * total, f"{facts} of {total}"


def test_the_table_names_what_exists():
    for name, operation in raw_operations().items():
        assert name in data("raw_ops")["functions"], name
        assert operation.rule in RULES
        assert set(operation.renamed.values()) <= set(export(f"tensorflow.raw_ops.{name}").parameters)
