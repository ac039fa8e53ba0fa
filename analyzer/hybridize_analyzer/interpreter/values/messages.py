"""Texts that only say what has failed: a graph fails in the same place, and has a symbolic tensor in the text."""

from __future__ import annotations

import ast
from string import Formatter

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import External
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.program.code import found_once, walk

_ASSERTING = ("tensorflow.debugging.assert_", "tensorflow.debugging.check_numerics")


def is_of_assertion(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether a text is the message of an assertion of TensorFlow: nothing but the message differs inside a graph."""
    call = None if frame.function is None else found_once(frame.function.node, _messages).get(node)
    if call is None:
        return False
    asserts = evaluate(state, frame, call.func)
    return bool(asserts) and all(isinstance(a, External) and a.name.startswith(_ASSERTING) for a in asserts)


def note_formatted(state: State, frame: Frame, node: ast.AST, text: ast.AST) -> None:
    """A tensor is formatted.  node: where.  text: the expression that gives the text."""
    printed = frame.function is not None and text in found_once(frame.function.node, _printed)
    aspect = Aspect.PRINTED if printed else None
    state.emit(frame, node, Kind.PYTHON_VALUE, "a tensor is formatted as text", aspect=aspect)


def _printed(root: ast.AST) -> frozenset[ast.AST]:
    """The texts that `print` is given."""
    calls = (
        n
        for n in walk(root)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "print"
    )
    return frozenset(text for call in calls for text in call.args)


def is_plain_format(node: ast.AST) -> bool:
    """Whether `format` puts in what it is given as `str` shows it, which symbolic tensors can be: `"{}: {}".format(…)`."""
    written = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    text = written.value if isinstance(written, ast.Constant) else None
    return isinstance(text, str) and not any(spec for *_, spec, _ in _fields(text))


def _fields(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """The texts and fields of what `format` is called on; one that it would not take has a field of its own."""
    try:
        return list(Formatter().parse(text))
    except ValueError:
        return [(text, "", "?", None)]


def _messages(root: ast.AST) -> dict[ast.AST, ast.Call]:
    """The texts that calls of something like `tf.debugging.assert_equal(x, y, message)` are given, with these."""
    found: dict[ast.AST, ast.Call] = {}
    for call in walk(root):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            place = _place(call.func.attr)
            texts = call.args[place : place + 1] if place else []
            named = [keyword.value for keyword in call.keywords if keyword.arg == "message"] if place else []
            found |= dict.fromkeys((*texts, *named), call)
    return found


def _place(name: str) -> int:
    """Which argument is the message; 0 for other functions."""
    return 2 if name.startswith("assert_") else 1 if name == "check_numerics" else 0
