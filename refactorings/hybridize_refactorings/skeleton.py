"""A file without the bodies of functions that no edit of decorators looks into: libcst is slow.

Lines stay where they are.  A body stays if it may bind a name outside itself, holds definitions of its own, or binds a name
of TensorFlow; of any other body, only the names of TensorFlow that it reads are kept.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_refactorings.lines import Lines

Function = ast.FunctionDef | ast.AsyncFunctionDef
_NAMES = ("tf", "tensorflow")
_KEPT = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal,
    ast.Delete, ast.Match, ast.NamedExpr,
)  # fmt: skip


def skeleton(lines: Lines, tree: ast.Module) -> str:
    """The twin of a text, with its tree, without bodies that tell nothing; the same number of lines."""
    twin = lines.twin_lines()
    for function in _functions(tree):
        names = _names(function)
        first = function.body[0].lineno
        indent = twin[first - 1][: function.body[0].col_offset]
        if names is None or first <= function.lineno or not indent.isspace():
            continue
        last = function.end_lineno or first
        twin[first - 1] = f"{indent}{', '.join(names) or 'pass'}\n"
        twin[first:last] = ["\n"] * (last - first)
    return "".join(twin)


def _functions(tree: ast.Module) -> Iterator[Function]:
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
            pending += ast.iter_child_nodes(node)


def _names(function: Function) -> list[str] | None:
    """The names of TensorFlow that a body reads; None where it has to stay."""
    found: set[str] = set()
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, _KEPT) or (isinstance(node, ast.ExceptHandler) and node.name in _NAMES):
                return None
            if isinstance(node, ast.Name) and node.id in _NAMES:
                if not isinstance(node.ctx, ast.Load):
                    return None
                found.add(node.id)
    return sorted(found)
