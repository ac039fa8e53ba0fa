"""Files that are not open, read when an edit of them is planned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hybridize_analyzer.workspace.reading import read_source
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_lsp.documents import Part, uri_of
from hybridize_lsp.facts import digest_of
from hybridize_lsp.lines import split_lines
from hybridize_lsp.views import View


def opened_from_disk(view: View) -> View | None:
    """The view with its text, read now; None if that is not what was analysed.  Views of open files stay."""
    if not view.closed:
        return view if view.current else None
    source = read_source(Path(view.facts.path), Path(view.facts.root))
    if not isinstance(source, SourceFile) or digest_of(source.raw) != view.facts.digest:
        return None
    part = Part(uri_of(view.facts.path), None, 0, max(1, len(split_lines(source.text))))
    return replace(view, unit=replace(view.unit, text=source.text, parts=(part,)), closed=False)
