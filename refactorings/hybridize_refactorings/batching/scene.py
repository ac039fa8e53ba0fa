"""A project as a rewrite sees it: reports and syntax of its functions, and which of them a call means."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from hybridize_analyzer.report import FunctionReport, Location, Report
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.analyst import Analyst, Values
from hybridize_refactorings.names import own_nodes
from hybridize_refactorings.subjects import Module, Span, Subject, module_of, subject_of

BOM = "\ufeff"
Place = tuple[str, int]
"""Path and line of `def`."""


@dataclass(slots=True)
class Scene:
    """One report and its sources.  Modules are parsed when they are first asked for.

    analyst: analyses the project, which tells what names hold.
    """

    report: Report
    sources: Mapping[str, SourceFile]
    analyst: Analyst
    _values: Values = field(init=False)
    _targets: dict[str, dict[Span, list[FunctionReport]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._values = Values(self.analyst, self.sources)

    def module(self, path: str) -> Module | None:
        """The parsed file; None where it cannot be parsed for editing."""
        try:
            return module_of(self.sources[path].text.removeprefix(BOM))
        except Exception:  # whatever cannot be parsed for editing is left as it is
            return None

    def subject(self, function: FunctionReport) -> Subject | None:
        """A function with its syntax."""
        module = self.module(function.path) if function.path in self.sources else None
        return None if module is None else subject_of(module, function, self._values)

    def function(self, place: Place) -> FunctionReport | None:
        """The function that is defined there."""
        return next((f for f in self.report.functions if (f.path, f.line) == place), None)

    def callees(self, subject: Subject, call: ast.Call) -> tuple[FunctionReport, ...]:
        """The functions of the project that a call is seen to run; none for what is not the project's."""
        path = subject.report.path
        if path not in self._targets:
            self._targets[path] = self._calls_in(path)
        return tuple(self._targets[path].get(subject.module.span(call), ()))

    def calls(self, subject: Subject) -> Iterator[tuple[ast.Call, tuple[FunctionReport, ...]]]:
        """The calls in a function, in the order of the text, with what they run."""
        calls = [node for node in own_nodes(subject.node) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
            yield call, self.callees(subject, call)

    def callers(self, function: FunctionReport) -> tuple[tuple[FunctionReport, Location], ...]:
        """The functions in which a function is called, each with the place of the call; not the calls of modules."""
        found = []
        for site in function.sites:
            inside = [f for f in self.report.functions if self._surrounds(f, site)]
            if inside:
                found.append((max(inside, key=lambda f: f.line), site))
        return tuple(found)

    def _surrounds(self, function: FunctionReport, where: Location) -> bool:
        if function.path != where.path or function.line > where.line:
            return False
        subject = self.subject(function)
        return subject is not None and where.line <= (subject.node.end_lineno or 0)

    def _calls_in(self, path: str) -> dict[Span, list[FunctionReport]]:
        module = self.module(path)
        found: dict[Span, list[FunctionReport]] = {}
        for function in self.report.functions if module is not None else ():
            for site in function.sites:
                if site.path == path and module is not None:
                    found.setdefault(module.located(site), []).append(function)
        return found
