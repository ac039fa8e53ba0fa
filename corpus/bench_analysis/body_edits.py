"""Texts in which the body of one function is edited, as people edit."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator


def edited_bodies(text: str, chance: random.Random) -> Iterator[str]:
    """One text per kind of edit, each of a function drawn at random, as far as it has something to edit."""
    functions = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef)]
    if not functions:
        return
    for edit in (_other_number, _other_operator, _named_result, _one_more, _one_less):
        found = edit(text.split("\n"), chance.choice(functions), chance)
        if found is not None and _is_python(edited := "\n".join(found)):
            yield edited


def _other_number(lines: list[str], function: ast.FunctionDef, chance: random.Random) -> list[str] | None:
    numbers = [n for n in _inside(function) if isinstance(n, ast.Constant) and type(n.value) in (int, float)]
    return _with(lines, number := chance.choice(numbers), repr(number.value + 1)) if numbers else None


def _other_operator(lines: list[str], function: ast.FunctionDef, chance: random.Random) -> list[str] | None:
    products = [n for n in _inside(function) if isinstance(n, ast.BinOp) and n.lineno == n.end_lineno]
    if not products:
        return None
    product = chance.choice(products)
    other = ast.Mult() if isinstance(product.op, ast.Add) else ast.Add()
    return _with(lines, product, f"({ast.unparse(ast.BinOp(product.left, other, product.right))})")


def _named_result(lines: list[str], function: ast.FunctionDef, chance: random.Random) -> list[str] | None:
    returns = [s for s in _statements(lines, function) if isinstance(s, ast.Return) and s.value is not None]
    if not returns:
        return None
    chosen = chance.choice(returns)
    assert chosen.value is not None
    new = [f"result = {ast.unparse(chosen.value)}", "return result"]
    indent = " " * chosen.col_offset
    return [*lines[: chosen.lineno - 1], *(indent + line for line in new), *lines[chosen.end_lineno :]]


def _one_more(lines: list[str], function: ast.FunctionDef, chance: random.Random) -> list[str] | None:
    statements = _statements(lines, function)
    if not statements:
        return None
    chosen = chance.choice(statements)
    return [
        *lines[: chosen.lineno - 1],
        " " * chosen.col_offset + "assert True",
        *lines[chosen.lineno - 1 :],
    ]


def _one_less(lines: list[str], function: ast.FunctionDef, chance: random.Random) -> list[str] | None:
    statements = _statements(lines, function)[:-1]
    if not statements:
        return None
    chosen = chance.choice(statements)
    return [*lines[: chosen.lineno - 1], *lines[chosen.end_lineno :]]


def _statements(lines: list[str], function: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a body that begin a line, without decorators."""
    return [
        s
        for s in function.body
        if not lines[s.lineno - 1][: s.col_offset].strip() and not getattr(s, "decorator_list", None)
    ]


def _inside(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for statement in function.body:
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.expr))


def _with(lines: list[str], node: ast.expr, new: str) -> list[str] | None:
    """The lines with something else in the place of an expression in one line."""
    if node.lineno != node.end_lineno:
        return None
    line = lines[node.lineno - 1].encode()
    line = line[: node.col_offset] + new.encode() + line[node.end_col_offset :]
    return [*lines[: node.lineno - 1], line.decode(), *lines[node.lineno :]]


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True
