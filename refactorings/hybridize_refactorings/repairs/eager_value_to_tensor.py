"""`.numpy()`, `.item()`, `float()` and `int()` of a tensor are left out where the tensor will do, or left to the callers.

## What it does

    x * float(scale)                          →    x * scale
    tf.reduce_sum(x * mean.numpy())           →    tf.reduce_sum(x * mean)
    tf.constant(x.numpy() + 1.0)              →    tf.convert_to_tensor(x + 1.0)
    if float(loss) > 0.5:                     →    if loss > 0.5:

    def loss_of(x):                                def loss_of(x):
        return float(tf.reduce_sum(x))        →        return tf.reduce_sum(x)

    total += loss_of(x)                            total += float(loss_of(x))

Inside a graph a tensor has no value that Python could take.

## Fix safety

Safe: the number goes straight into arithmetic with a tensor, a comparison or an operation, where the tensor of the same
dtype gives the same; dtypes are those that the analyzer finds, and a cast is added where they differ. Gradients did not flow
through the number: the tensor stands in `tf.stop_gradient(…)` where the file has a tape. A returned number is taken by the
callers, if all of them are written in the same file. Where Python computes with the number first, in double precision, the
repair is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hybridize_refactorings.names import own_nodes
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import (
    FLOATS,
    INTEGERS,
    Parents,
    fits_exactly,
    has_tape,
    number,
    only_calls_of,
    operand_of_tensorflow,
    other_operand,
    parents_of,
    reads_of,
)

_METHODS = frozenset({"numpy", "item"})
_FUNCTIONS = frozenset({"float", "int", "bool"})
_TESTED = (ast.If, ast.While, ast.IfExp)
_CONSTANTS = frozenset({"constant", "convert_to_tensor"})
_SHIFTS = (ast.Add, ast.Sub, ast.Mult)


@dataclass(frozen=True, slots=True)
class _Taken:
    """`node` takes the value of `tensor` by `how`; dtype and shape are the tensor's."""

    node: ast.expr
    tensor: ast.expr
    how: str
    dtype: str
    shape: tuple[int | None, ...] | None
    variable: bool


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    kinds = ("eager-only", "python-value")
    nodes = [subject.at(hazard) for hazard in subject.hazards if hazard.direct and hazard.kind in kinds]
    for node in dict.fromkeys(nodes):
        how, tensor = _conversion(node)
        if tensor is not None and isinstance(node, ast.expr):
            taken = _taken(subject, node, how, tensor)
            yield taken if isinstance(taken, Refused) else _mend(subject, taken, parents)


def _conversion(node: ast.AST | None) -> tuple[str, ast.expr | None]:
    """How a call takes a value, and of what; None where it is no such call."""
    if not isinstance(node, ast.Call) or node.keywords:
        return "", None
    if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and not node.args:
        return node.func.attr, node.func.value
    if isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and len(node.args) == 1:
        inner, tensor = _conversion(node.args[0])
        return node.func.id, tensor if inner else node.args[0]
    return "", None


def _taken(subject: Subject, node: ast.expr, how: str, tensor: ast.expr) -> _Taken | Refused:
    known = subject.held(tensor)
    written = subject.module.source(tensor)
    if known is None or known.kind not in ("tensor", "variable") or known.dtype is None:
        return Refused(f"the dtype of `{written}` is not known")
    if how != "numpy" and known.shape != ():
        return Refused(f"`{written}` is not known to be a scalar")
    if how == "item":
        how = "float" if known.dtype in FLOATS else "int" if known.dtype in INTEGERS else "bool"
    if known.dtype not in FLOATS | INTEGERS | {"bool"}:
        return Refused(f"`{written}` holds {known.dtype}, which is no number")
    return _Taken(node, tensor, how, known.dtype, known.shape, known.kind == "variable")


def _mend(subject: Subject, taken: _Taken, parents: Parents) -> Outcome:
    parent = parents.get(taken.node)
    if isinstance(parent, ast.Return):
        return _left_to_callers(subject, taken, parent)
    if (
        isinstance(parent, ast.Assign)
        and len(parent.targets) == 1
        and isinstance(parent.targets[0], ast.Name)
    ):
        reads = None if taken.variable else reads_of(subject, parent.targets[0].id)
        if not reads:
            return Refused(f"`{parent.targets[0].id}` is bound or read in other places, too")
        dtypes = {_dtype_there(subject, taken, each, parents) for each in reads}
        places: list[ast.AST] = [*reads]
    else:
        dtypes, places = {_dtype_there(subject, taken, taken.node, parents)}, [taken.node]
    wanted = next(iter(dtypes))
    if len(dtypes) > 1 or wanted is None:
        text = subject.module.source(taken.node)
        return Refused(f"`{text}` is used as a Python number or array, for which a tensor does not stand")
    members = _members(taken, wanted, stop=has_tape(subject))
    if members is None:
        return Refused(
            f"`{taken.how}` of {taken.dtype} gives a number that no tensor of {wanted} holds exactly"
        )
    return _left_out(subject, taken, places, members, parents)


