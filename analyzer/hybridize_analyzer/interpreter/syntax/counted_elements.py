"""Loops that count the elements of a dataset: `for i, batch in enumerate(dataset)`.

A graph makes the counter an int64 tensor.  `tf.cast` of it gives the same tensor as of a Python number, and a comparison
with a number that is written out comes out the same in a test, which AutoGraph converts.  All else that may be done with it
(an index, a text, arithmetic with tensors, a result) may be something else, or fail.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator as Iterable

from hybridize_analyzer.domain.contents import COUNTED, OF_DATASET
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import Iterator, Tensor, Tuple, Value, one
from hybridize_analyzer.interpreter.syntax.counted import is_cast
from hybridize_analyzer.program.code import bound_names, children, parameter_names, walk

_COMPARING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def counts_elements(iterable: Value) -> bool:
    """Whether a loop counts the elements of a dataset."""
    sources = (a.source for a in iterable if isinstance(a, Iterator))
    return any(s.startswith("enumerate") and s.endswith(OF_DATASET) for s in sources)


def counter_fits(state: State, frame: Frame, node: ast.For | ast.AsyncFor, iterable: Value) -> bool:
    """Whether such a loop does the same with the counter where that is a tensor of int64."""
    code, target = frame.function, node.target
    whole = all(isinstance(a, Iterator) and a.source == COUNTED for a in iterable)
    if code is None or not whole or not isinstance(node, ast.For) or not isinstance(target, ast.Tuple):
        return False
    counter = target.elts[0]
    if not isinstance(counter, ast.Name) or not _starts_plainly(node.iter):
        return False
    scope, name = code.scope, counter.id
    if name in {*scope.captured, *scope.globals_, *scope.nonlocals, *parameter_names(code.node.args)}:
        return False
    if sum(name in bound_names(each) for each in walk(code.node)) != 1:
        return False
    parents = {child: each for each in walk(node) for child in children(each)}
    uses = [n for n in walk(code.node) if isinstance(n, ast.Name) and n.id == name and n is not counter]
    return all(_fits(state, frame, use, parents) for use in uses)


def _starts_plainly(call: ast.expr) -> bool:
    """Whether it counts from nothing, or from a number that is written out."""
    if not isinstance(call, ast.Call) or len(call.args) + len(call.keywords) > 2:
        return False
    return all(_is_number(each) for each in (*call.args[1:], *(k.value for k in call.keywords)))


def _fits(state: State, frame: Frame, use: ast.expr, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a use of a counter gives the same; one behind the loop has no parent there."""
    node: ast.expr = use
    parent = parents.get(node)
    while isinstance(parent, ast.BinOp) and isinstance(parent.op, _ARITHMETIC):
        other = parent.right if parent.left is node else parent.left
        whole = isinstance(parent.op, (ast.FloorDiv, ast.Mod))
        if not _is_number(other) or (whole and (other is parent.left or ast.literal_eval(other) <= 0)):
            return False
        node, parent = parent, parents.get(parent)
    if isinstance(parent, ast.Call):
        return is_cast(state, frame, node, parent)
    if not isinstance(parent, ast.Compare) or not all(isinstance(op, _COMPARING) for op in parent.ops):
        return False
    others = [each for each in (parent.left, *parent.comparators) if each is not node]
    return all(_is_number(each) for each in others) and _is_tested(parent, parents)


def _is_tested(node: ast.expr, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether nothing but a test of an `if` asks what comes out, whose sides set variables or leave the loop."""
    parent = parents.get(node)
    while isinstance(parent, ast.BoolOp) or (
        isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    ):
        if isinstance(parent, ast.BoolOp) and not all(
            isinstance(each, ast.Compare) for each in parent.values
        ):
            return False
        node, parent = parent, parents.get(parent)
    if isinstance(parent, ast.IfExp):
        return parent.test is node
    return isinstance(parent, ast.If) and parent.test is node and all(map(_sets_variables, _sides(parent)))


def _sides(node: ast.If) -> Iterable[ast.stmt]:
    yield from (*node.body, *node.orelse)


def _sets_variables(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.If):
        return all(map(_sets_variables, _sides(statement)))
    return isinstance(statement, (ast.Assign, ast.AugAssign, ast.Pass, ast.Break, ast.Continue))


def _is_number(node: ast.expr) -> bool:
    """Whether it is a whole number that is written out."""
    inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(inner, ast.Constant) and type(inner.value) is int


_PAIR = 2


def with_tensor(element: Value) -> Value:
    """The pairs of such a loop as a graph has them."""
    counter = one(Tensor("tensor", "int64", ()))
    return frozenset(
        Tuple((counter, *a.elements[1:])) if isinstance(a, Tuple) and len(a.elements) == _PAIR else a
        for a in element
    )
