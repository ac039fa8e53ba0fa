"""From labels of lines to their numbers, in whatever holds locations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from hybridize_analyzer.incremental.lines import Lines
from hybridize_analyzer.report import Location
from hybridize_analyzer.semantics.facts import FunctionFacts

Files = Mapping[str, Lines]
"""The lines of the files whose labels are not their numbers."""


def relocated(facts: FunctionFacts, files: Files) -> FunctionFacts:
    """The same facts, with line numbers; the very same object where that changes nothing."""
    found: FunctionFacts = _relocated(facts, files)
    line = files[facts.path].number(facts.line) if facts.path in files else facts.line
    callers = frozenset(
        (c[0], files[c[0]].number(c[1])) if c is not None and c[0] in files else c for c in facts.callers
    )
    return (
        found
        if (line, callers) == (found.line, found.callers)
        else replace(found, line=line, callers=callers)
    )


def paths_of(facts: FunctionFacts) -> frozenset[str]:
    """The files that facts mention."""
    return frozenset(_paths(facts)) | {c[0] for c in facts.callers if c is not None}


def _paths(value: Any) -> Iterator[str]:
    if isinstance(value, Location):
        yield value.path
    elif isinstance(value, tuple):
        for inner in value:
            yield from _paths(inner)
    elif is_dataclass(value):
        for f in fields(value):
            yield from _paths(getattr(value, f.name))


def _relocated(value: Any, files: Files) -> Any:
    if isinstance(value, Location):
        return _location(value, files)
    if isinstance(value, tuple):
        new = tuple(_relocated(v, files) for v in value)
        return new if any(x is not y for x, y in zip(new, value, strict=True)) else value
    if not is_dataclass(value) or isinstance(value, type):
        return value
    old = {f.name: getattr(value, f.name) for f in fields(value)}
    changed = {n: new for n, v in old.items() if (new := _relocated(v, files)) is not v}
    return replace(value, **changed) if changed else value


def _location(where: Location, files: Files) -> Location:
    lines = files.get(where.path)
    if lines is None:
        return where
    line, end = lines.number(where.line), lines.number(where.end_line)
    same = (line, end) == (where.line, where.end_line)
    return where if same else replace(where, line=line, end_line=end)
