"""Columns of a syntax tree: the parser counts bytes of UTF-8, everything else here counts code points."""

from __future__ import annotations

import ast
import re

_LINE_END = re.compile(r"\r\n?|\n")


def count_code_points(tree: ast.Module, text: str) -> None:
    """Rewrites the columns of every node of `tree`, which was parsed from `text`."""
    if text.isascii():
        return
    lines = enumerate(_LINE_END.split(text), start=1)
    wide = {number: line.encode() for number, line in lines if not line.isascii()}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", None)
        if line in wide:
            node.col_offset = _code_points(wide[line], node.col_offset)  # type: ignore[attr-defined]
        end = getattr(node, "end_lineno", None)
        if end in wide:
            node.end_col_offset = _code_points(wide[end], node.end_col_offset)  # type: ignore[attr-defined]


def _code_points(line: bytes, column: int) -> int:
    # Before Python 3.12, places inside f-strings are approximate: they may lie inside a character.
    return len(line[:column].decode(errors="ignore"))
