"""One finding for one place: what several functions run into there, and what stands on the lines around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.report import (
    Evidence,
    Finding,
    FunctionReport,
    Location,
    Report,
    Severity,
)

_SHOWN = 3
_OF_ONE_BODY = frozenset({"ambient-state", "frozen-state", "python-output", "python-side-effect"})
"""Rules whose findings are mended where they stand, all of a function at once: what is drawn, read, printed or set there."""


def gathered(report: Report) -> tuple[Report, dict[Finding, tuple[Finding, ...]]]:
    """The report with one finding in place of several that ask for the same change, and those that each stands for.

    These are findings of one rule on one line; advice of one rule about one function, and about all that one line calls;
    what is read, set, drawn or printed in one function; and, where functions run into something that they call, what one
    rule finds in the function that is called.  What offers an edit stays by itself.
    """
    definitions = _Definitions.of(report.functions)
    lines = {_line(f) for f in report.findings if definitions.is_direct(f)}
    together = _called_together(report.findings)
    groups: dict[Hashable, list[Finding]] = {}
    for index, finding in enumerate(report.findings):
        groups.setdefault(_group(index, finding, lines, definitions, together), []).append(finding)
    joined = {_joined(group, definitions): tuple(group) for group in groups.values()}
    return replace(report, findings=tuple(joined)), joined


@dataclass(frozen=True, slots=True)
class _Definitions:
    """Where functions begin, by file: lines in their order, and the names that stand there."""

    found: dict[str, tuple[list[int], list[Location]]]

    @classmethod
    def of(cls, functions: Iterable[FunctionReport]) -> _Definitions:
        named: dict[str, dict[int, Location]] = {}
        for function in functions:
            named.setdefault(function.path, {})[function.line] = function.location
        return cls({path: (sorted(at), [at[line] for line in sorted(at)]) for path, at in named.items()})

    def around(self, where: Location) -> Location | None:
        """The last definition that begins above a place: most often that of the function that it is in."""
        lines, names = self.found.get(where.path, ([], []))
        index = bisect_right(lines, where.line)
        return names[index - 1] if index else None

    def is_direct(self, finding: Finding) -> bool:
        return finding.subject is not None and finding.subject == self.around(finding.location)


def _line(finding: Finding) -> Hashable:
    return finding.rule, finding.location.path, finding.location.line


def _is_advice(finding: Finding) -> bool:
    return finding.severity is Severity.NOTE and finding.applicability is None and finding.subject is not None


def _called_together(findings: Iterable[Finding]) -> dict[Hashable, Hashable]:
    """For each rule and function that advice is about, those of the first function that a line calls beside it."""
    first: dict[Hashable, Hashable] = {}
    together: dict[Hashable, Hashable] = {}
    for finding in filter(_is_advice, findings):
        subject = finding.rule, finding.subject
        leader = first.setdefault(_line(finding), together.get(subject, subject))
        together.setdefault(subject, leader)
    return together


def _group(
    index: int,
    finding: Finding,
    lines: set[Hashable],
    definitions: _Definitions,
    together: Mapping[Hashable, Hashable],
) -> Hashable:
    """What the findings that belong together have in common."""
    if finding.applicability is not None or finding.subject is None:
        return index
    around = definitions.around(finding.location)
    if _is_advice(finding):
        return together[finding.rule, finding.subject], around
    by_line = _line(finding) in lines and finding.rule not in _OF_ONE_BODY
    return _line(finding) if by_line else (finding.rule, finding.location.path, around)


def _joined(group: Sequence[Finding], definitions: _Definitions) -> Finding:
    if len(group) == 1:
        return group[0]
    first = next((f for f in group if definitions.is_direct(f)), group[0])
    others = [f for f in group if f is not first]
    elsewhere = {f.location: _here(f) for f in others if f.location.line != first.location.line}
    places = tuple(elsewhere)
    evidence = tuple(Evidence(elsewhere[place], place) for place in places[:_SHOWN])
    more = len(places) - _SHOWN
    notes = (
        *((f"and in {more} more place{'s' if more > 1 else ''} of the same function",) if more > 0 else ()),
        *_same_line(first, others),
        *_functions(first, others),
    )
    return replace(first, evidence=(*first.evidence, *evidence), notes=(*first.notes, *notes))


def _here(finding: Finding) -> str:
    """What stands at the place of another finding; of what is read, which that is."""
    return f"here, too: {finding.message}" if finding.rule == "frozen-state" else "here, too"


def _same_line(first: Finding, others: Sequence[Finding]) -> list[str]:
    here = [f for f in others if f.subject == first.subject and f.location.line == first.location.line]
    messages = dict.fromkeys(f.message for f in here if f.message != first.message)
    return [f"on this line, too: {message}" for message in [*messages][:_SHOWN]]


def _functions(first: Finding, others: Sequence[Finding]) -> list[str]:
    names = list(dict.fromkeys(f.function for f in others if f.subject != first.subject))
    if not names:
        return []
    shown = ", ".join(f"`{name}`" for name in names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return [f"{len(names)} more function{'s run' if len(names) > 1 else ' runs'} into it: {shown}{more}"]
