"""One run of `why`: from a place to an explanation, as a tree of text or as JSON."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from hybridize_analyzer.model import Step, analysis_of
from hybridize_analyzer.version import tool_version
from hybridize_analyzer.workspace.environment import find_environment
from hybridize_analyzer.workspace.errors import InputError
from hybridize_analyzer.workspace.files import find_files, project_root
from hybridize_analyzer.workspace.paths import absolute
from hybridize_analyzer.workspace.reading import read_sources, relative_path
from hybridize_analyzer.workspace.settings import load_settings

from hybridize_cli.escaping import printable
from hybridize_cli.exit_codes import CLEAN
from hybridize_cli.output import emit
from hybridize_cli.reporters.json_object import JsonObject, dump

VERSION = 1
_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<what>.+))?", re.DOTALL)


class Place(NamedTuple):
    """What is asked about.  what: the text of an expression, a column, or None for the function at the line."""

    file: Path
    line: int
    what: str | int | None


def read_place(text: str) -> Place:
    """A place as the user writes it.

    Raises:
        InputError: it has no line, or the file does not exist.
    """
    found = _PLACE.fullmatch(text)
    if found is None:
        raise InputError(f"{text}: not a place; write FILE:LINE or FILE:LINE:EXPRESSION, as in train.py:41:x")
    path = absolute(found["file"])
    if not path.is_file():
        raise InputError(f"{found['file']}: no such file; name a Python file, then its line")
    what = found["what"]
    return Place(path, int(found["line"]), int(what) if what is not None and what.isdecimal() else what)


def run_why(
    place: str,
    output_format: str,
    *,
    depth: int,
    isolated: bool,
    config: tuple[str, ...],
    project: Path | None,
    python: Path | None,
) -> int:
    """Answers one question; returns the exit code.

    Raises:
        InputError: the place or the settings make no sense, or there is nothing at the place.
    """
    asked = read_place(place)
    whole = () if project is None else (absolute(str(project)),)
    root = project_root(whole or [asked.file])
    settings = load_settings(root, config=config, isolated=isolated)
    files = find_files([asked.file, *whole], root, settings.file_filter())
    sources, problems = read_sources((*files.requested, *files.context), files.root, files.named)
    path = relative_path(asked.file, files.root)
    for problem in (*files.problems, *problems):
        if problem.path == path:
            raise InputError(f"{path}: {problem.message}")
    environment = find_environment(files.root, python or settings.python)
    analysis = analysis_of(files.root, sources, path, keras=settings.stated_keras, environment=environment)
    explained = analysis.why(path, asked.line, asked.what)
    emit(_json(explained, depth) if output_format == "json" else as_text(explained, depth))
    return CLEAN


def as_text(step: Step, depth: int) -> str:
    """The tree as lines of text, each step with its place behind it.  depth: levels that are shown."""
    return "".join(f"{printable(line)}\n" for line in step.lines(depth))


def _json(step: Step, depth: int) -> str:
    found: JsonObject = {
        "version": VERSION,
        "tool": {"name": "hybridize", "version": tool_version()},
        "why": _object(step, depth),
    }
    return dump(found, indent=2)


def _object(step: Step, depth: int) -> dict[str, Any]:
    where = step.location
    return {
        "message": step.message,
        "location": None
        if where is None
        else {
            "path": where.path,
            "line": where.line,
            "column": where.column,
            "end_line": where.end_line,
            "end_column": where.end_column,
        },
        "because": [_object(part, depth - 1) for part in step.because] if depth > 1 else [],
    }
