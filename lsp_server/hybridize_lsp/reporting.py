"""One job of the worker: a project's files in, the facts about those that were asked for out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from hybridize_analyzer.report import EDIT_VERDICTS, Finding, FunctionReport, Location, Report
from hybridize_analyzer.rules import all_rules
from hybridize_analyzer.verdict.observing import timed
from hybridize_analyzer.verdict.reporting import judge_report, selection, wanted_part
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.settings import Settings
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_lsp.facts import FileFacts, digest_of
from hybridize_lsp.jobs import Answer, Job, Root, Wishes
from hybridize_lsp.lines import split_lines
from hybridize_lsp.outlines import outlines
from hybridize_lsp.trees import Snapshot, Tree, look, snapshot

Trees = dict[Root, Tree]


def answer(job: Job, trees: Trees, pulse: Callable[[], object]) -> Answer:
    """Does one job; `trees` keeps what is known of each project from job to job.

    pulse: called many times while a job settles; what it raises ends that.
    """
    started, unsettled = time.monotonic(), True
    try:
        tree = trees.get(job.root)
        if tree is None or job.look:
            tree = trees[job.root] = look(job.root, job.wishes, job.buffers, tree)
        now = snapshot(tree, job.buffers)
        if job.settle:
            unsettled = tree.session.settle(_asked(now, job.wishes), pulse)
        files = _files(tree, now, job.wishes)
        notices = (tree.notice,) if tree.notice else ()
        broken, read = now.broken, tuple(map(str, tree.settings.files))
    except InputError as error:
        files, broken, read = {}, frozenset(buffer.path for buffer in job.buffers), ()
        notices = (str(error),)
    return Answer(job.number, files, broken, read, notices, time.monotonic() - started, unsettled)


def _asked(now: Snapshot, wishes: Wishes) -> frozenset[str] | None:
    """The files that are looked into; None for all."""
    return None if wishes.everything else frozenset(source.relative for source in now.open)


def _files(tree: Tree, now: Snapshot, wishes: Wishes) -> dict[str, FileFacts]:
    # Of notebooks that are not open it is not known which document is which cell.
    shown = (
        tuple(s for s in now.sources if s.notebook is None or s in now.open)
        if wishes.everything
        else now.open
    )
    asked = frozenset(source.relative for source in shown)
    if not asked:
        return {}
    rules = all_rules()
    settings = _with_wishes(tree.settings, wishes)
    selected = selection(settings, rules, {"select": wishes.select, "ignore": wishes.ignore})
    found = tree.session.report(now.sources, _asked(now, wishes))
    judged, fixable = judge_report(
        wanted_part(found, asked, settings), shown, settings, rules=rules, selected=selected
    )
    sources = {source.relative: source for source in now.sources}
    if tree.profile is not None:
        functions = (timed(f, tree.runs(sources[f.path])) for f in judged.functions)
        judged = replace(judged, functions=tuple(functions))
    return {str(source.path): facts for source, facts in _by_file(judged, fixable, now, shown, sources)}


def _with_wishes(settings: Settings, wishes: Wishes) -> Settings:
    return replace(
        settings,
        select=wishes.select or settings.select,
        ignore=(() if wishes.select else settings.ignore) + wishes.ignore,
        extend_select=settings.extend_select + wishes.extend_select,
    )


def _by_file(
    report: Report,
    fixable: Report,
    now: Snapshot,
    shown: Sequence[SourceFile],
    sources: Mapping[str, SourceFile],
) -> Iterable[tuple[SourceFile, FileFacts]]:
    functions: dict[str, list[FunctionReport]] = {}
    findings: dict[str, list[Finding]] = {}
    for function in report.functions:
        functions.setdefault(function.path, []).append(function)
    for finding in report.findings:
        findings.setdefault(finding.location.path, []).append(finding)
    edited = {(f.path, f.qualname, f.line) for f in fixable.functions if f.verdict in EDIT_VERDICTS}
    opened = {source.relative for source in now.open}
    for source in shown:
        path = source.relative
        own, told = functions.get(path, []), findings.get(path, [])
        yield (
            source,
            FileFacts(
                str(source.path),
                path,
                str(report.root),
                tuple(own),
                tuple(told),
                frozenset((f.qualname, f.line) for f in own if (path, f.qualname, f.line) in edited),
                outlines(source.text) or (),
                _wide(_places(own, told, path if path in opened else None), sources),
                digest_of(source.raw),
            ),
        )


def _places(
    functions: Sequence[FunctionReport], findings: Sequence[Finding], path: str | None
) -> set[Location]:
    """Places that facts about a file point to, without those in `path`."""
    told: list[Finding | FunctionReport] = [*findings, *functions]
    places = {place for one in told for place in (one.location, *(e.location for e in one.evidence))}
    return {place for place in places if place.path != path}


def _wide(places: Iterable[Location], sources: Mapping[str, SourceFile]) -> dict[tuple[str, int], str]:
    found = {}
    for place in places:
        if place.path not in sources or sources[place.path].text.isascii():
            continue
        lines = split_lines(sources[place.path].text)
        for number in {place.line, place.end_line}:
            if number <= len(lines) and not lines[number - 1].isascii():
                found[place.path, number] = lines[number - 1]
    return found
