"""Where a new import goes, and with which blank lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

import libcst as cst

from hybridize_refactorings.splices import Splice
from hybridize_refactorings.syntax import Statement, Syntax

_HEADER = re.compile(r"#!|[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+")  # shebang; PEP 263
_BLANK_LINES_BEFORE_CODE = 2


def import_splice(syntax: Syntax, statement: str) -> Splice:
    """Adds an import behind the last one above the first function; else behind the docstring or the header.

    Behind the last one, and not at the top: what stands between imports (an environment variable that
    TensorFlow reads, a changed `sys.path`) still runs first.
    """
    anchor = next((line for line in reversed(syntax.head) if _imports(line)), None)
    if anchor is not None:
        line = syntax.ranges[anchor].end.line
        return _insertion(syntax, line, statement, "", "")
    line = _docstring_line(syntax) or _header_line(syntax.lines.texts)
    ending = syntax.lines.ending(max(line, 1))
    above = ending if _docstring_line(syntax) else ""
    return _insertion(syntax, line, statement, above, ending * _missing_blanks(syntax.lines.texts[line:]))


def _insertion(syntax: Syntax, line: int, statement: str, above: str, below: str) -> Splice:
    offset = syntax.lines.starts[line]
    return Splice(offset, offset, f"{above}{statement}{syntax.lines.ending(max(line, 1))}{below}")


def _imports(statement: Statement) -> bool:
    small = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
    return any(isinstance(each, (cst.Import, cst.ImportFrom)) for each in small)


def _docstring_line(syntax: Syntax) -> int:
    """Last line of the module's docstring, or 0."""
    first = next(iter(syntax.module.body), None)
    if syntax.module.get_docstring(clean=False) is None or first is None:
        return 0
    return syntax.ranges[first].end.line


def _header_line(texts: Sequence[str]) -> int:
    """Lines that must stay first: shebang, encoding, and a comment block that a blank line ends."""
    fixed = max((number for number, text in enumerate(texts[:2], 1) if _HEADER.match(text)), default=0)
    comments = next((i for i, text in enumerate(texts) if not text.lstrip().startswith("#")), len(texts))
    detached = 0 < comments < len(texts) and not texts[comments].strip()
    return comments + 1 if detached else fixed


def _missing_blanks(rest: Sequence[str]) -> int:
    blanks = next((number for number, text in enumerate(rest) if text.strip()), 0)
    code = next((text for text in rest[blanks:] if not text.lstrip().startswith("#")), "")
    wanted = _BLANK_LINES_BEFORE_CODE if re.match(r"(def|class|async|@)\b|@", code.lstrip("\f")) else 1
    return max(0, wanted - blanks)
