"""Messages for formats that have one text per finding and no place for its evidence."""

from __future__ import annotations

from hybridize_analyzer.report import Evidence, Finding, Report

from hybridize_cli.reporters.context import RenderContext, display_path


def message_with_evidence(finding: Finding, report: Report, context: RenderContext) -> str:
    """The message, then one line per fact, note and help."""
    lines = [finding.message]
    lines += [f"= {_fact(fact, finding, report, context)}" for fact in finding.evidence]
    lines += [f"= {note}" for note in finding.notes]
    if finding.help is not None:
        lines.append(f"help: {finding.help}")
    return "\n".join(lines)


def _fact(fact: Evidence, finding: Finding, report: Report, context: RenderContext) -> str:
    if fact.location == finding.location:
        return fact.message
    path = display_path(fact.location.path, report, context)
    return f"{fact.message} ({path}:{fact.location.line}:{fact.location.column})"
