"""Texts that only say what has failed: a graph fails in the same place, and has a symbolic tensor in the text."""

from __future__ import annotations

import ast
import re
from string import Formatter

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import External
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.program.code import found_once, walk

_ASSERTING = ("tensorflow.debugging.assert_", "tensorflow.debugging.check_numerics")


def only_tells(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether a text is the message of an assertion of TensorFlow, or of an exception of a library that is raised.

    Nothing but the message differs inside a graph.
    """
    if frame.function is None:
        return False
    call = found_once(frame.function.node, _messages).get(node)
    if call is not None:
        asserts = evaluate(state, frame, call.func)
        return bool(asserts) and all(
            isinstance(a, External) and a.name.startswith(_ASSERTING) for a in asserts
        )
    call = found_once(frame.function.node, _raised).get(node)
    if call is None:
        return False
    raised = evaluate(state, frame, call.func)
    return bool(raised) and all(isinstance(a, External) for a in raised)


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


def is_plain_template(text: ast.AST) -> bool:
    """Whether `%` puts in what it is given as `str` shows it: `"%s: %r" % (…)`."""
    written = text.value if isinstance(text, ast.Constant) else None
    return isinstance(written, str) and not re.search(r"%(?![sr%])", written.replace("%%", ""))


def _raised(root: ast.AST) -> dict[ast.AST, ast.Call]:
    """The texts of which messages of exceptions are made, `raise ValueError("got " + f"{x}")`, with their exceptions."""
    found: dict[ast.AST, ast.Call] = {}
    for node in walk(root):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            pending: list[ast.expr] = list(node.exc.args)
            while pending:
                text = pending.pop()
                found[text] = node.exc
                if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add):
                    pending += (text.left, text.right)
    return found


def parts_shown(text: str) -> list[tuple[str, list[tuple[bool, str]]]]:
    """The arguments of which `format` shows parts, and the way to each: whether it is an attribute, and which."""
    found: list[tuple[str, list[tuple[bool, str]]]] = []
    count = 0
    for _, field, *_ in _fields(text):
        if field is None:
            continue
        name = _NAME.match(field)
        first = name[0] if name is not None else ""
        number, count = (str(count), count + 1) if not first else (first, count)
        found.append(
            (
                number,
                [(not part, attribute or part) for attribute, part in _PART.findall(field[len(first) :])],
            )
        )
    return [(name, parts) for name, parts in found if parts]


_NAME = re.compile(r"[^.\[]*")
_PART = re.compile(r"\.([^.\[]+)|\[([^\]]*)\]")


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
