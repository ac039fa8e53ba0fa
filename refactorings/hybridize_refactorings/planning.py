"""Verdicts in, one `FileEdit` per file out."""

from __future__ import annotations

from collections.abc import Mapping

from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import Report

from hybridize_refactorings.edits import FileEdit


def plan_edits(
    report: Report, sources: Mapping[str, SourceFile], *, unsafe: bool = False
) -> tuple[FileEdit, ...]:
    """Plans the edits for the verdicts `convert` and `remove`, in the order of the paths.

    sources: by the path that reports use (`SourceFile.relative`); functions of other files are left out.
    unsafe: also the edits that rest on an assumption; otherwise those are neither applied nor listed.

    Never raises for what stands in a file: an edit that cannot be made exactly is listed as withheld.
    """
    raise NotImplementedError
