"""In which order findings are shown, and under which headings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from hybridize_analyzer.report import Finding, Location, Report, Severity
from hybridize_analyzer.verdict.gain import to_be_gained
from hybridize_analyzer.verdict.reasons import counted

from hybridize_cli.escaping import printable
from hybridize_cli.reporters.context import RenderContext, display_path

GROUPS = ("gain", "file", "rule")
"""What `--group-by` takes; `gain` has no headings."""
_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


_NOTHING = (0.0, 0.0)


def grouped(report: Report, context: RenderContext) -> Iterator[tuple[str | None, list[Finding]]]:
    """Heading and findings of each group: by what goes wrong first, then by what is to be gained."""
    gains = {function.location: to_be_gained(function) for function in report.functions}

    def worth(finding: Finding) -> tuple[int, float, float, Location]:
        offered = finding.applicability is not None and finding.subject is not None
        gain = gains.get(finding.subject, _NOTHING) if offered and finding.subject else _NOTHING
        return _SEVERITIES.index(finding.severity), *gain, finding.location

    ordered = sorted(report.findings, key=worth)
    if context.group_by == "file":
        yield from _under(
            ordered,
            lambda f: f.location.path,
            lambda f: printable(display_path(f.location.path, report, context)),
        )
    elif context.group_by == "rule":
        yield from _under(ordered, lambda f: f.code, lambda f: f"{f.code} {f.rule}")
    else:
        yield None, ordered


def _under(
    ordered: Sequence[Finding], key: Callable[[Finding], str], heading: Callable[[Finding], str]
) -> Iterator[tuple[str, list[Finding]]]:
    for _, group in groupby(sorted(ordered, key=key), key=key):
        findings = list(group)
        yield f"{heading(findings[0])}: {counted(len(findings), 'finding')}", findings
