"""Statements as the tokenizer sees them: which lines one covers, and where its comments stand."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

_LAYOUT = frozenset({tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER})


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment; `column` (from 1, code points) is that of its `#`, `lines` those of its statement.

    lines: first and last line of the statement it stands in or, on a line of its own, stands above; for a
        `def` or `class` header these include the decorators, for a decorator they include the header.
    """

    text: str
    line: int
    column: int
    lines: tuple[int, int]


@dataclass(slots=True)
class _Statement:
    """One logical line while it is read; `kind` is `@`, `def`, `class` or any other first word."""

    first: int
    last: int
    kind: str


def statements(text: str) -> tuple[tuple[int, int], ...]:
    """First and last line of every logical line; only those before the place where `text` breaks off."""
    return tuple((statement.first, statement.last) for statement in _read(text)[0])


def comments(text: str) -> tuple[Comment, ...]:
    """All comments, with the lines they speak of; only those before the place where `text` breaks off."""
    read, found = _read(text)
    return tuple(
        Comment(token.string, token.start[0], token.start[1] + 1, _lines(read, index, token))
        for token, index in found
    )


def _read(text: str) -> tuple[list[_Statement], list[tuple[tokenize.TokenInfo, int]]]:
    """Statements, and each comment with the index of the statement it stands in or above."""
    read: list[_Statement] = []
    found: list[tuple[tokenize.TokenInfo, int]] = []
    current: _Statement | None = None
    for token in _tokens(text):
        if token.type == tokenize.COMMENT:
            found.append((token, len(read)))
        elif token.type == tokenize.NEWLINE and current is not None:
            current.last = token.start[0]
            read.append(current)
            current = None
        elif token.type in _LAYOUT or token.type == tokenize.NEWLINE:
            continue
        elif current is None:
            current = _Statement(token.start[0], token.end[0], token.string)
        elif current.kind == "async" and token.string == "def":
            current.kind = "def"
    return read, found


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    # newline=None: a lone carriage return ends a line for Python, but not for the tokenizer.
    lines = io.StringIO(text, newline=None)
    try:
        yield from tokenize.generate_tokens(lines.readline)
    except (tokenize.TokenError, SyntaxError):  # the parser reports it
        return


def _lines(read: list[_Statement], index: int, token: tokenize.TokenInfo) -> tuple[int, int]:
    line = token.start[0]
    if index >= len(read):
        return line, line
    first = last = index
    if _decorates(read[index]) or read[index].kind in ("def", "class"):
        while first > 0 and _decorates(read[first - 1]):
            first -= 1
        while last + 1 < len(read) and _decorates(read[last]):
            last += 1
    return min(read[first].first, line), read[last].last


def _decorates(statement: _Statement) -> bool:
    return statement.kind == "@"
