"""A list that grows in a loop over a tensor becomes a `tf.TensorArray`.

## What it does

    rows = []                                rows = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for row in x:                       →    for row in x:
        rows.append(row * 2.0)                   rows = rows.write(rows.size(), row * 2.0)
    return tf.stack(rows)                    return rows.stack()

A graph runs the body of such a loop once while tracing: what it puts into a list is a tensor of the loop's own graph, which
nothing outside can read.

## Fix safety

Safe: the elements are written in the same order and stacked (or concatenated along the first axis) to the same tensor.
The dtype is the one that the analyzer finds for the elements; where it finds none, or where the list is used as a list
(its length, an element, a second loop), the repair is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_refactorings.names import captured
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject

_JOINS = {"stack": "stack", "concat": "concat"}


def plan(subject: Subject) -> Iterator[Outcome]:
    loops = _loops_on_tensors(subject)
    for statement in ast.walk(subject.node):
        for name, value in _empty_lists(statement):
            if any(_appends(loop, name) for loop in loops):
                yield _mend(subject, value, name)


def _loops_on_tensors(subject: Subject) -> list[ast.For]:
    """Loops that hold an append which a graph cannot do."""
    places = [
        subject.module.located(hazard.where)
        for hazard in subject.hazards
        if hazard.direct and hazard.kind in ("control", "python-value", "write")
    ]
    found = []
    for loop in ast.walk(subject.node):
        if isinstance(loop, ast.For):
            start, end = subject.module.span(loop)
            if any(start <= a and b <= end for a, b in places):
                found.append(loop)
    return found


def _empty_lists(statement: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names that a statement binds to `[]`, alone or beside others, each with that `[]`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return
    target, value = statement.targets[0], statement.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = list(zip(target.elts, value.elts, strict=True))
    for name, each in pairs:
        if isinstance(name, ast.Name) and isinstance(each, ast.List) and not each.elts:
            yield name.id, each


def _appends(node: ast.AST, name: str) -> list[ast.Call]:
    """Calls `name.append(element)` that stand as statements."""
    calls = (each.value for each in ast.walk(node) if isinstance(each, ast.Expr))
    return [
        call
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == name
        and len(call.args) == 1
        and not call.keywords
    ]


def _mend(subject: Subject, empty: ast.expr, name: str) -> Outcome:
    appends = _appends(subject.node, name)
    put = [subject.held(call.args[0]) for call in appends]
    dtypes = {None if held is None or held.kind != "tensor" else held.dtype for held in put}
    dtype = dtypes.pop() if len(dtypes) == 1 else None
    if dtype is None:
        return Refused(f"the dtype of what `{name}` holds is not known")
    joins = _joins(subject, name)
    uses = [each for each in ast.walk(subject.node) if isinstance(each, ast.Name) and each.id == name]
    if len(uses) != 1 + len(appends) + len(joins) or name in set(captured(subject.node)):
        return Refused(f"`{name}` is used as a list, which a `TensorArray` is not")
    spelled = subject.spelled_all(["TensorArray", dtype])
    if isinstance(spelled, Refused):
        return spelled
    array, named = spelled[0].values()
    made = Splice(*subject.module.span(empty), f"{array}({named}, 0, dynamic_size=True)")
    splices = [made, *(_written(subject, call, name) for call in appends)]
    splices += [Splice(*subject.module.span(call), f"{name}.{_JOINS[member]}()") for call, member in joins]
    what = f"makes `{name}` a `{array}`"
    return Mend(what, tuple(splices), added=spelled[1])


def _written(subject: Subject, call: ast.Call, name: str) -> Splice:
    """`name.append(` becomes `name = name.write(name.size(), `; the element stays as it is written."""
    start, _ = subject.module.span(call)
    element, _ = subject.module.span(call.args[0])
    opening = subject.module.text.index("(", subject.module.span(call.func)[1]) + 1
    space = "" if subject.module.text[opening].isspace() else " "
    return Splice(start, min(opening, element), f"{name} = {name}.write({name}.size(),{space}")


def _joins(subject: Subject, name: str) -> list[tuple[ast.Call, str]]:
    """Calls that join the whole list: `tf.stack(name)`, `tf.concat(name, 0)`."""
    spellings = {each[0]: member for member in _JOINS if isinstance(each := subject.spelled(member), tuple)}
    found = []
    for call in ast.walk(subject.node):
        if (
            not isinstance(call, ast.Call)
            or not call.args
            or (call.keywords and call.keywords[0].arg != "axis")
        ):
            continue
        member = spellings.get(ast.unparse(call.func))
        axis = call.keywords[0].value if call.keywords else call.args[1] if len(call.args) > 1 else None
        first = call.args[0]
        zero = isinstance(axis, ast.Constant) and axis.value == 0
        if (
            member
            and isinstance(first, ast.Name)
            and first.id == name
            and (zero or (axis is None and member == "stack"))
        ):
            found.append((call, member))
    return found


REPAIR = Repair("list-to-tensor-array", ("HYB109", "HYB105"), __doc__ or "", plan)
