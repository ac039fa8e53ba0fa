"""Where functions and their parameters stand in a text; and whether it parses at all."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from functools import lru_cache

from hybridize_analyzer.workspace.depth import deep_recursion

from hybridize_lsp.facts import Outline
from hybridize_lsp.lines import split_lines

_NAME = re.compile(r"\w+")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@lru_cache(maxsize=64)
def outlines(text: str) -> tuple[Outline, ...] | None:
    """The functions of a text, in no particular order; None if it does not parse."""
    try:
        with warnings.catch_warnings(), deep_recursion():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            return tuple(_outlines(tree, split_lines(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _outlines(tree: ast.Module, lines: tuple[str, ...]) -> Iterator[Outline]:
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, prefix = pending.pop()
        for child in _blocks(node):
            inner = prefix
            if isinstance(child, _Function):
                yield _outline(child, prefix + child.name, lines)
                inner = f"{prefix}{child.name}.<locals>."
            elif isinstance(child, ast.ClassDef):
                inner = f"{prefix}{child.name}."
            pending.append((child, inner))


def _blocks(node: ast.AST) -> Iterator[ast.AST]:
    """The statements in a statement; expressions define no functions that have names."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, name, None)
        if isinstance(inside, list):
            yield from inside


def _outline(node: _Function, qualname: str, lines: tuple[str, ...]) -> Outline:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    arguments = node.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    named += [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    parameters = {argument.arg: _behind(argument, lines) for argument in named}
    return Outline(qualname, node.lineno, first, node.end_lineno or node.lineno, parameters)


def _behind(argument: ast.arg, lines: tuple[str, ...]) -> tuple[int, int]:
    line = lines[argument.lineno - 1]
    before = len(line.encode("utf-8")[: argument.col_offset].decode("utf-8"))
    written = _NAME.match(line, before)  # `argument.arg` is the name in Python's normal form
    return argument.lineno, (written.end() if written else before) + 1
