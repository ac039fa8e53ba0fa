"""What a refactoring returns: per file, the text before and after, what was done and what was withheld."""

from __future__ import annotations

import difflib
import io
from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.report import Applicability

_CONTEXT_LINES = 3
_UNFINISHED = "\n\\ No newline at end of file\n"


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

    def diff(self) -> str:
        """The change as a unified diff for `git apply` or `patch -p1`; empty when nothing changes."""
        # A name with a space ends in a tab, as git writes it: otherwise `patch` cuts the name there.
        tail = "\t" if " " in self.relative else ""
        lines = difflib.unified_diff(
            _lines(self.before),
            _lines(self.after),
            f"a/{self.relative}{tail}",
            f"b/{self.relative}{tail}",
            n=_CONTEXT_LINES,
        )
        return "".join(line if line.endswith("\n") else line + _UNFINISHED for line in lines)


def _lines(text: str) -> list[str]:
    """Lines as diff tools count them: only `\\n` ends one, so `\\r\\n` and a lone `\\r` survive."""
    return list(io.StringIO(text, newline="\n"))
