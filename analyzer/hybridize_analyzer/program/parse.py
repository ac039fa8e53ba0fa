"""From text to syntax tree, with a message instead of an exception for what cannot be parsed."""

from __future__ import annotations

import ast
import warnings

from hybridize_analyzer.program.code import ModuleCode, index_module
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.report import Problem
from hybridize_analyzer.workspace.columns import count_code_points
from hybridize_analyzer.workspace.depth import deep_recursion
from hybridize_analyzer.workspace.sources import SourceFile


def parse(source: SourceFile, names: ModuleNames) -> ModuleCode | Problem:
    """The indexed module, or the problem that a user can act on."""
    try:
        tree = _tree(source.text, source.relative)
        return index_module(
            names.canonical[source.relative], source.relative, tree, source.relative.endswith("__init__.py")
        )
    except SyntaxError as error:
        return Problem(source.relative, _explain(error), error.lineno, error.offset)
    except ValueError as error:
        return Problem(
            source.relative, f"cannot be parsed: {error}; remove the NUL bytes or exclude the file"
        )
    except (RecursionError, MemoryError):
        return Problem(
            source.relative, "nests too deeply to be parsed; split the expression or exclude the file"
        )


def read_tree(text: str, path: str) -> ast.Module | None:
    """The syntax tree of a text, columns in code points; None where it cannot be parsed."""
    try:
        return _tree(text, path)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _tree(text: str, path: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with deep_recursion():
            tree = ast.parse(text, filename=path)
    count_code_points(tree, text)
    return tree


def _explain(error: SyntaxError) -> str:
    text = (error.text or "").strip()
    if text.startswith(("print ", "exec ")) or ("except" in text and "," in text):
        return f"is not valid Python 3 ({error.msg}); it looks like Python 2: convert it first, or exclude the file"
    return f"is not valid Python: {error.msg}"
