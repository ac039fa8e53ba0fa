"""The analysis of files that import each other, from modules to what is reported about their functions."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hybridize_analyzer.gain import without_nested
from hybridize_analyzer.project.cache import Results
from hybridize_analyzer.project.depth import deep_recursion
from hybridize_analyzer.project.modules import ModuleNames
from hybridize_analyzer.project.packaging import Packaging
from hybridize_analyzer.report import FunctionReport
from hybridize_analyzer.semantics import failures
from hybridize_analyzer.semantics.collect import function_facts, functions, is_hybrid, name_location
from hybridize_analyzer.semantics.facts import FunctionFacts
from hybridize_analyzer.semantics.program import FunctionCode, ModuleCode
from hybridize_analyzer.semantics.roots import explore
from hybridize_analyzer.semantics.state import State
from hybridize_analyzer.verdict import Decision, decide, findings_of, function_report


def analyze_group(modules: Mapping[str, ModuleCode], names: ModuleNames, packaging: Packaging) -> Results:
    """Analyses files that import each other."""
    library = packaging.library
    reports: list[FunctionReport] = []
    judged: dict[tuple[str, int], tuple[FunctionFacts, Decision]] = {}
    with deep_recursion():
        strict = bool(os.environ.get("HYBRIDIZE_DEBUG"))
        state = explore(modules, names, scripts=packaging.scripts, strict=strict)
        for code in functions(state):
            report, decided = _judge(state, code, library=library)
            reports.append(report)
            if decided is not None:
                judged[report.path, report.line] = decided
    reports = without_nested(reports)
    told = ((r, judged[r.path, r.line]) for r in reports if (r.path, r.line) in judged)
    findings = [finding for r, (facts, decision) in told for finding in findings_of(facts, decision, r)]
    return Results(tuple(reports), tuple(findings), tuple(failures.problems(state)))


def _judge(
    state: State, code: FunctionCode, *, library: bool
) -> tuple[FunctionReport, tuple[FunctionFacts, Decision] | None]:
    """The decision about one function; it stays open where the analysis itself failed."""
    try:
        if not failures.failed(state, code):
            facts = function_facts(state, code)
            decision = decide(facts, library=library)
            return function_report(facts, decision, library=library), (facts, decision)
    except Exception as error:
        failures.note(state, code, error)
    return _undecided(state, code), None


def _undecided(state: State, code: FunctionCode) -> FunctionReport:
    return FunctionReport(
        path=code.module.path,
        qualname=code.qualname,
        line=code.node.lineno,
        location=name_location(code),
        hybrid=is_hybrid(state, code),
        verdict="undetermined",
        safe=False,
    )
