"""Rules for the dtype and shape of results, one function per class of operations.

A rule is `(BoundArguments) -> Spec | Several | Repeated`. Which operation has which rule is data
(`knowledge/operations.py`); that a
rule agrees with the library is tested by running it (`tests/knowledge`).
"""

from __future__ import annotations

from hybridize_analyzer.shapes import (
    arrangement,
    arrays,
    creation,
    elementwise,
    indexing,
    linear,
    reductions,
    windows,
)
from hybridize_analyzer.shapes.spec import Rule

RULES: dict[str, Rule] = {
    **elementwise.RULES,
    **reductions.RULES,
    **arrangement.RULES,
    **indexing.RULES,
    **creation.RULES,
    **linear.RULES,
    **windows.RULES,
    **arrays.RULES,
}
