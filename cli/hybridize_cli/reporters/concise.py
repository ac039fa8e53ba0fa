"""`concise`: one line for each finding and error; for searching and for editors that parse lines."""

from __future__ import annotations

from hybridize_analyzer.report import Report

from hybridize_cli.reporters import ordering, rule_counts
from hybridize_cli.reporters.context import RenderContext
from hybridize_cli.reporters.headers import finding_header, function_header, problem_line, verdicts
from hybridize_cli.reporters.styles import Line, to_text


def render(report: Report, context: RenderContext) -> str:
    """Findings, functions with `all_functions`, and errors, or counts per rule with `statistics`."""
    body = rule_counts.lines(report) if context.statistics else _details(report, context)
    problems = [problem_line(problem, report, context) for problem in report.errors]
    return to_text([*body, *problems], colour=context.colour)


def _details(report: Report, context: RenderContext) -> list[Line]:
    known = verdicts(report)
    ordered = (
        report.findings
        if context.group_by is None
        else [finding for _, findings in ordering.grouped(report, context) for finding in findings]
    )
    findings = [finding_header(finding, known, report, context) for finding in ordered]
    functions = report.functions if context.all_functions else ()
    return findings + [function_header(function, report, context) for function in functions]
