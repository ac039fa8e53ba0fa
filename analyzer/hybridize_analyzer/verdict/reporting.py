"""From what an analysis found to what is reported: suppressions, selected rules, what is worth it, the baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from hybridize_analyzer.report import Applicability, Report
from hybridize_analyzer.rules.rule import Rule
from hybridize_analyzer.verdict.acceptance import accept
from hybridize_analyzer.verdict.assumption_kinds import check_kinds
from hybridize_analyzer.verdict.gathering import gathered
from hybridize_analyzer.verdict.worth import worthwhile
from hybridize_analyzer.workspace.baseline import read_baseline, without_accepted
from hybridize_analyzer.workspace.selection import check_selectors, keep_paths, keep_selected, selected_rules
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_analyzer.workspace.suppressions import NamedRule, apply_suppressions

_EDITABLE = frozenset({Applicability.SAFE, Applicability.OBSERVED, Applicability.UNSAFE})


def selection(
    settings: Settings, rules: Sequence[NamedRule], options: Mapping[str, Iterable[str]]
) -> frozenset[str]:
    """Names of the rules to report.

    options: what else names rules: the option's name and the selectors in it, for the message.

    Raises:
        InputError: a selector that no rule answers to, or a kind of assumption that does not exist.
    """
    where = ", ".join(str(file) for file in settings.files) or "settings"
    written = {
        **options,
        f"{where}: select": settings.select,
        f"{where}: extend-select": settings.extend_select,
        f"{where}: ignore": settings.ignore,
        f"{where}: per-file-ignores": [name for _, names in settings.per_file_ignores for name in names],
    }
    check_kinds(settings.assume, f"{where}: `assume`")
    for place, selectors in written.items():
        check_selectors(selectors, rules, place)
    return selected_rules(rules, settings.select + settings.extend_select, settings.ignore)


def wanted_part(found: Report, paths: Iterable[str], settings: Settings, *, observed: bool = False) -> Report:
    """What `found` says about some files, to somebody who accepts what the settings accept.

    observed: and what recorded runs bear out.
    """
    return keep_paths(accept(found, frozenset(settings.assume), observed=observed), paths)


def judge_report(
    wanted: Report,
    suppressing: Iterable[SourceFile],
    settings: Settings,
    *,
    rules: Sequence[Rule],
    selected: frozenset[str],
) -> tuple[Report, Report]:
    """What to show, and the same with those functions only whose edits nobody has turned down, and with every finding apart.

    suppressing: the files whose comments count.

    Raises:
        InputError: the baseline cannot be used.
    """
    report = apply_suppressions(wanted, suppressing, rules)
    report = keep_selected(report, selected, settings.per_file_ignores, settings.directory, rules)
    report, joined = gathered(worthwhile(report, settings, rules))
    if settings.baseline is not None:
        report = without_accepted(report, read_baseline(settings.baseline), settings.baseline)
    single = tuple(each for finding in report.findings for each in joined[finding])
    return report, _without_turned_down(wanted, replace(report, findings=single))


def _without_turned_down(found: Report, judged: Report) -> Report:
    """`judged` without the functions whose edit was suppressed, not selected, or accepted as it is."""
    kept = set(judged.findings)
    turned_down = {
        (finding.location.path, finding.function)
        for finding in found.findings
        if finding.applicability in _EDITABLE and finding not in kept
    }
    functions = (
        function for function in found.functions if (function.path, function.qualname) not in turned_down
    )
    return replace(judged, functions=tuple(functions))
