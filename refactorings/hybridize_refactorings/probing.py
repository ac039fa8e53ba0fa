"""What the local names of functions hold, found by asking the analyzer: each binding is passed to a probe in memory.

A probe is a function of one parameter that does nothing; the report about it says what reached that parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hybridize_analyzer.project.sources import SourceFile
from hybridize_analyzer.report import Parameter

from hybridize_refactorings.names import Function, bound_by_header, local_names, parameters, stores
from hybridize_refactorings.planning import Analyse
from hybridize_refactorings.verification import syntax_tree

Kinds = dict[tuple[str, int], dict[str, Parameter]]

_PREFIX = "hybridize_probe_"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def kinds_of(wanted: Mapping[str, set[int]], sources: Mapping[str, SourceFile], analyse: Analyse) -> Kinds:
    """By path and line of `def`: what every local name holds, over all places that bind it, and what attributes
    of the first parameter (`self.x`) hold when the function starts; `items.append`: what is put into a list.

    wanted: lines of `def`, by path.
    """
    asked: dict[str, tuple[tuple[str, int], str]] = {}
    probed = dict(sources)
    for path, lines in sorted(wanted.items()):
        tree = syntax_tree(sources[path].text.removeprefix("\ufeff"))
        for node in ast.walk(tree):
            if isinstance(node, _FUNCTIONS) and node.lineno in lines:
                asked |= _probe_function(node, (path, node.lineno), len(asked))
        names = [name for name, ((where, _), _) in asked.items() if where == path]
        _define(tree, names)
        text = ast.unparse(ast.fix_missing_locations(tree))
        probed[path] = replace(
            sources[path], text=text, encoding="utf-8", raw=text.encode("utf-8", "replace")
        )
    report = analyse(list(probed.values()))
    found: Kinds = {}
    for function in report.functions:
        if function.qualname in asked and function.called and function.parameters:
            key, name = asked[function.qualname]
            found.setdefault(key, {})[name] = function.parameters[0]
    return found


def _probe_function(
    node: Function, key: tuple[str, int], first: int
) -> dict[str, tuple[tuple[str, int], str]]:
    own = node.args.args[0].arg if node.args.args else ""
    attributes = {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Load)
        and isinstance(each.value, ast.Name)
        and each.value.id == own
    }
    grown = {found[0] for each in ast.walk(node) if isinstance(each, ast.stmt) and (found := _appended(each))}
    names = sorted(local_names(node)) + [f"{own}.{name}" for name in sorted(attributes)]
    names += [f"{name}.append" for name in sorted(grown)]
    probes = {name: f"{_PREFIX}{first + number}" for number, name in enumerate(names)}
    _probe_block(node.body, probes)
    given = [*sorted(parameters(node.args)), *(f"{own}.{name}" for name in sorted(attributes))]
    node.body[:0] = _calls(given, probes)
    return {probe: (key, name) for name, probe in probes.items()}


def _probe_block(block: list[ast.stmt], probes: Mapping[str, str]) -> None:
    """Inserts a probe behind every statement that binds a name, and at the start of what a header binds."""
    result: list[ast.stmt] = []
    for statement in block:
        result.append(statement)
        if (grown := _appended(statement)) is not None:
            result += _calls([f"{grown[0]}.append"], probes, ast.unparse(grown[1]))
        if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            result += _calls(stores(statement), probes)
        elif not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            for inner in _blocks(statement):
                _probe_block(inner, probes)
                inner[:0] = _calls(sorted(bound_by_header(statement, inner)), probes)
    block[:] = result


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        inner = getattr(statement, field, None)
        if inner:
            yield inner
    for handler in getattr(statement, "handlers", ()):
        yield handler.body


def _appended(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """The list and the element of `items.append(element)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or not isinstance(call.func, ast.Attribute):
        return None
    owner = call.func.value
    return (owner.id, call.args[0]) if call.func.attr == "append" and isinstance(owner, ast.Name) else None


def _calls(
    names: Iterator[str] | list[str], probes: Mapping[str, str], passed: str | None = None
) -> list[ast.stmt]:
    """Calls of the probes of some names, with the name itself (or `passed`) as the argument."""
    found = (name for name in names if name in probes)
    return [
        ast.Expr(
            ast.Call(ast.Name(probes[name], ast.Load()), [ast.parse(passed or name, mode="eval").body], [])
        )
        for name in found
    ]


def _define(tree: ast.Module, names: list[str]) -> None:
    """Defines the probes above everything but what must come first in a module."""
    first = 0
    for number, statement in enumerate(tree.body):
        docstring = number == 0 and isinstance(statement, ast.Expr)
        if docstring or (isinstance(statement, ast.ImportFrom) and statement.module == "__future__"):
            first = number + 1
    tree.body[first:first] = syntax_tree("\n".join(f"def {name}(value):\n    pass\n" for name in names)).body
