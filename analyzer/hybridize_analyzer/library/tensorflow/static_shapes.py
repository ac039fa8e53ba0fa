"""Static shapes where a tensor is wanted: a `TensorShape` is none, and a graph converts fewer of them than eager execution.

Executed: `tf.constant(x.shape)` and every list with a `TensorShape` inside (`tf.cast([x.shape], …)`) raise while a graph is
traced; `tf.convert_to_tensor(x.shape)` and `tf.reduce_prod(x.shape)` do not, nor does `tf.constant([*x.shape])`.
"""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Iterator, Tuple, Value, tensors
from hybridize_analyzer.interpreter.values.written import again, bound_to

_DEPTH = 4
_GIVING_SHAPES = frozenset({"get_shape", "concatenate", "merge_with", "with_rank"})
"""Methods of tensors and of `TensorShape` that give one."""
_OF_LISTS = frozenset({"stack", "concat", "add_n", "parallel_stack"})
"""Operations whose first argument is a list of what becomes one tensor each."""
_STACKING = frozenset({"stack", "parallel_stack"})
"""Those that make shapes without axes float32 while they are executed eagerly; the others make int32 of them."""


def check_static_shapes(call: Call, name: str) -> None:
    """Reports a `TensorShape` that a graph does not convert.  name: of the operation, without its module."""
    if not isinstance(call.node, ast.Call):
        return
    written = f"`tf.{name}`"
    given = [*call.node.args, *(keyword.value for keyword in call.node.keywords)]
    if name == "constant" and given and _is_shape(call.state, call.frame, given[0]):
        call.emit(Kind.DTYPE, f"{written} gets a `TensorShape`, which a graph does not convert")
        return
    for number, node in enumerate(given):
        inside = _listed(call.frame, node)
        if number == 0 and name in _OF_LISTS:
            shapes = [part for part in inside if _is_shape(call.state, call.frame, part)]
            if name in _STACKING and any(_may_be_empty(call.state, call.frame, part) for part in shapes):
                call.emit(
                    Kind.DTYPE, f"{written} gets shapes without axes, which a graph gives another dtype"
                )
            inside = _all_listed(call.frame, inside)
        if _hold_shape(call.state, call.frame, inside):
            call.emit(
                Kind.DTYPE, f"{written} gets a list with a `TensorShape`, which a graph does not convert"
            )
            return


def _is_shape(state: State, frame: Frame, node: ast.AST, depth: int = _DEPTH) -> bool:
    """Whether an expression may be the `TensorShape` of a tensor, as far as it is written in the function."""
    if depth == 0:
        return False
    if isinstance(node, ast.Attribute):
        return node.attr == "shape" and _may_have_a_shape(again(state, frame, node.value))
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _GIVING_SHAPES
    ):
        owner = node.func.value
        return _is_shape(state, frame, owner, depth - 1) or (
            node.func.attr == "get_shape" and bool(tensors(again(state, frame, owner)))
        )
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _is_shape(state, frame, node.value, depth - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return any(_is_shape(state, frame, side, depth - 1) for side in (node.left, node.right))
    return any(_is_shape(state, frame, value, depth - 1) for value in bound_to(frame, node))


def _may_have_a_shape(value: Value) -> bool:
    """Whether it is a tensor; or was one, before its name was given to its own shape (`y = y.shape`)."""
    return bool(tensors(value)) or all(isinstance(atom, (Tuple, Iterator)) for atom in value)


def _hold_shape(state: State, frame: Frame, nodes: list[ast.expr]) -> bool:
    """Whether one of them is a `TensorShape`, or a list or tuple with one inside; level by level, as lists share parts."""
    for _ in range(_DEPTH):
        if not nodes:
            return False
        if any(_is_shape(state, frame, node) for node in nodes):
            return True
        nodes = _all_listed(frame, nodes)
    return False


def _all_listed(frame: Frame, nodes: list[ast.expr]) -> list[ast.expr]:
    """What stands in some lists or tuples, each once."""
    return [*dict.fromkeys(part for node in nodes for part in _listed(frame, node))]


def _listed(frame: Frame, node: ast.AST) -> list[ast.expr]:
    """What stands in a list or tuple that is written there, or where its variable is set."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return node.elts
    return [
        part
        for value in bound_to(frame, node)
        if isinstance(value, (ast.List, ast.Tuple))
        for part in value.elts
    ]


def _may_be_empty(state: State, frame: Frame, node: ast.AST) -> bool:
    """Whether the tensor may have no axes."""
    bound = bound_to(frame, node)
    if bound:
        return any(_may_be_empty(state, frame, value) for value in bound)
    owner = node.value if isinstance(node, ast.Attribute) else None
    found = tensors(again(state, frame, owner)) if owner is not None else []
    return not found or any(not tensor.shape for tensor in found)
