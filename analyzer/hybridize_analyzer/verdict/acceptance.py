"""Assumptions that the user accepts: what a verdict rests on, and whether its edit is safe.

Accepting changes no fact, so it works on finished reports: one analysis, and one cache, serves every choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from hybridize_analyzer.report import (
    Applicability,
    Assumption,
    Finding,
    FunctionReport,
    Location,
    Report,
)
from hybridize_analyzer.verdict.gain import without_nested

_EDITS = {
    "convert": "adds `@tf.function`",
    "remove": "removes the decorator",
    "reconfigure": "changes the arguments of the decorator",
}


def is_safe(verdict: str, assumptions: Sequence[Assumption]) -> bool:
    """Whether the edit is one that is made without being asked: nothing that it rests on is left to believe."""
    return verdict in _EDITS and all(assumption.accepted for assumption in assumptions)


def assumption_notes(function: FunctionReport) -> tuple[str, ...]:
    """One line per assumption, with its kind."""
    return tuple(
        f"{_word(assumption)} {assumption.message} [{assumption.kind.value}]"
        for assumption in function.assumptions
    )


def _word(assumption: Assumption) -> str:
    return "accepted:" if assumption.accepted else "observed:" if assumption.observed else "assumes that"


def remedy(function: FunctionReport) -> str:
    """The command that makes the edit."""
    option = "" if function.safe else " --observed" if function.observed else " --unsafe"
    return f"`hybridize fix{option}` {_EDITS[function.verdict]}"


def applicability(function: FunctionReport) -> Applicability:
    if function.safe:
        return Applicability.SAFE
    return Applicability.OBSERVED if function.observed else Applicability.UNSAFE


def accept(report: Report, kinds: Set[str], *, observed: bool = False) -> Report:
    """The report of a user who accepts some kinds of assumption; observed: also what recorded runs bear out."""
    if not kinds and not observed:
        return report
    functions = without_nested(
        [
            _accepted(function, lambda a: a.kind.value in kinds or (observed and a.observed))
            for function in report.functions
        ]
    )
    edits = {function.location: function for function in functions}
    findings = tuple(judged_anew(report.findings, edits))
    return replace(report, functions=tuple(functions), findings=findings)


def _accepted(function: FunctionReport, accepts: Callable[[Assumption], bool]) -> FunctionReport:
    if not any(map(accepts, function.assumptions)):
        return function
    assumptions = tuple(
        replace(assumption, accepted=accepts(assumption)) for assumption in function.assumptions
    )
    return replace(function, assumptions=assumptions, safe=is_safe(function.verdict, assumptions))


def judged_anew(findings: Sequence[Finding], edits: Mapping[Location, FunctionReport]) -> Iterator[Finding]:
    """The findings that offer an edit, as the assumptions now stand; those of no gain any more are left out."""
    for finding in findings:
        function = edits.get(finding.location)
        if finding.applicability is None or function is None or function.verdict not in _EDITS:
            yield finding
        elif function.verdict != "convert" or function.gain != "none":
            notes = finding.notes[: len(finding.notes) - len(function.assumptions)]
            yield replace(
                finding,
                notes=(*notes, *assumption_notes(function)),
                help=remedy(function),
                applicability=applicability(function),
            )
