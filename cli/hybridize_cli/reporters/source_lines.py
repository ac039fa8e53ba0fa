"""Lines of the analysed sources, split the way Python's parser counts them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from hybridize_analyzer.workspace.sources import SourceFile

LineReader = Callable[[str, int], "str | None"]
"""Path below the root and line number (from 1) to the line without its ending; None where it is not known."""

# `str.splitlines` would also split at form feeds and U+2028, which Python source lines may contain.
_LINE_BREAK = re.compile(r"\r\n|\r|\n")


def line_reader(sources: Mapping[str, SourceFile]) -> LineReader:
    """A reader that splits each file once, when it is first asked for."""

    @cache
    def lines(path: str) -> list[str]:
        source = sources.get(path)
        return [] if source is None else _LINE_BREAK.split(source.text)

    def read(path: str, line: int) -> str | None:
        known = lines(path)
        return known[line - 1] if 0 < line <= len(known) else None

    return read
