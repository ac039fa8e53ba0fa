"""The messages in what a client sends: bytes that are no message are passed over, so that none makes the server deaf."""

from __future__ import annotations

import re
from typing import Protocol

LARGEST = 256 << 20
"""Bytes of the largest message that is read; a longer one is passed over."""

_LENGTH = re.compile(rb"Content-Length:[ \t]*(\d+)[ \t]*\r?\n", re.IGNORECASE)
_BLANK = re.compile(rb"\n\r?\n")
_LONGEST_HEADERS = 8192
_CHUNK = 1 << 16
_DIGITS = len(str(LARGEST))


class Source(Protocol):
    """A stream that gives what it has, up to a number of bytes, and nothing once it has ended."""

    def read1(self, count: int, /) -> bytes: ...


class Frames:
    """A stream of well-formed frames, read from one that may hold anything.

    It has the two methods by which pygls reads.  Line ends, letter case, order and spaces of headers do not matter.  A
    length that reaches into the next message, ends before its own, or is beyond `LARGEST` costs that message only: the
    next header is found wherever it begins, since no JSON text holds one that ends in a line break.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._held = bytearray()
        self._lines: list[bytes] = []
        self._body = b""
        self._ended = False

    def readline(self) -> bytes:
        """The next line of a header in its plainest form; nothing at the end of the stream."""
        if not self._lines:
            body = self._next()
            if body is None:
                return b""
            self._body = body
            self._lines = [b"Content-Length: %d\r\n" % len(body), b"\r\n"]
        return self._lines.pop(0)

    def read(self, _count: int) -> bytes:
        """The content that the lines before have announced."""
        body, self._body = self._body, b""
        return body

    def _next(self) -> bytes | None:
        while (length := self._header()) is not None:
            body = self._content(length) if 0 < length <= LARGEST else None
            if body is not None:
                return body
        return None

    def _header(self) -> int | None:
        """The length that the next header tells, past which the stream then stands."""
        while True:
            found = _LENGTH.search(self._held)
            blank = found and _BLANK.search(self._held, found.end() - 1)
            if found and blank:
                *_, last = _LENGTH.finditer(self._held, found.start(), blank.end())
                digits = last[1].lstrip(b"0")
                del self._held[: blank.end()]
                return int(digits or b"0") if len(digits) <= _DIGITS else LARGEST + 1
            if found and len(self._held) - found.end() > _LONGEST_HEADERS:
                del self._held[: found.end()]
                continue
            if not found:
                del self._held[:-_LONGEST_HEADERS]
            if not self._more():
                return None

    def _content(self, length: int) -> bytes | None:
        """As many bytes, if no other message begins among them; at the end of the stream there may be fewer."""
        searched = 0
        while True:
            other = _LENGTH.search(self._held, searched, length)
            if other:
                del self._held[: other.start()]
                return None
            if len(self._held) >= length:
                break
            searched = max(0, len(self._held) - _LONGEST_HEADERS)
            if not self._more():
                return None
        body = bytes(self._held[:length])
        del self._held[:length]
        return body

    def _more(self) -> bool:
        """Waits for more bytes; whether there are any."""
        read = b"" if self._ended else self._source.read1(_CHUNK)
        self._ended = self._ended or not read
        self._held += read
        return bool(read)
