"""`# hybridize: ignore[RULE] reason`: findings that the author of a program has answered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hybridize_analyzer.report import Finding, FunctionReport, Location, Report, Severity
from hybridize_analyzer.workspace.errors import closest
from hybridize_analyzer.workspace.logical_lines import Comment, comments
from hybridize_analyzer.workspace.sources import SourceFile

UNUSED_RULE = "unused-suppression"
UNUSED_CODE = "HYB900"

_MARK = re.compile(r"#\s*hybridize\s*:\s*(?P<body>[^#]*)", re.IGNORECASE)
_BODY = re.compile(r"(?P<kind>ignore-file|ignore)(?![\w-])\s*(?:\[(?P<rules>[^\]]*)\])?(?P<reason>[^\[]*)")


class NamedRule(Protocol):
    """What a suppression needs to know of a rule."""

    @property
    def name(self) -> str:
        """Name, such as `print-in-graph`."""
        ...

    @property
    def code(self) -> str:
        """Code, such as `HYB101`."""
        ...


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment.

    rules: names or codes as written; empty suppresses every rule.
    whole_file: `ignore-file`.  lines: first and last line that it covers otherwise.
    understood: False for a comment that starts like a suppression and then goes wrong.
    """

    text: str
    location: Location
    rules: tuple[str, ...]
    reason: str
    lines: tuple[int, int]
    whole_file: bool
    understood: bool = True

    def covers(self, finding: Finding, def_line: int | None) -> bool:
        """Whether it speaks of the place of `finding`, or of the function with its `def` on `def_line`."""
        first, last = self.lines
        here = first <= finding.location.line <= last
        return self.whole_file or here or (def_line is not None and first <= def_line <= last)


def parse_suppressions(source: SourceFile) -> tuple[Suppression, ...]:
    """The suppressions of a file, in their order; text inside strings is not taken for a comment."""
    if not _MARK.search(source.text):
        return ()
    return tuple(
        _suppression(source.relative, comment, mark)
        for comment in comments(source.text)
        for mark in _MARK.finditer(comment.text)
        if _is_meant(mark["body"])
    )


def apply_suppressions(report: Report, sources: Iterable[SourceFile], rules: Sequence[NamedRule]) -> Report:
    """`report` without suppressed findings, with a finding for every suppression that suppresses nothing.

    rules: all known rules; a suppression may name them by name or code.
    """
    found = {source.relative: parse_suppressions(source) for source in sources}
    def_lines = _def_lines(report.functions)
    used: set[tuple[Suppression, str]] = set()
    kept = []
    for finding in report.findings:
        entries = list(_matching(finding, found.get(finding.location.path, ()), def_lines))
        used.update(entries)
        if not entries:
            kept.append(finding)
    broken = {problem.path for problem in report.errors}
    unused = [
        finding
        for path, suppressions in found.items()
        if path not in broken  # what could not be analysed has no findings to suppress
        for suppression in suppressions
        for finding in _unused(suppression, suppressions, used, rules)
    ]
    return replace(report, findings=tuple(sorted((*kept, *unused), key=finding_order)))


def finding_order(finding: Finding) -> tuple[Location, str, str]:
    """Sort key: path, line, column, then code and message."""
    return finding.location, finding.code, finding.message


def _is_meant(body: str) -> bool:
    """Whether a comment that starts with our name is a suppression, if perhaps misspelt, and not prose."""
    word = re.split(r"[\[\s:]", body, maxsplit=1)[0]
    return bool(closest(word, ("ignore", "ignore-file")))


def _suppression(path: str, comment: Comment, mark: re.Match[str]) -> Suppression:
    column = comment.column + mark.start()
    text = mark.group().rstrip()
    location = Location(path, comment.line, column, comment.line, column + len(text))
    body = _BODY.fullmatch(mark["body"])
    if body is None:
        return Suppression(text, location, (), "", comment.lines, whole_file=False, understood=False)
    listed = body["rules"]
    names = tuple(dict.fromkeys(name.strip() for name in (listed or "").split(",") if name.strip()))
    return Suppression(
        text,
        location,
        names,
        body["reason"].strip(" \t:,-"),
        comment.lines,
        whole_file=body["kind"] == "ignore-file",
        understood=listed is None or bool(names),
    )


def _def_lines(functions: Iterable[FunctionReport]) -> dict[tuple[str, str], list[int]]:
    """Lines of `def` by path and qualified name; a name defined twice has two."""
    lines: dict[tuple[str, str], list[int]] = {}
    for function in functions:
        lines.setdefault((function.path, function.qualname), []).append(function.line)
    return lines


def _matching(
    finding: Finding,
    suppressions: Iterable[Suppression],
    def_lines: dict[tuple[str, str], list[int]],
) -> Iterator[tuple[Suppression, str]]:
    """The suppressions of `finding`, each with the entry of its list that names the rule."""
    candidates = def_lines.get((finding.location.path, finding.function or ""), [])
    # Of several definitions of one name, the finding belongs to the last that starts before it.
    def_line = max((line for line in candidates if line <= finding.location.line), default=None)
    if def_line is None and candidates:
        def_line = candidates[0]
    for suppression in suppressions:
        if suppression.understood and suppression.covers(finding, def_line):
            yield from (
                (suppression, entry) for entry in suppression.rules or ("",) if _names(entry, finding)
            )


def _names(entry: str, finding: Finding) -> bool:
    return entry == "" or entry.lower() == finding.rule or entry.upper() == finding.code


def _unused(
    suppression: Suppression,
    siblings: Iterable[Suppression],
    used: set[tuple[Suppression, str]],
    rules: Sequence[NamedRule],
) -> Iterator[Finding]:
    if not suppression.understood:
        message = f"`{suppression.text}` is not a suppression that hybridize understands"
        yield _finding(
            suppression, message, "write `# hybridize: ignore[RULE] reason`, or `ignore-file[RULE]`"
        )
        return
    finding_here = _finding(suppression, "", "")
    if any(_silences_unused(sibling, finding_here) for sibling in siblings):
        return
    entries = suppression.rules or ("",)
    unused = [entry for entry in entries if (suppression, entry) not in used]
    known = {name for rule in rules for name in (rule.name, rule.code)}
    for entry in unused:
        if entry and entry.lower() not in known and entry.upper() not in known:
            hint = closest(entry, known).removeprefix("; ") or "`hybridize rules` lists them all"
            yield _finding(suppression, f"`{entry}` in a suppression is not a rule", hint)
        elif len(entries) == 1:
            yield _finding(suppression, f"`{suppression.text}` suppresses nothing", "remove the comment")
        else:
            yield _finding(suppression, f"`{entry}` in a suppression suppresses nothing", f"remove `{entry}`")


def _silences_unused(suppression: Suppression, finding: Finding) -> bool:
    return suppression.covers(finding, None) and any(_names(entry, finding) for entry in suppression.rules)


def _finding(suppression: Suppression, message: str, remedy: str) -> Finding:
    return Finding(
        UNUSED_RULE, UNUSED_CODE, message, suppression.location, Severity.WARNING, help=remedy or None
    )
