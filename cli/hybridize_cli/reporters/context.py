"""What a reporter may know besides the report itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from hybridize_analyzer.report import EDIT_VERDICTS, FunctionReport, Report, Severity
from hybridize_analyzer.workspace.sources import SourceFile


class RuleInfo(Protocol):
    """The part of a rule that reporters print; `hybridize_analyzer.rules.rule.Rule` is one."""

    @property
    def name(self) -> str:
        """Name of the pattern, such as `print-in-graph`."""
        ...

    @property
    def code(self) -> str:
        """Stable id, such as `HYB101`."""
        ...

    @property
    def page(self) -> str:
        """The rule's documentation, Markdown."""
        ...

    @property
    def severity(self) -> Severity:
        """Severity of its findings unless one says otherwise."""
        ...


@dataclass(frozen=True, slots=True)
class RenderContext:
    """How a report is shown; the same context and report always give the same text.

    base: directory that printed paths are relative to (the working directory, or the repository root for
        continuous integration).  `json` and `jsonl` print paths relative to `Report.root` instead.
    sources: by `SourceFile.relative`; a file that is missing here is reported without its code frame.
    rules: every known rule, in the order in which SARIF lists them.
    tool_version: version of hybridize, such as `0.1.0`.
    colour: whether `full` and `concise` contain terminal colours.
    all_functions: whether functions that need no change are listed too.
    statistics: whether `full` and `concise` print one count per rule instead of the findings.
    group_by: what the findings of `full` and `concise` are put under: `file` or `rule`; else the order is that of their gain
        (`full`) or of their places (`concise`).
    min_gain, tests: what the findings were chosen by, as in `Settings`.
    unsearched: functions with training steps in loops for which nobody has looked for repairs.
    steps_in_tests: how many functions with training steps in loops are left out because they are tests.
    width: cells of a terminal line that a code frame may fill; longer source lines are cut.
    rule_url: address of a rule's page with `{name}` and `{code}` in it, or None where there is no site.
    links: whether the codes of findings lead to these pages, where there are colours.
    """

    base: Path
    sources: Mapping[str, SourceFile] = field(default_factory=dict)
    rules: tuple[RuleInfo, ...] = ()
    tool_version: str = "0"
    colour: bool = False
    all_functions: bool = False
    statistics: bool = False
    group_by: str | None = None
    min_gain: str = "none"
    tests: bool = True
    unsearched: tuple[FunctionReport, ...] = ()
    steps_in_tests: int = 0
    width: int = 120
    rule_url: str | None = None
    links: bool = False


def display_path(path: str, report: Report, context: RenderContext) -> str:
    """`path` (relative to the report's root) as a reader at `context.base` writes it, with `/`.

    A path on another drive than the base stays absolute.
    """
    absolute = report.root / path
    try:
        return Path(os.path.relpath(absolute, context.base)).as_posix()
    except ValueError:  # Windows: no relative path between two drives
        return absolute.as_posix()


def listed_functions(report: Report, context: RenderContext) -> tuple[FunctionReport, ...]:
    """All functions with `all_functions`, otherwise those whose verdict asks for an edit."""
    if context.all_functions:
        return report.functions
    return tuple(function for function in report.functions if function.verdict in EDIT_VERDICTS)


def rule_page_url(name: str, code: str, context: RenderContext) -> str | None:
    """The address of a rule's page, or None where there is no site."""
    if context.rule_url is None:
        return None
    return context.rule_url.replace("{name}", name).replace("{code}", code)
