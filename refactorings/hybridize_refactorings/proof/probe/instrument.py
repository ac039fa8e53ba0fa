"""Puts a watch into the body of a function: the function object stays what it is, only its code reports.

    def f(a, *rest):                    def f(a, *rest):
        "Docs."                             "Docs."
        return a + 1             →          with __hybridize_probe__("key", ("a", "rest"), (a, rest)):
                                                return __hybridize_probe__.give(a + 1)
                                                __hybridize_probe__.give(None)

No name is added to a scope, no frame to the stack, no line moves.  AutoGraph reads the source from the file, where none
of this stands, so that graphs are made from what the user wrote.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

NAME = "__hybridize_probe__"
SCRIPT = "__hybridize_script__"

Key = str


def instrument(tree: ast.Module, watched: Mapping[str, Key]) -> dict[tuple[int, str], Key]:
    """Changes the tree in place; returns what is watched, by first line and name of code objects.

    watched: keys by `QUALNAME#N`, N counting the functions of that name in the file from 0.
    """
    seen: Counter[str] = Counter()
    found = {}
    for qualname, node in list(functions_of(tree, "")):
        key = watched.get(f"{qualname}#{seen[qualname]}")
        seen[qualname] += 1
        if key is None or not isinstance(node, ast.FunctionDef) or _is_generator(node):
            continue
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        found[first, node.name] = key
        _watch(node, key)
    return found


def add_prologue(tree: ast.Module) -> None:
    """Calls `__hybridize_script__` before anything else runs."""
    at = 0
    while at < len(tree.body) and _must_be_first(tree.body[at], at):
        at += 1
    call = ast.Expr(ast.Call(ast.Name(SCRIPT, ast.Load()), [], []))
    call.lineno, call.col_offset = 1, 0
    tree.body.insert(at, ast.fix_missing_locations(call))


def _must_be_first(statement: ast.stmt, at: int) -> bool:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return at == 0
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def functions_of(parent: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    """Every function with its qualified name, in the order of the text."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + node.name, node
            yield from functions_of(node, f"{prefix}{node.name}.<locals>.")
        elif isinstance(node, ast.ClassDef):
            yield from functions_of(node, f"{prefix}{node.name}.")
        elif not isinstance(node, ast.expr):
            yield from functions_of(node, prefix)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when the function runs: functions and classes inside it are left out."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            yield child
            yield from _own_nodes(child)


def _is_generator(node: ast.FunctionDef) -> bool:
    return any(
        isinstance(inner, (ast.Yield, ast.YieldFrom))
        for part in node.body
        for inner in [part, *_own_nodes(part)]
    )


def _watch(node: ast.FunctionDef, key: Key) -> None:
    arguments = node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    names += [a.arg for a in (arguments.vararg, *arguments.kwonlyargs, arguments.kwarg) if a is not None]
    docstring = ast.get_docstring(node, clean=False) is not None
    head, body = node.body[:docstring], node.body[docstring:]
    at = body[0] if body else head[-1]
    for part in body:
        for inner in [part, *_own_nodes(part)]:
            if isinstance(inner, ast.Return):
                inner.value = _give(inner.value or ast.copy_location(ast.Constant(None), inner), inner)
    last = body[-1] if body else at
    body.append(ast.copy_location(ast.Expr(_give(ast.copy_location(ast.Constant(None), last), last)), last))
    values: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
    call = ast.Call(
        ast.Name(NAME, ast.Load()),
        [
            ast.Constant(key),
            ast.Tuple([ast.Constant(name) for name in names], ast.Load()),
            ast.Tuple(values, ast.Load()),
        ],
        [],
    )
    watch = ast.With(items=[ast.withitem(call)], body=body)
    node.body = [*head, ast.fix_missing_locations(ast.copy_location(watch, at))]


def _give(value: ast.expr, at: ast.AST) -> ast.expr:
    call = ast.Call(ast.Attribute(ast.Name(NAME, ast.Load()), "give", ast.Load()), [value], [])
    return ast.fix_missing_locations(ast.copy_location(call, at))
