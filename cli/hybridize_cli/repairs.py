"""Repairs as findings: what stands in the way, and what an edit would do about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hybridize_analyzer.report import Finding, FunctionReport, Location, Report, Severity
from hybridize_analyzer.rules import all_rules
from hybridize_refactorings.top_level import TOP_LEVEL

if TYPE_CHECKING:
    from hybridize_analyzer.workspace.sources import SourceFile
    from hybridize_refactorings.repaired_functions import Repaired


def repair_findings(report: Report, repairs: Sequence[Repaired]) -> tuple[Finding, ...]:
    """One finding for each function of a report that a repair makes convertible."""
    functions = {(function.path, function.line): function for function in report.functions}
    return tuple(_finding(functions[each.path, each.line], each) for each in repairs)


def made_graphs(
    report: Report, repairs: Sequence[Repaired], sources: Mapping[str, SourceFile]
) -> tuple[FunctionReport, ...]:
    """The functions of a report that run nowhere but in what repairs make graphs: they are no findings of their own."""
    spans = [(each.path, *span) for each in repairs for span in _spans(each, sources)]
    return tuple(
        function
        for function in report.functions
        if function.callers is not None
        and function.sites
        and all(_is_within(site, spans) for site in function.sites)
    )


def _is_within(site: Location, spans: Sequence[tuple[str, int, int]]) -> bool:
    return any(path == site.path and first <= site.line <= last for path, first, last in spans)


def _spans(repaired: Repaired, sources: Mapping[str, SourceFile]) -> Iterator[tuple[int, int]]:
    """The lines, first and last, that become graphs: those that are moved, or all of the function."""
    helpers = [mend.helper for mend in repaired.mends if mend.helper is not None]
    yield from ((helper.first, helper.first + helper.lines - 1) for helper in helpers)
    if repaired.targets != (repaired.qualname,) or helpers or repaired.path not in sources:
        return
    for node in ast.walk(ast.parse(sources[repaired.path].text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.lineno == repaired.line:
            yield node.lineno, node.end_lineno or node.lineno


def without_those_in_graphs(report: Report, inside: Sequence[FunctionReport]) -> Report:
    """The report without the conversions of some functions."""
    places = {function.location for function in inside}
    kept = tuple(f for f in report.findings if f.rule != "eager-function" or f.subject not in places)
    return replace(report, findings=kept)


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
