"""Repairs and conversions together: one `FileEdit` per file, from the text on disk to the converted text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hybridize_analyzer.report import Applicability, FunctionReport, Report
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.edits import AppliedEdit, FileEdit
from hybridize_refactorings.file_planning import plan_file
from hybridize_refactorings.lines import BOM
from hybridize_refactorings.planning import edited_functions
from hybridize_refactorings.repair_search import search_repairs
from hybridize_refactorings.repaired_functions import Key, Repaired, keyed, repaired_by, repaired_sources
from hybridize_refactorings.repairs import all_repairs
from hybridize_refactorings.repairs.repair import Mend
from hybridize_refactorings.subjects import module_of, subject_of


@dataclass(frozen=True, slots=True)
class Offer:
    """One action for an editor.

    title: what it does.  kind: `quickfix` for one repair alone, `refactor.rewrite` for repairs with the conversion.
    difference: what is another afterwards; empty for a safe one.
    """

    title: str
    kind: str
    applicability: Applicability
    edit: FileEdit
    difference: str = ""


def plan_repaired(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    found: Sequence[Repaired],
    *,
    unsafe: bool = False,
) -> tuple[FileEdit, ...]:
    """The edits of `plan_edits` with the repairs that were found."""
    found, after, now = _held(report, sources, analyst, found, unsafe=unsafe)
    wanted = edited_functions(_ours(now, report, found), after, unsafe=unsafe)
    paths = sorted({each.path for each in wanted} | {each.path for each in found})
    lines = {key: function.line for key, function in keyed(report.functions).items()}
    keys = {(f.path, f.line): key for key, f in keyed(now.functions).items()}
    return tuple(
        _joined(
            sources[path],
            plan_file(after[path], [each for each in wanted if each.path == path]),
            [each for each in found if each.path == path],
            {line: lines.get(key) for (where, line), key in keys.items() if where == path},
        )
        for path in paths
    )


def _held(
    report: Report,
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    found: Sequence[Repaired],
    *,
    unsafe: bool,
) -> tuple[Sequence[Repaired], dict[str, SourceFile], Report]:
    """The repairs that lead to a graph now that some are turned down, the files with them, and their report.

    Those that are worth nothing by themselves are made only where another one needs them.
    """
    alone = [each for each in found if each.targets or each.rule]
    after = repaired_sources(sources, alone)
    now = report if not alone else analyst.report(list(after.values()))
    functions = keyed(now.functions)
    lost = [each for each in alone if not each.rule and _is_lost(each, functions, unsafe=unsafe)]
    if lost and len(alone) < len(found):
        after = repaired_sources(sources, found)
        now = analyst.report(list(after.values()))
        functions = keyed(now.functions)
        lost = [each for each in alone if not each.rule and _is_lost(each, functions, unsafe=unsafe)]
        alone = list(found)
    if not lost:
        return alone, after, now
    return _held(report, sources, analyst, [each for each in alone if each not in lost], unsafe=unsafe)


def _is_lost(repaired: Repaired, functions: Mapping[Key, FunctionReport], *, unsafe: bool) -> bool:
    """Whether a part that a repair took out of a function is no graph now."""
    parts = [name for name in repaired.targets if name != repaired.qualname]
    now = [functions.get((repaired.path, name, 0)) for name in parts]
    return any(not (each and each.verdict == "convert" and (each.safe or unsafe)) for each in now)


def offers(
    function: FunctionReport, report: Report, sources: Mapping[str, SourceFile], analyst: Analyst
) -> Iterator[Offer]:
    """What an editor can offer for one function: repairs with the conversion first, then each repair alone."""
    alone = replace(report, functions=(function,))
    found = search_repairs(alone, sources, analyst, unsafe=True)
    for edit in plan_repaired(alone, sources, analyst, found, unsafe=True) if found else ():
        told = _applied(found[0])
        title, different = f"Repair and convert: {told.what}", "; ".join(found[0].differences)
        yield Offer(title, "refactor.rewrite", told.applicability, edit, different)
    yield from _batched(alone, sources, analyst)
    subject = subject_of(module_of(sources[function.path].text.removeprefix(BOM)), function)
    if subject is None or subject.at_top:
        return
    for repair in all_repairs():
        for mend in repair.mends(subject) if repair.order == 0 else ():
            if isinstance(mend, Mend):
                one = repaired_by(function, (mend,))
                yield Offer(mend.what, "quickfix", mend.applicability, _only(sources, one), mend.difference)


def _batched(report: Report, sources: Mapping[str, SourceFile], analyst: Analyst) -> Iterator[Offer]:
    """Edits of one file that batch the calls which a pattern of the function speaks of."""
    if not any(function.patterns for function in report.functions):
        return
    from hybridize_refactorings.batching.searching import search_batching

    whole = analyst.report(list(sources.values()))
    wanted = {(f.path, f.line): f.patterns for f in report.functions}
    asked = replace(
        whole,
        functions=tuple(replace(f, patterns=wanted.get((f.path, f.line), ())) for f in whole.functions),
    )
    for outcome in search_batching(asked, sources, analyst, unsafe=True):
        if {edit.path for edit in outcome.edits} == {outcome.function.path}:
            source = sources[outcome.function.path]
            after = repaired_sources(sources, outcome.edits)[source.relative]
            applied = tuple(_applied(edit) for edit in outcome.edits)
            edit = FileEdit(
                source.path,
                source.relative,
                source.text,
                after.text,
                source.encoding,
                source.raw,
                applied,
                (),
            )
            different = next((m.difference for each in outcome.edits for m in each.mends if m.difference), "")
            title = f"Batch the calls of `{outcome.function.qualname}`"
            yield Offer(title, "refactor.rewrite", applied[0].applicability, edit, different)


def _only(sources: Mapping[str, SourceFile], repaired: Repaired) -> FileEdit:
    source = sources[repaired.path]
    after = repaired_sources(sources, [repaired])[repaired.path]
    applied = (_applied(repaired),)
    return FileEdit(
        source.path, source.relative, source.text, after.text, source.encoding, source.raw, applied, ()
    )


def _ours(now: Report, report: Report, found: Sequence[Repaired]) -> Report:
    """The functions of the repaired project that may be edited: those that could be before, and new ones."""
    new = {(each.path, target, 0) for each in found for target in each.targets}
    allowed: set[Key] = set(keyed(report.functions)) | new
    functions = (function for key, function in keyed(now.functions).items() if key in allowed)
    return replace(now, functions=tuple(functions))


def _joined(
    source: SourceFile, converted: FileEdit, found: Sequence[Repaired], lines: Mapping[int, int | None]
) -> FileEdit:
    """One edit from the old text to the repaired and converted one; lines are those of the old text."""
    added = {each.qualname: each for each in converted.applied}
    targets = {target for each in found for target in each.targets}
    applied = [_applied(each, [added[name] for name in each.targets if name in added]) for each in found]
    applied += [
        replace(each, line=lines.get(each.line) or each.line)
        for each in converted.applied
        if each.qualname not in targets
    ]
    withheld = tuple(replace(each, line=lines.get(each.line) or each.line) for each in converted.withheld)
    return replace(
        converted,
        before=source.text,
        raw=source.raw,
        applied=tuple(sorted(applied, key=lambda each: each.line)),
        withheld=withheld,
    )


def _applied(repaired: Repaired, converted: Sequence[AppliedEdit] = ()) -> AppliedEdit:
    what = " and ".join(dict.fromkeys(mend.what for mend in repaired.mends))
    what = ", ".join([what, *dict.fromkeys(each.what for each in converted)])
    graded = (repaired.applicability, *(each.applicability for each in converted))
    safe = all(each is Applicability.SAFE for each in graded)
    applicability = Applicability.SAFE if safe else Applicability.UNSAFE
    return AppliedEdit(repaired.qualname, repaired.line, what, applicability)
