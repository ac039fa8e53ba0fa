"""Where a new import goes, and with which blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

import libcst as cst
from libcst import matchers as m

from hybridize_refactorings.splices import Splice
from hybridize_refactorings.syntax import Statement, Syntax

_HEADER = re.compile(r"#!|[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+")  # shebang; PEP 263
_FROM = re.compile(r"from ([\w.]+) import (\w+(?:, \w+)*)")
_BLANK_LINES_BEFORE_CODE = 2


def import_splice(syntax: Syntax, statement: str) -> Splice:
    """Adds an import behind the last one above the first function; else behind the prologue or the header.

    Behind the last one, and not at the top: what stands between imports (an environment variable that
    TensorFlow reads, a changed `sys.path`) still runs first.
    """
    line = next((_last_line(syntax, each) for each in reversed(syntax.head) if _imports(each)), 0)
    prologue = _prologue_line(syntax)
    if line > prologue:
        return _insertion(syntax, line, statement, "", "")
    line = prologue or _header_line(syntax.lines.texts)
    ending = syntax.lines.ending(max(line, 1))
    above = ending if prologue else ""
    return _insertion(syntax, line, statement, above, ending * _missing_blanks(syntax.lines.texts[line:]))


def joined_imports(statements: Iterable[str]) -> list[str]:
    """The statements, sorted, each once; names that come from one module in one `from … import …`."""
    names: dict[str, set[str]] = {}
    plain: set[str] = set()
    for statement in statements:
        if (found := _FROM.fullmatch(statement)) is None:
            plain.add(statement)
        else:
            names.setdefault(found[1], set()).update(found[2].split(", "))
    return sorted(
        [*plain, *(f"from {module} import {', '.join(sorted(each))}" for module, each in names.items())]
    )


def _insertion(syntax: Syntax, line: int, statement: str, above: str, below: str) -> Splice:
    offset = syntax.lines.starts[line]
    return Splice(offset, offset, f"{above}{statement}{syntax.lines.ending(max(line, 1))}{below}")


def _imports(statement: Statement) -> bool:
    small = statement.body if isinstance(statement, cst.SimpleStatementLine) else ()
    return any(isinstance(each, (cst.Import, cst.ImportFrom)) for each in small)


def _prologue_line(syntax: Syntax) -> int:
    """Last line of the docstring and the `__future__` imports, which nothing may precede, or 0."""
    has_docstring = syntax.module.get_docstring(clean=False) is not None
    prologue = takewhile(_is_future, syntax.head[1:] if has_docstring else syntax.head)
    statements = [*syntax.head[:has_docstring], *prologue]
    return _last_line(syntax, statements[-1]) if statements else 0


def _is_future(statement: Statement) -> bool:
    return m.matches(
        statement, m.SimpleStatementLine(body=[m.ImportFrom(module=m.Name("__future__")), m.ZeroOrMore()])
    )


def _last_line(syntax: Syntax, statement: Statement) -> int:
    return syntax.ranges[statement].end.line


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
