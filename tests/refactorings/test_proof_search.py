"""Bisection: the right edits are dropped, with few questions."""

import math

from hybridize_refactorings.proof.search import refuted
from hypothesis import given
from hypothesis import strategies as st

EDITS = [f"e{number:02}" for number in range(32)]


@given(st.sets(st.sampled_from(EDITS), min_size=1), st.sets(st.sampled_from(EDITS)))
def test_finds_what_differs_by_itself(bad, suspects):
    asked = []

    def differs(keys):
        asked.append(keys)
        return bool(keys & bad)

    assert refuted(EDITS, differs, suspects) == bad
    assert len(asked) <= 2 * len(bad) * math.ceil(math.log2(len(EDITS))) + 2


@given(st.sets(st.sampled_from(EDITS), min_size=1, max_size=4))
def test_known_suspects_cost_little(bad):
    asked = []

    def differs(keys):
        asked.append(keys)
        return bool(keys & bad)

    assert refuted(EDITS, differs, bad) == bad
    assert len(asked) <= 1 + 2 * len(bad)


@given(st.lists(st.sampled_from(EDITS), min_size=2, max_size=2, unique=True), st.sets(st.sampled_from(EDITS)))
def test_a_pair_that_differs_only_together_loses_one(pair, suspects):
    found = refuted(EDITS, lambda keys: set(pair) <= keys, suspects)
    assert len(found) == 1
    assert found < set(pair)
