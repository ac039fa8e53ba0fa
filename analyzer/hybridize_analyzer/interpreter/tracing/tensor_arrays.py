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
from hybridize_analyzer.interpreter.tracing.places import Span, span
from hybridize_analyzer.interpreter.tracing.places import contains as includes
from hybridize_analyzer.program.code import bound_names, found_once, walk

_CHANGING = frozenset({"write", "unstack", "scatter", "split"})
_READING = frozenset({"read", "stack", "gather", "concat", "size"})
"""What gives tensors, and no array."""
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


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
    """Whether a variable may be read after a statement, in a later turn of a loop around it for one."""
    place = span(statement)
    reads, loops = found_once(frame.body, _reads_and_loops)
    around = [loop for loop in loops if includes(loop, place)]
    others = [read for read in reads.get(name, ()) if not includes(place, read)]
    return any(read[:2] >= place[2:] or any(includes(loop, read) for loop in around) for read in others)


def _reads_and_loops(body: ast.AST) -> tuple[dict[str, list[Span]], list[Span]]:
    reads: dict[str, list[Span]] = {}
    loops: list[Span] = []
    for node in walk(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            reads.setdefault(node.id, []).append(span(node))
        elif isinstance(node, _LOOPS):
            loops.append(span(node))
    return reads, loops
