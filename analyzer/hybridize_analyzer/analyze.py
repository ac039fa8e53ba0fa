"""The analyzer's entry point: source files in, one `Report` out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from hybridize_analyzer.gain import without_nested
from hybridize_analyzer.project.components import components
from hybridize_analyzer.project.depth import deep_recursion, without_collection
from hybridize_analyzer.project.modules import ModuleNames, name_modules
from hybridize_analyzer.project.parse import parse
from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import Finding, FunctionReport, Problem, Report
from hybridize_analyzer.semantics import failures
from hybridize_analyzer.semantics.collect import function_facts, functions, is_hybrid, name_location
from hybridize_analyzer.semantics.facts import FunctionFacts
from hybridize_analyzer.semantics.program import FunctionCode, ModuleCode
from hybridize_analyzer.semantics.roots import explore
from hybridize_analyzer.semantics.state import State
from hybridize_analyzer.verdict import Decision, all_callers_seen, decide, findings_of, function_report

Progress = Callable[[int, int], None]
_Results = tuple[list[FunctionReport], list[Finding], list[Problem]]


def analyze(
    root: Path,
    sources: Sequence[SourceFile],
    *,
    wanted: Set[str] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Analyses `sources` as one project.

    wanted: relative paths that are asked about; files with no import path to or from them are not looked into.

    Files that do not parse become `Report.errors`; the rest is still analysed.  `progress(done, total)` is called as
    files are finished.  The result does not depend on `jobs` or on the order of `sources`: files are split into groups
    that do not import each other, and groups are independent.
    """
    with without_collection():
        return _analyze(root, sources, wanted=wanted, jobs=jobs, progress=progress)


def _analyze(
    root: Path,
    sources: Sequence[SourceFile],
    *,
    wanted: Set[str] | None,
    jobs: int,
    progress: Progress | None,
) -> Report:
    ordered = sorted(sources, key=lambda s: s.relative)
    names = name_modules([s.relative for s in ordered])
    parsed = [parse(source, names) for source in ordered]
    errors = [p for p in parsed if isinstance(p, Problem)]
    modules = {p.path: p for p in parsed if isinstance(p, ModuleCode)}
    library = _is_library(root)
    groups = [g for g in components(modules, names) if wanted is None or not wanted.isdisjoint(g)]
    reports: list[FunctionReport] = []
    findings: list[Finding] = []
    done = 0
    for group, result in zip(
        groups, _run(groups, modules, names, ordered, library=library, jobs=jobs), strict=False
    ):
        reports += result[0]
        findings += result[1]
        errors += result[2]
        done += len(group)
        if progress is not None:
            progress(done, len(modules))
    return Report(
        root,
        tuple(sorted(reports, key=lambda f: (f.path, f.line, f.location.column))),
        tuple(sorted(findings, key=lambda f: (f.location, f.code, f.message))),
        tuple(sorted(errors, key=lambda e: (e.path, e.line or 0))),
    )


def _is_library(root: Path) -> bool:
    """Whether the project is one that others install and import."""
    if any((root / name).is_file() for name in ("setup.py", "setup.cfg")):
        return True
    try:
        return "[project]" in (root / "pyproject.toml").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _run(
    groups: Sequence[Sequence[str]],
    modules: Mapping[str, ModuleCode],
    names: ModuleNames,
    sources: Sequence[SourceFile],
    *,
    library: bool,
    jobs: int,
) -> Iterable[_Results]:
    if jobs <= 1 or len(groups) < 2:
        for group in groups:
            yield analyze_group({path: modules[path] for path in group}, names, library=library)
        return
    by_path = {s.relative: s for s in sources}
    with ProcessPoolExecutor(max_workers=min(jobs, len(groups))) as pool:
        tasks = [
            pool.submit(_analyze_sources, [by_path[p] for p in group], names, library) for group in groups
        ]
        for task in tasks:
            yield task.result()


def _analyze_sources(sources: Sequence[SourceFile], names: ModuleNames, library: bool) -> _Results:
    parsed = [parse(source, names) for source in sources]
    return analyze_group({p.path: p for p in parsed if isinstance(p, ModuleCode)}, names, library=library)


def analyze_group(modules: Mapping[str, ModuleCode], names: ModuleNames, *, library: bool) -> _Results:
    """Analyses files that import each other."""
    reports: list[FunctionReport] = []
    judged: dict[tuple[str, int], tuple[FunctionFacts, Decision]] = {}
    with deep_recursion():
        state = explore(modules, names, strict=bool(os.environ.get("HYBRIDIZE_DEBUG")))
        for code in functions(state):
            report, decided = _judge(state, code, library=library)
            reports.append(report)
            if decided is not None:
                judged[report.path, report.line] = decided
    callers = {k: f.callers for k, (f, _) in judged.items() if all_callers_seen(f, library=library)}
    reports = without_nested(reports, callers)
    told = ((r, judged[r.path, r.line]) for r in reports if (r.path, r.line) in judged)
    findings = [finding for r, (facts, decision) in told for finding in findings_of(facts, decision, r)]
    return reports, findings, list(failures.problems(state))


def _judge(
    state: State, code: FunctionCode, *, library: bool
) -> tuple[FunctionReport, tuple[FunctionFacts, Decision] | None]:
    """The decision about one function; it stays open where the analysis itself failed."""
    try:
        if not failures.failed(state, code):
            facts = function_facts(state, code)
            decision = decide(facts, library=library)
            return function_report(facts, decision), (facts, decision)
    except Exception as error:
        failures.note(state, code, error)
    return _undecided(state, code), None


def _undecided(state: State, code: FunctionCode) -> FunctionReport:
    return FunctionReport(
        path=code.module.path,
        qualname=code.qualname,
        line=code.node.lineno,
        location=name_location(code),
        hybrid=is_hybrid(state, code),
        verdict="undetermined",
        safe=False,
        tensor_parameter=None,
        primitive_parameter=None,
        side_effects=None,
        recursive=None,
        tensor_computation=None,
        eager_only_calls=None,
        numpy_on_parameters=None,
        called=None,
        parameters=(),
        refusals=(),
        assumptions=(),
        input_signature=None,
        traces=None,
        gain=None,
        evidence=(),
    )
