"""Repairs as findings: what stands in the way, and what an edit would do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hybridize_analyzer.report import Finding, FunctionReport, Report, Severity
from hybridize_analyzer.rules import all_rules
from hybridize_refactorings.top_level import TOP_LEVEL

if TYPE_CHECKING:
    from hybridize_refactorings.repaired_functions import Repaired


def repair_findings(report: Report, repairs: Sequence[Repaired]) -> tuple[Finding, ...]:
    """One finding for each function of a report that a repair makes convertible."""
    functions = {(function.path, function.line): function for function in report.functions}
    return tuple(_finding(functions[each.path, each.line], each) for each in repairs)


def with_findings(report: Report, findings: Sequence[Finding]) -> Report:
    """The report with more findings, in order."""
    if not findings:
        return report
    ordered = sorted((*report.findings, *findings), key=lambda f: (f.location, f.code, f.message))
    return replace(report, findings=tuple(ordered))


def _finding(function: FunctionReport, repaired: Repaired) -> Finding:
    """Under the rule that keeps the function from being converted: the same selectors and comments apply."""
    rules = {rule.name: rule for rule in all_rules()}
    refusals = [rules[name] for name in function.refusals if name in rules]
    if repaired.qualname == TOP_LEVEL:
        message = "a loop at the top level of this file takes training steps, which can run as a graph after a repair"
    else:
        message = (
            f"`{function.qualname}` runs eagerly and can run as a graph{_in_part(repaired)} after a repair"
        )
    rule = min(refusals, key=lambda rule: rule.code, default=rules["eager-function"])
    return Finding(
        rule.name,
        rule.code,
        message,
        function.location,
        Severity.NOTE,
        None if repaired.qualname == TOP_LEVEL else function.qualname,
        f"repair: {_told(repaired)}; `hybridize fix --repair{_flag(repaired)}` does it",
        function.evidence[:1],
        tuple(_differences(repaired)),
        repaired.applicability,
        function.location,
        repaired.gain,
    )


def _in_part(repaired: Repaired) -> str:
    return "" if repaired.targets == (repaired.qualname,) else " in part"


def _told(repaired: Repaired) -> str:
    return " and ".join(dict.fromkeys(mend.what for mend in repaired.mends))


def _flag(repaired: Repaired) -> str:
    return "" if repaired.applicability.value == "safe" else " --unsafe"


def _differences(repaired: Repaired) -> Iterator[str]:
    if repaired.gain is not None:
        yield f"expected gain of the graph: {repaired.gain}"
    yield from repaired.differences
