"""A source file as read from disk (or from standard input): bytes decoded once, never read again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hybridize_analyzer.workspace.notebooks import Notebook


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One Python file.

    path: absolute path (for standard input: the name given by `--stdin-filename`).
    relative: path below the analysed root, with `/`; what reports print.
    text: decoded source with its line endings as they are on disk.
    encoding: the codec of the file (PEP 263), `utf-8` or `utf-8-sig` where nothing is declared.
    raw: the bytes on disk, so that an edit can prove that the file has not changed meanwhile; of a notebook, those of its
        program.
    notebook: where the program is that of a notebook.
    """

    path: Path
    relative: str
    text: str
    encoding: str
    raw: bytes
    notebook: Notebook | None = None
