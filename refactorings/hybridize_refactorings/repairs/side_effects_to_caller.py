"""Changes of Python state between tensor operations are made behind them, by the caller of a new function.

## What it does

    def step(self, x):                       def _step_core(self, x):
        y = tf.tanh(x @ self.w)                  y = tf.tanh(x @ self.w)
        self.seen.append(y)             →        loss = tf.reduce_sum(tf.square(y))
        loss = tf.reduce_sum(y ** 2)             return y, loss
        return loss
                                             def step(self, x):
                                                 y, loss = self._step_core(x)
                                                 self.seen.append(y)
                                                 return loss

The operations before and behind the change become one function without side effects, which returns what the change needs;
the old function calls it, and makes the changes in their order.

## Fix safety

Unsafe: where an operation behind a change fails, the change has not been made. Otherwise the same values arrive: what moves
reads names that are not bound again and hold no variable, whose value the operations could change. A change that calls
functions of the program, or whose object or attribute the operations behind it use, is not moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hybridize_analyzer.report import Applicability

from hybridize_refactorings.cores import core_mend, hazard_spans, names_around, python_results, runs_in_parts
from hybridize_refactorings.names import loads, local_names, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Region, flow, movable
from hybridize_refactorings.repairs.repair import Outcome, Repair
from hybridize_refactorings.subjects import Span, Subject
from hybridize_refactorings.uses import operation

_FEWEST_OPERATIONS = 3
_EFFECTS = frozenset({"write", "name-write", "output"})
_HARMLESS = frozenset(
    {"float", "int", "bool", "len", "print", "str", "round", "repr", "list", "tuple", "dict"}
)
_METHODS = frozenset(
    {"append", "extend", "add", "update", "insert", "numpy", "item", "info", "debug", "warning", "write"}
)
_LATE = "where an operation behind a change fails, the change has not been made"


def plan(subject: Subject) -> Iterator[Outcome]:
    body = subject.node.body
    if runs_in_parts(subject.node) or subject.turned_down:
        return
    effects = [each for each in body if _is_effect(subject, each)]
    core = [each for each in body if each not in effects and not _stays(each)]
    between = [each for each in effects if core and core[0].lineno < each.lineno < core[-1].lineno]
    if between:
        yield _mend(subject, core, between)


def _stays(node: ast.stmt) -> bool:
    """Docstrings, declarations and the `return` are no part of the core."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, (ast.Return, ast.Global, ast.Nonlocal, ast.Pass))


def _is_effect(subject: Subject, node: ast.stmt) -> bool:
    """A statement of its own that changes Python state or writes out, and does nothing else."""
    if not isinstance(node, (ast.Expr, ast.Assign, ast.AugAssign)) or set(stores(node)) & local_names(
        subject.node
    ):
        return False
    start, end = subject.module.span(node)
    return any(
        hazard.direct and hazard.kind in _EFFECTS and start <= subject.module.located(hazard.where)[0] < end
        for hazard in subject.hazards
    )


def _mend(subject: Subject, core: Sequence[ast.stmt], effects: Sequence[ast.stmt]) -> Outcome:
    lines = subject.module.lines
    hazards = hazard_spans(subject)
    for node in core:
        start, end = subject.module.span(node)
        if not movable(node) or any(start <= a and b <= end for a, b in hazards):
            return Refused(f"line {node.lineno} does more than operations")
    for node in effects:
        behind = [each for each in core if each.lineno > node.lineno]
        if (reason := _objection(subject, node, behind)) is not None:
            return reason
    rest = [each for each in subject.node.body if each not in core]
    region = Region(tuple(core), (([*core, *rest], 0),))
    if region.operations < _FEWEST_OPERATIONS:
        return Refused(f"`{subject.node.name}` executes too little between its side effects")
    taken = flow(subject.node, region, local_names(subject.node) | names_around(subject))
    if isinstance(taken, Refused):
        return taken
    if kept := python_results(subject, taken.outputs):
        return Refused(f"`{kept[0]}` is no tensor and is needed behind the operations")
    whole: tuple[Span, ...] = tuple(
        (lines.starts[e.lineno - 1], lines.starts[e.end_lineno or e.lineno]) for e in effects
    )
    if any(
        subject.module.text[a:b].strip() != subject.module.source(e)
        for (a, b), e in zip(whole, effects, strict=True)
    ):
        return Refused("a line with a side effect holds other code or a comment, too")
    outcome = core_mend(subject, region, taken, "the operations", whole)
    if isinstance(outcome, Refused):
        return outcome
    shown = ", ".join(str(each.lineno) for each in effects)
    what = f"{outcome.what} and makes the changes of line {shown} behind them"
    return replace(outcome, what=what, applicability=Applicability.UNSAFE, difference=_LATE)


