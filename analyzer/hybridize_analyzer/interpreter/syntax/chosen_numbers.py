"""Python numbers that a branch on a tensor chooses, and of which a graph makes tensors: `scale = tf.sqrt(s)`, or 1.0.

What is computed of them with a tensor of the dtype that a graph gives them is the same tensor in both, and so is a cast.
Whether the tensor has that dtype is seen where it is computed with, behind the branch.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import Atom, Const, Scalar, Tensor, Value, one
from hybridize_analyzer.interpreter.syntax.counted import is_cast, uses
from hybridize_analyzer.interpreter.tracing.places import contains, span
from hybridize_analyzer.program.code import found_once, walk

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_DTYPES = {"float": "float32", "int": "int32", "bool": "bool"}
DIFFERS = "in a branch on a tensor, and of the Python number on one side a graph makes a tensor"


def note(state: State, frame: Frame, node: ast.If, name: str, sides: Sequence[Value]) -> Tensor | None:
    """The tensor that a graph makes of a variable which a branch sets to numbers, or to a number and a tensor.

    None where it is no such variable, or something else is done with it than to compute with tensors: that is for the caller
    to say.  What it is computed with is looked at as that is met (`check`).
    """
    dtype = _common_dtype(sides)
    if dtype is None or not _is_operand_alone(state, frame, node, name):
        return None
    frame.chosen[name] = dtype
    return Tensor("tensor", dtype, ())


def note_expression(state: State, frame: Frame, node: ast.IfExp, sides: Sequence[Value]) -> Tensor | None:
    """The same of a conditional expression, which is computed with where it stands, or sets a variable."""
    dtype = _common_dtype(sides)
    if dtype is None or frame.function is None:
        return None
    statement = found_once(frame.function.node, _above_expressions).get(node, node)
    if _computes(statement):
        frame.chosen[node] = dtype
    elif isinstance(statement, ast.Assign) and [type(t) for t in statement.targets] == [ast.Name]:
        (name,) = (t.id for t in statement.targets if isinstance(t, ast.Name))
        if not _is_operand_alone(state, frame, statement, name):
            return None
        frame.chosen[name] = dtype
    elif not is_cast(state, frame, node, statement):
        return None
    return Tensor("tensor", dtype, ())


def _above_expressions(root: ast.AST) -> dict[ast.AST, ast.AST]:
    """What the conditional expressions of a body are a part of."""
    return {
        part: node
        for node in walk(root)
        for part in ast.iter_child_nodes(node)
        if isinstance(part, ast.IfExp)
    }


def _common_dtype(sides: Sequence[Value]) -> str | None:
    """The dtype of the tensor that a graph makes of numbers and scalars; None where they have none in common."""
    dtypes = {number_dtype(one(atom)) or _dtype_of_scalar(atom) for side in sides for atom in side}
    dtype = dtypes.pop() if len(dtypes) == 1 and all(sides) else None
    return dtype if dtype in ("float32", "int32") else None


def _dtype_of_scalar(atom: Atom) -> str | None:
    plain = isinstance(atom, Tensor) and (atom.kind, atom.shape, atom.of_array) == ("tensor", (), False)
    return atom.dtype if isinstance(atom, Tensor) and plain else None


def number_dtype(value: Value) -> str | None:
    """The dtype of the tensor that a graph makes of a Python number; None for all other values."""
    types = {a.type for a in value if isinstance(a, (Const, Scalar))}
    if len(types) != 1 or not all(isinstance(a, (Const, Scalar)) for a in value):
        return None
    return _DTYPES.get(types.pop())


def _is_operand_alone(state: State, frame: Frame, branch: ast.stmt, name: str) -> bool:
    """Whether a variable is computed with, cast or returned behind a branch, and nothing else."""
    code = frame.function
    if code is None or not code.scope.is_own(name):
        return False
    place = span(branch)
    around = [loop for loop in found_once(code.node, _loops) if contains(span(loop), place)]
    for use, parent in found_once(code.node, uses)[1].get(name, []):
        if contains(place, span(use)):
            continue
        if span(use) < place:
            if any(contains(span(loop), span(use)) for loop in around):
                return False
        elif not (isinstance(parent, ast.Return) or _computes(parent) or is_cast(state, frame, use, parent)):
            return False
    return True


def _loops(root: ast.AST) -> list[ast.AST]:
    return [node for node in walk(root) if isinstance(node, (ast.For, ast.AsyncFor, ast.While))]


def _computes(node: ast.AST) -> bool:
    return isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, _ARITHMETIC)


def check(state: State, frame: Frame, node: ast.AST, left: Value, right: Value) -> None:
    """Says of a variable that a branch has chosen that a graph has a tensor for it, where this may matter."""
    for operand, other in _operands(node, left, right):
        dtype = frame.chosen.get(operand.id if isinstance(operand, ast.Name) else operand)
        if dtype is not None and not all(
            isinstance(a, Tensor) and a.kind in ("tensor", "variable") and a.dtype == dtype for a in other
        ):
            what = f"`{operand.id}` is set" if isinstance(operand, ast.Name) else "a value is chosen"
            state.emit(frame, node, Kind.CONTROL, f"{what} {DIFFERS}", aspect=Aspect.NUMBER)


def _operands(node: ast.AST, left: Value, right: Value) -> Iterator[tuple[ast.expr, Value]]:
    """The variables and conditional expressions that an operator computes with, each with the other operand."""
    first, second = (
        (node.left, node.right)
        if isinstance(node, ast.BinOp)
        else (node.target, node.value)
        if isinstance(node, ast.AugAssign)
        else (None, None)
    )
    if isinstance(first, _CHOSEN):
        yield first, right
    if isinstance(second, _CHOSEN):
        yield second, left


_CHOSEN = (ast.Name, ast.IfExp)


def as_in_graphs(names: Bindings, chosen: Bindings) -> None:
    """Adds the tensors that a graph makes of the numbers in variables."""
    for name, tensor in chosen.items():
        if name in names:
            names[name] = names[name] | tensor
