"""A variable that only one call uses becomes a tensor.

## What it does

    total = tf.Variable(tf.zeros([3]))         total = tf.zeros([3])
    for part in parts:                    →    for part in parts:
        total.assign_add(part)                     total = total + part
    return total.read_value()                  return total

A graph may create variables in its first trace only; a tensor that is bound again needs none.

## Fix safety

Safe: the name is bound once, nothing but operations reads it, and every `assign` stands as a statement of its own, so that
no one can see that the variable was the same object. Gradients did not flow into a variable's value: the tensors stand in
`tf.stop_gradient(…)` where the file has a tape. A variable that is returned, stored, passed to other functions or
differentiated is left as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from hybridize_refactorings.names import captured
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import (
    Parents,
    has_tape,
    operand_of_tensorflow,
    other_operand,
    parents_of,
    tensorflow_member,
)

_OPERATORS = {"assign": "", "assign_add": " + ", "assign_sub": " - "}
_READS = frozenset({"read_value", "value"})
_FACTS = frozenset({"shape", "dtype"})
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
_IDLE = frozenset({"trainable", "name", "dtype"})


@dataclass(frozen=True, slots=True)
class _Change:
    """A call of a method of the variable: an assignment (by `operator`, empty for a new value), or a read (None)."""

    place: ast.Call
    operator: str | None

    def text(self, subject: Subject, name: str, around: str) -> str:
        """What stands there instead."""
        if self.operator is None:
            return name
        operand = self.place.args[0]
        written = subject.module.source(operand)
        if self.operator and not isinstance(operand, _ATOMS):
            written = f"({written})"
        return f"{name} = " + around.format(f"{name}{self.operator}{written}" if self.operator else written)


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    for hazard in subject.hazards:
        node = subject.at(hazard) if hazard.direct and hazard.kind == "variable" else None
        if isinstance(node, ast.Call) and tensorflow_member(subject, node.func) == "Variable":
            yield _mend(subject, node, parents)


def _mend(subject: Subject, node: ast.Call, parents: Parents) -> Outcome:
    statement = parents.get(node)
    target = (
        statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    )
    if not isinstance(target, ast.Name):
        return Refused("the new variable has no name of its own")
    given = {each.arg: each.value for each in node.keywords}
    if len(node.args) != 1 or set(given) - _IDLE:
        return Refused(f"`{target.id}` is made with more than its first value")
    uses = [each for each in ast.walk(subject.node) if isinstance(each, ast.Name) and each.id == target.id]
    if any(isinstance(use.ctx, ast.Store) for use in uses if use is not target) or target.id in captured(
        subject.node
    ):
        return Refused(f"`{target.id}` is bound in several places, or read by a function inside")
    changes = [_changes(subject, use, parents) for use in uses if use is not target]
    if None in changes:
        return Refused(f"`{target.id}` is used as a variable: returned, passed on, stored or differentiated")
    return _written(subject, node, target.id, [change for found in changes if found for change in found])


def _written(subject: Subject, node: ast.Call, name: str, changes: list[_Change]) -> Outcome:
    """The edit: the first value, and what stands in the places of the uses."""
    first = node.args[0]
    dtype = next((f", dtype={subject.module.source(e.value)}" for e in node.keywords if e.arg == "dtype"), "")
    known = subject.held(first)
    tensor = known is not None and known.kind == "tensor" and not dtype
    stop = ["stop_gradient"] if has_tape(subject) else []
    spelled = subject.spelled_all(["Variable", *stop, *([] if tensor else ["convert_to_tensor"])])
    if isinstance(spelled, Refused):
        return spelled
    names, added = spelled
    around = f"{names['stop_gradient']}({{}})" if stop else "{}"
    value = subject.module.source(first)
    value = value if tensor else f"{names['convert_to_tensor']}({value}{dtype})"
    splices = [
        Splice(*subject.module.span(node), around.format(value)),
        *(Splice(*subject.module.span(each.place), each.text(subject, name, around)) for each in changes),
    ]
    return Mend(f"makes a tensor of the `{names['Variable']}`", tuple(splices), added=added)


def _changes(subject: Subject, use: ast.Name, parents: Parents) -> list[_Change] | None:
    """The edits of one use, none for a plain read; None where it needs a variable."""
    holder = parents.get(use)
    if isinstance(holder, ast.Attribute):
        return _of_attribute(subject, holder, parents)
    if isinstance(holder, ast.Subscript) and holder.value is use:
        return []
    if other_operand(use, parents) is not None or isinstance(holder, ast.UnaryOp):
        return []
    return [] if operand_of_tensorflow(subject, use, parents) is not None else None


def _of_attribute(subject: Subject, holder: ast.Attribute, parents: Parents) -> list[_Change] | None:
    call = parents.get(holder)
    if holder.attr in _FACTS:
        return []
    if not isinstance(call, ast.Call) or call.func is not holder or call.keywords:
        return None
    if holder.attr in _READS and not call.args:
        return [_Change(call, None)]
    if holder.attr not in _OPERATORS or len(call.args) != 1 or not isinstance(parents.get(call), ast.Expr):
        return None
    known = subject.held(call.args[0])
    if holder.attr == "assign" and (known is None or known.kind != "tensor"):
        return None
    return [_Change(call, _OPERATORS[holder.attr])]


REPAIR = Repair("scratch-variable-to-tensor", ("HYB108",), __doc__ or "", plan)
