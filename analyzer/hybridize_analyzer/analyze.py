"""The analyzer's entry point: source files in, one `Report` out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import Problem, Report

Progress = Callable[[int, int], None]


def analyze(
    root: Path, sources: Sequence[SourceFile], *, jobs: int = 1, progress: Progress | None = None
) -> Report:
    """Analyses `sources` as one project.

    Files that do not parse become `Report.errors`; the rest is still analysed.  `progress(done, total)` is
    called as roots are evaluated.  The result does not depend on `jobs` or on the order of `sources`.
    """
    raise NotImplementedError
