"""What becomes of a Python number or a NumPy array among tensors: the dtype of the tensor that TensorFlow makes of it."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from hybridize_analyzer.model import Held

from hybridize_refactorings.names import captured, loads, parameters, stores
from hybridize_refactorings.subjects import Subject, at_call
from hybridize_refactorings.uses import (
    ELEMENTWISE,
    FLOATS,
    Parents,
    number,
    operand_of_tensorflow,
    other_operand,
    parents_of,
    tensorflow_member,
)

_OPERANDS = {"where": (1, 3), "clip_by_value": (0, 3)}  # the arguments that have one dtype
_CONDITIONAL = (
    ast.If, ast.For, ast.While, ast.IfExp, ast.BoolOp, ast.Compare, ast.Lambda, ast.FunctionDef, ast.ListComp, ast.SetComp,
    ast.DictComp, ast.GeneratorExp,
)  # fmt: skip


def dtype_taken(subject: Subject, name: str, within: tuple[str, ...] = ()) -> str | None:
    """The one floating-point dtype of the tensors that TensorFlow makes of a parameter, where nothing else is done with it.

    within: functions that hand it on to this one.
    """
    reads = [each for statement in subject.node.body for each in loads(statement) if each.id == name]
    bound = any(
        isinstance(each, ast.Name) and each.id == name and not isinstance(each.ctx, ast.Load)
        for each in ast.walk(subject.node)
    )
    return None if bound or name in captured(subject.node) else dtype_of_reads(subject, reads, within)


def dtype_of_reads(
    subject: Subject, reads: Iterable[ast.Name | ast.Attribute], within: tuple[str, ...] = ()
) -> str | None:
    """The same of places in the function that read one number."""
    parents, within = parents_of(subject.node), (*within, subject.node.name)
    dtypes = {
        _handed_on(subject, each, parents, within) or dtype_there(subject, each, parents) for each in reads
    }
    return dtypes.pop() if len(dtypes) == 1 else None


def _handed_on(
    subject: Subject, node: ast.Name | ast.Attribute, parents: Parents, within: tuple[str, ...]
) -> str | None:
    """The same of the parameter of another function of the file that gets it."""
    above = parents.get(node)
    call = parents.get(above) if isinstance(above, ast.keyword) else above
    callee = at_call(subject, call) if isinstance(call, ast.Call) and node is not call.func else None
    if callee is None or not isinstance(call, ast.Call) or callee.node.name in within:
        return None
    if isinstance(above, ast.keyword):
        given = above.arg if above.arg in parameters(callee.node.args) else None
    elif any(isinstance(each, ast.Starred) for each in call.args):
        given = None
    else:
        plain = [each.arg for each in (*callee.node.args.posonlyargs, *callee.node.args.args)]
        at = call.args.index(node) + isinstance(call.func, ast.Attribute)
        given = plain[at] if at < len(plain) else None
    return None if given is None else dtype_taken(callee, given, within)


def dtype_there(subject: Subject, node: ast.AST, parents: Parents) -> str | None:
    """The floating-point dtype of the tensor that TensorFlow makes of the number in one place."""
    above = parents.get(node)
    if isinstance(above, ast.UnaryOp) and isinstance(above.op, ast.USub):
        return dtype_there(subject, above, parents)
    if (
        isinstance(above, ast.Call)
        and tensorflow_member(subject, above.func) == "cast"
        and above.args[0] is node
    ):
        # `tf.cast` makes a float32 tensor of the number first, whatever it casts that to.
        wanted = tensorflow_member(subject, above.args[1]) if len(above.args) == 2 else None
        return wanted if wanted == "float32" else None
    if isinstance(above, ast.Compare):
        return None
    other = other_operand(node, parents)
    if other is not None and isinstance(above, ast.BinOp) and isinstance(above.op, (ast.Mult, ast.Div)):
        scale = number(other)
        if scale and above.left is node and math.frexp(scale)[0] in (0.5, -0.5):  # exact in every precision
            return dtype_there(subject, above, parents)
    others = [other] if other is not None else []
    member = operand_of_tensorflow(subject, node, parents)
    if member in ELEMENTWISE and isinstance(above, ast.Call):
        operands = above.args[slice(*_OPERANDS.get(member or "", (0, 2)))]
        rest = [each for each in operands if each is not node and not _is_scalar(subject, each, frozenset())]
        others = rest if node in operands else []
    dtypes = {_dtype_of(subject, each, above, parents) for each in others}
    return dtypes.pop() if len(dtypes) == 1 and dtypes <= FLOATS else None


def _dtype_of(subject: Subject, node: ast.expr, above: ast.AST | None, parents: Parents) -> str | None:
    """The dtype of a tensor, which is that of the tensor that arithmetic joins its result with, or the program fails.

    above: the operation that takes it.
    """
    held = subject.held(node)
    if held is None or held.kind not in ("tensor", "variable"):
        return None
    if held.dtype is not None or not isinstance(above, ast.BinOp) or isinstance(above.op, ast.Div):
        return held.dtype  # the quotient of integers is float64
    beside, further = other_operand(above, parents), parents.get(above)
    if beside is None or isinstance(further, ast.Compare):
        return None
    return _dtype_of(subject, beside, further, parents)


def is_array(held: Held | None) -> bool:
    """Whether it is known to be a NumPy array, whatever its dtype."""
    return held is not None and held.kind == "array"


@dataclass(frozen=True, slots=True)
class Scalar:
    """An expression of Python numbers or arrays, and the dtype of the tensor that TensorFlow makes of it in its place."""

    node: ast.expr
    dtype: str


def scalars_of(subject: Subject, content: Sequence[ast.AST], written: str) -> list[Scalar] | None:
    """The largest expressions of Python numbers, or of arrays, in a part of a function that read one of them.

    written: a name, or an attribute as it stands there.  None where one of them is needed as a Python number or array, or
    where it would make a difference that the expressions are computed before the part runs.
    """
    parents = parents_of(subject.node)
    bound = {name for node in content for name in stores(node)}
    inner = {name for node in content for name in captured(node)}
    found: dict[int, Scalar] = {}
    for node in (each for part in content for each in ast.walk(part)):
        if not isinstance(node, (ast.Name, ast.Attribute)) or ast.unparse(node) != written:
            continue
        held = subject.held(node)
        kinds = _NUMBERS | _ARRAYS if is_array(held) else _NUMBERS
        top = _widest(subject, node, parents, bound, kinds)
        unseen = held is None or held.kind not in kinds
        may_fail = top is not node if kinds & _ARRAYS else _divides(top)
        dtype = (
            None
            if (may_fail and _is_conditional(top, content, parents))
            or (kinds & _ARRAYS and _is_argument(top, parents))
            or (unseen and _is_cast(subject, top, parents))
            else dtype_there(subject, top, parents)
        )
        if (
            dtype is None
            or not isinstance(node.ctx, ast.Load)
            or {each.id for each in loads(top)} & (bound | inner)
        ):
            return None
        found[id(top)] = Scalar(top, dtype)
    return list(found.values())


_NUMBERS, _ARRAYS = frozenset({"primitive"}), frozenset({"array"})


def _is_argument(node: ast.expr, parents: Parents) -> bool:
    """Whether an argument of a call: what that makes of arrays need not be what arithmetic makes of them."""
    return isinstance(parents.get(node), ast.Call)


def _is_cast(subject: Subject, node: ast.expr, parents: Parents) -> bool:
    """Whether `tf.cast` gets it, which takes tensors of all dtypes, and not only those that a number would become."""
    above = parents.get(node)
    return isinstance(above, ast.Call) and tensorflow_member(subject, above.func) == "cast"


def _widest(subject: Subject, node: ast.expr, parents: Parents, bound: Set[str], kinds: Set[str]) -> ast.expr:
    """The largest expression around a number or array in which Python computes with such alone."""
    above = parents.get(node)
    while isinstance(above, (ast.BinOp, ast.UnaryOp)) and _is_scalar(subject, above, bound, kinds):
        node, above = above, parents.get(above)
    return node


def _is_scalar(subject: Subject, node: ast.expr, bound: Set[str], kinds: Set[str] = _NUMBERS) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_scalar(subject, node.left, bound, kinds) and _is_scalar(subject, node.right, bound, kinds)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_scalar(subject, node.operand, bound, kinds)
    if isinstance(node, ast.Constant):
        return number(node) is not None
    known = subject.held(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
    return known is not None and known.kind in kinds and ast.unparse(node) not in bound


def _divides(node: ast.expr) -> bool:
    """Whether it may fail for some numbers."""
    return any(
        isinstance(each, ast.BinOp)
        and not isinstance(each.op, (ast.Add, ast.Sub, ast.Mult))
        and not number(each.right)
        for each in ast.walk(node)
    )


def _is_conditional(node: ast.AST, content: Sequence[ast.AST], parents: Parents) -> bool:
    """Whether the part may run without computing the expression."""
    roots = set(map(id, content))
    while id(node) not in roots:
        node = parents[node]
        if isinstance(node, _CONDITIONAL):
            return True
    return False
