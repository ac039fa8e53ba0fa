"""What is printed or logged: values, which others replace in the next call, or what a trace knows and says once."""

from __future__ import annotations

import ast
from itertools import repeat

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.contents import contains_tensor
from hybridize_analyzer.domain.events import Aspect
from hybridize_analyzer.domain.values import UNKNOWN, Const
from hybridize_analyzer.program.code import walk


def of_output(call: Call) -> Aspect | None:
    """What tells the output of a call from other output, if anything does."""
    return Aspect.OF_TRACING if _tells_of_tracing(call) else None


def _tells_of_tracing(call: Call) -> bool:
    """Whether what is printed is about a trace: it says so, or nothing in it is another thing in the next call.

    Texts, types, lengths, shapes, dtypes and names are the same, and so are numbers of Python that are known.
    """
    written: list[ast.expr] = getattr(call.node, "args", [])
    parts = [part for each in written for part in walk(each)]
    texts = [p.value.lower() for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)]
    if any(word in text for text in texts for word in _SAID):
        return True
    shown = [p.value for p in parts if isinstance(p, ast.FormattedValue)]
    given = call.args if len(call.args) == len(written) else repeat(UNKNOWN)
    for each, value in zip(written, given, strict=False):
        constant = all(isinstance(atom, Const) for atom in value)
        shown += [] if constant or isinstance(each, (ast.Constant, ast.JoinedStr)) else [each]
    values = any(contains_tensor(call.state, value) for value in call.args)
    return all(map(_is_static, shown)) and not values


def _is_static(node: ast.expr) -> bool:
    asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("type", "len")
    return asked or any(isinstance(part, ast.Attribute) and part.attr in _STATIC for part in walk(node))


_SAID = ("tracing", "traced", "追踪", "跟踪")
_STATIC = frozenset({"shape", "dtype", "ndim", "get_shape", "name", "__name__"})
"""What a trace knows of a tensor, and what things are called."""
