"""Decisions of the analyzer → minimal source edits, and their way to disk.

`plan_edits` computes, `FileEdit.diff` shows, `write` applies.  Planning reads no file; `write` is the only
function of this package that does.
"""

from hybridize_refactorings.edits import AppliedEdit, EditRefused, FileEdit, WithheldEdit
from hybridize_refactorings.planning import (
    find_batching,
    find_groups,
    find_repairs,
    plan_edits,
    plan_repairs,
    repairs_for,
)
from hybridize_refactorings.writing import write

__all__ = [
    "AppliedEdit",
    "EditRefused",
    "FileEdit",
    "WithheldEdit",
    "find_batching",
    "find_groups",
    "find_repairs",
    "plan_edits",
    "plan_repairs",
    "repairs_for",
    "write",
]
