"""Which names a program mentions, definitions aside: what it never names, it does not use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.classes import library_bases
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode, found_once
from hybridize_analyzer.program.modules import is_test

_OF_GRAPHS = frozenset(
    "get_concrete_function experimental_get_tracing_count pretty_printed_concrete_signatures".split()
)
"""What a `tf.function` has and a function of Python has not."""


def is_named(state: State, name: str) -> bool:
    """Whether a module other than tests has a name anywhere but in definitions."""
    modules = (module for path, module in state.modules.items() if not is_test(path))
    return any(name in found for module in modules for found in _statements(module))


def is_asked_as_graph(state: State, name: str) -> bool:
    """Whether something of this name is asked for what only a `tf.function` has: `name.get_concrete_function()`.

    Or it is given to some call, and a function asks that of a parameter.
    """
    statements = [statement for m in state.modules.values() for statement in m.tree.body]
    asked = frozenset[str]().union(*(found_once(statement, _graphs) for statement in statements))
    if name in asked:
        return True
    functions = (f for m in state.modules.values() for f in m.functions)
    return (
        bool(asked)
        and any(not asked.isdisjoint(f.named) for f in functions)
        and any(name in found_once(statement, _given) for statement in statements)
    )


def runs_programs(state: State) -> bool:
    """Whether the top of a module runs a function: what nothing calls there is left over."""
    return any(site.caller is None for found in state.call_graph().sites.values() for site in found)


def never_named(state: State) -> frozenset[FunctionCode]:
    """The functions that no part of a program can mean: no visible call reaches them, and nothing has their name.

    So are those in such functions and classes.  What a decorator may register is not among them, nor what a library may
    look for by its name: a method of one of its classes.  None where nothing runs a function at the top of a module: such
    files are parts of a program that is somewhere else.
    """
    sites = state.call_graph().sites
    if not runs_programs(state):
        return frozenset()
    named = frozenset(
        name for module in state.modules.values() for found in _statements(module) for name in found
    )
    functions = (f for module in state.modules.values() if not module.installed for f in module.functions)
    return frozenset(
        code
        for code in functions
        if not sites.get(code) and any(_is_unused(state, each, named) for each in _around(code))
    )


def is_without(base: str, method: str) -> bool:
    """Whether a class of a library certainly has no such method."""
    return base.startswith(("abc.", "typing.")) or (
        export(base) is not None and export(f"{base}.{method}") is None
    )


def _around(code: FunctionCode) -> Iterator[FunctionCode | ClassCode]:
    """A function, and the functions and classes that it is defined in."""
    current: FunctionCode | None = code
    while current is not None:
        yield current
        if current.cls is not None:
            yield current.cls
        current = current.parent


def _is_unused(state: State, code: FunctionCode | ClassCode, named: frozenset[str]) -> bool:
    if isinstance(code.node, ast.Lambda):
        return False  # it has no name, and stands where it is meant
    if code.name in named or code.node.decorator_list or code.name.startswith("__"):
        return False
    bases = library_bases(state, code.cls) if isinstance(code, FunctionCode) and code.cls is not None else ()
    return all(is_without(base, code.name) for base in bases)


def _statements(module: ModuleCode) -> Iterator[frozenset[str]]:
    return (found_once(statement, _names) for statement in module.tree.body)


def _names(root: ast.AST) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(root):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.alias):
            found.add(node.name)
    return frozenset(found)


def _given(root: ast.AST) -> frozenset[str]:
    """The names that stand alone as arguments of calls."""
    calls = (node for node in ast.walk(root) if isinstance(node, ast.Call))
    given = (argument for call in calls for argument in (*call.args, *(k.value for k in call.keywords)))
    return frozenset(argument.id for argument in given if isinstance(argument, ast.Name))


def _graphs(root: ast.AST) -> frozenset[str]:
    asked = (
        node.value for node in ast.walk(root) if isinstance(node, ast.Attribute) and node.attr in _OF_GRAPHS
    )
    return frozenset(
        owner.id if isinstance(owner, ast.Name) else owner.attr
        for owner in asked
        if isinstance(owner, (ast.Name, ast.Attribute))
    )