def _objection(subject: Subject, node: ast.stmt, behind: Sequence[ast.stmt]) -> Refused | None:
    """Why a side effect cannot happen behind the operations that follow it."""
    read = {name.id for name in loads(node)}
    if again := sorted(read & {name for each in behind for name in stores(each)}):
        return Refused(f"`{again[0]}` is bound again behind the change that reads it")
    changed = _root(node)
    if changed in {name.id for each in behind for name in loads(each)} - {_own(subject)}:
        return Refused(f"`{changed}` is used behind the line that changes it")
    written = {
        e.attr for e in ast.walk(node) if isinstance(e, ast.Attribute) and isinstance(e.ctx, ast.Store)
    }
    later = {e.attr for one in behind for e in ast.walk(one) if isinstance(e, ast.Attribute)}
    if attribute := sorted(written & later):
        return Refused(f"the attribute `{attribute[0]}` is used behind the line that sets it")
    return _dependence(subject, node)


def _dependence(subject: Subject, node: ast.stmt) -> Refused | None:
    """What a side effect runs or reads that tensor operations behind it may change."""
    called = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
    functions = {id(part) for call in called for part in ast.walk(call.func)}
    for call in called:
        if not _harmless(subject, call):
            return Refused(f"`{subject.module.source(call.func)}` runs code that may depend on what follows")
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and id(each) in functions:
            continue
        loaded = isinstance(each, (ast.Name, ast.Attribute)) and isinstance(each.ctx, ast.Load)
        if loaded and isinstance(each, (ast.Name, ast.Attribute)) and _varies(subject, each, functions):
            return Refused(f"`{subject.module.source(each)}` may be another value behind the operations")
    return None


def _own(subject: Subject) -> str | None:
    arguments = subject.node.args.args
    return arguments[0].arg if arguments and isinstance(subject.above[-1], ast.ClassDef) else None


def _root(node: ast.stmt) -> str | None:
    """The name through which a side effect reaches what it changes."""
    place: ast.AST = node.value if isinstance(node, ast.Expr) else node
    if isinstance(place, (ast.Assign, ast.AugAssign)):
        place = place.targets[0] if isinstance(place, ast.Assign) else place.target
    while isinstance(place, (ast.Call, ast.Attribute, ast.Subscript)):
        place = place.func if isinstance(place, ast.Call) else place.value
    return place.id if isinstance(place, ast.Name) else None


def _harmless(subject: Subject, call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name) and call.func.id in _HARMLESS:
        return True
    method = isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS
    return method or operation(subject, call.func) is not None


def _varies(subject: Subject, node: ast.Name | ast.Attribute, functions: set[int]) -> bool:
    """Whether what is read may be another value behind tensor operations, which change variables and nothing else."""
    known = subject.held(node)
    part = isinstance(node, ast.Name) and (id(node) in functions or node.id == _own(subject))
    return not (part and known is None) and (known is None or known.kind in ("variable", "array", "unknown"))


REPAIR = Repair("side-effects-to-caller", ("HYB101", "HYB102", "HYB104"), __doc__ or "", plan, order=8)
