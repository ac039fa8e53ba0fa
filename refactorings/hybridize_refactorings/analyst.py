"""The analysis of a project whose texts are changed: what it reports of them, and what names and expressions hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize_analyzer.analyze import analyze
from hybridize_analyzer.report import Location, Report
from hybridize_analyzer.verdict.acceptance import accept
from hybridize_analyzer.workspace.cache import Trials
from hybridize_analyzer.workspace.environment import NOTHING_INSTALLED, Environment
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.sources import SourceFile

if TYPE_CHECKING:
    from hybridize_analyzer.model import Analysis, Held


@dataclass(frozen=True, slots=True)
class Analyst:
    """Analyses one project with whatever texts its files are given.

    root, wanted, keras, environment: as for `analyze`.  accepted: kinds of assumptions that hold in the project.
    trials: what has been found of texts before: files that import no changed one are not analysed again.
    """

    root: Path
    wanted: Set[str] | None = None
    keras: int | None = None
    environment: Environment = NOTHING_INSTALLED
    accepted: frozenset[str] = frozenset()
    trials: Trials = field(default_factory=lambda: Trials(None))

    def report(self, sources: Sequence[SourceFile]) -> Report:
        """What is reported of the project with these texts."""
        found = analyze(
            self.root,
            sources,
            wanted=self.wanted,
            cache=self.trials,
            keras=self.keras,
            environment=self.environment,
        )
        return accept(found, self.accepted)

    def model(self, sources: Sequence[SourceFile], path: str) -> Analysis | None:
        """The analysis of a file and those that it is imported with; None where it cannot be parsed."""
        # The interpreter takes longer to import than the cache takes to answer.
        from hybridize_analyzer.model import analysis_of

        try:
            return analysis_of(self.root, sources, path, keras=self.keras, environment=self.environment)
        except InputError:
            return None


@dataclass(slots=True)
class Values:
    """What names and expressions of the given texts hold.  Nothing is analysed before the first question about a file."""

    analyst: Analyst
    sources: Mapping[str, SourceFile]
    _models: dict[str, Analysis | None] = field(default_factory=dict)

    def held(self, where: Location) -> Held | None:
        """What the expression at exactly a place holds over all visible calls; None where that is not known."""
        model = self._model(where.path)
        return None if model is None else model.held(where)

    def held_by_name(self, path: str, line: int, name: str) -> Held | None:
        """What a name holds in the function whose `def` is at a line, over all that binds it; None: not known."""
        model = self._model(path)
        return None if model is None else model.held_by_name(path, line, name)

    def _model(self, path: str) -> Analysis | None:
        if path not in self._models:
            model = self.analyst.model(list(self.sources.values()), path)
            self._models |= dict.fromkeys([path] if model is None else model.files, model)
        return self._models[path]
