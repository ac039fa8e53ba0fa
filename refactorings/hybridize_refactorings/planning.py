"""Verdicts in, one `FileEdit` per file out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import FunctionReport, Report

from hybridize_refactorings.edits import FileEdit

_EDITED = frozenset({"convert", "remove"})


def plan_edits(
    report: Report, sources: Mapping[str, SourceFile], *, unsafe: bool = False
) -> tuple[FileEdit, ...]:
    """Plans the edits for the verdicts `convert` and `remove`, in the order of the paths.

    sources: by the path that reports use (`SourceFile.relative`); functions of other files are left out.
    What gains nothing as a graph is not converted, as `check` does not report it either.
    unsafe: also the edits that rest on an assumption; otherwise those are neither applied nor listed.

    Never raises for what stands in a file: an edit that cannot be made exactly is listed as withheld.
    """
    wanted = sorted(
        {
            (function.path, function.line, function.qualname): function
            for function in report.functions
            if function.verdict in _EDITED and (function.safe or unsafe) and function.path in sources
            if function.verdict != "convert" or function.gain != "none"
        }.items()
    )
    files = [
        (sources[path], [function for _, function in group])
        for path, group in groupby(wanted, key=lambda item: item[0][0])
    ]
    return _plan(files) if files else ()


def _plan(files: Sequence[tuple[SourceFile, Sequence[FunctionReport]]]) -> tuple[FileEdit, ...]:
    # libcst takes longer to import than most runs of `check`, which never come here.
    from hybridize_refactorings.deep_stack import on_deep_stack
    from hybridize_refactorings.file_planning import plan_file

    return on_deep_stack(lambda: tuple(plan_file(source, functions) for source, functions in files))
