"""Python numbers that count the turns of a loop which a graph runs, and of which nothing but a tensor is made afterwards.

`batches += 1` is a Python number eagerly and a tensor in a graph.  `tf.cast(batches, tf.float32)` gives one tensor in both,
and so does what is computed of it with a tensor of the dtype that a graph counts in.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import Const, External, Scalar, Tensor, Value
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.knowledge.canonical import canonical
from hybridize_analyzer.program.code import FunctionCode, found_once, parameter_names, walk

_Loop = ast.For | ast.AsyncFor | ast.While
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_CASTS = frozenset({"tensorflow.cast", "keras.ops.cast"})


def is_only_counted(state: State, frame: Frame, loop: _Loop, name: str, dtype: str, after: Bindings) -> bool:
    """Whether a graph loop may count in place of Python, by all uses of a variable; says what that rests on.

    dtype: of the tensor that a graph makes of the number.  after: the variables behind the loop.
    """
    code = frame.function
    if code is None or name in parameter_names(code.node.args) or not code.scope.is_own(name):
        return False
    stored, parents = found_once(code.node, uses)
    kind = "float" if dtype == "float32" else "int"
    if dtype not in ("float32", "int32") or not all(_counts(s, kind) for s in stored.get(name, [None])):
        return False
    arithmetic = False
    for use, parent in parents.get(name, []):
        if is_cast(state, frame, use, parent) or isinstance(parent, ast.Return):
            continue
        if dtype == "int32" and _is_printed(state, frame, parent):
            continue
        if not _meets_tensor(loop, use, parent, dtype, after, stored):
            return False
        arithmetic = True
    if arithmetic or dtype == "float32":
        message = (
            f"`{name}` counts the turns of a loop: there are some, and not too many for a tensor of {dtype}"
        )
        state.emit(frame, loop, Kind.VALUE, message)
    return True


def is_returned(code: FunctionCode, name: str) -> bool:
    """Whether a function returns a variable, alone or in a tuple: a Python number that a graph gives as a tensor."""
    _, parents = found_once(code.node, uses)
    return any(isinstance(parent, ast.Return) for _, parent in parents.get(name, ()))


_Stored = dict[str, list[ast.stmt | None]]
_Parents = dict[str, list[tuple[ast.Name, ast.AST]]]


def uses(root: ast.AST) -> tuple[_Stored, _Parents]:
    """By name: the statements that set a variable, None for what is no assignment of it alone; and what reads it.

    An element of a tuple that is returned is read by the `return`.
    """
    stored: _Stored = {}
    parents: _Parents = {}
    returns = {n.value: n for n in walk(root) if isinstance(n, ast.Return) and isinstance(n.value, ast.Tuple)}
    at_once = {name: each for n in walk(root) if isinstance(n, ast.Assign) for name, each in _one_by_one(n)}
    for node in walk(root):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.Name):
                continue
            if isinstance(child.ctx, ast.Load):
                reading = returns.get(node, node) if isinstance(node, ast.Tuple) else node
                parents.setdefault(child.id, []).append((child, reading))
            else:
                alone = isinstance(node, ast.AugAssign) or (
                    isinstance(node, ast.Assign) and len(node.targets) == 1
                )
                setting = node if alone and isinstance(node, ast.stmt) else at_once.get(child)
                stored.setdefault(child.id, []).append(setting)
    return stored, parents


def _one_by_one(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.Assign]]:
    """The variables of `total, n = 0.0, 0`, each with an assignment of its own."""
    target = node.targets[0]
    if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not isinstance(node.value, ast.Tuple):
        return
    if len(target.elts) == len(node.value.elts):
        for name, value in zip(target.elts, node.value.elts, strict=True):
            yield name, ast.copy_location(ast.Assign([name], value), node)


def _counts(statement: ast.stmt | None, kind: str) -> bool:
    """Whether a statement begins to count, or goes on: `n = 0`, `n += 1`."""
    if not isinstance(statement, (ast.Assign, ast.AugAssign)) or not isinstance(
        statement.value, ast.Constant
    ):
        return False
    given = type(statement.value.value).__name__
    if isinstance(statement, ast.Assign):
        return given == kind
    return isinstance(statement.op, ast.Add) and (given == kind or (given, kind) == ("int", "float"))


def is_cast(state: State, frame: Frame, use: ast.expr, parent: ast.AST) -> bool:
    """Whether it is `tf.cast(n, …)`."""
    if not isinstance(parent, ast.Call) or not parent.args or parent.args[0] is not use:
        return False
    called = evaluate(state, frame, parent.func) if isinstance(parent.func, (ast.Name, ast.Attribute)) else ()
    return bool(called) and all(isinstance(a, External) and canonical(a.name) in _CASTS for a in called)


def _is_printed(state: State, frame: Frame, parent: ast.AST) -> bool:
    """Whether it is an argument of `tf.print`, which writes a whole number and a tensor of one alike."""
    if not isinstance(parent, ast.Call) or not isinstance(parent.func, ast.Attribute):
        return False
    called = evaluate(state, frame, parent.func)
    return bool(called) and all(isinstance(a, External) and a.name == "tensorflow.print" for a in called)


def _meets_tensor(
    loop: _Loop, use: ast.Name, parent: ast.AST, dtype: str, after: Bindings, stored: _Stored
) -> bool:
    """Whether a number is computed with a variable that is a tensor of the same dtype once the loop has run."""
    if not isinstance(parent, ast.BinOp) or not isinstance(parent.op, _ARITHMETIC):
        return False
    other = parent.right if parent.left is use else parent.left
    if not isinstance(other, ast.Name) or use.lineno <= (loop.end_lineno or loop.lineno):
        return False
    bound = stored.get(other.id, [None])
    if any(s is None or s.lineno > (loop.end_lineno or loop.lineno) for s in bound):
        return False
    return _is_summed(after.get(other.id, frozenset()), dtype)


def _is_summed(value: Value, dtype: str) -> bool:
    """Whether it is a tensor of a dtype, or the number that a sum began with where the loop had no turn."""
    kind = "float" if dtype == "float32" else "int"
    summed = [a for a in value if isinstance(a, Tensor)]
    started = [a for a in value if isinstance(a, (Const, Scalar)) and a.type == kind]
    whole = len(summed) + len(started) == len(value)
    return bool(summed) and whole and all((a.kind, a.dtype) == ("tensor", dtype) for a in summed)
