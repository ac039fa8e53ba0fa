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

Attributes of `self` that the new function reads become parameters, so that a graph does not freeze them.

## Fix safety

Safe: the same operations run in the same order on the same values. The new function must itself be convertible by the
rules, which the analyzer decides on the edited source. What may be unset, is bound by a function inside, or stands in
a `try` is not moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from hybridize_analyzer.report import Parameter

from hybridize_refactorings.extraction import Extraction, extraction_splices, first_line, last_line
from hybridize_refactorings.names import Function, Names, loads, local_names, stores
from hybridize_refactorings.regions import Flow, Region, expressions, flow, movable, runs
from hybridize_refactorings.repairs.repair import Helper, Mend, Outcome, Repair
from hybridize_refactorings.subjects import Span, Subject

_FEWEST_OPERATIONS = 3
_TENSORS = frozenset({"tensor", "container"})
_LOOP_WEIGHT = 10


@dataclass(frozen=True, slots=True)
class _Lift:
    """An attribute of `self` that becomes a parameter."""

    parameter: str
    written: str
    spans: tuple[Span, ...]


def plan(subject: Subject) -> Iterator[Outcome]:
    """The best region first; refusals only where there is nothing to move."""
    if isinstance(subject.node, ast.AsyncFunctionDef) or _is_generator(subject.node):
        yield f"`{subject.node.name}` is a coroutine or a generator, whose parts run at other times"
        return
    spans = _hazard_spans(subject)
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
        yield f"no part of `{subject.node.name}` executes {_FEWEST_OPERATIONS} operations without a side effect"


def _weight(region: Region) -> tuple[int, int]:
    return region.operations * (_LOOP_WEIGHT if region.in_loop else 1), -region.nodes[0].lineno


def _is_generator(function: Function) -> bool:
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(function))


def _hazard_spans(subject: Subject) -> list[Span]:
    """Where something stands that may not be moved into a graph; reads of attributes are lifted instead."""
    attributes = {subject.module.span(node) for node in _self_attributes(subject, subject.node)}
    spans = [(hazard, subject.module.located(hazard.where)) for hazard in subject.hazards]
    inside = subject.module.span(subject.node)
    return [
        span
        for hazard, span in spans
        if inside[0] <= span[0] < inside[1]
        and not (hazard.kind == "frozen" and hazard.direct and span in attributes)
    ]


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
    names = local_names(subject.node) | _names_around(subject)
    taken = flow(subject.node, region, names)
    if isinstance(taken, str):
        return taken
    kept = _python_results(subject, taken.outputs)
    if kept:
        shorter = _without(region, kept)
        return (
            f"`{kept[0]}` is no tensor and is needed behind it"
            if shorter is None
            else _mend(subject, shorter)
        )
    if refused := [name for name in taken.inputs if name in subject.turned_down]:
        shorter = _without_readers(region, refused)
        return f"`{refused[0]}` cannot be passed to a graph" if shorter is None else _mend(subject, shorter)
    if (private := _mangled(region)) is not None and _receiver(subject):
        return f"`{private}` means something else outside its class"
    lifts, receiver = _lifts(subject, region)
    if isinstance(receiver, str) and receiver.startswith("`"):
        return receiver
    own = _receiver(subject)
    inputs = tuple(name for name in taken.inputs if name != own) + tuple(lift.parameter for lift in lifts)
    made = Extraction(
        region,
        _free_name(subject),
        receiver or "",
        Flow(inputs, taken.outputs),
        {span: lift.parameter for lift in lifts for span in lift.spans},
        {lift.parameter: lift.written for lift in lifts},
    )
    splices = extraction_splices(subject, made)
    if isinstance(splices, str):
        return splices
    first = first_line(region)
    helper = Helper(
        made.name,
        subject.report.qualname.removesuffix(subject.node.name) + made.name if receiver else made.name,
        first,
        last_line(region) - first + 1,
        tuple(name for name in taken.outputs if not _is_tensor(subject.kinds.get(name), only={"tensor"})),
    )
    return Mend(f"moves {_shown(region)} into `{made.name}`", splices, helper=helper)


def _mangled(region: Region) -> str | None:
    """A name that Python prefixes with the name of the class in which it stands."""
    for node in region.content:
        for each in ast.walk(node):
            name = (
                each.id
                if isinstance(each, ast.Name)
                else each.attr
                if isinstance(each, ast.Attribute)
                else ""
            )
            if name.startswith("__") and not name.endswith("__"):
                return name
    return None


def _shown(region: Region) -> str:
    first, last = region.nodes[0].lineno, last_line(region)
    if region.expression is not None:
        return f"an expression on line {first_line(region)}"
    return f"line {first}" if first == last else f"lines {first} to {last}"


