"""Branches on lengths that tensors hold: a graph traces both sides, whatever the lengths are."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    External,
    Value,
    has_tensor,
    tensors,
)
from hybridize_analyzer.interpreter.dispatch import evaluate
from hybridize_analyzer.program.code import walk


def note_lengths(state: State, frame: Frame, node: ast.AST, what: str, tested: Value) -> None:
    """A test of nothing but lengths: a graph traces both sides, and what does not fit the lengths fails."""
    if any(atom.sized for atom in tensors(tested)) and not (
        _fits_any_length(frame) or _sides_fit_any_length(state, frame, node)
    ):
        message = (
            f"{what} lengths as a tensor, and whether the side that is not taken fits them cannot be seen"
        )
        state.emit(frame, node, Kind.CONTROL, message, aspect=Aspect.LENGTHS)


def _fits_any_length(frame: Frame) -> bool:
    """Whether a function has one tensor only, and does with it nothing that needs an axis, an index or a rank."""
    if frame.function is None or isinstance(frame.function.node, ast.Lambda):
        return False
    parts = [n for s in frame.function.node.body for n in walk(s)]
    if sum(has_tensor(value) for value in frame.names.values()) > 1:
        return False
    if any(isinstance(n, ast.Subscript) or isinstance(getattr(n, "op", None), ast.MatMult) for n in parts):
        return False
    return all(_is_of_any_shape(n) for n in parts if isinstance(n, ast.Call))


def _sides_fit_any_length(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether both sides do nothing but what a tensor of any rank and any lengths allows, and none leaves the function."""
    if isinstance(node, ast.IfExp):
        return all(_fits(state, frame, side) for side in (node.body, node.orelse))
    return isinstance(node, ast.If) and all(_goes_on(state, frame, s) for s in (*node.body, *node.orelse))


def _goes_on(state: State, frame: Frame, statement: ast.stmt) -> bool:
    """Whether a statement sets variables, or does nothing, and what it does fits any lengths."""
    if isinstance(statement, ast.If):
        inner = (*statement.body, *statement.orelse)
        return _fits(state, frame, statement.test) and all(_goes_on(state, frame, s) for s in inner)
    if isinstance(statement, ast.Assign):
        return all(isinstance(t, ast.Name) for t in statement.targets) and _fits(
            state, frame, statement.value
        )
    return isinstance(statement, ast.Pass)


def _fits(state: State, frame: Frame, node: ast.expr) -> bool:
    """Whether an expression can be traced whatever rank and lengths its tensors have; each operation takes one tensor."""
    if isinstance(node, ast.Call):
        return _call_fits(state, frame, node) and all(_fits(state, frame, each) for each in node.args)
    if isinstance(node, (ast.List, ast.Tuple)):
        return len({ast.dump(e) for e in node.elts}) == 1 and _fits(state, frame, node.elts[0])
    if isinstance(node, ast.BinOp):
        numbers = isinstance(node.left, ast.Constant) or isinstance(node.right, ast.Constant)
        return numbers and _fits(state, frame, node.left) and _fits(state, frame, node.right)
    if isinstance(node, ast.UnaryOp):
        return _fits(state, frame, node.operand)
    return isinstance(node, (ast.Name, ast.Attribute, ast.Constant))


def _call_fits(state: State, frame: Frame, node: ast.Call) -> bool:
    """Whether an operation of TensorFlow takes a tensor of any rank, with the other arguments that it is given here."""
    called = evaluate(state, frame, node.func)
    names = {a.name.rpartition(".")[2] if isinstance(a, External) else "" for a in called}
    if len(names) != 1 or not all(
        isinstance(a, External) and a.name.startswith("tensorflow.") for a in called
    ):
        return False
    (name,) = names
    others = [*node.args[1:], *(keyword.value for keyword in node.keywords)]
    if name == "cast":
        return len(others) == 1
    axes = _AXES_OF_ANY.get(name)
    if axes is not None:
        stated = [keyword.value for keyword in node.keywords if keyword.arg == "axis"] + node.args[1:2]
        return len(others) == len(stated) == 1 and ast.unparse(stated[0]) in axes
    return name in _OF_ANY_SHAPE | {"squeeze", "stack", "round"} and len(node.args) == 1 and not others


_AXES_OF_ANY = {"argmax": ("-1", "0"), "argmin": ("-1", "0"), "expand_dims": ("-1", "0")}
"""Operations that take an axis, with those that tensors of any rank have."""


def _is_of_any_shape(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return name in _OF_ANY_SHAPE and len(call.args) == 1 and not call.keywords


_OF_ANY_SHAPE = frozenset(
    """size rank shape reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_std reduce_variance sqrt square abs
    exp log sign negative zeros_like ones_like identity stop_gradient relu sigmoid tanh softplus""".split()
)
