"""Physical lines of a source text, and the twin of that text which libcst reads.

libcst loses form feeds, lone carriage returns and a backslash that stands alone before a statement.  Every
edit is therefore spliced into the original text; libcst only sees a twin with the same lines, in which those
characters are replaced, and positions are mapped back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_PAGE_BREAK = re.compile(r"[ \t\f]*\f")  # a form feed sets the column back to 0
_INDENT = re.compile(r"[ \t]*")
_LONE_BACKSLASH = re.compile(r"[ \t\f]*\\\s*\Z")

BOM = "\ufeff"
"""What some editors write at the beginning of a file, and no parser of a text expects."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines with their terminators; line numbers start at 1, columns at 0, as in libcst.

    starts: offset of each line, and the length of the text as last element.
    leads: characters at the start of each line that the twin does not have.
    lone: whether the line holds nothing but the backslash that joins it to the next.
    """

    texts: tuple[str, ...]
    starts: tuple[int, ...]
    leads: tuple[int, ...]
    lone: tuple[bool, ...]

    def offset(self, line: int, column: int) -> int:
        """Offset in the original text of a position in the twin."""
        return self.starts[line - 1] + self.leads[line - 1] + column

    def ending(self, line: int) -> str:
        """Terminator of the line; for a last line without one, that of the line before, else `\\n`."""
        for text in reversed(self.texts[max(0, line - 2) : line]):
            if ending := text[len(text.rstrip("\r\n")) :]:
                return ending
        return "\n"

    def indent(self, line: int) -> str:
        """Indentation of the line, behind any form feed."""
        match = _INDENT.match(self.texts[line - 1], self.leads[line - 1])
        return match.group() if match else ""

    def twin(self) -> str:
        """The text for libcst: same lines, only `\\n` between them, no form feeds, no lone backslashes."""
        return "".join(self.twin_lines())

    def twin_lines(self) -> list[str]:
        """The lines of the twin."""
        return list(map(_twin_line, self.texts, self.leads, self.lone))


def split_lines(text: str) -> Lines:
    """Splits where Python does (`\\n`, `\\r\\n`, `\\r`), and nowhere else."""
    texts = tuple(_LINE.findall(text))
    return Lines(
        texts=texts,
        starts=tuple(accumulate(map(len, texts), initial=0)),
        leads=tuple(map(_lead, texts)),
        lone=tuple(
            bool(_LONE_BACKSLASH.match(line)) and not before.rstrip("\r\n").endswith("\\")
            for before, line in zip(("", *texts), texts, strict=False)
        ),
    )


def _lead(line: str) -> int:
    match = _PAGE_BREAK.match(line)
    return match.end() if match else 0


def _twin_line(line: str, lead: int, lone: bool) -> str:
    body = line.rstrip("\r\n")
    kept = "" if lone else body[lead:].replace("\f", " ")
    return kept + "\n" if len(body) < len(line) else kept
