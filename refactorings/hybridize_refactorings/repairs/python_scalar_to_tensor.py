"""A Python number that differs from call to call becomes a tensor where the function is called.

## What it does

    for epoch in range(100):                        for epoch in range(100):
        step(w, x, 0.1 / (epoch + 1))          →        step(w, x, tf.constant(0.1 / (epoch + 1), tf.float32))

TensorFlow traces a function once for every value of a Python number, and once for all values of a tensor.

## Fix safety

Safe: inside the function the number only meets tensors of one dtype in arithmetic (or is cast), where TensorFlow makes the
same tensor of it. Where Python computes with it, compares it, indexes with it, returns it or passes it on, and where not all
calls are written in the same file, the repair is refused.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Sequence

from hybridize_refactorings.names import captured, loads, parameters
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import (
    FLOATS,
    Parents,
    number,
    only_calls_of,
    operand_of_tensorflow,
    other_operand,
    parents_of,
    tensorflow_member,
)

_CODE = "varying-scalar"


def plan(subject: Subject) -> Iterator[Outcome]:
    if _CODE not in subject.report.refusals:
        return
    calls = only_calls_of(subject)
    if isinstance(calls, str):
        yield calls
        return
    parents = parents_of(subject.node)
    for parameter in subject.report.parameters:
        passed = _passed(subject, parameter.name, calls) if parameter.kind == "primitive" else None
        if passed and any(number(each) is None for each in passed):
            yield _mend(subject, parameter.name, passed, parents)
        elif passed is None and parameter.kind == "primitive":
            yield f"it cannot be seen at every call what `{parameter.name}` gets"


def _passed(subject: Subject, name: str, calls: Sequence[ast.Call]) -> list[ast.expr] | None:
    """What the calls pass for a parameter (nothing where they leave it at its default); None where that is not written."""
    arguments = subject.node.args
    named = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    at = named.index(name) if name in named else -1
    offset = 1 if isinstance(subject.above[-1], ast.ClassDef) else 0
    found = []
    for call in calls:
        if any(isinstance(each, ast.Starred) for each in call.args) or any(
            k.arg is None for k in call.keywords
        ):
            return None
        found += [each.value for each in call.keywords if each.arg == name]
        found += call.args[at - offset : at - offset + 1] if at >= offset else []
    return found if name in parameters(arguments) else None


def _mend(subject: Subject, name: str, passed: Sequence[ast.expr], parents: Parents) -> Outcome:
    reads = [each for statement in subject.node.body for each in loads(statement) if each.id == name]
    bound = any(
        isinstance(each, ast.Name) and each.id == name and not isinstance(each.ctx, ast.Load)
        for each in ast.walk(subject.node)
    )
    dtypes = {_dtype_there(subject, each, parents) for each in reads}
    dtype = next(iter(dtypes)) if len(dtypes) == 1 else None
    if dtype is None or bound or name in captured(subject.node):
        return f"`{name}` is used as a Python number, or with tensors of several dtypes"
    spelled = subject.spelled_all(["constant", dtype])
    if isinstance(spelled, str):
        return spelled
    constant, named = spelled[0].values()
    splices = []
    for each in passed:
        start, end = subject.module.span(each)
        splices.append(Splice(start, end, f"{constant}({subject.module.text[start:end]}, {named})"))
    return Mend(f"passes `{name}` as a tensor", tuple(splices), added=spelled[1])


def _dtype_there(subject: Subject, node: ast.AST, parents: Parents) -> str | None:
    """The floating-point dtype of the tensor that TensorFlow makes of the number in one place."""
    above = parents.get(node)
    if isinstance(above, ast.UnaryOp) and isinstance(above.op, ast.USub):
        return _dtype_there(subject, above, parents)
    if (
        isinstance(above, ast.Call)
        and tensorflow_member(subject, above.func) == "cast"
        and above.args[0] is node
    ):
        wanted = tensorflow_member(subject, above.args[1]) if len(above.args) == 2 else None
        return wanted if wanted in FLOATS else None
    if isinstance(above, ast.Compare):
        return None
    other = other_operand(node, parents)
    if other is not None and isinstance(above, ast.BinOp) and isinstance(above.op, (ast.Mult, ast.Div)):
        scale = number(other)
        if scale and above.left is node and math.frexp(scale)[0] in (0.5, -0.5):  # exact in every precision
            return _dtype_there(subject, above, parents)
    others = [other] if other is not None else []
    if operand_of_tensorflow(subject, node, parents) is not None and isinstance(above, ast.Call):
        others = [each for each in above.args if each is not node]
    kinds = [subject.kind_of(each) for each in others]
    dtypes = {
        each.dtype if each is not None and each.kind in ("tensor", "variable") else None for each in kinds
    }
    return dtypes.pop() if len(dtypes) == 1 and dtypes <= FLOATS else None


REPAIR = Repair("python-scalar-to-tensor", ("HYB117",), __doc__ or "", plan)
