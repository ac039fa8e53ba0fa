"""The tensor core of an impure function becomes a function of its own, which can run as a graph.

## What it does

A function that prints, logs, fills a list or asks for `.numpy()` stays eager. Most of its time goes into tensor
operations all the same. The longest run of statements (or the largest expression) that does none of these things is
moved into a new function, and a call takes its place:

    def epoch(w, x, y):                      def _epoch_core(w, x, y):
        p = tf.sigmoid(x @ w)                    p = tf.sigmoid(x @ w)
        loss = tf.reduce_mean((p - y) ** 2)      return tf.reduce_mean((p - y) ** 2)
        history.append(float(loss))
        return loss                          def epoch(w, x, y):
                                                 loss = _epoch_core(w, x, y)
                                                 history.append(float(loss))
                                                 return loss

Attributes of `self` that the new function reads become parameters, so that a graph does not freeze them. Python numbers
that would make it trace again are passed as tensors, where operations make tensors of one dtype of them.

## Fix safety

Safe: the same operations run in the same order on the same values. The new function must itself be convertible by the
rules, which the analyzer decides on the edited source. What may be unset, is bound by a function inside, or stands in
a `try` is not moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_refactorings.cores import core_mend, hazard_spans, names_around, python_results, runs_in_parts
from hybridize_refactorings.extraction import first_line, last_line
from hybridize_refactorings.names import loads, local_names, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Region, expressions, flow, movable, runs
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.scalars import scalars_of
from hybridize_refactorings.subjects import Span, Subject
from hybridize_refactorings.uses import operand_of_tensorflow, other_operand, parents_of

_FEWEST_OPERATIONS = 3
_LOOP_WEIGHT = 10


def plan(subject: Subject) -> Iterator[Outcome]:
    """The best region first; refusals only where there is nothing to move."""
    if runs_in_parts(subject.node):
        yield Refused(f"`{subject.node.name}` is a coroutine or a generator, whose parts run at other times")
        return
    spans = hazard_spans(subject)
    found = sorted(_regions(subject, spans), key=_weight, reverse=True)
    reasons = []
    for region in found:
        outcome = _mend(subject, region)
        if isinstance(outcome, Mend):
            yield outcome
        else:
            reasons.append(outcome)
    if reasons:
        yield reasons[0]
    elif not found:
        yield Refused(
            f"no part of `{subject.node.name}` executes {_FEWEST_OPERATIONS} operations without a side effect"
        )


def _weight(region: Region) -> tuple[int, int]:
    return region.operations * (_LOOP_WEIGHT if region.in_loop else 1), -region.nodes[0].lineno


def _regions(subject: Subject, spans: Sequence[Span]) -> Iterator[Region]:
    def clean(node: ast.stmt | ast.expr) -> bool:
        start, end = subject.module.span(node)
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        refused = any(line in subject.turned_down for line in lines)
        return not refused and not any(start <= a and b <= end for a, b in spans) and movable(node)

    def statement_fits(node: ast.stmt) -> bool:
        return clean(node) and not _keeps_python(subject, node)

    def expression_fits(node: ast.expr) -> bool:
        loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        # A tuple, a string or a comparison chain is no core: the operations in it are.
        return loaded and isinstance(node, (ast.Call, ast.BinOp)) and clean(node)

    for region in (*runs(subject.node, statement_fits), *expressions(subject.node, expression_fits)):
        trimmed = _trimmed(region)
        if trimmed is not None and trimmed.operations >= _FEWEST_OPERATIONS:
            yield trimmed


def _keeps_python(subject: Subject, node: ast.stmt) -> bool:
    """Whether a statement binds a name that a graph cannot give back, or one that was turned down."""
    bound = {
        each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    return any(name in subject.turned_down for name in bound)


def _trimmed(region: Region) -> Region | None:
    """The region without docstring, `pass` and constants at its ends."""
    if region.expression is not None:
        return region
    nodes, (block, at) = list(region.nodes), region.chain[-1]
    while nodes and _idle(nodes[0]):
        nodes, at = nodes[1:], at + 1
    while nodes and _idle(nodes[-1]):
        nodes.pop()
    return Region(tuple(nodes), (*region.chain[:-1], (block, at))) if nodes else None


def _idle(node: ast.stmt) -> bool:
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    bare = isinstance(node, ast.Return) and (node.value is None or isinstance(node.value, ast.Name))
    return constant or bare or isinstance(node, (ast.Pass, ast.Break, ast.Continue))


def _mend(subject: Subject, region: Region) -> Outcome:
    names = local_names(subject.node) | names_around(subject)
    taken = flow(subject.node, region, names)
    if isinstance(taken, Refused):
        return taken
    kept = python_results(subject, taken.outputs)
    if kept:
        shorter = _without(region, kept)
        return (
            Refused(f"`{kept[0]}` is no tensor and is needed behind it")
            if shorter is None
            else _mend(subject, shorter)
        )
    refused = [n for n in taken.inputs if n in subject.turned_down or _may_be_a_number(subject, region, n)]
    if refused and not any(scalars_of(subject, region.content, name) for name in refused):
        shorter = _without_readers(region, refused)
        return (
            Refused(f"`{refused[0]}` cannot be passed to a graph")
            if shorter is None
            else _mend(subject, shorter)
        )
    return core_mend(subject, region, taken, _shown(region))


def _may_be_a_number(subject: Subject, region: Region, name: str) -> bool:
    """Whether operations take something that is not known to be a tensor: every other value would be one more trace."""
    known = subject.held_by_name(name)
    if known is not None and known.kind not in ("object", "unknown", "none"):
        return False
    parents = parents_of(subject.node)
    reads = (each for node in region.content for each in loads(node) if each.id == name)
    return any(
        other_operand(each, parents) is not None or operand_of_tensorflow(subject, each, parents) is not None
        for each in reads
    )


def _shown(region: Region) -> str:
    first, last = region.nodes[0].lineno, last_line(region)
    if region.expression is not None:
        return f"an expression on line {first_line(region)}"
    return f"line {first}" if first == last else f"lines {first} to {last}"


def _without(region: Region, names: Sequence[str]) -> Region | None:
    """The longest part of a region that binds none of some names."""
    return _longest(region, [not set(stores(node)) & set(names) for node in region.nodes])


def _without_readers(region: Region, names: Sequence[str]) -> Region | None:
    """The longest part of a region that reads none of some names."""
    if region.expression is not None:
        return None
    return _longest(region, [not {name.id for name in loads(node)} & set(names) for node in region.nodes])


def _longest(region: Region, fits: Sequence[bool]) -> Region | None:
    block, at = region.chain[-1]
    best: Region | None = None
    start = 0
    for stop in range(len(fits) + 1):
        if stop < len(fits) and fits[stop]:
            continue
        if stop > start:
            part = Region(region.nodes[start:stop], (*region.chain[:-1], (block, at + start)))
            if best is None or part.operations > best.operations:
                best = part
        start = stop + 1
    if best is None or best.operations < _FEWEST_OPERATIONS or len(best.nodes) == len(region.nodes):
        return None
    return best


REPAIR = Repair(
    "split-function",
    ("HYB101", "HYB102", "HYB103", "HYB104", "HYB105", "HYB106", "HYB107", "HYB108", "HYB109", "HYB112"),
    __doc__ or "",
    plan,
    order=9,
)