def _python_results(subject: Subject, outputs: Sequence[str]) -> list[str]:
    """Outputs that are known to hold something which a graph would turn into a tensor, or could not return."""
    return [name for name in outputs if not _is_tensor(subject.kinds.get(name))]


def _is_tensor(parameter: Parameter | None, only: Set[str] = _TENSORS) -> bool:
    return parameter is not None and parameter.kind in only


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


def _names_around(subject: Subject) -> Names:
    """Names of the functions around it: a new function at the top of the module does not see them."""
    around = [node for node in subject.above if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return frozenset(name for node in around for name in local_names(node))


def _receiver(subject: Subject) -> str | None:
    """Name of the parameter that holds the object, in a method."""
    if not isinstance(subject.above[-1], ast.ClassDef):
        return None
    decorated = {ast.unparse(decorator).rpartition(".")[2] for decorator in subject.node.decorator_list}
    arguments = [*subject.node.args.posonlyargs, *subject.node.args.args]
    return arguments[0].arg if arguments and not decorated & {"staticmethod", "classmethod"} else None


def _self_attributes(subject: Subject, node: ast.AST) -> list[ast.Attribute]:
    """Reads of plain attributes of `self`: those that `__init__` always sets, and nothing computes."""
    own, plain = _receiver(subject), _plain_attributes(subject)
    return [
        each
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute)
        and isinstance(each.value, ast.Name)
        and each.value.id == own
        and isinstance(each.ctx, ast.Load)
        and each.attr in plain
    ]


def _plain_attributes(subject: Subject) -> set[str]:
    owner = subject.above[-1]
    if not isinstance(owner, ast.ClassDef):
        return set()
    assigned = {name for each in owner.body for name in _set_by_init(each)}
    computed = {
        each.name
        for each in ast.walk(subject.module.tree)
        if isinstance(each, (ast.FunctionDef, ast.ClassDef))
    }
    magic = {"__getattribute__", "__getattr__", "__setattr__"} & computed
    return set() if magic else assigned - computed


def _set_by_init(node: ast.stmt) -> Iterator[str]:
    if not isinstance(node, ast.FunctionDef) or node.name != "__init__" or not node.args.args:
        return
    own = node.args.args[0].arg
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Attribute) and ast.unparse(each.value) == own:
                    yield each.attr


def _lifts(subject: Subject, region: Region) -> tuple[list[_Lift], str | None]:
    """The attributes to pass, and the receiver where the new function has to be a method.

    The second is a sentence (it starts with a backquote) where `self` is needed and there can be no method.
    """
    own = _receiver(subject)
    reads = [
        each
        for node in region.content
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and each.id == own
    ]
    if own is None or not reads:
        return [], None
    attributes = [each for node in region.content for each in _self_attributes(subject, node)]
    frozen = {
        subject.module.located(hazard.where)
        for hazard in subject.hazards
        if hazard.kind == "frozen" and hazard.direct
    }
    objects = any(not _passable(subject.kinds.get(f"{own}.{each.attr}")) for each in attributes)
    method = objects or len(attributes) < len(reads)
    lifted = [each for each in attributes if not method or subject.module.span(each) in frozen]
    names = {each.id for each in ast.walk(subject.node) if isinstance(each, ast.Name)}
    lifts: dict[str, _Lift] = {}
    for each in lifted:
        bare = each.attr.strip("_") or "value"
        parameter = f"own_{bare}" if bare in names else bare
        spans = lifts[each.attr].spans if each.attr in lifts else ()
        lifts[each.attr] = _Lift(parameter, f"{own}.{each.attr}", (*spans, subject.module.span(each)))
    if len({lift.parameter for lift in lifts.values()}) < len(lifts):
        return [], "`self` has attributes of too similar names"
    if method and _written_before_read(region, own, set(lifts)):
        return [], f"`{own}` is changed inside the part that would be moved"
    return list(lifts.values()), own if method else None


def _passable(parameter: Parameter | None) -> bool:
    """Whether an attribute may be an argument: an object as an argument would be one more trace for each object."""
    return parameter is not None and parameter.kind in ("tensor", "variable", "primitive", "array")


def _written_before_read(region: Region, own: str, attributes: set[str]) -> bool:
    return any(
        isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and ast.unparse(each.value) == own
        and each.attr in attributes
        for node in region.content
        for each in ast.walk(node)
    )


def _free_name(subject: Subject) -> str:
    base = f"_{subject.node.name.strip('_') or 'function'}_core"
    name, number = base, 2
    while name in subject.module.text or name in subject.reserved:
        name, number = f"{base}_{number}", number + 1
    return name


REPAIR = Repair(
    "split-function",
    ("HYB101", "HYB102", "HYB103", "HYB104", "HYB105", "HYB106", "HYB107", "HYB108", "HYB109", "HYB112"),
    __doc__ or "",
    plan,
    order=9,
)
