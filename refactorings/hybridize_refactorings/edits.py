"""What a refactoring returns: per file, the text before and after, what was done and what was withheld."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.report import Applicability

_CONTEXT_LINES = 3
_UNFINISHED = b"\n\\ No newline at end of file\n"
_QUOTED = re.compile(rb'[\x00-\x1f\x7f"\\]')
_ESCAPED = re.compile(rb'[\x00-\x1f\x7f-\xff"\\]')
_ESCAPES = {b"\t": rb"\t", b"\n": rb"\n", b"\r": rb"\r", b'"': rb"\"", b"\\": rb"\\"}


class EditRefused(Exception):  # noqa: N818 - it names the outcome; callers read it as a sentence
    """A file that is left as it is: which one, why, and what to do about it."""

    def __init__(self, path: Path, cause: str, remedy: str) -> None:
        super().__init__(f"{path}: {cause}; {remedy}")
        self.path = path
        self.cause = cause
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """One change in `FileEdit.after`.

    line: of `def` in the text before the edit.
    what: the change in one clause, such as "adds `@tf.function`".
    """

    qualname: str
    line: int
    what: str
    applicability: Applicability


@dataclass(frozen=True, slots=True)
class WithheldEdit:
    """A change that the verdict asks for and that is not made; `reason` is one sentence."""

    qualname: str
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class FileEdit:
    """All changes to one file; `before == after` when every change was withheld.

    path: absolute path, `relative`: as in the report, with `/`.
    encoding: codec of both texts on disk; `raw`: the bytes that `before` was decoded from.
    """

    path: Path
    relative: str
    before: str
    after: str
    encoding: str
    raw: bytes
    applied: tuple[AppliedEdit, ...]
    withheld: tuple[WithheldEdit, ...]

    def patch(self) -> bytes:
        """The change as a unified diff of the files' bytes for `git apply` or `patch -p1`; empty when nothing changes."""
        lines = difflib.diff_bytes(
            difflib.unified_diff,
            _lines(self.raw),
            _lines(self.after.encode(self.encoding)),
            _named("a", self.relative),
            _named("b", self.relative),
            n=_CONTEXT_LINES,
        )
        return b"".join(line if line.endswith(b"\n") else line + _UNFINISHED for line in lines)


def _lines(data: bytes) -> list[bytes]:
    """Lines as diff tools count them: only `\\n` ends one, so `\\r\\n` and a lone `\\r` survive."""
    *whole, rest = data.split(b"\n")
    return [line + b"\n" for line in whole] + [rest] * bool(rest)


def _named(side: str, relative: str) -> bytes:
    """A file name as git writes it in a patch: quoted like a text of C where it holds what would end or change it."""
    name = os.fsencode(f"{side}/{relative}")
    if _QUOTED.search(name) is None:
        # A name with a space ends in a tab: otherwise `patch` cuts the name there.
        return name + b"\t" if b" " in name else name
    escaped = _ESCAPED.sub(lambda m: _ESCAPES.get(m[0]) or b"\\%03o" % ord(m[0]), name)
    return b'"' + escaped + b'"'
