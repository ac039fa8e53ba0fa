"""Analysis that goes on while files are edited: the same reports as `analyze`, for the price of what an edit touches.

The first report of a group of files comes from the cache where that has it.  The first edit analyses the group (as long as a
run from nothing), and every further one follows from there.  What follows edits may still hold facts of older text, on the
side of *more may happen*; `Session.settle` analyses such groups anew when there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from hybridize_analyzer.program.code import ModuleCode
from hybridize_analyzer.program.components import components
from hybridize_analyzer.program.modules import name_modules
from hybridize_analyzer.project import (
    Program,
    key_of,
    names_of,
    read_file,
    remember,
    report_of,
    state_key,
)
from hybridize_analyzer.report import Problem, Report
from hybridize_analyzer.session.live import (
    LiveGroup,
    analyze_live,
    follow_edit,
    imports_of,
    read_again,
    results_of,
)
from hybridize_analyzer.session.resuming import Place, resume
from hybridize_analyzer.solver.incremental.regions import Region
from hybridize_analyzer.workspace.cache import Cache, FileFacts, Results, digests
from hybridize_analyzer.workspace.depth import without_collection
from hybridize_analyzer.workspace.environment import NOTHING_INSTALLED, Environment
from hybridize_analyzer.workspace.packaging import Packaging, read_packaging
from hybridize_analyzer.workspace.sources import SourceFile

Group = tuple[str, ...]
_NOTHING = Packaging()


@dataclass(slots=True)
class Session:
    """One project under edit; not safe to be used by two threads at once.

    root: as for `analyze`.  cache: where first reports come from, and results that are exact are kept.
    keras, environment: as for `analyze`.
    """

    root: Path
    cache: Cache | None = None
    keras: int | None = None
    environment: Environment = NOTHING_INSTALLED
    _packaging: Packaging = _NOTHING
    _program: Program = field(default_factory=lambda: Program({}, name_modules([]), {}, {}))
    _seen: dict[str, SourceFile] = field(default_factory=dict)
    _problems: dict[str, Problem] = field(default_factory=dict)
    _groups: list[Group] = field(default_factory=list)
    _live: dict[Group, LiveGroup] = field(default_factory=dict)
    _regions: dict[str, Region] = field(default_factory=dict)  # of edits that no report has followed yet

    def report(self, sources: Sequence[SourceFile], wanted: Set[str] | None = None) -> Report:
        """What `analyze` would report of `sources`, all files of the project as they are now.

        wanted: as for `analyze`.  A file that cannot be parsed is an error of the report; until it can be again, its
        functions are those of its last text that could.
        """
        with without_collection():
            self._read(sources)
            found = [self._results(group) for group in self._asked(wanted)]
        return report_of(self.root, found, self._problems.values())

    def settle(self, wanted: Set[str] | None = None, pulse: Callable[[], object] = lambda: None) -> bool:
        """Analyses one group anew that has followed edits, or that only the cache knows; whether there was one.

        pulse: called many times on the way; what it raises ends the work, and nothing is lost.
        """
        for group in self._asked(wanted):
            live = self._live.get(group)
            with without_collection():
                live = live or self._resume(group)
                if live is None or live.inexact is not None:
                    self._analyze(group, pulse)
                    return True
        return False

    def _asked(self, wanted: Set[str] | None) -> list[Group]:
        return [group for group in self._groups if wanted is None or not wanted.isdisjoint(group)]

    def _read(self, sources: Iterable[SourceFile]) -> None:
        """Takes over the files; groups whose files or imports have changed are forgotten."""
        now = {source.relative: source for source in sorted(sources, key=lambda s: s.relative)}
        packaging = read_packaging(self.root, list(now.values()), self.keras, self.environment)
        if now.keys() != self._seen.keys() or packaging != self._packaging:
            self._packaging = packaging
            self._program = Program({}, names_of(now.values()), {}, {})
            self._seen, self._problems, self._groups, self._live = {}, {}, [], {}
            self._regions = {}
        changed = [s for p, s in now.items() if p not in self._seen or self._seen[p].raw != s.raw]
        if changed:
            self._take(changed)

    def _take(self, changed: Sequence[SourceFile]) -> None:
        program, prints = self._program, digests(changed)
        cache = self.cache if not program.facts else None  # an edit is not what the next session begins with
        known = cache.files() if cache is not None else {}
        imports = {p: f.imports for p, f in program.facts.items()}
        for source in changed:
            path, digest = source.relative, prints[source.relative]
            facts, module = known.get(path), None
            if facts is None or facts.digest != digest:
                again = self._read_again(source, digest)
                facts, module = again or read_file(source, program.names, digest)
            self._seen[path] = source
            self._problems.pop(path, None)
            if facts.problem is not None:
                self._problems[path] = facts.problem
            if facts.problem is None or path not in program.facts:
                program.take(source, facts, module)
        if cache is not None:
            remember(program, known, cache)
        if imports != {p: f.imports for p, f in program.facts.items()}:
            self._group()

    def _read_again(self, source: SourceFile, digest: str) -> tuple[FileFacts, None] | None:
        """What an edit has changed of a file that is kept analysed, if that can be read without the rest of it."""
        path = source.relative
        self._regions.pop(path, None)
        live = next((live for group, live in self._live.items() if path in group), None)
        region = read_again(live, source) if live is not None else None
        if live is None or region is None:
            return None
        self._regions[path] = region
        return FileFacts(digest, imports_of(live, path)), None

    def _group(self) -> None:
        facts = {p: f.imports for p, f in self._program.facts.items() if f.problem is None}
        self._groups = [tuple(group) for group in components(facts, self._program.names)]
        self._live = {group: self._live[group] for group in self._groups if group in self._live}

    def _results(self, group: Group) -> Results:
        live = self._live.get(group)
        if live is not None:
            edited = [s for path in group if (s := self._program.sources[path]).raw != live.sources[path].raw]
            if all(follow_edit(live, s, self._edit(s.relative)) for s in edited):
                return results_of(live)
            del self._live[group]
        key = key_of(self._program, group, self._packaging, self.cache)
        known = self.cache.results(key) if self.cache is not None else None
        return known if known is not None else results_of(self._resume(group) or self._analyze(group))

    def _resume(self, group: Group) -> LiveGroup | None:
        """The analysis that an earlier run has left in the cache, with the edits since."""
        place = self._place(group)
        sources = {path: self._program.sources[path] for path in group}
        live = resume(place, sources, self._edit) if place is not None else None
        if live is not None:
            self._live[group] = live
        return live

    def _place(self, group: Group) -> Place | None:
        if self.cache is None:
            return None
        return Place(self.cache, state_key(self._program, group, self._packaging, self.cache))

    def _analyze(self, group: Group, pulse: Callable[[], object] | None = None) -> LiveGroup:
        program = self._program
        modules = {path: self._module(path) for path in group}
        sources = {path: program.sources[path] for path in group}
        for path in group:
            self._regions.pop(path, None)  # they are of the analysis that this one takes the place of
        live = analyze_live(modules, sources, program.names, self._packaging, pulse)
        self._live[group] = live
        place = self._place(group)
        if place is not None and not (found := results_of(live)).problems:
            place.cache.keep_results(key_of(program, group, self._packaging, place.cache), found)
            place.keep(live)
        return live

    def _edit(self, path: str) -> ModuleCode | Region:
        """What was read of a file's new text: what the edit touches, or all of it."""
        return self._regions.pop(path, None) or self._module(path)

    def _module(self, path: str) -> ModuleCode:
        """A module as it is parsed; whoever takes it may change it."""
        module = self._program.module(path)
        del self._program.parsed[path]
        return module
