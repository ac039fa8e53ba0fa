"""Code for one example, as it has to be written where numbers of the example are tensors."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Mapping

from hybridize_refactorings.names import loads
from hybridize_refactorings.refusals import Refused

PYTHON = "python"
_ARRAYS = frozenset({"np", "numpy", "math", "random"})
_PYTHON_CALLS = frozenset(
    {"int", "float", "bool", "str", "range", "sorted", "isinstance", "print", "max", "min", "sum"}
)


def objection(node: ast.stmt, names: Mapping[str, str], counts: Collection[str] = ()) -> Refused | None:
    """Why a statement is no tensor code; `names`: those of the example, and what they hold; `counts`: whole numbers."""
    data = {name for name, kind in names.items() if kind != PYTHON}
    for each in ast.walk(node):
        used = {name.id for name in loads(each)} & data
        if isinstance(
            each, (ast.While, ast.Try, ast.With, ast.Raise, ast.Assert, ast.Global, ast.Nonlocal, ast.Match)
        ):
            return Refused(f"line {each.lineno}: `{type(each).__name__.lower()}` in the code for one example")
        if isinstance(each, (ast.If, ast.IfExp)) and (used := {n.id for n in loads(each.test)} & data):
            return Refused(
                f"line {each.lineno}: a choice by `{sorted(used)[0]}`, which differs inside one batch"
            )
        if isinstance(each, ast.BinOp) and (number := _mixed(each, counts)) is not None:
            return Refused(
                f"line {each.lineno}: `{number}` is a whole number, and would be a tensor of another dtype"
            )
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            return Refused(f"line {each.lineno}: `{ast.unparse(each.value.func)}` is called for its effect")
        if isinstance(each, ast.Call) and used and (why := _called(each, data)) is not None:
            return why
        if isinstance(each, ast.Assign) and not all(_is_name(target) for target in each.targets):
            return Refused(f"line {each.lineno}: writes something else than a name")
        if isinstance(each, ast.AugAssign) and not isinstance(each.target, ast.Name):
            return Refused(f"line {each.lineno}: writes something else than a name")
    return None


def _mixed(node: ast.BinOp, counts: Collection[str]) -> str | None:
    """A whole number that is combined with something else than such."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(one, ast.Name) and one.id in counts and not isinstance(other, ast.Constant):
            return one.id
    return None


def _called(call: ast.Call, data: set[str]) -> Refused | None:
    function = call.func
    if isinstance(function, ast.Subscript) and {n.id for n in loads(function.slice)} & data:
        return Refused(f"line {call.lineno}: which function runs depends on `{ast.unparse(function.slice)}`")
    root = ast.unparse(function).partition(".")[0]
    given = {n.id for argument in call.args for n in loads(argument)} & data
    if given and (root in _ARRAYS or (isinstance(function, ast.Name) and function.id in _PYTHON_CALLS)):
        return Refused(
            f"line {call.lineno}: `{ast.unparse(function)}` computes with `{sorted(given)[0]}` in Python"
        )
    return None


def _is_name(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple):
        return all(_is_name(each) for each in target.elts)
    return isinstance(target, ast.Name)


def prepared(node: ast.stmt, data: set[str]) -> ast.stmt:
    """The statement for numbers that are tensors: `table[i]` is `take_row(table, i)`, `tf.constant([i])` converts."""
    changed: ast.stmt = _Prepare(data).visit(copy.deepcopy(node))
    return ast.fix_missing_locations(changed)


class _Prepare(ast.NodeTransformer):
    def __init__(self, data: set[str]) -> None:
        self.data = data

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        index = node.slice
        if isinstance(index, ast.Name) and index.id in self.data and isinstance(node.ctx, ast.Load):
            made = ast.Call(ast.Name("take_row", ast.Load()), [node.value, index], [])
            return ast.copy_location(made, node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        function = node.func
        if not isinstance(function, ast.Attribute) or function.attr != "constant" or not node.args:
            return node
        if not {name.id for name in loads(node.args[0])} & self.data:
            return node
        dtype = (
            node.args[1]
            if len(node.args) > 1
            else next((k.value for k in node.keywords if k.arg == "dtype"), None)
        )
        converted = ast.Call(
            ast.Attribute(function.value, "convert_to_tensor", ast.Load()), [node.args[0]], []
        )
        if dtype is None:
            return ast.copy_location(converted, node)
        cast = ast.Call(ast.Attribute(function.value, "cast", ast.Load()), [converted, dtype], [])
        return ast.copy_location(cast, node)
