"""The edits that are put to the proof, each with a key under which both versions of its function are watched."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hybridize_analyzer.report import Applicability, FunctionReport, Report, Tracing
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst
from hybridize_refactorings.edits import AppliedEdit, FileEdit
from hybridize_refactorings.planning import plan_edits, plan_repairs
from hybridize_refactorings.proof.probe.instrument import functions_of
from hybridize_refactorings.verification import syntax_tree

if TYPE_CHECKING:
    from hybridize_refactorings.repaired_functions import Repaired

Key = str
"""`PATH:QUALNAME#N`, N counting the functions of that name in the file from 0; the same in both versions."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit.

    line: of `def` in the original.  what: such as "adds `@tf.function`".  predicted: its traces.
    verdict: that of the function; `repair` where the function itself stays eager and a part of it does not; `cell` where
    its calls run together with others, or not at all, so that only what is computed from their results can be compared.
    group: name of the edits that are worth something together only, "" for one by itself.  needs: the package that the
    edited program needs and the original did not, or "".
    """

    key: Key
    path: str
    qualname: str
    line: int
    what: str
    verdict: str
    applicability: Applicability
    predicted: Tracing
    group: str = ""
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """Edits of one report, and how to make any subset of them.

    witnesses: keys of functions that are hybrid already.  They are not edited, but watched: what runs inside their graphs
    shows in their results only.
    repairs, analyst: as for `plan_repairs`, where repairs were asked for.
    """

    report: Report
    sources: Mapping[str, SourceFile]
    unsafe: bool
    edits: tuple[Edit, ...]
    repairs: tuple[Repaired, ...] = ()
    analyst: Analyst | None = None
    witnesses: frozenset[Key] = frozenset()

    @property
    def keys(self) -> frozenset[Key]:
        """All edits."""
        return frozenset(edit.key for edit in self.edits)

    def watched(self) -> dict[str, dict[str, Key]]:
        """For the probe: by file, the key of `QUALNAME#N`."""
        found: dict[str, dict[str, Key]] = {}
        cells = {edit.key for edit in self.edits if edit.verdict == "cell"}
        for key in sorted((self.keys | self.witnesses) - cells):
            path, _, name = key.rpartition(":")
            found.setdefault(path, {})[name] = key
        return found

    def names(self) -> dict[Key, list[str]]:
        """For the probe: by key, the names that the original function reads; its own variables may be among them."""
        found = {}
        for path, keys in self.watched().items():
            text = self.sources[path].text.removeprefix("\ufeff")
            for (qualname, number), node in _numbered(text):
                key = keys.get(f"{qualname}#{number}")
                if key is not None:
                    names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
                    found[key] = sorted(names)
        return found

    def plan(self, keys: Collection[Key]) -> tuple[FileEdit, ...]:
        """The edits of some functions, planned anew: an import comes with the first that needs it."""
        wanted = {(edit.path, edit.line, edit.qualname) for edit in self.edits if edit.key in keys}
        functions = tuple(f for f in self.report.functions if (f.path, f.line, f.qualname) in wanted)
        repairs = tuple(r for r in self.repairs if (r.path, r.line, r.qualname) in wanted)
        return _planned(replace(self, report=replace(self.report, functions=functions), repairs=repairs))

    def arguments(self) -> dict[Key, str]:
        """What the decorator of every function that becomes a graph as it stands, without a repair, is given."""
        repaired = {(repair.path, repair.line) for repair in self.repairs}
        functions = {(f.path, f.line, f.qualname): f for f in self.report.functions}
        return {
            edit.key: _given(functions[edit.path, edit.line, edit.qualname])
            for edit in self.edits
            if edit.verdict == "convert" and (edit.path, edit.line) not in repaired
        }

    def with_arguments(self, arguments: Mapping[Key, str]) -> Subject:
        """The same, with other arguments for some of the functions that `arguments` tells of."""
        wanted = {(e.path, e.line, e.qualname): arguments[e.key] for e in self.edits if e.key in arguments}
        functions = tuple(
            replace(f, input_signature=None, reconfiguration=wanted[f.path, f.line, f.qualname])
            if (f.path, f.line, f.qualname) in wanted
            else f
            for f in self.report.functions
        )
        found = subject_of(
            replace(self.report, functions=functions), self.sources, unsafe=self.unsafe, repairs=self.repairs,
            analyst=self.analyst,
        )  # fmt: skip
        edits = tuple(edit for edit in found.edits if edit.key in self.keys)
        return replace(found, edits=edits, witnesses=self.witnesses)

    def files(self, keys: Collection[Key]) -> dict[str, bytes]:
        """New bytes of the files that the edits change."""
        return {
            edit.relative: edit.after.encode(edit.encoding)
            for edit in self.plan(keys)
            if edit.after != edit.before
        }

    def originals(self) -> dict[str, bytes]:
        """What the files held when they were analysed."""
        return {path: self.sources[path].raw for path in {edit.path for edit in self.edits}}


def subject_of(
    report: Report,
    sources: Mapping[str, SourceFile],
    *,
    unsafe: bool,
    repairs: tuple[Repaired, ...] = (),
    analyst: Analyst | None = None,
) -> Subject:
    """The edits that `fix` would make, as the subject of a proof."""
    bare = Subject(report, sources, unsafe, (), repairs, analyst)
    functions = {(function.path, function.line, function.qualname): function for function in report.functions}
    repaired = {(r.path, r.line, r.qualname): r for r in repairs}
    inside = frozenset(place for r in repairs for place in r.inside)
    edits: list[Edit] = []
    for file in _planned(bare):
        numbers = _numbers(file.before)
        for applied in file.applied:
            where = (file.relative, applied.line, applied.qualname)
            number = numbers.get((applied.qualname, applied.line))
            if (
                number is not None and where in functions
            ):  # a function that a repair adds is watched from outside
                key = f"{file.relative}:{applied.qualname}#{number}"
                function = functions[where]
                edits.append(_edit(key, function, repaired.get(where), applied, inside))
    edits.sort(key=lambda edit: (edit.path, edit.line))
    witnesses = _witnesses(bare, inside) - {edit.key for edit in edits}
    return replace(bare, edits=tuple(edits), witnesses=witnesses)


def _given(function: FunctionReport) -> str:
    if function.input_signature is not None:
        return f"input_signature={function.input_signature}"
    return function.reconfiguration or ""


def _witnesses(subject: Subject, inside: Collection[tuple[str, int]]) -> frozenset[Key]:
    found: set[Key] = set()
    watched = [f for f in subject.report.functions if f.hybrid and (f.path, f.line) not in inside]
    for path, source in subject.sources.items():
        lines = {(f.qualname, f.line) for f in watched if f.path == path}
        numbers = _numbers(source.text) if lines else {}
        found |= {f"{path}:{name}#{numbers[name, line]}" for name, line in lines if (name, line) in numbers}
    return frozenset(found)


def _planned(subject: Subject) -> tuple[FileEdit, ...]:
    report, sources, unsafe = subject.report, subject.sources, subject.unsafe
    if subject.repairs and subject.analyst is not None:
        return plan_repairs(report, sources, subject.analyst, subject.repairs, unsafe=unsafe)
    return plan_edits(report, sources, unsafe=unsafe)


def _edit(
    key: Key, function: FunctionReport, repaired: Repaired | None, applied: AppliedEdit,
    inside: Collection[tuple[str, int]],
) -> Edit:  # fmt: skip
    if (function.path, function.line) in inside or (repaired is not None and repaired.cell):
        verdict = "cell"
    elif repaired is not None:
        verdict = "convert" if repaired.targets == (repaired.qualname,) else "repair"
    else:
        verdict = function.verdict
    group, needs = (repaired.group, repaired.needs) if repaired is not None else ("", "")
    return Edit(
        key, function.path, function.qualname, function.line, applied.what, verdict, applied.applicability,
        function.tracing, group, needs,
    )  # fmt: skip


def _numbers(text: str) -> dict[tuple[str, int], int]:
    """How many functions of the same name stand above, by qualified name and line of `def`."""
    found = {}
    for (qualname, number), node in _numbered(text.removeprefix("\ufeff")):
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        found[qualname, node.lineno] = number
    return found


def _numbered(text: str) -> Iterator[tuple[tuple[str, int], ast.AST]]:
    """Every function with its qualified name and how many of that name stand above."""
    seen: Counter[str] = Counter()
    for qualname, node in functions_of(syntax_tree(text), ""):
        yield (qualname, seen[qualname]), node
        seen[qualname] += 1
