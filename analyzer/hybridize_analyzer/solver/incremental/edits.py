"""What an edit changes in a module: functions keep their identity as long as their headers stay.

Pure syntax: the index of a file, and that of a part of it that was read again, are merged in place.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode, forget_found
from hybridize_analyzer.solver.incremental.lines import Lines
from hybridize_analyzer.solver.incremental.regions import Region, first_line

Code = FunctionCode | ClassCode


@dataclass(slots=True)
class Edit:
    """edited: functions with another body.  added, gone: functions.  top: the module's own lines have changed."""

    module: ModuleCode
    edited: list[FunctionCode] = field(default_factory=list)
    added: list[FunctionCode] = field(default_factory=list)
    gone: list[Code] = field(default_factory=list)
    top: bool = False


def merge(module: ModuleCode, region: Region) -> Edit | None:
    """Brings `module` to what was read of a region of the edited text.

    None where an edit changes how callers see a function that stays (it becomes a generator, say): too much depends on it.
    """
    edit, read, old, new = Edit(module), region.read, region.old, region.new
    there = [c for c in module.by_node.values() if region.holds(c.node)]
    known: dict[str, Code] = {c.key: c for c in there}
    kept = {c: known[c.key] for c in read.by_node.values() if _stays(known.get(c.key), c, old, new)}
    if any(_differs(was, now) for now, was in kept.items()):
        return None
    edit.top = _own_lines(there, old) != _own_lines(read.functions, new)
    for now, was in kept.items():
        if isinstance(was, FunctionCode) and _span(was.node, old) != _span(now.node, new):
            edit.edited.append(was)
            was.version += 1
    staying = set(kept.values())
    edit.gone = [c for c in there if c not in staying]
    edit.added = [c for c in read.functions if c not in kept]
    _take_over(module, region, kept)
    module.version += edit.top
    return edit


def _stays(was: Code | None, now: Code, old: Lines, new: Lines) -> bool:
    if was is None or type(was.node) is not type(now.node):
        return False
    if isinstance(now.node, ast.Lambda):
        return _span(was.node, old) == _span(now.node, new)
    return _header(was.node, old) == _header(now.node, new)


def _differs(now: Code, was: Code) -> bool:
    return (
        isinstance(now, FunctionCode)
        and isinstance(was, FunctionCode)
        and (now.is_generator, now.unconverted) != (was.is_generator, was.unconverted)
    )


def _labels(lines: Lines, first: float, last: float) -> tuple[float, ...]:
    return lines.labels[bisect_left(lines.labels, first) : bisect_right(lines.labels, last)]


def _span(node: ast.AST, lines: Lines) -> tuple[float, ...]:
    """The labels of all lines of a definition; equal ones mean equal text."""
    return _labels(lines, first_line(node), node.end_lineno)  # type: ignore[attr-defined]


def _body(node: ast.AST) -> float:
    """The first line of the body of a definition."""
    return first_line(node.body[0])  # type: ignore[attr-defined]


def _header(node: ast.AST, lines: Lines) -> tuple[float, ...]:
    found = _labels(lines, first_line(node), _body(node))[:-1]
    return found or _span(node, lines)  # a definition in one line


def _own_lines(codes: Iterable[Code], lines: Lines) -> list[float]:
    """The labels of the lines that belong to the module and to its classes, headers of functions included."""
    hidden: set[float] = set()
    for code in codes:
        if (
            isinstance(code.node, (ast.FunctionDef, ast.AsyncFunctionDef))
            and _body(code.node) != code.node.lineno
        ):
            hidden.update(_labels(lines, _body(code.node), code.node.end_lineno or 0))
    return [
        label
        for label, text in zip(lines.labels, lines.texts, strict=True)
        if label not in hidden and text and not text.isspace()
    ]


def _take_over(module: ModuleCode, region: Region, kept: dict[Code, Code]) -> None:
    """Puts what was read into `module`; definitions that stay are the objects that they were."""
    read = region.read
    others = [code for code in module.functions if not region.holds(code.node)]
    elsewhere = {node: code for node, code in module.by_node.items() if not region.holds(node)}
    _forget_places(module, region)
    for now, was in kept.items():
        _update(now, was)
    for code in read.by_node.values():
        target = kept.get(code, code)
        target.module = module
        target.parent = _kept(code.parent, kept)
        if isinstance(target, FunctionCode):
            assert isinstance(code, FunctionCode)
            target.cls = _kept(code.cls, kept)
        elif isinstance(code, ClassCode):
            target.methods = {name: _kept(m, kept) for name, m in code.methods.items()}
    module.functions = [*others, *(_kept(c, kept) for c in read.functions)]
    module.functions.sort(key=lambda f: (f.node.lineno, f.node.col_offset))
    module.by_node = {**elsewhere, **{node: kept.get(c, c) for node, c in read.by_node.items()}}
    module.imports = [node for node in module.imports if not region.holds(node)] + read.imports
    module.tree.body[region.first : region.last] = read.tree.body
    forget_found(module.tree)


def _forget_places(module: ModuleCode, region: Region) -> None:
    for statement in module.tree.body[region.first : region.last]:
        for node in ast.walk(statement):
            module.places.pop(node, None)


def _update(now: Code, was: Code) -> None:
    was.node = now.node
    if isinstance(was, FunctionCode) and isinstance(now, FunctionCode):
        was.scope, was.obstacle = now.scope, now.obstacle


def _kept(code: Any, kept: dict[Code, Code]) -> Any:
    return kept.get(code, code)
