"""Questions in comments, `# why` for the function of a line or `# why: EXPRESSION, …`, and their answers as text."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

from hybridize_analyzer.model import Analysis, analysis_of
from hybridize_analyzer.workspace.sources import SourceFile
from hybridize_cli.why import as_text

_MARK = "# why"


def analysed(path: Path) -> Analysis:
    """The analysis of one file alone."""
    text = path.read_text(encoding="utf-8")
    return analysis_of(path.parent, [SourceFile(path, path.name, text, "utf-8", text.encode())], path.name)


def questions(path: Path) -> Iterator[tuple[int, str | None]]:
    """The line and the expression (None for the function there) of every question."""
    text = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or not token.string.startswith(_MARK):
            continue
        asked = token.string.removeprefix(_MARK).removeprefix(":").strip()
        for what in asked.split(", ") if asked else [None]:
            yield token.start[0], what


def answers(path: Path) -> str:
    """All questions of a file with their answers."""
    analysis = analysed(path)
    return "\n".join(
        f"$ hybridize why {path.name}:{line}{':' + what if what else ''}\n{as_text(analysis.why(path.name, line, what), 6)}"
        for line, what in questions(path)
    )
