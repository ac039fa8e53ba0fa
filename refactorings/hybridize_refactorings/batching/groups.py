"""Edits that batch the same calls, taken together: alone, none of them makes anything faster."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.report import FunctionReport, Pattern, Report
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.batching.rewrite import Piece, Rewrite
from hybridize_refactorings.batching.searching import Outcome, outcomes_of
from hybridize_refactorings.repaired_functions import Repaired, overlap
from hybridize_refactorings.repairs.repair import Mend

Asked = tuple[str, str, int, str]
"""Path and qualified name of the function that a pattern was found in, its line, and the rule."""


@dataclass(frozen=True, slots=True)
class Group:
    """One edit per function.

    name: of the first pattern that they come of.  asked: all of these.
    """

    name: str
    asked: frozenset[Asked]
    edits: tuple[Repaired, ...]

    @property
    def inside(self) -> frozenset[tuple[str, int]]:
        """Path and line of the functions whose calls run together by it, or not at all."""
        return frozenset(place for edit in self.edits for place in edit.inside)


def search_groups(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    rewrites: Sequence[Rewrite],
    wanted: Callable[[Piece], bool],
    refused: Collection[Asked] = (),
) -> tuple[Group, ...]:
    """What the rewrites make of the patterns of a report, also of what rests on something that is assumed.

    analyst: analyses the project with changed sources.  wanted: which pieces are made: each leaves what the program does
    as it is.  refused: patterns to leave out.

    Of two that make different things of the same lines, the one with the higher code is taken: the rules that turn a loop
    into one call come after those that record the calls in it, and what they write runs faster.
    """
    chosen = {rewrite.name: rewrite for rewrite in rewrites}
    functions = tuple(_without(function, refused) for function in report.functions)
    found = outcomes_of(
        replace(report, functions=functions), sources, analyst, chosen, unsafe=True, wanted=wanted
    )
    taken: list[Outcome] = []
    for outcome in sorted(found, key=lambda outcome: chosen[outcome.pattern.rule].code, reverse=True):
        if outcome.edits and not any(_collide(outcome, other) for other in taken):
            taken.append(outcome)
    return tuple(sorted(map(_group, _joined(taken)), key=lambda group: group.name))


def _without(function: FunctionReport, refused: Collection[Asked]) -> FunctionReport:
    left = tuple(pattern for pattern in function.patterns if _asked(function, pattern) not in refused)
    return replace(function, patterns=left)


def _asked(function: FunctionReport, pattern: Pattern) -> Asked:
    return function.path, function.qualname, pattern.where.line, pattern.rule


def _collide(outcome: Outcome, other: Outcome) -> bool:
    return any(
        mine.path == theirs.path and _otherwise(mine, theirs)
        for mine in outcome.edits
        for theirs in other.edits
    )


def _otherwise(mine: Repaired, theirs: Repaired) -> bool:
    """Whether two edits of one file change the same text, or put the same lines of a function to different uses."""
    known = {mend.splices for mend in theirs.mends}
    new = [mend for mend in mine.mends if mend.splices not in known]
    if any(overlap(mend.splices, splices) for mend in new for splices in known):
        return True
    if mine.line != theirs.line or mine.region is None or theirs.region is None:
        return False
    apart = mine.region[1] < theirs.region[0] or theirs.region[1] < mine.region[0]
    return bool(new) and not apart


def _joined(outcomes: Iterable[Outcome]) -> Iterator[list[Outcome]]:
    """Those that change a function together, directly or through others."""
    groups: list[tuple[set[tuple[str, int]], list[Outcome]]] = []
    for outcome in outcomes:
        places = {(edit.path, edit.line) for edit in outcome.edits}
        members = [outcome]
        for group in [group for group in groups if group[0] & places]:
            groups.remove(group)
            places |= group[0]
            members += group[1]
        groups.append((places, members))
    return (members for _, members in groups)


def _group(outcomes: Sequence[Outcome]) -> Group:
    asked = frozenset(_asked(outcome.function, outcome.pattern) for outcome in outcomes)
    path, qualname, line, rule = min(asked)
    name = f"{path}:{qualname}:{line}:{rule}"
    by_place: dict[tuple[str, int], list[Repaired]] = {}
    for outcome in outcomes:
        for edit in outcome.edits:
            by_place.setdefault((edit.path, edit.line), []).append(edit)
    edits = (replace(_one(each), group=name) for _, each in sorted(by_place.items()))
    return Group(name, asked, tuple(edits))


def _one(edits: Sequence[Repaired]) -> Repaired:
    """Several edits of one function as one."""
    mends: dict[object, Mend] = {mend.splices: mend for edit in edits for mend in edit.mends}
    regions = [edit.region for edit in edits if edit.region is not None]
    return replace(
        edits[0],
        mends=tuple(mends.values()),
        cell=any(edit.cell for edit in edits),
        region=(min(a for a, _ in regions), max(b for _, b in regions)) if regions else None,
        inside=frozenset(place for edit in edits for place in edit.inside),
    )
