"""The step of a loop becomes a function that is defined before the loop, and can run as a graph.

## What it does

Many programs train in one long function: it makes the model, the optimizer and the data, and loops over batches. All of that
cannot be a graph, and what the loop repeats can. The statements of the loop that compute, and neither print nor take values
into Python, are moved into a function of their own, which stands right above the outermost loop:

    model, optimizer = make(), Adam()        model, optimizer = make(), Adam()
    for x, y in data:
        with tf.GradientTape() as tape:      def train_step(x, y):
            loss = error(model(x), y)            with tf.GradientTape() as tape:
        grads = tape.gradient(...)                   loss = error(model(x), y)
        optimizer.apply_gradients(...)           grads = tape.gradient(...)
        print(float(loss))                       optimizer.apply_gradients(...)
                                                 return loss

                                             for x, y in data:
                                                 loss = train_step(x, y)
                                                 print(float(loss))

What changes from turn to turn becomes a parameter; the model, the optimizer and all else that the loop leaves as it is are
read where they are. Where a step is all that a loop does, the loop stays as well: its batches may come from anywhere, and it
can show how far it is. Tensors alone are left to `split-function`, which takes them as parameters.

What only shows or counts the results of a step before its optimizer is done (`print(loss)`, `total += float(loss)`, also
while the tape records) is put behind the step where that makes it one part.

## Fix safety

Safe: the same operations run in the same order on the same values. The new function must itself be convertible by the
rules, which the analyzer decides on the edited source. What may be unset, is bound by a function inside, or stands in
a `try` is not moved.

Loops at the top level of a script or notebook are looked into in the same way, if no other file imports it. What only the
step sets there (`tape`, `grads`) is no variable of the module any more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hybridize_refactorings.cores import (
    containers,
    hazard_spans,
    passable,
    receiver_of,
    runs_in_parts,
)
from hybridize_refactorings.extraction import Extraction, extraction_splices, first_line, last_line
from hybridize_refactorings.names import free, name_of, name_of_part, own_nodes, stores
from hybridize_refactorings.parts import (
    CODES,
    Unfit,
    clean_regions,
    heaviest,
    may_be_a_number,
    mend_of,
    shown,
)
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region
from hybridize_refactorings.repairs.repair import Helper, Mend, Outcome, Repair
from hybridize_refactorings.subjects import Subject
from hybridize_refactorings.top_level import set_by_functions

_TRAINING = frozenset({"apply_gradients", "apply", "minimize", "GradientTape"})


def plan(subject: Subject) -> Iterator[Outcome]:
    """The best step first; refusals only where there is nothing to move."""
    changed = set_by_functions(subject.node) if subject.at_top else frozenset[str]()
    if changed is None:
        yield Refused("variables of the file may be reached by their names")
        return
    if runs_in_parts(subject.node):
        yield Refused(f"`{subject.node.name}` is a coroutine or a generator, whose parts run at other times")
        return
    regions = (each for each in clean_regions(subject, hazard_spans(subject)) if each.expression is None)
    steps = heaviest(each for each in regions if each.in_loop)
    reasons = []
    for outcome in (_mend(subject, each, changed) for each in steps):
        if isinstance(outcome, Mend):
            yield outcome
        else:
            reasons.append(outcome)
    yield from reasons[:1]
    if not steps:
        yield Refused(f"no loop of `{subject.node.name}` repeats a computation")


def _mend(subject: Subject, region: Region, changed: frozenset[str]) -> Outcome:
    """changed: variables that functions set, so that a parameter would not be the same."""

    def mend(part: Region, taken: Flow) -> Outcome | Unfit:
        refused = []
        for loop in _loops(part):
            bound = set(stores(loop))
            given = tuple(name for name in taken.inputs if name in bound)
            if bad := tuple(n for n in given if n in changed or not _can_be_given(subject, part, n)):
                refused.append(bad)
            elif not subject.at_top and not _needs_closure(
                subject, [name for name in taken.inputs if name not in bound]
            ):
                return Refused("its step reads tensors only, which `split-function` makes parameters")
            else:
                return _step(subject, part, loop, Flow(given, taken.outputs, taken.again))
        return Unfit(refused[0])

    return mend_of(subject, region, mend)


def _loops(region: Region) -> list[ast.stmt]:
    """The loops around a region, the outermost first."""
    return [block[at] for block, at in region.chain[:-1] if isinstance(block[at], (ast.For, ast.While))]


def _can_be_given(subject: Subject, region: Region, name: str) -> bool:
    held = subject.held_by_name(name)
    if name in subject.turned_down or (held is not None and held.kind in ("object", "callable")):
        return False
    return not may_be_a_number(subject, region, name)


def _needs_closure(subject: Subject, names: Sequence[str]) -> bool:
    """Whether something that it reads is an object of the function, which is better not passed."""
    own = receiver_of(subject)
    return any(name != own and not passable(subject.held_by_name(name)) for name in names)


def _named(subject: Subject) -> frozenset[str]:
    """What the function names: its own variables, and those around it that it reads."""
    nodes = [*ast.walk(subject.node)]
    return frozenset(
        {node.id for node in nodes if isinstance(node, ast.Name)}
        | {node.arg for node in nodes if isinstance(node, ast.arg)}
        | {
            node.name
            for node in nodes
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        }
    )


def _sets(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _step(subject: Subject, region: Region, loop: ast.stmt, taken: Flow) -> Outcome:
    calls = (each.func for node in region.nodes for each in ast.walk(node) if isinstance(each, ast.Call))
    trains = any(name_of(each) in _TRAINING for each in calls)
    named = _named(subject)
    base = f"{subject.node.name.strip('_') or 'loop'}_step"
    if trains:
        counted = any(_sets(each, "train_step") for each in own_nodes(subject.node))
        base = "training_step" if counted else "train_step"
    name = free(name_of_part(base, region.nodes, subject.node), named)
    splices = extraction_splices(subject, Extraction(region, name, "", taken, {}, {}, home=loop))
    if isinstance(splices, Refused):
        return splices
    first = first_line(region)
    helper = Helper(
        name,
        name if subject.at_top else f"{subject.report.qualname}.<locals>.{name}",
        first,
        last_line(region) - first + 1,
        containers(subject, taken.outputs),
    )
    return Mend(f"moves {shown(region)} into `{name}`", splices, helper=helper)


REPAIR = Repair("step-to-function", CODES, __doc__ or "", plan, order=8, at_top=True)
