"""The top level of a file as if it were the body of a function: loops of scripts and notebooks take training steps, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import PurePosixPath

from hybridize_analyzer.interpreter.tracing.tapes import TAPE, opens_tapes_in_loop
from hybridize_analyzer.program.scripts import is_of_tests
from hybridize_analyzer.report import FunctionReport, Location
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.lines import BOM
from hybridize_refactorings.names import Function, own_nodes
from hybridize_refactorings.verification import syntax_tree

TOP_LEVEL = "<module>"
"""What stands for the name of a function in a report of the top level of a file."""
_BY_NAME = frozenset({"globals", "locals", "exec", "eval"})


def steps_at_top_level(sources: Mapping[str, SourceFile], paths: Collection[str]) -> Iterator[FunctionReport]:
    """A report for each of some files whose top level takes training steps in a loop: it cannot be a graph, and a part may.

    The report stands at the first such loop.  Files that cannot be parsed have none, and those that others import, which
    may read the variables that a loop sets.
    """
    for path in sorted(paths):
        loops = _loops(sources[path].text.removeprefix(BOM)) if TAPE in sources[path].text else ()
        if loops and not _is_imported(path, sources):
            yield _report(path, sources[path].text, loops[0])


def step_at(path: str, text: str, line: int) -> FunctionReport | None:
    """The same for the loop of one text that holds a line; None where no loop at its top level that takes steps does."""
    loops = _loops(text.removeprefix(BOM)) if TAPE in text else ()
    held = (loop for loop in loops if loop.lineno <= line <= (loop.end_lineno or loop.lineno))
    loop = next(held, None)
    return None if loop is None else _report(path, text, loop)


def _is_imported(path: str, sources: Mapping[str, SourceFile]) -> bool:
    """Whether another file seems to import a file, by its name."""
    stem = re.escape(PurePosixPath(path).stem)
    imported = re.compile(rf"^[ \t]*(?:from|import)\b[^\n]*\b{stem}\b", re.MULTILINE)
    return any(imported.search(source.text) for other, source in sources.items() if other != path)


def _loops(text: str) -> list[ast.stmt]:
    """The loops at the top level that make tapes, in the order of the text; none of what cannot be parsed."""
    try:
        nodes = own_nodes(as_function(syntax_tree(text)))
        loops = (node for node in nodes if isinstance(node, (ast.For, ast.While)))
        found = [loop for loop in loops if opens_tapes_in_loop(loop, looping=True)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return sorted(found, key=lambda loop: (loop.lineno, loop.col_offset))


def _report(path: str, text: str, loop: ast.stmt) -> FunctionReport:
    word = len("while" if isinstance(loop, ast.While) else "for")
    start = loop.col_offset + 1
    return FunctionReport(
        path,
        TOP_LEVEL,
        loop.lineno,
        Location(path, loop.lineno, start, loop.lineno, start + word),
        hybrid=False,
        verdict="keep",
        safe=False,
        tensor_computation=True,
        called=True,
        gain="high",
        inline_step=True,
        of_tests=is_of_tests(path, syntax_tree(text.removeprefix(BOM))),
    )


def as_function(tree: ast.Module) -> ast.FunctionDef:
    """A function without parameters whose body is the top level of a file."""
    last = tree.body[-1] if tree.body else None
    return ast.FunctionDef(
        name="loop",
        args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]),
        body=tree.body,
        decorator_list=[],
        lineno=1,
        col_offset=0,
        end_lineno=getattr(last, "end_lineno", 1),
        end_col_offset=getattr(last, "end_col_offset", 0),
    )


def set_by_functions(top: Function) -> frozenset[str] | None:
    """Variables of a file that its functions set; None where that cannot be told, as they are reached by their names."""
    nodes = [*ast.walk(top)]
    called = (node.func for node in nodes if isinstance(node, ast.Call))
    if any(isinstance(function, ast.Name) and function.id in _BY_NAME for function in called):
        return None
    return frozenset(name for node in nodes if isinstance(node, ast.Global) for name in node.names)
