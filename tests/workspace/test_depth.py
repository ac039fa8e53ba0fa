"""Deep evaluations: the interpreter's stack stays mapped between calls."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hybridize_analyzer.workspace.depth import with_stack_reserved

resource = pytest.importorskip("resource")


def _descend(depth: int) -> int:
    return 1 + _descend(depth - 1) if depth else 0


def _to_and_fro() -> int:
    """Calls that cross the edge of a chunk of the stack, whatever is on it already."""
    return sum(_descend(depth) for depth in range(400) for _ in range(10))


def _page_faults(work: Callable[[], int]) -> int:
    work()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    work()
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="frames have memory of their own")
def test_recursion_does_not_map_its_stack_again_and_again():
    assert _page_faults(with_stack_reserved(_to_and_fro)) * 10 < _page_faults(_to_and_fro)


def test_the_limit_of_recursion_is_raised_in_there_and_only_there():
    limit = sys.getrecursionlimit()
    assert with_stack_reserved(_descend)(2 * limit) == 2 * limit
    assert sys.getrecursionlimit() == limit
    with pytest.raises(RecursionError):
        _descend(2 * limit)


def test_names_and_arguments_are_those_of_the_function():
    assert with_stack_reserved(_descend).__name__ == "_descend"
    assert with_stack_reserved(_descend)(depth=3) == 3
