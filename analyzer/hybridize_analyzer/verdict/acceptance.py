"""Assumptions that the user accepts: what a verdict rests on, and whether its edit is safe.

Accepting changes no fact, so it works on finished reports: one analysis, and one cache, serves every choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
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
        f"{'accepted:' if assumption.accepted else 'assumes that'} {assumption.message} [{assumption.kind.value}]"
        for assumption in function.assumptions
    )


def remedy(function: FunctionReport) -> str:
    """The command that makes the edit."""
    return f"`hybridize fix{'' if function.safe else ' --unsafe'}` {_EDITS[function.verdict]}"


def applicability(function: FunctionReport) -> Applicability:
    return Applicability.SAFE if function.safe else Applicability.UNSAFE


def accept(report: Report, kinds: Set[str]) -> Report:
    """The report of a user who accepts some kinds of assumption."""
    if not kinds:
        return report
    functions = without_nested([_accepted(function, kinds) for function in report.functions])
    edits = {function.location: function for function in functions}
    findings = tuple(_judged_anew(report.findings, edits))
    return replace(report, functions=tuple(functions), findings=findings)


def _accepted(function: FunctionReport, kinds: Set[str]) -> FunctionReport:
    if not any(assumption.kind.value in kinds for assumption in function.assumptions):
        return function
    assumptions = tuple(
        replace(assumption, accepted=assumption.kind.value in kinds) for assumption in function.assumptions
    )
    return replace(function, assumptions=assumptions, safe=is_safe(function.verdict, assumptions))


def _judged_anew(findings: Sequence[Finding], edits: Mapping[Location, FunctionReport]) -> Iterator[Finding]:
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
