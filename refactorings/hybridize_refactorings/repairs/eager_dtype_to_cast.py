"""A NumPy array of another dtype is cast where it meets a tensor, as an eager operation does by itself.

## What it does

    def loss(predicted, targets):                        def loss(predicted, targets):
        error = predicted - targets               →          error = predicted - tf.cast(targets, tf.float32)
        return tf.reduce_mean(error**2)                      return tf.reduce_mean(error**2)

`predicted` is a float32 tensor, `targets` a float64 array. Eagerly TensorFlow converts the array to the dtype of the tensor
beside it; in a graph the array is a float64 tensor already, and the operation fails.

## Fix safety

Safe: the cast gives, bit for bit, what the eager operation makes of the array, for tensors of float16, float32 and float64.
Where the dtype of the tensor is not known, where both operands are arrays, and where the array is changed in place, it is
refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import FLOATS, INTEGERS, tensorflow_member

_INNER = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
TENSORS = ("float16", "float32", "float64")
ARRAYS = frozenset({*FLOATS, *INTEGERS, "bool"}) - {"bfloat16"}
OPERATIONS = (
    "add", "subtract", "multiply", "divide", "maximum", "minimum", "pow", "equal", "not_equal", "less", "less_equal",
    "greater", "greater_equal", "math.divide_no_nan", "math.squared_difference",
)  # fmt: skip


def plan(subject: Subject) -> Iterator[Outcome]:
    if "eager-dtype-coercion" in subject.report.refusals:
        for statement in subject.node.body:
            yield from filter(None, (_mend(subject, each) for each in _operations(subject, statement)))


def _operations(subject: Subject, node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What each operation of the function itself joins; the target of an assignment first."""
    if isinstance(node, _INNER):
        return
    if isinstance(node, ast.BinOp):
        yield node.left, node.right
    elif isinstance(node, ast.Compare) and len(node.comparators) == 1:
        yield node.left, node.comparators[0]
    elif isinstance(node, ast.AugAssign):
        yield node.target, node.value
    elif isinstance(node, ast.Call) and len(node.args) == 2 and _computes(subject, node):
        yield node.args[0], node.args[1]
    for child in ast.iter_child_nodes(node):
        yield from _operations(subject, child)


def _computes(subject: Subject, node: ast.Call) -> bool:
    return tensorflow_member(subject, node.func) in OPERATIONS


def _mend(subject: Subject, operands: tuple[ast.expr, ast.expr]) -> Outcome | None:
    """The cast of the array among two operands; None where there is none, or nothing to cast."""
    first, second = (subject.held(each) for each in operands)
    if first is None or second is None or "array" not in (first.kind, second.kind):
        return None
    array, kind, other = (
        (operands[0], first, second) if first.kind == "array" else (operands[1], second, first)
    )
    dtype = other.dtype if other.kind in ("tensor", "variable") else None
    if dtype is not None and dtype == kind.dtype:
        return None
    written = subject.module.source(array)
    if dtype not in TENSORS or kind.dtype not in ARRAYS:
        return Refused(
            f"`{written}` and what it meets are not known to be an array and a tensor of one floating-point dtype"
        )
    if isinstance(getattr(array, "ctx", None), ast.Store):
        return Refused(f"the array `{written}` is changed in place")
    spelled = subject.spelled_all(["cast", dtype])
    if isinstance(spelled, Refused):
        return spelled
    cast, named = spelled[0].values()
    splice = Splice(*subject.module.span(array), f"{cast}({written}, {named})")
    return Mend(f"casts `{written}` to the dtype of the tensor beside it", (splice,), added=spelled[1])


REPAIR = Repair("eager-dtype-to-cast", ("HYB114",), __doc__ or "", plan)
