"""From labels of lines to their numbers, in whatever holds locations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver.incremental.lines import Lines

Files = Mapping[str, Lines]
"""The lines of the files whose labels are not their numbers."""
_PLAIN = frozenset({str, int, float, bool, type(None)})
_PLAIN_NAMES = frozenset(("str", "int", "float", "bool", "None", "Kind"))


def relocated(facts: FunctionFacts, files: Files) -> FunctionFacts:
    """The same facts, with line numbers; the very same object where that changes nothing."""
    found: FunctionFacts = _relocated(facts, files)
    line = files[facts.path].number(facts.line) if facts.path in files else facts.line
    callers, looping = _numbered(facts.callers, files), _numbered(facts.looping, files)
    same = (line, callers, looping) == (found.line, found.callers, found.looping)
    return found if same else replace(found, line=line, callers=callers, looping=looping)


def _numbered(callers: frozenset[tuple[str, int] | None], files: Files) -> frozenset[tuple[str, int] | None]:
    return frozenset(
        (c[0], files[c[0]].number(c[1])) if c is not None and c[0] in files else c for c in callers
    )


def labels_of(facts: FunctionFacts) -> dict[str, tuple[float, ...]]:
    """The labels that facts mention, by file."""
    found: dict[str, set[float]] = {facts.path: {facts.line}}
    for path, line in (caller for caller in facts.callers if caller is not None):
        found.setdefault(path, set()).add(line)
    for where in _locations(facts):
        found.setdefault(where.path, set()).update((where.line, where.end_line))
    return {path: tuple(sorted(labels)) for path, labels in found.items()}


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields that may hold locations; none of another class."""
    return tuple(f.name for f in fields(kind) if not _is_plain(f.type)) if is_dataclass(kind) else ()


def _is_plain(annotation: Any) -> bool:
    """Whether all values of a type, as it is written, are numbers, texts and the like."""
    return isinstance(annotation, str) and _PLAIN_NAMES.issuperset(annotation.split(" | "))


def _names(value: Any) -> tuple[str, ...]:
    return _fields(type(value))  # type: ignore[arg-type]  # types are hashable


def _locations(value: Any) -> Iterator[Location]:
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, Location):
            yield value
        elif isinstance(value, tuple):
            pending.extend(value)
        else:
            pending.extend(getattr(value, name) for name in _names(value))


def _relocated(value: Any, files: Files) -> Any:
    if isinstance(value, Location):
        return _location(value, files)
    if isinstance(value, tuple):
        new = tuple([_relocated(v, files) for v in value])
        if all(x is y for x, y in zip(new, value, strict=True)):
            return value
        return Event(*new) if isinstance(value, Event) else new
    changed = {}
    for name in _names(value):
        old = getattr(value, name)
        if type(old) not in _PLAIN and (now := _relocated(old, files)) is not old:
            changed[name] = now
    return replace(value, **changed) if changed else value


def _location(where: Location, files: Files) -> Location:
    lines = files.get(where.path)
    if lines is None:
        return where
    line, end = lines.number(where.line), lines.number(where.end_line)
    same = (line, end) == (where.line, where.end_line)
    return where if same else Location(where.path, line, where.column, end, where.end_column)
