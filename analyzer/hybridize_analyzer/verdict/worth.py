"""Which findings are worth a reader's time: those that promise enough speed, and are not about tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import EDIT_VERDICTS, Finding, FunctionReport, Report
from hybridize_analyzer.rules.rule import Rule
from hybridize_analyzer.verdict.gain import WORTH_A_CALL, is_at_least, to_be_gained
from hybridize_analyzer.workspace.selection import selected_by_name
from hybridize_analyzer.workspace.settings import Settings

_PROMISES_NO_SPEED = frozenset({"remove", "reconfigure"})


def worthwhile(report: Report, settings: Settings, rules: Sequence[Rule]) -> Report:
    """The report without the findings that nobody has asked for: too little gain, functions of tests, rules on request."""
    functions = {function.location: function for function in report.functions}
    named = selected_by_name(settings, rules)
    on_request = {rule.name for rule in rules if rule.on_request}

    def asked_for(finding: Finding) -> bool:
        if finding.subject is None:
            return True
        function = functions.get(finding.subject)
        # Steps at the top level of files, which are no functions, are looked for where they are asked for.
        of_tests = function is not None and function.of_tests
        elsewhere = finding.location.path != finding.subject.path and is_test(finding.location.path)
        if not settings.tests and (of_tests or elsewhere):
            return False
        if function is None:
            return finding.gain is None or is_at_least(finding.gain, settings.min_gain)
        if finding.rule in named:
            return True
        # What a repair gains is told under the rule that it answers.
        if finding.rule in on_request and finding.gain is None:
            return settings.min_gain == "none"
        return _pays(finding, function, settings.min_gain)

    return replace(report, findings=tuple(filter(asked_for, report.findings)))


def lesser(report: Report, least: str, *, tests: bool) -> tuple[int, int]:
    """How many functions could become graphs and are not reported: for their gain, and because they are tests."""
    wanted = [f for f in report.functions if f.verdict == "convert" and f.gain != "none"]
    in_tests = sum(f.of_tests for f in wanted) if not tests else 0
    small = sum(not is_at_least(f.gain, least) and (tests or not f.of_tests) for f in wanted)
    return small, in_tests


def with_inline_steps(report: Report, *, tests: bool) -> list[FunctionReport]:
    """The functions that stay as they are and take training steps in loops, outside of graphs."""
    kept = [f for f in report.functions if f.inline_step and f.verdict not in EDIT_VERDICTS and not f.hybrid]
    return [f for f in kept if (tests or not f.of_tests) and "already-in-graph" not in f.refusals]


def worth_a_repair(report: Report, settings: Settings) -> Report:
    """The report without the functions that cannot be graphs and whose repair would lead to nothing that is reported.

    A part of a function saves no more than the whole of it does.  What a function calls that may pay stays: it can be what
    keeps the other from being a graph.
    """
    stuck = {f.location: f for f in report.functions if f.verdict not in EDIT_VERDICTS and not f.hybrid}
    left = [f for f in stuck.values() if settings.tests or not f.of_tests]
    keys = {(f.path, f.line): f for f in left}
    kept = {key for key, f in keys.items() if _may_pay(f, settings.min_gain)}
    while more := {
        key
        for key, f in keys.items()
        if key not in kept and any(caller in kept for caller in f.callers or ())
    }:
        kept |= more
    wanted = {keys[key].location for key in kept}
    return replace(
        report,
        functions=tuple(f for f in report.functions if f.location not in stuck or f.location in wanted),
    )


def _may_pay(function: FunctionReport, least: str) -> bool:
    if least in ("none", "low") or function.inline_step or is_at_least(function.gain, least):
        return True
    return function.saving is not None and function.saving >= WORTH_A_CALL


def offered(functions: Iterable[FunctionReport], findings: Iterable[Finding]) -> list[FunctionReport]:
    """The functions that findings would make graphs, those with most to gain first."""
    by_place = {function.location: function for function in functions}
    found = (by_place.get(f.subject) for f in findings if f.applicability is not None and f.subject)
    wanted = dict.fromkeys(f for f in found if f is not None and f.verdict == "convert")
    return sorted(wanted, key=lambda f: (*to_be_gained(f), f.location))


def _pays(finding: Finding, function: FunctionReport, least: str) -> bool:
    if finding.applicability is None or function.verdict in _PROMISES_NO_SPEED:
        return True
    return is_at_least(finding.gain or function.gain, least)
