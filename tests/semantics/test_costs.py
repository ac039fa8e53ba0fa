"""How much arithmetic an operation is."""

from __future__ import annotations

from hybridize_analyzer.interpreter.tracing.costs import elements
from hybridize_analyzer.shapes.spec import Repeated, Several, Spec


def test_several_results_have_the_elements_of_all():
    parts = (Spec("float32", (3, 4)), Spec("int32", (5,)))
    assert elements(Several(parts)) == elements(Several(parts, listed=True)) == 17
    assert elements(Several((Several(parts), Spec("float32", ())))) == 18


def test_lists_of_unknown_length_have_elements():
    assert elements(Repeated(Spec("float32", (3,)))) > 1
