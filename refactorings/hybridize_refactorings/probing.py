"""What the local names of functions hold, found by asking the analyzer: each binding is passed to a probe in memory.

A probe is a function that gives back its one argument; the report about it says what reached that parameter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hybridize_analyzer.report import Parameter
from hybridize_analyzer.workspace.sources import SourceFile

from hybridize_refactorings.names import (
    Function,
    bound_by_header,
    loads,
    local_names,
    name_of,
    parameters,
    stores,
)
from hybridize_refactorings.planning import Analyse
from hybridize_refactorings.uses import ELEMENTWISE
from hybridize_refactorings.verification import syntax_tree

Kinds = dict[tuple[str, int], dict[str, Parameter]]

_PREFIX = "hybridize_probe_"
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_VALUES = frozenset({"numpy", "item", "tolist"})
_OPERATIONS = ELEMENTWISE | {"Variable", "assign", "assign_add", "assign_sub"}
_CONVERSIONS = frozenset(
    {"float", "int", "bool", "range", "zip", "enumerate", "len", "list", "sum", "min", "max", "abs"}
)
_IMPORTS = (ast.Import, ast.ImportFrom)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def kinds_of(wanted: Mapping[str, set[int]], sources: Mapping[str, SourceFile], analyse: Analyse) -> Kinds:
    """By path and line of `def`: what every local name holds, over all places that bind it, and what names of the module
    and attributes of the first parameter (`self.x`) hold when the function starts; `items.append`: what is put into a list;
    `(x + 1.0)`: what an expression gives, for operands of arithmetic and arguments of what needs values (`_asked`).

    wanted: lines of `def`, by path.
    """
    asked: dict[str, tuple[tuple[str, int], str]] = {}
    probed = dict(sources)
    for path, lines in sorted(wanted.items()):
        tree = syntax_tree(sources[path].text.removeprefix("\ufeff"))
        above = _variables_of(tree)
        for node in ast.walk(tree):
            if isinstance(node, _FUNCTIONS) and node.lineno in lines:
                asked |= _probe_function(node, (path, node.lineno), len(asked), above)
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


def _variables_of(tree: ast.Module) -> frozenset[str]:
    """Names that statements of the module bind, other than definitions and imports."""
    bound = (each for each in tree.body if not isinstance(each, (*_FUNCTIONS, ast.ClassDef, *_IMPORTS)))
    return frozenset(name for each in bound for name in stores(each))


def _probe_function(
    node: Function, key: tuple[str, int], first: int, above: frozenset[str]
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
    read = {name.id for statement in node.body for name in loads(statement)} & above - local_names(node)
    names = sorted(local_names(node) | read) + [f"{own}.{name}" for name in sorted(attributes)]
    names += [f"{name}.append" for name in sorted(grown)]
    names += sorted({text_of(each) for each in _asked(node)})
    probes = {name: f"{_PREFIX}{first + number}" for number, name in enumerate(names)}
    wrapping = _Wrapping({id(each): probes[text_of(each)] for each in _asked(node)})
    node.body[:] = [wrapping.visit(each) for each in node.body]
    _probe_block(node.body, probes)
    given = [*sorted(parameters(node.args)), *sorted(read), *(f"{own}.{name}" for name in sorted(attributes))]
    node.body[:0] = _calls(given, probes)
    return {probe: (key, name) for name, probe in probes.items()}


def text_of(node: ast.expr) -> str:
    """The name under which an expression is asked for."""
    return f"({ast.unparse(node)})"


def _asked(function: Function) -> Iterator[ast.expr]:
    """Expressions whose kind may matter to a repair: operands, what Python takes the value of, what is iterated over."""
    for node in (each for statement in function.body for each in ast.walk(statement)):
        if isinstance(node, ast.BinOp):
            found = [node.left, node.right]
        elif isinstance(node, (ast.AugAssign, ast.Assign)):
            found = [node.value]
        elif isinstance(node, ast.For):
            found = [node.iter]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDERS):
            found = [node.left, *node.comparators]
        elif isinstance(node, ast.comprehension):
            found = [node.iter]
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            found = [node.elt]
        elif isinstance(node, ast.IfExp):
            found = [node.body, node.orelse]
        elif isinstance(node, ast.Call):
            found = _arguments(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            found = [node.value]
        else:
            continue
        yield from (each for each in found if not isinstance(each, (ast.Name, ast.Constant, ast.Starred)))


def _arguments(call: ast.Call) -> list[ast.expr]:
    if isinstance(call.func, ast.Attribute) and call.func.attr in _VALUES:
        return [call.func.value]
    if (
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "self"
    ):
        return list(call.args[:1])  # of layers, whose weights have the shape of what they get
    called = call.func.id if isinstance(call.func, ast.Name) else ""
    made = call.func.attr if isinstance(call.func, ast.Attribute) else called
    converted = any(
        isinstance(each, ast.Call) and name_of(each.func) in _VALUES | _CONVERSIONS for each in call.args
    )
    asked = called in _CONVERSIONS or made in _OPERATIONS or converted
    return list(call.args) if asked else []


class _Wrapping(ast.NodeTransformer):
    """Passes expressions through their probes, by the identity of their nodes."""

    def __init__(self, probes: Mapping[int, str]) -> None:
        self._probes = probes

    def generic_visit(self, node: ast.AST) -> ast.AST:
        probe = self._probes.get(id(node))
        visited = super().generic_visit(node)
        if probe is None:
            return visited
        assert isinstance(visited, ast.expr)
        return ast.Call(ast.Name(probe, ast.Load()), [visited], [])


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
    tree.body[first:first] = syntax_tree(
        "\n".join(f"def {name}(value):\n    return value\n" for name in names)
    ).body
