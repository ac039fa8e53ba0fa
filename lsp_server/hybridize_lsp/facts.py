"""What the server knows about a file: the analyzer's words, and where in the text they belong."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from hybridize_analyzer.report import Finding, FunctionReport


def digest_of(raw: bytes) -> str:
    """Tells whether a file is still as it was analysed."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Outline:
    """Where a function stands.  All lines count from 1, columns from 1 in code points.

    line: of `def`.  first: of its first decorator, or of `def`.  last: of its body.
    parameters: line and column behind each parameter's name.
    """

    qualname: str
    line: int
    first: int
    last: int
    parameters: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileFacts:
    """One file after one analysis.

    path: absolute.  relative: as reports name it, below `root`.
    fixable: qualified name and line of the functions whose edit nobody has turned down.
    wide: the lines with characters outside ASCII that locations in other files stand in, by relative path and
        line: their columns depend on the client's encoding.
    digest: of the bytes that were analysed.
    """

    path: str
    relative: str
    root: str
    functions: tuple[FunctionReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    fixable: frozenset[tuple[str, int]] = frozenset()
    outlines: tuple[Outline, ...] = ()
    wide: Mapping[tuple[str, int], str] = field(default_factory=dict)
    digest: str = ""

    def outline(self, function: FunctionReport) -> Outline | None:
        """Where the function stands."""
        return next((o for o in self.outlines if o.line == function.line), None)
