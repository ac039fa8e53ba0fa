"""Parts of a function that could be moved into a graph: where they are, and how to make them shorter."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hybridize_analyzer.interpreter.tracing.tapes import TAPE, what_opens
from hybridize_analyzer.model import Held

from hybridize_refactorings.cores import names_around, python_results
from hybridize_refactorings.extraction import first_line, last_line
from hybridize_refactorings.names import Function, loads, local_names, name_of, nodes_in, stores
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region, expressions, flow, movable, repeatable, runs
from hybridize_refactorings.repairs.repair import Outcome, lines_shown
from hybridize_refactorings.subjects import Span, Subject
from hybridize_refactorings.uses import operand_of_tensorflow, other_operand, parents_of

FEWEST_OPERATIONS = 3
_MOST_PARTS = 16
_LOOP_WEIGHT = 10
_GRADIENTS = frozenset({"gradient", "jacobian", "batch_jacobian", "minimize"})
CODES = ("HYB101", "HYB102", "HYB103", "HYB104", "HYB105", "HYB106", "HYB107", "HYB108", "HYB109", "HYB112")
"""The rules whose refusals a part of a function may be free of."""


def weight(region: Region) -> tuple[int, int]:
    """How much there is to gain from a part, roughly; of equal ones the first counts more."""
    return region.operations * (_LOOP_WEIGHT if region.in_loop else 1), -region.nodes[0].lineno


def heaviest(regions: Iterable[Region]) -> list[Region]:
    """The parts with most to gain; to try one of them goes through the whole function.

    Those that repeat steps come last: one step of them is a part, too, which is called as often as it runs, takes its
    batches from whatever gives them, and leaves it to the program to show how far it is.
    """
    ordered = sorted(regions, key=weight, reverse=True)
    return sorted(ordered, key=_repeats_steps)[:_MOST_PARTS]


def _repeats_steps(region: Region) -> bool:
    """Whether all gradients that it takes are taken in loops inside of it."""
    if region.expression is not None:
        return False
    looping = [node for node in nodes_in(region.nodes) if isinstance(node, (ast.For, ast.While))]
    repeated = {line for loop in looping for line in lines_of_gradients(loop.body)}
    taken = lines_of_last_gradients(region.nodes)
    return bool(taken) and repeated.issuperset(taken)


def clean_regions(subject: Subject, spans: Sequence[Span]) -> Iterator[Region]:
    """Statements and expressions with some operations that hold none of the spans, nor a line that was turned down."""

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
        if trimmed is not None and trimmed.operations >= FEWEST_OPERATIONS:
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


def may_be_a_number(subject: Subject, region: Region, name: str) -> bool:
    """Whether operations take something that is not known to be a tensor: every other value would be one more trace."""
    reads = [each for node in region.content for each in loads(node) if each.id == name]
    if _is_seen(subject.held_by_name(name)) or all(_is_seen(subject.held_there(each)) for each in reads):
        return False
    parents = parents_of(subject.node)
    return any(
        other_operand(each, parents) is not None or operand_of_tensorflow(subject, each, parents) is not None
        for each in reads
    )


def _is_seen(held: Held | None) -> bool:
    """Whether it is known what something is, and that is no object, or nothing."""
    return held is not None and held.kind not in ("object", "unknown", "none")


def with_flow(subject: Subject, region: Region) -> tuple[Region, Flow] | Refused:
    """A part, made shorter until it gives back tensors only, and what goes in and comes out."""
    names = local_names(subject.node) | names_around(subject)
    while not isinstance(taken := flow(subject.node, region, names), Refused):
        found = python_results(subject, taken.outputs)
        again = _again(subject, region, found)
        kept = [name for name in found if name not in again]
        if not kept:
            outputs = tuple(name for name in taken.outputs if name not in again)
            return region, Flow(taken.inputs, outputs, tuple(again.values()))
        shorter = without(region, kept)
        if shorter is None:
            return Refused(f"`{kept[0]}` is no tensor and is needed behind it")
        region = shorter
    return taken


def _again(subject: Subject, region: Region, names: Sequence[str]) -> dict[str, ast.Assign]:
    """By name: what gives names their variables, which can be done behind a part once more."""
    held = {name: subject.held_by_name(name) for name in names}
    variables = [name for name, each in held.items() if each is not None and each.variables]
    return {name: each for name in variables if (each := repeatable(region, name)) is not None}


@dataclass(frozen=True, slots=True)
class Unfit:
    """Names that cannot be passed to a graph."""

    names: tuple[str, ...]


def tapes_of(function: Function) -> frozenset[str]:
    """The names of gradient tapes: a graph has none but those that are made in it."""
    items = (
        item
        for node in ast.walk(function)
        if isinstance(node, (ast.With, ast.AsyncWith))
        for item in node.items
    )
    return frozenset(
        item.optional_vars.id
        for item in items
        if isinstance(item.optional_vars, ast.Name) and what_opens(item.context_expr) == TAPE
    )


def lines_of_gradients(block: Iterable[ast.stmt]) -> list[int]:
    """The lines of some statements that take gradients; if none does, those that make tapes."""
    calls = [each for each in nodes_in(block) if isinstance(each, ast.Call)]
    taken = [each.lineno for each in calls if name_of(each.func) in _GRADIENTS]
    return taken or [each.lineno for each in calls if what_opens(each) == TAPE]


def lines_of_last_gradients(block: Sequence[ast.stmt]) -> list[int]:
    """The lines of some statements that take gradients which no other tape records; of all where there are none of these."""
    inner = {
        id(call) for each in nodes_in(block) if isinstance(each, ast.With) for call in _of_other_tapes(each)
    }
    calls = [
        each for each in nodes_in(block) if isinstance(each, ast.Call) and name_of(each.func) in _GRADIENTS
    ]
    return [each.lineno for each in calls if id(each) not in inner] or lines_of_gradients(block)


def _of_other_tapes(recording: ast.With) -> Iterator[ast.Call]:
    """The calls in the body of a statement that makes a tape which ask other tapes for gradients."""
    made = [item for item in recording.items if what_opens(item.context_expr) == TAPE]
    if not made:
        return
    own = {item.optional_vars.id for item in made if isinstance(item.optional_vars, ast.Name)}
    for call in nodes_in(recording.body):
        tape = (
            call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        )
        if isinstance(call, ast.Call) and tape is not None and getattr(tape, "id", None) not in own:
            yield call


def mend_of(subject: Subject, region: Region, mend: Callable[[Region, Flow], Outcome | Unfit]) -> Outcome:
    """What moves a part, made shorter until nothing is to be passed that cannot be.

    mend: plans the move of a part, or says which names cannot be passed.
    """
    tapes = tapes_of(subject.node)
    while not isinstance(found := with_flow(subject, region), Refused):
        recording = tuple(name for name in found[1].inputs if name in tapes)
        outcome = Unfit(recording) if recording else mend(*found)
        if not isinstance(outcome, Unfit):
            return outcome
        shorter = without_readers(found[0], outcome.names)
        if shorter is None:
            return Refused(f"`{outcome.names[0]}` cannot be passed to a graph")
        region = shorter
    return found


def shown(region: Region) -> str:
    """A part by its lines, for a message."""
    if region.expression is not None:
        return f"an expression on line {first_line(region)}"
    return lines_shown(region.nodes[0].lineno, last_line(region))


def without(region: Region, names: Sequence[str]) -> Region | None:
    """The longest part of a region that binds none of some names."""
    return _longest(region, [not set(stores(node)) & set(names) for node in region.nodes])


def without_readers(region: Region, names: Sequence[str]) -> Region | None:
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
    if best is None or best.operations < FEWEST_OPERATIONS or len(best.nodes) == len(region.nodes):
        return None
    return best
