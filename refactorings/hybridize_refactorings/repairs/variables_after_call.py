"""The variables of a model are listed behind the call that may create them.

## What it does

    variables = model.trainable_variables             with tf.GradientTape() as tape:
    with tf.GradientTape() as tape:              →        loss = loss_of(model(x))
        loss = loss_of(model(x))                      variables = model.trainable_variables
    grads = tape.gradient(loss, variables)            grads = tape.gradient(loss, variables)

The statement moves down to the first one that reads the name.

## Fix safety

Unsafe: where the first call of the function is the first of the model, the list was empty then, and has the variables now. A
model that was built before has the same variables in both places. Where the model is another one in between, or the list is
read before the model is called, the repair is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.names import captured, loads, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import parents_of

_DIFFERENCE = "variables that the first call of the model creates are in the list at once, where it was empty"


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    called = max((hazard.where.line for hazard in subject.hazards if hazard.kind == "unbuilt"), default=0)
    for hazard in subject.hazards:
        early = hazard.direct and hazard.kind == "stale" and hazard.where.line < called
        node = subject.at(hazard) if early else None
        if isinstance(node, ast.Attribute):
            yield _mend(subject, parents[node], node)


def _mend(subject: Subject, statement: ast.AST, node: ast.Attribute) -> Outcome:
    alone = isinstance(statement, ast.Assign) and len(statement.targets) == 1
    target = statement.targets[0] if alone and isinstance(statement, ast.Assign) else None
    if not isinstance(target, ast.Name) or statement not in subject.node.body:
        return Refused(f"`{subject.module.source(node)}` has no name of its own")
    assert isinstance(statement, ast.stmt)
    body = subject.node.body
    rest = body[body.index(statement) + 1 :]
    found = _first_reader(rest, target.id)
    if found is None or target.id in captured(subject.node):
        return Refused(f"`{target.id}` is not read in one place behind it")
    passed, reader = found
    kept = {target.id, *(name.id for name in loads(node))}
    changed = {name for each in passed for name in stores(each)} | {
        ast.unparse(each)
        for each in (inner for one in passed for inner in ast.walk(one))
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
    }
    if changed & {*kept, ast.unparse(node.value)}:
        return Refused(f"`{ast.unparse(node.value)}` or `{target.id}` is bound again before it is read")
    model = ast.unparse(node.value)
    if not any(isinstance(e, ast.Call) and model in ast.unparse(e) for one in passed for e in ast.walk(one)):
        return Refused(f"`{target.id}` is read before `{model}` is called")
    return _moved(subject, statement, reader)


def _first_reader(block: Sequence[ast.stmt], name: str) -> tuple[list[ast.stmt], ast.stmt] | None:
    """The first statement that reads a name (in a `with`, the one inside it), and what runs before it."""
    passed: list[ast.stmt] = []
    for statement in block:
        if name not in {each.id for each in loads(statement)}:
            passed.append(statement)
            continue
        if isinstance(statement, ast.With):
            headers = {each.id for item in statement.items for each in loads(item.context_expr)}
            found = None if name in headers else _first_reader(statement.body, name)
            return None if found is None else ([*passed, *found[0]], found[1])
        return passed, statement
    return None


def _moved(subject: Subject, statement: ast.stmt, reader: ast.stmt) -> Outcome:
    lines, text = subject.module.lines, subject.module.text
    first, last = statement.lineno, statement.end_lineno or statement.lineno
    start, end = lines.starts[first - 1], lines.starts[last]
    at = lines.starts[reader.lineno - 1] + len(lines.indent(reader.lineno))
    own = subject.module.span(statement)
    rest = text[own[1] : end].strip()
    if text[start : own[0]].strip() or (rest and not rest.startswith("#")) or first != last:
        return Refused(f"line {first} holds other code, too")
    if at != subject.module.span(reader)[0]:
        return Refused(f"line {reader.lineno} holds other code, too")
    line = text[own[0] : end].rstrip("\r\n") + lines.ending(first) + lines.indent(reader.lineno)
    return Mend(
        f"moves line {first} behind the call of the model",
        (Splice(start, end, ""), Splice(at, at, line)),
        Applicability.UNSAFE,
        _DIFFERENCE,
    )


REPAIR = Repair("variables-after-call", ("HYB125",), __doc__ or "", plan)
