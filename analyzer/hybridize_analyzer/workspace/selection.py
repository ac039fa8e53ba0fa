"""Which rules a run reports: names, codes, prefixes of codes, `ALL`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pathspec import GitIgnoreSpec

from hybridize_analyzer.report import Finding, Report
from hybridize_analyzer.workspace.errors import InputError, closest
from hybridize_analyzer.workspace.exclusion import ignore_patterns
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.suppressions import NamedRule

_EXACT = 1000


def check_selectors(selectors: Iterable[str], rules: Sequence[NamedRule], where: str) -> None:
    """Raises InputError for a selector that no rule answers to; `where` names the option or setting."""
    for selector in selectors:
        named = selector.upper() == "ALL" or any(_closeness(selector, rule) is not None for rule in rules)
        if not named:
            known = [name for rule in rules for name in (rule.name, rule.code)]
            hint = closest(selector, known) or "; `hybridize rules` lists them all"
            raise InputError(f"{where}: unknown rule `{selector}`{hint}")


def selected_rules(
    rules: Sequence[NamedRule], select: Sequence[str], ignore: Sequence[str]
) -> frozenset[str]:
    """Names of the rules to report: the closest selector decides, and of two as close, `ignore`."""
    return frozenset(rule.name for rule in rules if _rank(rule, select) > _rank(rule, ignore))


def selected_by_name(settings: Settings, rules: Sequence[NamedRule]) -> frozenset[str]:
    """The rules that a setting or option selects by their name or code, rather than by `ALL` or a prefix."""
    selectors = {text.lower() for text in (*settings.select, *settings.extend_select)}
    return frozenset(rule.name for rule in rules if {rule.name, rule.code.lower()} & selectors)


def keep_selected(
    report: Report,
    selected: frozenset[str],
    per_file_ignores: Sequence[tuple[str, Sequence[str]]],
    directory: Path,
    rules: Sequence[NamedRule],
) -> Report:
    """`report` without the findings of other rules and without those that a file's patterns ignore.

    per_file_ignores: patterns in the syntax of .gitignore, relative to `directory`, and their selectors; a
        pattern that starts with `!` speaks of the files that it does not match.
    """
    by_name = {rule.name: rule for rule in rules}
    ignores = [(*_pattern(pattern), selectors) for pattern, selectors in per_file_ignores]
    ignored = _ignored_selectors(report, ignores, directory)

    def kept(finding: Finding) -> bool:
        rule = by_name.get(finding.rule)
        if rule is None:  # a rule without a page is reported unless only some rules are wanted
            return len(selected) == len(by_name)
        selectors = ignored[finding.location.path]
        return finding.rule in selected and not any(
            _closeness(selector, rule) is not None for selector in selectors
        )

    return replace(report, findings=tuple(filter(kept, report.findings)))


def keep_paths(report: Report, paths: Iterable[str]) -> Report:
    """`report` without what it says about other files."""
    wanted = frozenset(paths)
    return replace(
        report,
        functions=tuple(function for function in report.functions if function.path in wanted),
        findings=tuple(finding for finding in report.findings if finding.location.path in wanted),
        errors=tuple(problem for problem in report.errors if problem.path in wanted),
    )


def _closeness(selector: str, rule: NamedRule) -> int | None:
    """How closely `selector` names `rule`; None when it does not."""
    if selector.upper() == "ALL":
        return 0
    if selector.lower() == rule.name or selector.upper() == rule.code:
        return _EXACT
    is_prefix = len(selector) >= len("HYB") and rule.code.startswith(selector.upper())
    return len(selector) if is_prefix else None


def _rank(rule: NamedRule, selectors: Sequence[str]) -> int:
    closenesses = [_closeness(selector, rule) for selector in selectors]
    return max((closeness for closeness in closenesses if closeness is not None), default=-1)


def _pattern(pattern: str) -> tuple[GitIgnoreSpec, bool]:
    negated = pattern.startswith("!")
    return ignore_patterns([pattern.removeprefix("!")]), not negated


def _ignored_selectors(
    report: Report, ignores: Sequence[tuple[GitIgnoreSpec, bool, Sequence[str]]], directory: Path
) -> Mapping[str, tuple[str, ...]]:
    """The selectors that `ignores` gives to each file with findings."""
    result = {}
    for path in {finding.location.path for finding in report.findings}:
        absolute = report.root / path
        inside = absolute.is_relative_to(directory)
        name = absolute.relative_to(directory).as_posix() if inside else path
        result[path] = tuple(
            selector
            for spec, wanted, selectors in ignores
            if bool(spec.match_file(name)) is wanted
            for selector in selectors
        )
    return result