def _left_out(
    subject: Subject, taken: _Taken, places: list[ast.AST], members: list[str], parents: Parents
) -> Outcome:
    whole = (_around(place, parents) for place in places)
    constants = [call for place in whole if (call := _constant(subject, place, parents)) is not None]
    spelled = subject.spelled_all([*members, *(["convert_to_tensor"] if constants else [])])
    if isinstance(spelled, Refused):
        return spelled
    names, added = spelled
    start, end = subject.module.span(taken.node)
    inner = subject.module.span(taken.tensor)
    calls = [member for member in members if member in ("cast", "stop_gradient")]
    opening = "".join(f"{names[member]}(" for member in calls)
    closing = "".join(f", {names[members[-1]]})" if member == "cast" else ")" for member in reversed(calls))
    if not calls and not isinstance(taken.tensor, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        opening, closing = "(", ")"
    text = subject.module.text[slice(*inner)]
    splices = [Splice(start, end, f"{opening}{text}{closing}")]
    splices += [Splice(*subject.module.span(call.func), names["convert_to_tensor"]) for call in constants]
    return Mend(f"leaves out `{_shown(taken)}`", tuple(splices), added=added)


def _shown(taken: _Taken) -> str:
    return ".numpy()" if taken.how == "numpy" else f"{taken.how}()"


def _members(taken: _Taken, wanted: str, *, stop: bool) -> list[str] | None:
    """What has to stand around the tensor, outermost first (the dtype last); None where nothing gives the same."""
    around = ["stop_gradient"] if stop and taken.dtype in FLOATS and wanted in FLOATS else []
    if taken.how == "int" and taken.dtype in FLOATS:  # cut off behind the point
        return ["cast", wanted] if wanted in ("int32", "int64") else None
    if taken.dtype == wanted:
        return around
    exact = taken.dtype in FLOATS or taken.dtype in INTEGERS - {"int64", "uint64"}
    return [*around, "cast", wanted] if taken.how in ("float", "int") and wanted in FLOATS and exact else None


def _dtype_there(subject: Subject, taken: _Taken, node: ast.AST, parents: Parents) -> str | None:
    """The dtype that a tensor must have in the place of a number or array to mean the same; None: none does."""
    if _constant(subject, node, parents) is not None:
        return _default(taken)
    parent = parents.get(node)
    if isinstance(parent, _TESTED) and parent.test is node:
        return "bool" if taken.dtype == "bool" else None
    if isinstance(parent, ast.Subscript) and parent.slice is node:
        known = subject.held(parent.value)
        whole = (
            taken.dtype in ("int32", "int64") and known is not None and known.kind in ("tensor", "variable")
        )
        return taken.dtype if whole else None
    other = other_operand(node, parents)
    if isinstance(other, (ast.Constant, ast.UnaryOp)):
        return _besidenumber(subject, taken, other, parent, parents)
    known = None if other is None else subject.held(other)
    if known is not None and known.kind in ("tensor", "variable"):
        return known.dtype
    return _as_operand(subject, taken, node, parents)


def _besidenumber(
    subject: Subject, taken: _Taken, other: ast.expr, parent: ast.AST | None, parents: Parents
) -> str | None:
    """In a comparison with a number that the dtype holds exactly; or arithmetic of an array, which goes on as one."""
    value = number(other)
    if value is None or not fits_exactly(value, taken.dtype):
        return None
    if isinstance(parent, ast.Compare) and not isinstance(parents.get(parent), _TESTED):
        return None
    if isinstance(parent, ast.Compare):
        return taken.dtype if taken.how != "int" or taken.dtype in INTEGERS else None
    whole = taken.how == "numpy" and taken.shape and taken.dtype in FLOATS
    if whole and isinstance(parent, ast.BinOp) and isinstance(parent.op, _SHIFTS):
        return _dtype_there(subject, taken, parent, parents)
    return None


def _as_operand(subject: Subject, taken: _Taken, node: ast.AST, parents: Parents) -> str | None:
    """As an argument of an operation: with tensors of one dtype beside it, or alone."""
    if operand_of_tensorflow(subject, node, parents) is None:
        return None
    call = parents[node]
    assert isinstance(call, ast.Call)
    if taken.how == "numpy":
        return taken.dtype
    others = [subject.held(each) for each in call.args if each is not node]
    dtypes = {each.dtype for each in others if each is not None and each.kind in ("tensor", "variable")}
    if others and (None in others or len(dtypes) != 1):
        return None
    return dtypes.pop() if others else _default(taken)


def _default(taken: _Taken) -> str | None:
    """The dtype that TensorFlow gives the number."""
    return {"float": "float32", "int": "int32", "bool": "bool", "numpy": taken.dtype}[taken.how]


def _constant(subject: Subject, node: ast.AST, parents: Parents) -> ast.Call | None:
    """The call `tf.constant(node)`, which takes no tensor inside a graph."""
    call = parents.get(node)
    if not isinstance(call, ast.Call) or call.args != [node] or call.keywords:
        return None
    return call if operand_of_tensorflow(subject, node, parents) in _CONSTANTS else None


def _around(node: ast.AST, parents: Parents) -> ast.AST:
    """The whole of the arithmetic that a node is a part of."""
    while isinstance(parent := parents.get(node), ast.BinOp):
        node = parent
    return node


def _left_to_callers(subject: Subject, taken: _Taken, returned: ast.Return) -> Outcome:
    """The function returns the tensor, and every call takes its value."""
    name = subject.node.name
    returns = [each for each in own_nodes(subject.node) if isinstance(each, ast.Return)]
    if returns != [returned] or subject.node.body[-1] is not returned:
        return Refused(f"`{name}` returns in several places")
    if taken.variable:
        return Refused(f"`{name}` would return a variable, which changes")
    calls = only_calls_of(subject)
    if isinstance(calls, Refused):
        return calls
    start, end = subject.module.span(taken.node)
    text = subject.module.text[slice(*subject.module.span(taken.tensor))]
    splices = [Splice(start, end, f"({text})" if "\n" in text else text)]
    for call in calls:
        first, last = subject.module.span(call)
        opening, closing = ("", ".numpy()") if taken.how == "numpy" else (f"{taken.how}(", ")")
        splices += [Splice(first, first, opening), Splice(last, last, closing)]
    return Mend(f"leaves `{_shown(taken)}` to the callers", tuple(splices))


REPAIR = Repair("eager-value-to-tensor", ("HYB105", "HYB106"), __doc__ or "", plan)
