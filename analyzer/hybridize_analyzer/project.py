"""All files of a project as far as they have to be read, and what becomes of the results of its groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hybridize_analyzer.program.code import ModuleCode
from hybridize_analyzer.program.components import import_targets
from hybridize_analyzer.program.modules import ModuleNames, name_modules
from hybridize_analyzer.program.own_package import own_package
from hybridize_analyzer.program.parse import parse
from hybridize_analyzer.report import Problem, Report
from hybridize_analyzer.workspace.cache import FileFacts, Results, Store, digests
from hybridize_analyzer.workspace.packaging import Packaging
from hybridize_analyzer.workspace.sources import SourceFile


@dataclass(frozen=True, slots=True)
class Program:
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

    def take(self, source: SourceFile, facts: FileFacts, module: ModuleCode | None) -> None:
        """Adds a file, or its new text; module: where it has been parsed already."""
        self.sources[source.relative] = source
        self.facts[source.relative] = facts
        self.parsed.pop(source.relative, None)
        if module is not None:
            self.parsed[source.relative] = module


def names_of(sources: Iterable[SourceFile]) -> ModuleNames:
    """The names under which files import each other."""
    files = {source.relative: source for source in sources}
    package = files.get("__init__.py")
    names = name_modules(list(files), package.path.parent.name if package is not None else "")
    own = own_package({path: source.text for path, source in files.items()}, names)
    return replace(names, own=own) if own else names


def read_program(sources: Sequence[SourceFile], cache: Store | None) -> Program:
    """Parses the files that the cache does not know as they are now."""
    known = cache.files() if cache is not None else {}
    prints = digests(sources) if cache is not None else {}
    program = Program({}, names_of(sources), {}, {})
    for source in sources:
        digest, facts, module = prints.get(source.relative, ""), known.get(source.relative), None
        if facts is None or facts.digest != digest:
            facts, module = read_file(source, program.names, digest)
        program.take(source, facts, module)
    if cache is not None:
        remember(program, known, cache)
    return program


def remember(program: Program, known: Mapping[str, FileFacts], cache: Store) -> None:
    """Keeps what is known of each file, if that is not all in `known`, which the cache has."""
    if any(known.get(path) != facts for path, facts in program.facts.items()):
        cache.keep_files({**known, **program.facts})


def read_file(source: SourceFile, names: ModuleNames, digest: str) -> tuple[FileFacts, ModuleCode | None]:
    """Parses one file; without a module where that cannot be done."""
    found = parse(source, names)
    if isinstance(found, Problem):
        return FileFacts(digest, (), found), None
    return FileFacts(digest, import_targets(found.imports)), found


def key_of(
    program: Program, group: Sequence[str], packaging: Packaging, cache: Store | None, runs: str = ""
) -> str:
    """A digest of all that the result of a group depends on.  runs: a digest of what recorded runs have shown."""
    if cache is None:
        return ""
    files = (f"{path}={program.facts[path].digest}" for path in group)
    return cache.key([*program.sources, program.names.own, str(packaging), *([runs] if runs else []), *files])


def state_key(program: Program, group: Sequence[str], packaging: Packaging, cache: Store) -> str:
    """The same without the texts of the files."""
    return cache.key(["state", *program.sources, program.names.own, str(packaging), "", *group])


def report_of(root: Path, results: Iterable[Results], broken: Iterable[Problem]) -> Report:
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
