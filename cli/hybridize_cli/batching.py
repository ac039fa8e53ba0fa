"""Edits that batch the calls of dynamic models: looked for where one of their rules is selected by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hybridize_analyzer.report import Report
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.workspace.selection import selected_by_name
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings.analyst import Analyst

if TYPE_CHECKING:
    from hybridize_refactorings.repaired_functions import Repaired

Refused = tuple[tuple[str, int, str, str], ...]


def batching(
    fixable: Report, wanted: Report, sources: Mapping[str, SourceFile], analyst: Analyst, settings: Settings
) -> tuple[tuple[Repaired, ...], Refused]:
    """The edits for the findings of these rules that are left in `fixable`; path, line, function and reason of the refused.

    They add a dependency on hybridize_runtime, so that `ALL` does not ask for them.
    """
    rules = selected_by_name(settings, all_rules())
    left = {(f.location.path, f.function, f.rule) for f in fixable.findings if f.rule in rules}
    if not left:
        return (), ()
    from hybridize_refactorings import find_batching

    asked = tuple(
        replace(f, patterns=tuple(p for p in f.patterns if (f.path, f.qualname, p.rule) in left))
        for f in wanted.functions
    )
    outcomes = find_batching(
        replace(wanted, functions=asked), sources, analyst, rules, unsafe=settings.unsafe_fixes
    )
    refused = tuple(
        (o.function.path, o.function.line, o.function.qualname, o.refused) for o in outcomes if o.refused
    )
    return tuple(edit for outcome in outcomes for edit in outcome.edits), refused


def with_edited(fixable: Report, wanted: Report, edits: Sequence[Repaired]) -> Report:
    """`fixable` with the functions that the edits change: none of them is converted, whatever its own finding is."""
    if not edits:
        return fixable
    changed = {(edit.path, edit.line) for edit in edits}
    known = {(f.path, f.line) for f in fixable.functions}
    more = [f for f in wanted.functions if (f.path, f.line) in changed - known]
    functions = sorted((*fixable.functions, *more), key=lambda f: (f.path, f.line))
    return replace(fixable, functions=tuple(functions))
