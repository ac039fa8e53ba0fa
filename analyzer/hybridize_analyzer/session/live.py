"""A group of files that import each other, kept analysed while they are edited."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.tracking import Token
from hybridize_analyzer.facts.collect import functions
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.group import Judged, conclude, explore_group, facts_of, judge
from hybridize_analyzer.program.code import FunctionCode, ModuleCode
from hybridize_analyzer.program.components import import_targets
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.session.relocate import labels_of, relocated
from hybridize_analyzer.solver.incremental.dependents import Dependents, index
from hybridize_analyzer.solver.incremental.edits import merge
from hybridize_analyzer.solver.incremental.lines import Lines, read_lines
from hybridize_analyzer.solver.incremental.regions import Region, reread, whole
from hybridize_analyzer.solver.incremental.update import TooMuchError, update
from hybridize_analyzer.workspace.cache import Results, Target
from hybridize_analyzer.workspace.depth import with_stack_reserved
from hybridize_analyzer.workspace.packaging import Packaging
from hybridize_analyzer.workspace.sources import SourceFile

Import = ast.Import | ast.ImportFrom


@dataclass(slots=True)
class Known:
    """What was found out about one function.

    reads, watched: what that depends on.  labels: of the lines that it mentions, by file.  judged: the decision, under
    `numbers`, which are those of the labels in files that have been edited.
    """

    facts: FunctionFacts | None
    reads: frozenset[Token]
    watched: frozenset[str]
    labels: Mapping[str, tuple[float, ...]]
    numbers: tuple[int, ...] = ()
    judged: Judged | None = None


@dataclass(slots=True)
class LiveGroup:
    """sources: the text that the analysis has seen.  edited: the lines of files that have changed since the beginning.

    inexact: what of older texts may be left in it; None for nothing.
    """

    state: State
    dependents: Dependents
    names: ModuleNames
    packaging: Packaging
    sources: dict[str, SourceFile]
    edited: dict[str, Lines] = field(default_factory=dict)
    known: dict[FunctionCode, Known] = field(default_factory=dict)
    inexact: str | None = None


@with_stack_reserved
def analyze_live(
    modules: Mapping[str, ModuleCode],
    sources: Mapping[str, SourceFile],
    names: ModuleNames,
    packaging: Packaging,
    pulse: Callable[[], object] | None = None,
) -> LiveGroup:
    """Analyses a group so that edits can be followed.  pulse: called on the way; may raise to put an end to it."""
    state = explore_group(modules, names, packaging, pulse)
    group = LiveGroup(state, index(state), names, packaging, dict(sources))
    _find_out(group)
    return group


def results_of(group: LiveGroup) -> Results:
    """What there is to report, with line numbers of the text as it is now."""
    numbers = {path: lines.numbers() for path, lines in group.edited.items()}
    judged = {code: _judged(group, numbers, code, known) for code, known in group.known.items()}
    return conclude(group.state, judged, library=group.packaging.library)


def read_again(group: LiveGroup, source: SourceFile) -> Region | None:
    """What an edit of one of the group's files has made of the statements that it touches; None to read all of it."""
    module = group.state.modules[source.relative]
    region = reread(module, _lines(group, source.relative), source.text)
    if region is None:
        return None
    before = [node for node in module.imports if region.holds(node)]
    return region if _same_imports(before, region.read.imports) else None


def imports_of(group: LiveGroup, path: str) -> tuple[Target, ...]:
    """What a file of the group imports."""
    return import_targets(group.state.modules[path].imports)


@with_stack_reserved
def follow_edit(
    group: LiveGroup, source: SourceFile, read: ModuleCode | Region, *, exact: bool = False
) -> bool:
    """Brings the analysis to a new text of one of its files, `read` from it and not used elsewhere.

    exact: whether it is of use only where it is what an analysis from nothing gives.
    False, and the group is of no use any more, when it has to be made anew: other imports, for example.
    """
    module = group.state.modules[source.relative]
    if isinstance(read, ModuleCode):
        if not _same_imports(read.imports, module.imports):
            return False
        region = whole(module, _lines(group, source.relative), source.text, read)
    else:
        region = read
    edit = merge(module, region) if region is not None else None
    if edit is None or region is None:
        return False
    group.sources[source.relative] = source
    group.edited[source.relative] = region.lines
    try:
        left = update(group.state, group.dependents, edit, exact=exact)
        group.inexact = group.inexact or left
        for code in (*edit.gone, *edit.edited):
            group.known.pop(code, None)  # type: ignore[arg-type]
        _find_out(group)
    except TooMuchError:
        return False
    except Exception:
        if group.state.strict:
            raise
        return False  # a fault of ours costs time, not the report
    return True


def _lines(group: LiveGroup, path: str) -> Lines:
    return group.edited.get(path) or read_lines(group.sources[path].text)


def _same_imports(before: list[Import], after: list[Import]) -> bool:
    return set(import_targets(before)) == set(import_targets(after))


def _find_out(group: LiveGroup) -> None:
    """The facts of all functions, in order; what nothing has touched is as it was."""
    known = group.dependents
    old, group.known = group.known, {}
    recalled = [token[1] for token in known.touched if isinstance(token, tuple) and token[0] == "calls"]
    known.touched |= {("above", code) for code in group.state.call_graph().below(recalled)}
    for code in functions(group.state):
        found = old.get(code)
        fresh = (
            found is not None
            and known.touched.isdisjoint(found.reads)
            and known.reheld.isdisjoint(found.watched)
        )
        group.known[code] = found if fresh and found is not None else _facts(group.state, code)
    known.touched.clear()
    known.reheld.clear()


def _facts(state: State, code: FunctionCode) -> Known:
    running = state.track.begin()
    try:
        facts = facts_of(state, code)
    finally:
        state.track.end()
    labels = labels_of(facts) if facts is not None else {code.module.path: (code.node.lineno,)}
    return Known(facts, frozenset(running.reads), frozenset(running.held), labels)


def _judged(
    group: LiveGroup, edited: Mapping[str, Mapping[float, int]], code: FunctionCode, known: Known
) -> Judged:
    """The decision about a function.  edited: the numbers of labels, by file that has been edited."""
    files = {path: group.edited[path] for path in edited if path in known.labels}
    numbers = tuple(
        [
            edited[p].get(label) or lines.number(label)
            for p, lines in files.items()
            for label in known.labels[p]
        ]
    )
    if known.judged is None or known.numbers != numbers:
        facts = relocated(known.facts, files) if known.facts is not None else None
        known.judged = judge(group.state, code, facts, library=group.packaging.library)
        if facts is None and files:
            known.judged = Judged(_moved(known.judged.report, files[code.module.path]))
        known.numbers = numbers
    return known.judged


def _moved(report: Any, lines: Lines) -> Any:
    line, column = lines.number(report.line), report.location.column
    where = replace(report.location, line=line, end_line=line, column=column)
    return replace(report, line=line, location=where)
