"""The part of a module that an edit concerns: whole statements, read again without the rest of the file.

A statement at the top of a module begins where everything before it has ended.  So statements that parse by themselves, in
place of those around the changed lines, are what the parser makes of them within the file; where they do not parse by
themselves, the file is read as a whole.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from dataclasses import dataclass

from hybridize_analyzer.program.code import ModuleCode, index_module
from hybridize_analyzer.program.parse import read_tree
from hybridize_analyzer.solver.incremental.lines import Lines, common, follow, label_tree


@dataclass(frozen=True, slots=True)
class Region:
    """Some statements at the top of a module, and what stands in their place.

    first, last: which they were, the last one not included.  old, new: their lines, before and after.
    read: what stands there now, with labels for lines.  lines: those of the whole file now.
    """

    first: int
    last: int
    old: Lines
    new: Lines
    read: ModuleCode
    lines: Lines

    def holds(self, node: ast.AST) -> bool:
        """Whether a node of the module, as it was, is one of those that are replaced."""
        labels = self.old.labels
        return bool(labels) and labels[0] <= node.lineno <= labels[-1]  # type: ignore[attr-defined]


def reread(module: ModuleCode, before: Lines, text: str) -> Region | None:
    """What an edit has made of the statements that it touches; None where they cannot be read by themselves."""
    after = follow(before, text)
    if after is None:
        return None
    first, last = _touched(module.tree.body, before, after)
    start = bisect_left(before.labels, first_line(module.tree.body[first])) if first else 0
    end = len(before.texts)
    if last < len(module.tree.body):
        end = bisect_left(before.labels, first_line(module.tree.body[last]))
    old, new = before.part(start, end), after.part(start, end + len(after.texts) - len(before.texts))
    tree = read_tree("\n".join((*new.texts, "")), module.path)
    if tree is None:
        return None
    label_tree(tree, new)
    read = index_module(module.name, module.path, tree, module.is_package)
    return Region(first, last, old, new, read, after)


def whole(module: ModuleCode, before: Lines, text: str, read: ModuleCode) -> Region | None:
    """The same for a file that was read as a whole; None when there is no room left for labels."""
    after = follow(before, text)
    if after is None:
        return None
    label_tree(read.tree, after)
    return Region(0, len(module.tree.body), before, after, read, after)


def first_line(node: ast.AST) -> float:
    """The first line of a statement, or of its decorators."""
    lines: list[float] = [node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))]  # type: ignore[attr-defined]
    return min(lines)


def _touched(body: list[ast.stmt], before: Lines, after: Lines) -> tuple[int, int]:
    """The statements around what has changed: from the one before, which may go on there, to the one after."""
    same = common(before.labels, after.labels)
    most = min(len(before.labels), len(after.labels)) - same
    tail = min(most, common(before.labels[::-1], after.labels[::-1]))
    first = len(body)
    if same < len(before.labels):
        first = bisect_left(body, before.labels[same], key=first_line)
    first = max(first - 1, 0)
    while first and not _begins_line(body, first):
        first -= 1
    last = len(body)
    if tail:
        last = bisect_left(body, before.labels[len(before.labels) - tail], key=first_line)
    last = max(last, first)
    while last < len(body) and not _begins_line(body, last):
        last += 1
    return first, last


def _begins_line(body: list[ast.stmt], number: int) -> bool:
    """Whether nothing else stands before a statement in its line."""
    apart = number == 0 or (body[number - 1].end_lineno or 0) < first_line(body[number])
    return apart and body[number].col_offset == 0
