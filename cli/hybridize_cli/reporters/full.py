"""`full`: findings with code frames and evidence, then errors and a summary; for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.report import Evidence, Finding, FunctionReport, Parameter, Report

from hybridize_cli.reporters import ordering, rule_counts, summary
from hybridize_cli.reporters.context import RenderContext
from hybridize_cli.reporters.frame import frame
from hybridize_cli.reporters.headers import (
    SEVERITY_STYLES,
    Verdicts,
    finding_header,
    function_header,
    place,
    problem_line,
    verdicts,
)
from hybridize_cli.reporters.source_lines import LineReader, line_reader
from hybridize_cli.reporters.styles import Line, Span, sentence, to_text

_DIM = "blue"
_LINE_NUMBER_CELLS = 5
_SMALLEST_FRAME = 20


def render(report: Report, context: RenderContext) -> str:
    """Everything there is to say, or counts per rule with `statistics`."""
    body = rule_counts.lines(report) if context.statistics else _details(report, context)
    problems = [problem_line(problem, report, context) for problem in report.errors]
    told = [
        (Span(text, "bold" if index == 0 else ""),)
        for index, text in enumerate(summary.lines(report, context))
    ]
    return to_text([*body, *problems, *told], colour=context.colour)


def _details(report: Report, context: RenderContext) -> Iterator[Line]:
    known, read_line = verdicts(report), line_reader(context.sources)
    for heading, findings in ordering.grouped(report, context):
        if heading is not None:
            yield (Span(heading, "bold underline"),)
        for finding in findings:
            yield from _finding(finding, known, read_line, report, context)
            yield ()
    if context.all_functions and report.functions:
        for function in report.functions:
            yield from _function(function, report, context)
        yield ()


def _finding(
    finding: Finding, known: Verdicts, read_line: LineReader, report: Report, context: RenderContext
) -> Iterator[Line]:
    yield finding_header(finding, known, report, context)
    yield from _frame(finding, read_line, context)
    for fact in _remaining_evidence(finding, read_line):
        yield _fact(fact, report, context, shown=fact.location == finding.location)
    for note in finding.notes:
        yield (Span("   = ", _DIM), Span(sentence(note)))
    if finding.help is not None:
        yield (Span("   help:", "bold green"), Span(f" {sentence(finding.help)}"))


def _function(function: FunctionReport, report: Report, context: RenderContext) -> Iterator[Line]:
    yield function_header(function, report, context)
    if function.parameters:
        shown = ", ".join(_parameter(parameter) for parameter in function.parameters)
        yield (Span("   = ", _DIM), Span(sentence(f"parameters: {shown}")))
    for fact in function.evidence:
        yield _fact(fact, report, context, shown=fact.location == function.location)


def _parameter(parameter: Parameter) -> str:
    """ "`images` tensor float32[?, 28, 28]", as far as it is known."""
    kind = f"{parameter.kind} {parameter.dtype or ''}{parameter.shape or ''}"
    return f"`{parameter.name}` {kind.strip()}"


def _frame(finding: Finding, read_line: LineReader, context: RenderContext) -> Iterator[Line]:
    location = finding.location
    text = read_line(location.path, location.line)
    if text is None:
        return
    end_column = location.end_column if location.end_line == location.line else None
    number = str(location.line).rjust(_LINE_NUMBER_CELLS)
    shown = frame(text, location.column, end_column, max(_SMALLEST_FRAME, context.width - len(number) - 3))
    style, labels = SEVERITY_STYLES[finding.severity], _here(finding)
    label = f" {sentence(labels[0].message)}" if labels else ""
    yield (Span(f"{number} | ", _DIM), Span(shown.before + shown.range + shown.after))
    yield (
        Span(f"{' ' * len(number)} | ", _DIM),
        Span(shown.indent),
        Span(shown.marks, style),
        Span(label, style),
    )


def _here(finding: Finding) -> list[Evidence]:
    return [fact for fact in finding.evidence if fact.location == finding.location]


def _remaining_evidence(finding: Finding, read_line: LineReader) -> list[Evidence]:
    """All evidence but the fact that labels the marks of the code frame."""
    framed = read_line(finding.location.path, finding.location.line) is not None
    labels = _here(finding)[:1] if framed else []
    return [fact for fact in finding.evidence if not any(fact is label for label in labels)]


def _fact(fact: Evidence, report: Report, context: RenderContext, *, shown: bool) -> Line:
    """`= message (path:line:column)`; the location is left out where the header already `shown` it."""
    where = "" if shown else f" ({place(fact.location, report, context)})"
    return (Span("   = ", _DIM), Span(sentence(fact.message)), Span(where, _DIM))
