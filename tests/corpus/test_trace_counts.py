"""The bundled models are traced as often as predicted; `docs/measured/trace-prediction.md` has all of them."""

import pytest

from corpus.traces.counting import counting
from corpus.traces.models import MODELS, compare, model

NAMES = sorted(path.parent.name for path in MODELS.glob("*/main.py"))
FAST = ("gp_regression", "logistic_regression", "word2vec")


@pytest.fixture(scope="module")
def count():
    with counting() as started:
        yield started


@pytest.mark.tf
@pytest.mark.parametrize(
    "name", [name if name in FAST else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_predictions_are_exact(name, count):
    results = [result for result in compare(model(name), count) if result.comparable]
    assert [r.function.qualname for r in results if not r.exact] == []
    assert results or name not in FAST
