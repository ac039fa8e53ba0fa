"""One finding for one place: what several functions run into there, and what stands on the lines around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from hybridize_analyzer.report import Evidence, Finding, FunctionReport, Location, Report

_SHOWN = 3
_Key = tuple[str, str, int]


def gathered(report: Report) -> Report:
    """The report with one finding in place of several that ask for the same change.

    These are findings of one rule on one line; and, where functions run into something that they call, those of one rule
    in the function that is called.  What offers an edit stays by itself.
    """
    definitions = _definitions(report.functions)
    lines = {_line(f) for f in report.findings if _is_direct(f, definitions)}
    groups: dict[object, list[Finding]] = {}
    for index, finding in enumerate(report.findings):
        if finding.applicability is not None or finding.subject is None:
            groups[index] = [finding]
        elif _line(finding) in lines:
            groups.setdefault(("line", _line(finding)), []).append(finding)
        else:
            groups.setdefault(("body", _body(finding, definitions)), []).append(finding)
    return replace(report, findings=tuple(_joined(group, definitions) for group in groups.values()))


_Definitions = dict[str, tuple[list[int], list[Location]]]


def _definitions(functions: Iterable[FunctionReport]) -> _Definitions:
    """The definitions of each file, in the order of their lines."""
    found: dict[str, dict[int, Location]] = {}
    for function in functions:
        found.setdefault(function.path, {})[function.line] = function.location
    return {path: (sorted(at), [at[line] for line in sorted(at)]) for path, at in found.items()}


def _around(where: Location, definitions: _Definitions) -> Location | None:
    """The last definition that begins above a place: most often the function that it is in."""
    lines, names = definitions.get(where.path, ([], []))
    index = bisect_right(lines, where.line)
    return names[index - 1] if index else None


def _is_direct(finding: Finding, definitions: _Definitions) -> bool:
    return finding.subject is not None and finding.subject == _around(finding.location, definitions)


def _line(finding: Finding) -> _Key:
    return finding.rule, finding.location.path, finding.location.line


def _body(finding: Finding, definitions: _Definitions) -> _Key:
    around = _around(finding.location, definitions)
    return finding.rule, finding.location.path, around.line if around is not None else finding.location.line


def _joined(group: Sequence[Finding], definitions: _Definitions) -> Finding:
    first = next((f for f in group if _is_direct(f, definitions)), group[0])
    others = [f for f in group if f is not first]
    notes = (*_same_line(first, others), *_functions(first, others))
    places = tuple(dict.fromkeys(f.location for f in others if f.location.line != first.location.line))
    evidence = tuple(Evidence("here, too", place) for place in places[:_SHOWN])
    more = (
        (f"and in {len(places) - _SHOWN} more places of the same function",) if len(places) > _SHOWN else ()
    )
    return (
        replace(first, evidence=(*first.evidence, *evidence), notes=(*first.notes, *more, *notes))
        if others
        else first
    )


def _same_line(first: Finding, others: Sequence[Finding]) -> list[str]:
    here = [f for f in others if f.subject == first.subject and f.location.line == first.location.line]
    messages = [m for m in dict.fromkeys(f.message for f in here) if m != first.message]
    return [f"on this line, too: {message}" for message in messages[:_SHOWN]]


def _functions(first: Finding, others: Sequence[Finding]) -> list[str]:
    names = dict.fromkeys(f.function for f in others if f.subject != first.subject)
    count, shown = len(names), ", ".join(f"`{name}`" for name in list(names)[:_SHOWN])
    if not count:
        return []
    more = f" and {count - _SHOWN} more" if count > _SHOWN else ""
    return [f"{count} more function{'s run' if count > 1 else ' runs'} into it: {shown}{more}"]
