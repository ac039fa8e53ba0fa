"""The analyzer's entry point: source files in, one `Report` out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.project.cache import Cache, FileFacts, Results, digests
from hybridize_analyzer.project.components import components, import_targets
from hybridize_analyzer.project.depth import without_collection
from hybridize_analyzer.project.modules import ModuleNames, name_modules
from hybridize_analyzer.project.packaging import Packaging, read_packaging
from hybridize_analyzer.project.parse import parse
from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import Problem, Report
from hybridize_analyzer.semantics.program import ModuleCode

Progress = Callable[[int, int], None]


def analyze(
    root: Path,
    sources: Sequence[SourceFile],
    *,
    wanted: Set[str] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    cache: Cache | None = None,
) -> Report:
    """Analyses `sources` as one project.

    wanted: relative paths that are asked about; files with no import path to or from them are not looked into.
    cache: where the results of earlier runs are looked up, and those of this one are kept.

    Files that do not parse become `Report.errors`; the rest is still analysed.  `progress(done, total)` is called as
    files are finished.  The result does not depend on `jobs`, on the order of `sources` or on the cache: files are
    split into groups that do not import each other, and groups are independent.
    """
    ordered = sorted(sources, key=lambda s: s.relative)
    with without_collection():
        program = _read_program(ordered, cache)
        groups = components(
            {p: f.imports for p, f in program.facts.items() if f.problem is None}, program.names
        )
        asked = [group for group in groups if wanted is None or not wanted.isdisjoint(group)]
        packaging = read_packaging(root)
        results = _results(program, asked, packaging, jobs=jobs, progress=progress, cache=cache)
    broken = [facts.problem for facts in program.facts.values() if facts.problem is not None]
    return _report(root, results, broken)


@dataclass(frozen=True, slots=True)
class _Program:
    """All files of a project.  parsed: the modules that have been parsed so far."""

    sources: dict[str, SourceFile]
    names: ModuleNames
    facts: dict[str, FileFacts]
    parsed: dict[str, ModuleCode]

    def module(self, path: str) -> ModuleCode:
        if path not in self.parsed:
            found = parse(self.sources[path], self.names)
            assert isinstance(found, ModuleCode), "its facts say that it can be parsed"
            self.parsed[path] = found
        return self.parsed[path]


def _read_program(sources: Sequence[SourceFile], cache: Cache | None) -> _Program:
    """Parses the files that the cache does not know as they are now."""
    names = name_modules([s.relative for s in sources])
    known = cache.files() if cache is not None else {}
    prints = digests(sources) if cache is not None else {}
    program = _Program({s.relative: s for s in sources}, names, {}, {})
    for source in sources:
        path, digest = source.relative, prints.get(source.relative, "")
        facts = known.get(path)
        program.facts[path] = facts if facts and facts.digest == digest else _parse(program, path, digest)
    if cache is not None and any(known.get(path) != facts for path, facts in program.facts.items()):
        cache.keep_files({**known, **program.facts})
    return program


def _parse(program: _Program, path: str, digest: str) -> FileFacts:
    found = parse(program.sources[path], program.names)
    if isinstance(found, Problem):
        return FileFacts(digest, (), found)
    program.parsed[path] = found
    return FileFacts(digest, import_targets(found.imports))


def _results(
    program: _Program,
    groups: Sequence[Sequence[str]],
    packaging: Packaging,
    *,
    jobs: int,
    progress: Progress | None,
    cache: Cache | None,
) -> list[Results]:
    """One result per group, from the cache where it has one."""
    keys = [_key(program, group, packaging, cache) for group in groups]
    results = [cache.results(key) if cache is not None else None for key in keys]
    missing = [index for index, found in enumerate(results) if found is None]
    total = sum(map(len, groups))
    done = total - sum(len(groups[index]) for index in missing)
    made = _run(program, [groups[i] for i in missing], packaging, jobs=jobs)
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


def _key(program: _Program, group: Sequence[str], packaging: Packaging, cache: Cache | None) -> str:
    """A digest of all that the result of a group depends on."""
    if cache is None:
        return ""
    files = (f"{path}={program.facts[path].digest}" for path in group)
    return cache.key([*program.sources, str(packaging), *files])


def _report(root: Path, results: Iterable[Results], broken: Iterable[Problem]) -> Report:
    found = list(results)
    errors = [*broken, *(problem for result in found for problem in result.problems)]
    return Report(
        root,
        tuple(
            sorted((f for r in found for f in r.functions), key=lambda f: (f.path, f.line, f.location.column))
        ),
        tuple(sorted((f for r in found for f in r.findings), key=lambda f: (f.location, f.code, f.message))),
        tuple(sorted(errors, key=lambda e: (e.path, e.line or 0))),
    )


def _run(
    program: _Program, groups: Sequence[Sequence[str]], packaging: Packaging, *, jobs: int
) -> Iterator[Results]:
    if jobs <= 1 or len(groups) < 2:
        for group in groups:
            yield _analyze_group([program.module(path) for path in group], program.names, packaging)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(groups))) as pool:
        tasks = [
            pool.submit(_analyze_sources, [program.sources[p] for p in group], program.names, packaging)
            for group in groups
        ]
        for task in tasks:
            yield task.result()


def _analyze_sources(sources: Sequence[SourceFile], names: ModuleNames, packaging: Packaging) -> Results:
    parsed = [parse(source, names) for source in sources]
    return _analyze_group([p for p in parsed if isinstance(p, ModuleCode)], names, packaging)


def _analyze_group(modules: Sequence[ModuleCode], names: ModuleNames, packaging: Packaging) -> Results:
    # The interpreter takes longer to import than the cache takes to answer.
    from hybridize_analyzer.group import analyze_group

    return analyze_group({module.path: module for module in modules}, names, packaging)
