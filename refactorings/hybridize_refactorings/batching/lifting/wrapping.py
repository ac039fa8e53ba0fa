"""Breaks generated calls that are too long for a line."""

from __future__ import annotations

import ast

WIDTH = 100
UNIT = "    "


def wrapped(text: str, indent: str = "", before: int = 0) -> str:
    """A statement or call, one argument per line where it does not fit.

    indent: of its first line, which is not part of the text.  before: columns of that line that other code takes.
    """
    if max(len(indent), before) + len(text) <= WIDTH or "\n" in text:
        return text
    try:
        statement = ast.parse(text).body[0]
    except SyntaxError:
        return text
    call = getattr(statement, "value", None)
    if not isinstance(call, ast.Call) or not (call.args or call.keywords) or not text.isascii():
        return text
    head = text[: call.func.end_col_offset]
    inner = indent + UNIT
    given = [wrapped(ast.unparse(each), inner) for each in call.args]
    given += [f"{each.arg}={ast.unparse(each.value)}" for each in call.keywords]
    return f"{head}(\n" + "".join(f"{inner}{each},\n" for each in given) + f"{indent})"
