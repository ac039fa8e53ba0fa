"""Edits that batch the calls of dynamic models: looked for where a rule is selected by name, and by `speedup`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hybridize_analyzer.observed.runs import Runs
from hybridize_analyzer.report import Report
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.workspace.selection import selected_by_name
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.proof.choosing import is_hot, was_called

if TYPE_CHECKING:
    from hybridize_refactorings.batching.groups import Asked, Group
    from hybridize_refactorings.batching.rewrite import Piece
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


def groups_to_try(
    fixable: Report, whole: Report, sources: Mapping[str, SourceFile], analyst: Analyst, runs: Runs,
    refused: Collection[Asked],
) -> tuple[Group, ...]:  # fmt: skip
    """Edits that batch what took time in recorded runs, those that go together in groups.

    fixable: its findings are those that nobody has turned down.  whole: all functions.  refused: patterns to leave out.
    A scope is opened where time is spent, and what is never called becomes no cell.
    """
    rules = frozenset(rule.name for rule in all_rules())
    left = {(f.location.path, f.function, f.rule) for f in fixable.findings}
    functions = tuple(
        replace(f, patterns=tuple(p for p in f.patterns if hot and (f.path, f.qualname, p.rule) in left))
        for f in whole.functions
        for hot in (is_hot(f, runs),)
    )
    if not any(f.patterns for f in functions):
        return ()
    from hybridize_refactorings import find_groups

    def wanted(piece: Piece) -> bool:
        function = piece.function
        return is_hot(function, runs) if piece.scope else was_called(function, runs)

    return find_groups(replace(whole, functions=functions), sources, analyst, rules, wanted, refused)


def with_edited(fixable: Report, wanted: Report, edits: Sequence[Repaired]) -> Report:
    """`fixable` with the functions that the edits change: none of them is converted, whatever its own finding is."""
    if not edits:
        return fixable
    changed = {(edit.path, edit.line) for edit in edits}
    known = {(f.path, f.line) for f in fixable.functions}
    more = [f for f in wanted.functions if (f.path, f.line) in changed - known]
    functions = sorted((*fixable.functions, *more), key=lambda f: (f.path, f.line))
    return replace(fixable, functions=tuple(functions))
