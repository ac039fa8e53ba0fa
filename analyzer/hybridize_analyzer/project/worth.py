"""Which findings are worth a reader's time: those that promise enough speed, and are not about tests."""

from __future__ import annotations

from dataclasses import replace

from hybridize_analyzer.gain import is_at_least
from hybridize_analyzer.project.modules import is_test
from hybridize_analyzer.report import Finding, FunctionReport, Location, Report

_PROMISES_NO_SPEED = frozenset({"remove", "reconfigure"})


def worthwhile(report: Report, least: str, *, tests: bool) -> Report:
    """The report without the findings that nobody has asked for.

    least: the gain from which a function is worth an edit.  tests: also what is found about functions of tests.
    """
    functions = {function.location: function for function in report.functions}
    return replace(
        report,
        findings=tuple(f for f in report.findings if _is_asked_for(f, functions, least, tests=tests)),
    )


def lesser(report: Report, least: str, *, tests: bool) -> tuple[int, int]:
    """How many functions could become graphs and are not reported: for their gain, and because they are tests."""
    wanted = [f for f in report.functions if f.verdict == "convert" and f.gain != "none"]
    in_tests = sum(is_test(f.path) for f in wanted) if not tests else 0
    small = sum(not is_at_least(f.gain, least) and (tests or not is_test(f.path)) for f in wanted)
    return small, in_tests


def _is_asked_for(
    finding: Finding, functions: dict[Location, FunctionReport], least: str, *, tests: bool
) -> bool:
    if finding.subject is None:
        return True
    if not tests and (is_test(finding.subject.path) or is_test(finding.location.path)):
        return False
    function = functions.get(finding.subject)
    if function is None or finding.applicability is None or function.verdict in _PROMISES_NO_SPEED:
        return True
    return is_at_least(function.gain, least)
