"""Parameters of which NumPy makes arrays: where an array reaches one, a graph has a tensor, which NumPy does not take."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.program.code import FunctionCode, walk
from hybridize_analyzer.program.full_names import full_name, imported_names
from hybridize_analyzer.report import Location

_MAKERS = frozenset(
    f"numpy.{name}"
    for name in """array asarray asanyarray ascontiguousarray expand_dims stack concatenate vstack hstack reshape squeeze
    atleast_1d atleast_2d copy""".split()
)


def given_to_numpy(code: FunctionCode, name: str) -> tuple[str, Location] | None:
    """The first function of NumPy that makes an array of a parameter, or of a list with it, and where.

    name: of the parameter.  None where there is no such call before something else gets the name.
    """
    if isinstance(code.node, ast.Lambda):
        return None
    imported = imported_names(code.module.imports)
    for statement in code.node.body:
        for call in _calls(statement):
            made = full_name(call.func, imported) if isinstance(call.func, ast.Attribute) else None
            if made in _MAKERS and call.args and name in _given(call.args[0]):
                return made, code.module.location(call)
        if name in _bound(statement):
            return None
    return None


def _calls(statement: ast.stmt) -> Iterator[ast.Call]:
    return (node for node in walk(statement) if isinstance(node, ast.Call))


def _given(argument: ast.expr) -> set[str]:
    parts = argument.elts if isinstance(argument, (ast.List, ast.Tuple)) else [argument]
    return {part.id for part in parts if isinstance(part, ast.Name)}


def _bound(statement: ast.stmt) -> set[str]:
    return {n.id for n in walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
