"""A file without the bodies of functions that no edit of decorators looks into: libcst is slow.

Lines stay where they are.  A body stays if it may bind a name outside itself, holds definitions of its own, or binds a name
of TensorFlow; of any other body, only the names of TensorFlow that it reads are kept.  So it is with statements at the top
of the file that bind nothing.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from hybridize_refactorings.lines import Lines

Function = ast.FunctionDef | ast.AsyncFunctionDef
_NAMES = ("tf", "tensorflow")
_KEPT = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal,
    ast.Delete, ast.Match, ast.NamedExpr,
)  # fmt: skip
_BINDING_NOTHING = (ast.Expr, ast.For, ast.AsyncFor, ast.While)


def skeleton(lines: Lines, tree: ast.Module) -> str:
    """The twin of a text, with its tree, without bodies that tell nothing; the same number of lines."""
    twin = lines.twin_lines()
    for function in _functions(tree):
        names = _names(function.body)
        first = function.body[0].lineno
        indent = twin[first - 1][: function.body[0].col_offset]
        if names is None or first <= function.lineno or not indent.isspace():
            continue
        last = function.end_lineno or first
        _replace(twin, first, last, indent, names)
    for statement, around in zip(tree.body, _lines_around(tree.body), strict=True):
        names = _names([statement]) if isinstance(statement, _BINDING_NOTHING) else None
        if names is None or _is_text(statement) or _binds(statement) or statement.col_offset:
            continue
        first, last = statement.lineno, statement.end_lineno or statement.lineno
        if around[0] < first and last < around[1]:
            _replace(twin, first, last, "", names)
    return "".join(twin)


def _replace(twin: list[str], first: int, last: int, indent: str, names: list[str]) -> None:
    """Leaves nothing but names of some lines; one text over several lines costs less than as many empty ones."""
    kept = f"{indent}{', '.join(names) or 'pass'}"
    if last == first:
        twin[first - 1] = f"{kept}\n"
    else:
        twin[first - 1 : last] = [f'{kept}; """\n', *["\n"] * (last - first - 1), '"""\n']


def _lines_around(body: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
    """For each statement the last line of the one before it and the first of the one after it."""
    ends = [0, *(each.end_lineno or each.lineno for each in body)]
    starts = [*(_first_line(each) for each in body[1:]), sys.maxsize]
    return zip(ends, starts, strict=False)


def _first_line(statement: ast.stmt) -> int:
    lines: list[int] = [statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))]
    return min(lines)


def _is_text(statement: ast.stmt) -> bool:
    """Whether it is a docstring, behind which an import belongs."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _binds(statement: ast.stmt) -> bool:
    """Whether it binds a name by which something may be called; `_` is not one."""
    return any(
        isinstance(n, ast.Name) and type(n.ctx) is ast.Store and n.id != "_" for n in ast.walk(statement)
    )


def _functions(tree: ast.Module) -> Iterator[Function]:
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            pending += ast.iter_child_nodes(node)


def _names(body: Sequence[ast.stmt]) -> list[str] | None:
    """The names of TensorFlow that some statements read; None where they have to stay."""
    found: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, _KEPT) or (isinstance(node, ast.ExceptHandler) and node.name in _NAMES):
                return None
            if isinstance(node, ast.Name) and node.id in _NAMES:
                if not isinstance(node.ctx, ast.Load):
                    return None
                found.add(node.id)
    return sorted(found)
