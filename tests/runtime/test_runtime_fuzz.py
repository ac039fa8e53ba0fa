"""Random vertex functions over random graphs: `python -m tests.runtime.fuzz` runs more of them."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import numpy as np
import pytest
import tensorflow as tf
from fuzz.checking import (
    EXAMPLES,
    EXECUTORS,
    FINITE,
    FUNCTIONS,
    PARTS,
    RECORDED,
    archive_failures,
    failures,
    random_case,
    slope_error,
)
from fuzz.running import Case, Model, without_compilation
from fuzz.shrinking import shrunk
from hybridize_runtime.compile import partition

pytestmark = pytest.mark.tf


@pytest.fixture(autouse=True)
def _uncompiled() -> Iterator[None]:
    with without_compilation():
        yield


@pytest.mark.parametrize("seed", range(5))
def test_every_executor_agrees_with_the_reference(seed: int) -> None:
    case = random_case(seed, 8)
    model = Model(case.model, seed)
    parts = PARTS if seed % 2 == 0 else ()
    assert failures(case, [*EXECUTORS, *parts], model) == [], case.source()
    error = slope_error(case, model)
    assert error is None or error < FINITE, case.source()


@pytest.mark.parametrize("seed", [20, 23])
def test_recorded_calls_agree_with_the_reference(seed: int) -> None:
    """Cells of rows, and cells of one example, with and without operations that mix what is in it."""
    case = random_case(seed, 4)
    assert failures(case, [*RECORDED, *EXAMPLES]) == [], case.source()


def test_functions_agree_with_the_reference() -> None:
    case = random_case(30, 4)
    assert failures(case, FUNCTIONS[:1]) == [], case.source()


@pytest.mark.slow
def test_archives_agree_with_the_reference() -> None:
    case = random_case(44, 4)
    assert archive_failures(case) == [], case.source()


@pytest.mark.slow
def test_a_gradient_that_counts_twice_is_found_and_made_small() -> None:
    """What was wrong before: gradients of one tensor from before the loop that pass through another one."""

    def twice(ends: list, wanted: list, given: list, fixed: list) -> list:
        del fixed
        return tf.gradients(ends, wanted, given) if ends and wanted else [None] * len(wanted)

    with mock.patch.object(partition, "_gradients", twice):
        found = random_case(0, 3)
        assert _fails(found)
        small = shrunk(found, _fails, most=12)
        assert _fails(small)
    assert len(small.graphs) <= len(found.graphs)
    assert sum(len(cell.steps) for cell in small.model.cells) < sum(len(c.steps) for c in found.model.cells)
    assert failures(small, ["loop"]) == []


def _fails(case: Case) -> bool:
    try:
        return bool(failures(case, ["loop"]))
    except Exception:  # smaller, and no program
        return False


def test_results_that_are_not_numbers_are_left_out() -> None:
    case = random_case(0, 1)
    with mock.patch("fuzz.checking.run", return_value={"loss": np.array(np.nan)}):
        assert failures(case) is None
