"""Rules as SARIF describes them: texts taken from the rule's page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hybridize_analyzer.report import Finding, Report, Severity

from hybridize_cli.reporters.context import RenderContext, RuleInfo, rule_page_url
from hybridize_cli.reporters.json_object import JsonObject

LEVELS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "note",
}

_LONGEST = 1024  # characters of a description that GitHub accepts
_BLANK_LINE = re.compile(r"\n\s*\n")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def descriptors(report: Report, context: RenderContext) -> list[JsonObject]:
    """Every rule of the context, then rules that only findings know."""
    known = [_descriptor(rule, context) for rule in context.rules]
    codes = {rule.code for rule in context.rules}
    others = {finding.code: finding for finding in report.findings if finding.code not in codes}
    return known + [_bare(others[code]) for code in sorted(others)]


def _descriptor(rule: RuleInfo, context: RenderContext) -> JsonObject:
    paragraphs = list(_paragraphs(rule.page)) or [rule.name]
    described: JsonObject = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": _shortened(_SENTENCE_END.split(paragraphs[0])[0])},
        "fullDescription": {"text": _shortened(paragraphs[0])},
        "help": {"text": rule.page.strip() or rule.name, "markdown": rule.page.strip() or rule.name},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }
    url = rule_page_url(rule.name, rule.code, context)
    return described if url is None else described | {"helpUri": url}


def _bare(finding: Finding) -> JsonObject:
    text = {"text": finding.rule}
    return {
        "id": finding.code,
        "name": finding.rule,
        "shortDescription": text,
        "fullDescription": text,
        "help": text,
        "defaultConfiguration": {"level": LEVELS[finding.severity]},
    }


def _paragraphs(page: str) -> Iterator[str]:
    """Paragraphs of a Markdown page, each on one line, without headings."""
    for block in _BLANK_LINE.split(page):
        lines = [line.strip() for line in block.splitlines() if not line.lstrip().startswith("#")]
        if any(lines):
            yield " ".join(lines)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
