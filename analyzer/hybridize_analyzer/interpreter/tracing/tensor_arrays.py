"""`tf.TensorArray`: an object that changes in eager execution, and inside a graph a value, of which `write` gives another.

So it does not matter what `ta = ta.write(i, x)` does.  Where a variable goes on to stand for the array from before, as after
`new = ta.write(i, x)` or `kept = ta`, only the eager one has changed with the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.contents import contains
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Value, tensors
from hybridize_analyzer.program.code import bound_names, found_once, walk
from hybridize_analyzer.program.liveness import live_names

_CHANGING = frozenset({"write", "unstack", "scatter", "split"})
_READING = frozenset({"read", "stack", "gather", "concat", "size"})
"""What gives tensors, and no array."""


def note_kept(state: State, frame: Frame, statement: ast.stmt, given: ast.expr | None, value: Value) -> None:
    """Notes that a statement, about to be over, makes another array of one that a variable goes on to stand for.

    given: what it evaluates.  value: what that gave.
    """
    if given is None or frame.function is None or not found_once(frame.module.tree, _makes_arrays):
        return
    arrays = {n.id for n in walk(given) if isinstance(n, ast.Name) and _is_array(frame.names.get(n.id))}
    if not arrays:
        return
    bound = {name for node in walk(statement) for name in bound_names(node)}
    gives = isinstance(statement, ast.Expr) or contains(state, value, lambda tensor: tensor.kind == "array")
    for name in sorted(arrays):
        changed, handed, bare, asked = _uses(given, name)
        again = bare > 0 and changed + handed > 0
        kept = gives and name not in bound and changed + handed + bare + asked > 0
        if again or (kept and _is_read_later(frame, statement, name)):
            message = f"the `TensorArray` that `{name}` stands for may be changed under another name, as only eager ones are"
            state.emit(frame, statement, Kind.PYTHON_VALUE, message)


def _is_array(value: Value | None) -> bool:
    return value is not None and any(tensor.kind == "array" for tensor in tensors(value))


def _makes_arrays(tree: ast.AST) -> bool:
    return any("TensorArray" in (getattr(n, "attr", ""), getattr(n, "id", "")) for n in walk(tree))


def _uses(given: ast.expr, name: str) -> tuple[int, int, int, int]:
    """How often a variable is changed by a method, given to a call, used as it is, and asked for what may be the array.

    What methods read of it, which are tensors, counts as nothing.
    """
    changed = handed = read = asked = 0
    for call in (n for n in walk(given) if isinstance(n, ast.Call)):
        receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
        if isinstance(receiver, ast.Name) and receiver.id == name and isinstance(call.func, ast.Attribute):
            changed += call.func.attr in _CHANGING
            read += call.func.attr in _READING
            asked += call.func.attr not in _CHANGING | _READING
        handed += sum(isinstance(a, ast.Name) and a.id == name for a in _arguments(call))
    total = sum(isinstance(n, ast.Name) and n.id == name for n in walk(given))
    return changed, handed, total - changed - handed - read - asked, asked


def _arguments(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args
    yield from (keyword.value for keyword in call.keywords)


def _is_read_later(frame: Frame, statement: ast.stmt, name: str) -> bool:
    """Whether a variable may be read after a statement, before it is set again."""
    live = live_names(frame.body)
    if isinstance(statement, ast.Return) and not frame.closing:
        return name in live.always
    return live.is_read_after(statement, name)
