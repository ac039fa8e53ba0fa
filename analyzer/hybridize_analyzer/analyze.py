"""The analyzer's entry point: source files in, one `Report` out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread

from hybridize_analyzer.observed.runs import NO_RUNS, Runs
from hybridize_analyzer.program.code import ModuleCode
from hybridize_analyzer.program.components import components
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.program.parse import parse
from hybridize_analyzer.project import Program, key_of, read_program, report_of, state_key
from hybridize_analyzer.report import Report
from hybridize_analyzer.verdict.observing import with_runs
from hybridize_analyzer.workspace.cache import Cache, Results, Store
from hybridize_analyzer.workspace.depth import without_collection
from hybridize_analyzer.workspace.environment import NOTHING_INSTALLED, Environment
from hybridize_analyzer.workspace.packaging import Packaging, read_packaging
from hybridize_analyzer.workspace.sources import SourceFile

Progress = Callable[[int, int], None]


def analyze(
    root: Path,
    sources: Sequence[SourceFile],
    *,
    wanted: Set[str] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    cache: Store | None = None,
    keras: int | None = None,
    runs: Runs = NO_RUNS,
    environment: Environment = NOTHING_INSTALLED,
) -> Report:
    """Analyses `sources` as one project.

    wanted: relative paths that are asked about; files with no import path to or from them are not looked into.
    cache: where the results of earlier runs are looked up, and those of this one are kept.
    environment: the installed packages that are read where the program uses them.
    keras: the major version of Keras, 2 or 3, where it is not to be inferred (`project.targets`).
    runs: what recorded runs have shown; with any, a second analysis says what can be believed besides (`with_runs`).

    Files that do not parse become `Report.errors`; the rest is still analysed.  `progress(done, total)` is called as
    files are finished.  The result does not depend on `jobs`, on the order of `sources` or on the cache: files are
    split into groups that do not import each other, and groups are independent.
    """
    ordered = sorted(sources, key=lambda s: s.relative)
    with without_collection():
        program = read_program(ordered, cache)
        asked = [group for group in _groups(program) if wanted is None or not wanted.isdisjoint(group)]
        packaging = read_packaging(root, ordered, keras, environment)
        results = _results(program, asked, packaging, NO_RUNS, jobs=jobs, progress=progress, cache=cache)
        broken = [facts.problem for facts in program.facts.values() if facts.problem is not None]
        report = report_of(root, results, broken)
        if runs == NO_RUNS:
            return report
        second = _results(program, asked, packaging, runs, jobs=jobs, progress=None, cache=cache)
        return with_runs(report, report_of(root, second, ()), runs)


@dataclass(frozen=True, slots=True)
class ImportGroup:
    """Files that are analysed together, as they import each other.

    lines: how many they have in all.  key: a digest of all that the results of the group depend on.
    """

    paths: tuple[str, ...]
    lines: int
    key: str


def import_groups(
    root: Path,
    sources: Sequence[SourceFile],
    *,
    cache: Store,
    keras: int | None = None,
    environment: Environment = NOTHING_INSTALLED,
) -> tuple[ImportGroup, ...]:
    """The groups of files that `analyze` looks into one by one; the parameters are those of `analyze`."""
    ordered = sorted(sources, key=lambda s: s.relative)
    program = read_program(ordered, cache)
    packaging = read_packaging(root, ordered, keras, environment)
    return tuple(
        ImportGroup(
            tuple(group),
            sum(program.sources[path].text.count("\n") for path in group),
            key_of(program, group, packaging, cache),
        )
        for group in _groups(program)
    )


def _groups(program: Program) -> list[list[str]]:
    return components({p: f.imports for p, f in program.facts.items() if f.problem is None}, program.names)


def _results(
    program: Program,
    groups: Sequence[Sequence[str]],
    packaging: Packaging,
    runs: Runs,
    *,
    jobs: int,
    progress: Progress | None,
    cache: Store | None,
) -> list[Results]:
    """One result per group, from the cache where it has one."""
    keys = [key_of(program, group, packaging, cache, runs.digest) for group in groups]
    results = [cache.results(key) if cache is not None else None for key in keys]
    missing = [index for index, found in enumerate(results) if found is None]
    total = sum(map(len, groups))
    done = total - sum(len(groups[index]) for index in missing)
    made = _run(program, [groups[i] for i in missing], packaging, runs, jobs=jobs, cache=cache)
    for index, found in zip(missing, made, strict=True):
        results[index] = found
        if cache is not None and not found.problems:
            cache.keep_results(keys[index], found)
        done += len(groups[index])
        if progress is not None:
            progress(done, total)
    if cache is not None and missing:
        cache.prune()
    return [found for found in results if found is not None]


def _run(
    program: Program,
    groups: Sequence[Sequence[str]],
    packaging: Packaging,
    runs: Runs,
    *,
    jobs: int,
    cache: Store | None,
) -> Iterator[Results]:
    tasks = [_task(program, group, packaging, runs, cache) for group in groups]
    if jobs <= 1 or len(groups) < 2:
        for task in tasks:
            yield _run_task(task, program.parsed)
        return
    pool = ProcessPoolExecutor(min(jobs, len(groups)), initializer=_end_with_the_parent)
    try:
        for running in [pool.submit(_run_task, task) for task in tasks]:
            yield running.result()
    finally:  # who interrupts does not wait for what has not begun
        pool.shutdown(cancel_futures=True)


def _end_with_the_parent() -> None:
    """Ends this worker when the process that started it is gone: one that is killed tells its workers nothing."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(process: BaseProcess) -> None:
    process.join()
    os._exit(1)


@dataclass(frozen=True, slots=True)
class _Task:
    """One group to analyse.  cache, key: where its analysis is kept for the next run."""

    sources: dict[str, SourceFile]
    names: ModuleNames
    packaging: Packaging
    runs: Runs
    cache: Cache | None
    key: str


def _task(
    program: Program, group: Sequence[str], packaging: Packaging, runs: Runs, cache: Store | None
) -> _Task:
    sources = {path: program.sources[path] for path in group}
    resumed = cache if isinstance(cache, Cache) else None
    key = state_key(program, group, packaging, resumed) if resumed is not None else ""
    return _Task(sources, program.names, packaging, runs, resumed, key)


def _run_task(task: _Task, parsed: dict[str, ModuleCode] | None = None) -> Results:
    """parsed: files that have been parsed already; what is analysed is taken out of it."""
    # The interpreter takes longer to import than the cache takes to answer.
    from hybridize_analyzer.group import analyze_group
    from hybridize_analyzer.session.resuming import Place, analyze_or_resume

    known = parsed if parsed is not None else {}

    def module(path: str) -> ModuleCode:
        found = known.pop(path, None) or parse(task.sources[path], task.names)
        assert isinstance(found, ModuleCode), "its facts say that it can be parsed"
        return found

    if task.cache is None or task.runs != NO_RUNS:
        return analyze_group(
            {path: module(path) for path in task.sources}, task.names, task.packaging, task.runs
        )
    place = Place(task.cache, task.key)
    return analyze_or_resume(task.sources, module, task.names, task.packaging, place)
