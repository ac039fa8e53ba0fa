"""The one-line texts that `full` and `concise` share."""

from __future__ import annotations

from collections.abc import Mapping

from hybridize_analyzer.report import (
    EDIT_VERDICTS,
    Finding,
    FunctionReport,
    Location,
    Problem,
    Report,
    Severity,
)
from hybridize_analyzer.verdict.reasons import reason

from hybridize_cli.escaping import printable, sentence
from hybridize_cli.reporters.context import RenderContext, display_path, rule_page_url
from hybridize_cli.reporters.styles import Line, Span

SEVERITY_STYLES: Mapping[Severity, str] = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.NOTE: "bold cyan",
}
_VERDICT_CODES = "HYB0"  # codes of the rules that speak a verdict; the others name a pattern

Verdicts = Mapping[tuple[str, str], str]


def verdicts(report: Report) -> Verdicts:
    """The verdict of each function, by path and qualified name."""
    return {(function.path, function.qualname): function.verdict for function in report.functions}


def place(location: Location, report: Report, context: RenderContext) -> str:
    """`path:line:column`; `path:cell N:line:column`, counted in the cell, for a notebook."""
    path, line = printable(display_path(location.path, report, context)), str(location.line)
    source = context.sources.get(location.path)
    if source is not None and source.notebook is not None:
        line = "cell {}:{}".format(*source.notebook.place(location.line))
    return f"{path}:{line}:{location.column}"


def finding_header(finding: Finding, known: Verdicts, report: Report, context: RenderContext) -> Line:
    """`path:line:column CODE [label] message`."""
    link = rule_page_url(finding.rule, finding.code, context) if context.links else None
    return (
        Span(place(finding.location, report, context), "bold"),
        Span(" "),
        Span(finding.code, SEVERITY_STYLES[finding.severity], link),
        Span(f" [{_label(finding, known)}] "),
        Span(sentence(finding.message)),
    )


def function_header(function: FunctionReport, report: Report, context: RenderContext) -> Line:
    """`path:line:column [verdict] name: reason`; an edit that is not applied by default is `unsafe`."""
    unsafe = function.verdict in EDIT_VERDICTS and not function.safe
    label = f"{function.verdict}, unsafe" if unsafe else function.verdict
    return (
        Span(place(function.location, report, context), "bold"),
        Span(f" [{label}] ", "bold green" if function.safe else ""),
        Span(f"`{function.qualname}`: {sentence(reason(function))}"),
    )


def problem_line(problem: Problem, report: Report, context: RenderContext) -> Line:
    """`path:line:column error: message`, without the parts that are not known."""
    path = printable(display_path(problem.path, report, context)) if problem.path else "hybridize"
    numbers = [str(number) for number in (problem.line, problem.column) if number is not None]
    return (
        Span(":".join([path, *numbers]), "bold"),
        Span(" "),
        Span("error:", "bold red"),
        Span(f" {sentence(problem.message)}"),
    )


def _label(finding: Finding, known: Verdicts) -> str:
    if finding.function is None or not finding.code.startswith(_VERDICT_CODES):
        return finding.rule
    return known.get((finding.location.path, finding.function), finding.rule)
