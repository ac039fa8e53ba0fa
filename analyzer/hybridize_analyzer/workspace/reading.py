"""Bytes to text, once: every file becomes a `SourceFile` or a `Problem` that says what to do about it."""

from __future__ import annotations

import codecs
import io
import os
import tokenize
from collections.abc import Container, Iterable
from pathlib import Path

from hybridize_analyzer.report import Problem
from hybridize_analyzer.workspace.notebooks import SUFFIX, NoCode, read_notebook
from hybridize_analyzer.workspace.sources import SourceFile

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def relative_path(path: Path, root: Path) -> str:
    """`path` below `root`, with `/`; a path that is not below it stays absolute."""
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def decode_source(raw: bytes, path: Path, root: Path) -> SourceFile | Problem:
    """Decodes by byte order mark, then PEP 263 declaration, then UTF-8, as Python does."""
    relative = relative_path(path, root)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        return SourceFile(path, relative, raw.decode(encoding), encoding, raw)
    except UnicodeDecodeError as error:
        return _undecodable(raw, relative, error)
    except (SyntaxError, LookupError, ValueError) as error:
        # `detect_encoding` reports bad bytes in the first two lines as a SyntaxError without their offset.
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as undecodable:
            return _undecodable(raw, relative, undecodable)
        return Problem(
            relative, f"{_sentence(error)}; declare an encoding that Python knows, or use UTF-8", 1, 1
        )


def encode_source(text: str, path: Path, root: Path) -> SourceFile | Problem:
    """A text that is not on disk, as it would be there: in the encoding that it declares."""
    relative = relative_path(path, root)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(text.encode()).readline)
        return SourceFile(path, relative, text, encoding, text.encode(encoding))
    except (SyntaxError, LookupError, ValueError) as error:
        return Problem(relative, f"cannot be stored: {_sentence(error)}; use UTF-8")


def read_source(path: Path, root: Path, *, found: bool = False) -> SourceFile | Problem | None:
    """Reads one file; never raises for what the file contains or for a file that cannot be read.

    found: nobody has named it; None if it is then a notebook of another language.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        remedy = "check the permissions, or exclude the file"
        return Problem(relative_path(path, root), f"cannot be read: {reason}; {remedy}")
    return (
        _notebook(raw, path, root, found=found) if path.suffix == SUFFIX else decode_source(raw, path, root)
    )


def _notebook(raw: bytes, path: Path, root: Path, *, found: bool) -> SourceFile | Problem | None:
    relative, notebook = relative_path(path, root), read_notebook(raw)
    if isinstance(notebook, NoCode):
        problem = Problem(relative, f"{notebook.reason}; open it in Jupyter and save it, or leave it out")
        return None if found and notebook.foreign else problem
    text = notebook.text
    try:
        return SourceFile(path, relative, text, "utf-8", text.encode(), notebook)
    except UnicodeEncodeError as error:
        return Problem(relative, f"cannot be read as UTF-8: {error.reason}; open it in Jupyter and save it")


def read_sources(
    paths: Iterable[Path], root: Path, named: Container[Path] | None = None
) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
    """Reads all files; those that cannot be used become problems.

    named: the files that the user named, None for all; of the others, notebooks of other languages are passed over.
    """
    results = [read_source(path, root, found=named is not None and path not in named) for path in paths]
    sources = tuple(result for result in results if isinstance(result, SourceFile))
    return sources, tuple(result for result in results if isinstance(result, Problem))


def _sentence(error: Exception) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return text.removesuffix(f" for {error.filename!r}") if isinstance(error, SyntaxError) else text


def _undecodable(raw: bytes, relative: str, error: UnicodeDecodeError) -> Problem:
    offset = error.start
    line_start = raw.rfind(b"\n", 0, offset) + 1
    line = raw.count(b"\n", 0, offset) + 1
    column = len(raw[line_start:offset].decode("utf-8", "replace")) + 1
    if raw.startswith(_UTF16):
        message = "is UTF-16, which Python does not read as source; save it as UTF-8"
        return Problem(relative, f"{message} (byte offset 0)", 1, 1)
    message = (
        f"byte 0x{raw[offset]:02X} at byte offset {offset} is not valid {error.encoding}; "
        "save the file as UTF-8, or declare its encoding in the first line (`# -*- coding: latin-1 -*-`)"
    )
    return Problem(relative, message, line, column)
