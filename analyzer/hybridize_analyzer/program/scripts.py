"""Scripts whose names are those of tests: `model_test.py` may be a program that tries a model, and hold no test."""

from __future__ import annotations

import ast

from hybridize_analyzer.program.code import is_main
from hybridize_analyzer.program.modules import is_test, is_test_file

_FRAMEWORKS = frozenset({"pytest", "unittest", "absl", "nose"})
_RUNS = (ast.For, ast.While, ast.With, ast.If)


def is_of_tests(path: str, tree: ast.Module) -> bool:
    """Whether a file belongs to tests: by its folder, or by its name, unless it is a program that holds none."""
    folder = f"{path.rpartition('/')[0]}/"
    return is_test(folder) or (is_test_file(path) and not _is_script(tree))


def _is_script(tree: ast.Module) -> bool:
    """Whether a file does something when it runs, and neither defines tests nor imports what they are written with."""
    return any(map(_runs, tree.body)) and not any(map(_is_about_tests, tree.body))


def _runs(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return isinstance(statement, _RUNS) and (not isinstance(statement, ast.If) or is_main(statement))


def _is_about_tests(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Import):
        return any(alias.name.partition(".")[0] in _FRAMEWORKS for alias in statement.names)
    if isinstance(statement, ast.ImportFrom):
        return (statement.module or "").partition(".")[0] in _FRAMEWORKS
    if isinstance(statement, ast.ClassDef):
        bases = " ".join(map(ast.unparse, statement.bases))
        return statement.name.startswith("Test") or "Test" in bases or any(map(_is_test, statement.body))
    return _is_test(statement)


def _is_test(statement: ast.stmt) -> bool:
    """Whether pytest and unittest take it for a test."""
    return isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name.startswith(
        "test"
    )
