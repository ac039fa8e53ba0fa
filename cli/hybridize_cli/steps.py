"""Training steps in loops of functions that cannot be graphs: `check` looks for the repair that moves them out, unasked.

It is what most programs gain most by, and takes several analyses: so it is done for files that are imported together
and have few lines, and what it finds is kept beside their other results.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import hybridize_refactorings
from hybridize_analyzer.analyze import ImportGroup
from hybridize_analyzer.report import Finding, FunctionReport, Report
from hybridize_analyzer.verdict.worth import with_inline_steps
from hybridize_analyzer.workspace.cache import Results, Store, files_digest
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_refactorings.analyst import Analyst

from hybridize_cli.progress import Progress
from hybridize_cli.repairs import made_graphs, repair_findings

MOST_LINES = 3_000
"""Of a group of files: about two seconds for each analysis."""
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Steps:
    """What has been found of training steps in loops.

    findings: one for each function whose step can be moved into a graph.  inside: functions that run in such steps alone.
    unsearched: the functions with such steps into which nobody has looked.
    """

    findings: tuple[Finding, ...]
    unsearched: tuple[FunctionReport, ...]
    inside: tuple[FunctionReport, ...] = ()


def search_steps(
    report: Report,
    groups: Sequence[ImportGroup],
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    cache: Store,
    *,
    tests: bool,
    progress: Progress | None,
) -> Steps:
    """Looks for the repairs of functions with training steps in loops, in each group of files that is not too large.

    report: of all functions that may be edited; `sources`, `analyst`: as for `find_repairs`.
    tests: whether functions of tests count.
    """
    of_path = {path: group for group in groups for path in group.paths}
    waiting: dict[ImportGroup, list[FunctionReport]] = {}
    unsearched = []
    for function in with_inline_steps(report, tests=tests):
        group = of_path.get(function.path)
        if group is None or group.lines > MOST_LINES:
            unsearched.append(function)
        else:
            waiting.setdefault(group, []).append(function)
    findings: list[Finding] = []
    inside: list[FunctionReport] = []
    for done, (group, functions) in enumerate(waiting.items()):
        if progress is not None:
            progress(done, len(waiting))
        try:
            known = _found(report, group, functions, sources, analyst, cache)
        except Exception:  # a fault of ours costs what nobody has asked for, and not the report
            if os.environ.get("HYBRIDIZE_DEBUG"):
                raise
            unsearched += functions
        else:
            findings += known.findings
            inside += known.functions
    return Steps(tuple(findings), tuple(unsearched), tuple(inside))


def _found(
    report: Report,
    group: ImportGroup,
    functions: Sequence[FunctionReport],
    sources: Mapping[str, SourceFile],
    analyst: Analyst,
    cache: Store,
) -> Results:
    """What is found in one group, with the functions that run in the steps alone."""
    wanted = [f"{function.path}:{function.line}" for function in functions]
    tool = files_digest(Path(hybridize_refactorings.__file__).parent, Path(__file__).parent)
    key = cache.key(["steps", tool, group.key, *sorted(analyst.accepted), "", *wanted])
    known = cache.results(key)
    if known is None:
        paths = frozenset(group.paths)
        chosen = {function.location for function in functions}
        own = tuple(
            f
            for f in report.functions
            if f.path in paths and (f.location in chosen or f.verdict == "convert" or f.hybrid)
        )
        found = hybridize_refactorings.find_repairs(
            replace(report, functions=own),
            sources,
            replace(analyst, wanted=paths),
            unsafe=True,
            rounds=_ROUNDS,
            steps=True,
        )
        known = Results(made_graphs(report, found, sources), repair_findings(report, found), ())
        cache.keep_results(key, known)
    return known
