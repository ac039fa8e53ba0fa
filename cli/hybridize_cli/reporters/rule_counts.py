"""The table of `--statistics`: how often each rule fired."""

from __future__ import annotations

from collections import Counter

from hybridize_analyzer.report import Applicability, Report

from hybridize_cli.reporters.styles import Line, Span


def lines(report: Report) -> list[Line]:
    """A head line, then count, safe edits, code and name of each rule that fired, most frequent first."""
    counts = Counter((finding.code, finding.rule) for finding in report.findings)
    safe = Counter(
        (finding.code, finding.rule)
        for finding in report.findings
        if finding.applicability is Applicability.SAFE
    )
    if not counts:
        return []
    ranked = sorted(counts, key=lambda rule: (-counts[rule], rule))
    rows = [_row(str(counts[rule]), str(safe[rule]), *rule, style="") for rule in ranked]
    return [_row("count", "safe edits", "code", "rule", style="bold"), *rows]


def _row(count: str, safe: str, code: str, rule: str, *, style: str) -> Line:
    return (Span(f"{count:>7}  {safe:>10}  {code:<8}  {rule}", style),)
