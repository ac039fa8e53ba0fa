"""What a branch or loop on a tensor binds is a tensor of one dtype on all of its sides.

## What it does

    k = 1.0 if tf.reduce_sum(x) > 0.0 else peak  →    k = tf.constant(1.0, tf.float32) if … else peak

    k = 0                                             k = tf.constant(0, tf.float32)
    if tf.reduce_sum(x) > 0.0:                   →    if tf.reduce_sum(x) > 0.0:
        k = tf.reduce_max(x)                              k = tf.reduce_max(x)

    if tf.reduce_sum(x) > 0.0:                        scale = tf.zeros([3], tf.float32)
        scale = x * 2.0                          →    if tf.reduce_sum(x) > 0.0:
                                                          scale = x * 2.0

A graph runs both sides while tracing, and joins what they bind.

## Fix safety

Safe for numbers that only meet tensors of that dtype in arithmetic: there a Python number becomes a tensor of it anyway.
Unsafe for a name that one side leaves unbound: reading it raised an exception, and gives zeros now. Where the number is
returned, counted with or passed on, and where dtype or shape are not known, the repair is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_analyzer.model import Held
from hybridize_analyzer.report import Applicability

from hybridize_refactorings.names import exposed, parameters, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.splices import Splice
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.uses import FLOATS, Parents, number, other_operand, parents_of

_BLOCKS = (ast.If, ast.For, ast.While)
_UNBOUND = "reading the name where no branch has bound it gives zeros instead of an exception"


def plan(subject: Subject) -> Iterator[Outcome]:
    parents = parents_of(subject.node)
    told: set[str] = set()
    for hazard in subject.hazards:
        node = subject.at(hazard) if hazard.direct and hazard.kind == "control" else None
        if isinstance(node, ast.IfExp):
            yield _of_expression(subject, node, parents)
        elif isinstance(node, _BLOCKS):
            for name in dict.fromkeys(stores(node)):
                outcome = None if name in told else _of_name(subject, node, name, parents)
                if outcome is not None:
                    told.add(name)
                    yield outcome


def _of_expression(subject: Subject, node: ast.IfExp, parents: Parents) -> Outcome:
    """`1 if … else 0.5`, and a number on one side with a tensor on the other."""
    sides = [node.body, node.orelse]
    numbers = [each for each in sides if number(each) is not None]
    others = [subject.held(each) for each in sides if number(each) is None]
    dtype = _common(others)
    uses = _uses(subject, node, parents)
    if not numbers or (others and dtype is None) or uses is None:
        return Refused(
            f"`{subject.module.source(node)}` gives other things than numbers and tensors of one dtype"
        )
    return _as_one_kind(subject, numbers, dtype, uses, parents)


def _of_name(subject: Subject, node: ast.stmt, name: str, parents: Parents) -> Outcome | None:
    """What to do about a name that a branch or loop binds; None where it is not what disturbs."""
    values = _values(subject, name)
    uses = [e for e in ast.walk(subject.node) if isinstance(e, ast.Name) and e.id == name and _is_read(e)]
    if values is None:
        return None
    numbers = [each for each in values if number(each) is not None]
    kinds = [subject.held(each) for each in values if number(each) is None]
    dtype = _common(kinds)
    if kinds and dtype is None:
        return Refused(f"`{name}` is bound to things that are not known to be tensors of one dtype")
    if numbers and (kinds or len({type(number(each)) for each in numbers}) > 1):
        shape = _shape(kinds) if isinstance(node, (ast.For, ast.While)) else ()
        if shape != ():
            return Refused(f"`{name}` is a number first and a tensor of another shape then")
        return _as_one_kind(subject, numbers, dtype, uses, parents)
    while isinstance(node, ast.If) and isinstance(above := parents[node], ast.If):
        node = above
    unbound = (
        isinstance(node, ast.If) and node in subject.node.body and not _bound_before(subject, node, name)
    )
    return _bound_on_both_sides(subject, node, name, kinds) if unbound and kinds else None


def _values(subject: Subject, name: str) -> list[ast.expr] | None:
    """All that a name is bound to; None where that is not an expression each time."""
    values = []
    for each in ast.walk(subject.node):
        if isinstance(each, ast.Assign) and any(name in set(stores(target)) for target in each.targets):
            if len(each.targets) > 1 or not isinstance(each.targets[0], ast.Name):
                return None
            values.append(each.value)
        elif isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name) and each.target.id == name:
            values.append(each.value)
        elif isinstance(each, (ast.For, ast.With, ast.NamedExpr)) and name in set(_targets(each)):
            return None
    return None if name in parameters(subject.node.args) else values


def _targets(node: ast.For | ast.With | ast.NamedExpr) -> Iterator[str]:
    if isinstance(node, ast.With):
        for item in node.items:
            yield from stores(item.optional_vars) if item.optional_vars else ()
    else:
        yield from stores(node.target)


def _is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


def _common(kinds: Sequence[Held | None]) -> str | None:
    """The one dtype of tensors; None where something is none, or dtypes differ."""
    dtypes = {each.dtype if each is not None and each.kind == "tensor" else None for each in kinds}
    return next(iter(dtypes)) if len(dtypes) == 1 else None


def _shape(kinds: Sequence[Held | None]) -> tuple[int | None, ...] | None:
    """The one shape of all, all of whose lengths are known."""
    shapes = {None if each is None else each.shape for each in kinds}
    shape = next(iter(shapes)) if len(shapes) == 1 else None
    return None if shape is None or None in shape else shape


def _bound_before(subject: Subject, node: ast.stmt, name: str) -> bool:
    body = subject.node.body
    _, bound = exposed(body[: body.index(node)], frozenset(parameters(subject.node.args)))
    return bound is None or name in bound


def _uses(subject: Subject, node: ast.IfExp, parents: Parents) -> list[ast.AST] | None:
    """Where the value of an expression goes: the expression itself, or the reads of the name that it is bound to."""
    statement = parents.get(node)
    if not isinstance(statement, ast.Assign):
        return [node]
    target = statement.targets[0]
    if (
        len(statement.targets) > 1
        or not isinstance(target, ast.Name)
        or _values(subject, target.id) != [node]
    ):
        return None
    return [
        each
        for each in ast.walk(subject.node)
        if isinstance(each, ast.Name) and each.id == target.id and _is_read(each)
    ]


def _as_one_kind(
    subject: Subject,
    numbers: Sequence[ast.expr],
    dtype: str | None,
    uses: Sequence[ast.AST],
    parents: Parents,
) -> Outcome:
    """Numbers as tensors of the dtype (None: of the one that they meet), if every use meets tensors of it."""
    met = {_met(subject, each, parents) for each in uses}
    wanted = dtype or (next(iter(met)) if len(met) == 1 else None)
    shown = ", ".join(dict.fromkeys(subject.module.source(each) for each in numbers))
    if wanted is None or met - {wanted} or wanted not in FLOATS:
        return Refused(
            f"`{shown}` is used otherwise than in arithmetic with floating-point tensors of one dtype"
        )
    spelled = subject.spelled_all(["constant", wanted])
    if isinstance(spelled, Refused):
        return spelled
    constant, named = spelled[0].values()
    texts = [f"{constant}({subject.module.source(each)}, {named})" for each in numbers]
    spans = [subject.module.span(each) for each in numbers]
    splices = [Splice(*span, text) for span, text in zip(spans, texts, strict=True)]
    return Mend(f"makes a tensor of `{shown}`", tuple(splices), added=spelled[1])


def _met(subject: Subject, node: ast.AST, parents: Parents) -> str | None:
    """The dtype of the tensor that a number meets in arithmetic; of the value, where it is added to itself."""
    parent = parents.get(node)
    if isinstance(parent, ast.AugAssign) and parent.value is node:
        known = subject.held(parent.target) if isinstance(parent.target, ast.Name) else None
    else:
        other = other_operand(node, parents)
        known = None if other is None else subject.held(other)
    return known.dtype if known is not None and known.kind in ("tensor", "variable") else None


def _bound_on_both_sides(
    subject: Subject, node: ast.stmt, name: str, kinds: Sequence[Held | None]
) -> Outcome:
    dtype, shape = _common(kinds), _shape(kinds)
    lines = subject.module.lines
    start = lines.starts[node.lineno - 1] + len(lines.indent(node.lineno))
    if dtype is None or shape is None:
        return Refused(f"the dtype and shape of `{name}` are not known")
    if subject.module.span(node)[0] != start:
        return Refused(f"line {node.lineno} holds other code, too")
    spelled = subject.spelled_all(["zeros", dtype])
    if isinstance(spelled, Refused):
        return spelled
    zeros, named = spelled[0].values()
    text = f"{name} = {zeros}({list(shape)}, {named}){lines.ending(node.lineno)}{lines.indent(node.lineno)}"
    what = f"binds `{name}` before the branch"
    return Mend(what, (Splice(start, start, text),), Applicability.UNSAFE, _UNBOUND, spelled[1])


REPAIR = Repair("one-kind-on-all-sides", ("HYB109",), __doc__ or "", plan)
