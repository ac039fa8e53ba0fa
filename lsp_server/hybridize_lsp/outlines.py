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


_BEGINS = re.compile(r"(?:def|class|async|@)\b|@")  # a definition at the top of a module
_GOES_ON = re.compile(r"(?:else|elif|except|finally)\b|[^\w@]")  # what goes on with the statement before it
_LONG = 40  # lines of a piece that need not begin with a definition
_MOST_JOINED = 4  # pieces that are tried as one: text that looks like code stands in long strings


@lru_cache(maxsize=8)
def outlines(text: str) -> tuple[Outline, ...] | None:
    """The functions of a text, in no particular order; None if it does not parse.

    Pieces of it that were seen before are not parsed again.  Pieces that parse by themselves mean the same one after
    the other; from the first that does not, the text is parsed as a whole.
    """
    lines = split_lines(text)
    found, parsed = _of_pieces(lines)
    if parsed == len(lines):
        return found
    rest = _read("".join(lines[parsed:]))
    return None if rest is None else (*found, *(_moved(outline, parsed) for outline in rest))


def _of_pieces(lines: tuple[str, ...]) -> tuple[tuple[Outline, ...], int]:
    """The functions of the lines at the beginning that could be parsed piece by piece, and how many lines these are."""
    found: list[Outline] = []
    waiting, line, first = "", 0, 0
    joined = 0
    for piece, count in _pieces(lines):
        waiting, joined = waiting + piece, joined + 1
        line += count
        inside = _parsed(waiting)
        if inside is not None:
            found += (_moved(outline, first) for outline in inside) if first else inside
            waiting, joined, first = "", 0, line
        elif joined == _MOST_JOINED:
            break
    return tuple(found), first


def _pieces(lines: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """A text in pieces that probably parse by themselves, each with its number of lines."""
    start, decorated = 0, False
    for number, line in enumerate(lines):
        if line[0].isspace() or line[0] == "#" or _GOES_ON.match(line):
            continue
        if number > start and not decorated and (_BEGINS.match(line) or number - start >= _LONG):
            yield "".join(lines[start:number]), number - start
            start = number
        decorated = line[0] == "@"
    yield "".join(lines[start:]), len(lines) - start


def _moved(outline: Outline, by: int) -> Outline:
    parameters = {name: (line + by, column) for name, (line, column) in outline.parameters.items()}
    return Outline(outline.qualname, outline.line + by, outline.first + by, outline.last + by, parameters)


@lru_cache(maxsize=8192)
def _parsed(piece: str) -> tuple[Outline, ...] | None:
    return _read(piece)


def _read(text: str) -> tuple[Outline, ...] | None:
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
