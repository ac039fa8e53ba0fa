"""The tensor core of a function as a function of its own: what becomes a parameter, and whether it is a method."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from hybridize_analyzer.model import Held

from hybridize_refactorings.bindings import NewImport
from hybridize_refactorings.extraction import Extraction, extraction_splices, first_line, last_line
from hybridize_refactorings.names import Function, Names, free, local_names, name_of, name_of_part, own_nodes
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region
from hybridize_refactorings.repairs.repair import Helper, Mend, Outcome
from hybridize_refactorings.scalars import scalars_of
from hybridize_refactorings.subjects import Span, Subject
from hybridize_refactorings.uses import parents_of

_LEFT_TO_ANALYSIS = frozenset({"unbuilt", "lazy", "slots", "stale", "shape"})
_EFFECTS = frozenset({"output", "file", "write", "name-write", "advance"})
"""What is left where it is even where a graph would do the same."""
_TENSORS = frozenset({"tensor", "container"})


@dataclass(frozen=True, slots=True)
class _Lift:
    """An attribute of `self` that becomes a parameter."""

    parameter: str
    written: str
    spans: tuple[Span, ...]


def core_mend(
    subject: Subject, region: Region, taken: Flow, what: str, kept: tuple[Span, ...] = ()
) -> Outcome:
    """The mend that moves a region into a new function; `what` says which, `taken` what goes in and out.

    kept: lines inside the region that are not part of it, and follow the call.
    """
    if (private := _mangled(region)) is not None and receiver_of(subject):
        return Refused(f"`{private}` means something else outside its class")
    lifted = _lifts(subject, region)
    if isinstance(lifted, Refused):
        return lifted
    lifts, receiver = lifted
    own = receiver_of(subject)
    names = tuple(name for name in taken.inputs if name != own)
    passed = _passed(subject, region, names, lifts)
    if isinstance(passed, Refused):
        return passed
    base = f"{subject.node.name.strip('_') or 'function'}_core"
    made = Extraction(
        region,
        free_name(subject, f"_{name_of_part(base, region.nodes, _around(subject))}"),
        receiver or "",
        Flow(passed.inputs, taken.outputs, taken.again),
        passed.lifted,
        passed.arguments,
        kept=kept,
    )
    splices = extraction_splices(subject, made)
    if isinstance(splices, Refused):
        return splices
    first = first_line(region)
    helper = Helper(
        made.name,
        subject.report.qualname.removesuffix(subject.node.name) + made.name if receiver else made.name,
        first,
        last_line(region) - first + 1,
        containers(subject, taken.outputs),
    )
    return Mend(f"moves {what} into `{made.name}`", splices, added=passed.added, helper=helper)


@dataclass(frozen=True, slots=True)
class _Passed:
    """What a new function gets: its parameters, and `lifted` and `arguments` of an `Extraction`."""

    inputs: tuple[str, ...]
    lifted: Mapping[Span, str]
    arguments: Mapping[str, str]
    added: tuple[NewImport, ...] = ()


def _passed(
    subject: Subject, region: Region, names: tuple[str, ...], lifts: Sequence[_Lift]
) -> _Passed | Refused:
    """Names and attributes as they are; Python numbers that were turned down as tensors, computed before the call."""
    written = {name: name for name in names} | {lift.parameter: lift.written for lift in lifts}
    spans = {span: lift.parameter for lift in lifts for span in lift.spans}
    arguments = {lift.parameter: lift.written for lift in lifts}
    numbers = {
        name: scalars_of(subject, region.content, text)
        for name, text in written.items()
        if name in subject.turned_down
    }
    if not numbers:
        return _Passed(tuple(written), spans, arguments)
    refused = {name: written[name] for name, found in numbers.items() if found}
    scalars = {id(each.node): each for found in numbers.values() for each in found or ()}.values()
    spelled = subject.spelled_all(["convert_to_tensor", *sorted({each.dtype for each in scalars})])
    if not refused or isinstance(spelled, Refused):
        return Refused(f"`{written[next(iter(numbers))]}` cannot be passed to a graph")
    texts, added = spelled
    taken = {each.id for each in ast.walk(subject.node) if isinstance(each, ast.Name)} | set(written)
    given: dict[str, str] = {}
    for each in scalars:
        text = subject.module.source(each.node)
        own = next((name for name, old in refused.items() if old == text), None)
        name = given.setdefault(text, own or _named(each.node, taken | set(given.values())))
        place = _with_parentheses(subject, each.node)
        spans = {at: old for at, old in spans.items() if not (place[0] <= at[0] and at[1] <= place[1])}
        if text != name:
            spans[place] = name
        arguments[name] = f"{texts['convert_to_tensor']}({text}, {texts[each.dtype]})"
    kept = [name for name in written if name not in refused or name in given.values()]
    return _Passed(tuple(dict.fromkeys([*kept, *given.values()])), spans, arguments, added)


def _with_parentheses(subject: Subject, node: ast.expr) -> Span:
    """The span of an operand, with the parentheses that group it."""
    start, end = subject.module.span(node)
    text = subject.module.text
    grouped = isinstance(node, ast.BinOp) and text[start - 1] + text[end] == "()"
    operand = grouped and isinstance(parents_of(subject.node).get(node), (ast.BinOp, ast.UnaryOp))
    return (start - 1, end + 1) if operand else (start, end)


def _named(node: ast.expr, taken: Set[str]) -> str:
    """A free name for an expression: those that it reads, joined."""
    read = (each for each in ast.walk(node) if isinstance(each, (ast.Name, ast.Attribute)))
    words = [
        name_of(each) or "" for each in read if isinstance(each.ctx, ast.Load) and name_of(each) != "self"
    ]
    return free("_".join(dict.fromkeys(words)) or "number", taken)


def hazard_spans(subject: Subject) -> list[Span]:
    """Where something stands that may not be moved into a graph; reads of attributes are lifted instead.

    What makes variables when it first runs is left to the analysis of the edited text: most graphs can do that.  So are
    lengths that a graph of the whole function does not know: those of a part's arguments, and what follows from them, are
    known in each of its traces.
    """
    attributes = {subject.module.span(node) for node in self_attributes(subject, subject.node)}
    spans = [
        (hazard, subject.module.located(hazard.where))
        for hazard in subject.hazards
        if hazard.kind in _EFFECTS or (hazard.refused and hazard.kind not in _LEFT_TO_ANALYSIS)
    ]
    inside = subject.module.span(subject.node)
    return [
        span
        for hazard, span in spans
        if inside[0] <= span[0] < inside[1]
        and not (hazard.kind == "frozen" and hazard.direct and span in attributes)
    ]


def runs_in_parts(function: Function) -> bool:
    """Whether it is a coroutine or a generator."""
    return isinstance(function, ast.AsyncFunctionDef) or any(
        isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(function)
    )


def python_results(subject: Subject, outputs: Sequence[str]) -> list[str]:
    """Outputs that are known to hold something which a graph would turn into a tensor, or could not return."""
    return [name for name in outputs if not _is_tensor(subject.held_by_name(name))]


def containers(subject: Subject, outputs: Sequence[str]) -> tuple[str, ...]:
    """Outputs that hold lists, tuples or dicts of tensors."""
    return tuple(name for name in outputs if not _is_tensor(subject.held_by_name(name), only={"tensor"}))


def _is_tensor(held: Held | None, only: Set[str] = _TENSORS) -> bool:
    # A graph returns the values of variables: an optimizer could not apply gradients to those.
    return held is not None and held.kind in only and not held.variables


def names_around(subject: Subject) -> Names:
    """Names of the functions around it: a new function at the top of the module does not see them."""
    around = [node for node in subject.above if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return frozenset(name for node in around for name in local_names(node))


def _mangled(region: Region) -> str | None:
    """A name that Python prefixes with the name of the class in which it stands."""
    for node in region.content:
        for each in ast.walk(node):
            name = (name_of(each) if isinstance(each, ast.expr) else None) or ""
            if name.startswith("__") and not name.endswith("__"):
                return name
    return None


def _around(subject: Subject) -> ast.AST:
    """What holds the other parts of a function: its class, or the function with those that it calls by their names."""
    if isinstance(subject.above[-1], ast.ClassDef):
        return subject.above[-1]
    called = {name_of(each.func) for each in ast.walk(subject.node) if isinstance(each, ast.Call)}
    parts = [
        each
        for each in subject.module.tree.body
        if isinstance(each, ast.FunctionDef) and each.name in called and each is not subject.node
    ]
    return ast.Module([subject.node, *parts], [])


def receiver_of(subject: Subject) -> str | None:
    """Name of the parameter that holds the object, in a method."""
    if not isinstance(subject.above[-1], ast.ClassDef):
        return None
    decorated = {ast.unparse(decorator).rpartition(".")[2] for decorator in subject.node.decorator_list}
    arguments = [*subject.node.args.posonlyargs, *subject.node.args.args]
    return arguments[0].arg if arguments and not decorated & {"staticmethod", "classmethod"} else None


def self_attributes(subject: Subject, node: ast.AST) -> list[ast.Attribute]:
    """Reads of plain attributes of `self`: those that `__init__` always sets, and nothing computes."""
    own, plain = receiver_of(subject), _plain_attributes(subject)
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


def _lifts(subject: Subject, region: Region) -> tuple[list[_Lift], str | None] | Refused:
    """The attributes to pass, and the receiver where the new function has to be a method; or why there can be none."""
    own = receiver_of(subject)
    reads = [
        each
        for node in region.content
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and each.id == own
    ]
    if own is None or not reads:
        return [], None
    attributes = [each for node in region.content for each in self_attributes(subject, node)]
    frozen = {
        subject.module.located(hazard.where)
        for hazard in subject.hazards
        if hazard.kind == "frozen" and hazard.direct and hazard.refused
    }
    objects = any(not passable(subject.held(each)) for each in attributes)
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
        return Refused("`self` has attributes of too similar names")
    if method and _written_before_read(region, own, set(lifts)):
        return Refused(f"`{own}` is changed inside the part that would be moved")
    return list(lifts.values()), own if method else None


def passable(held: Held | None) -> bool:
    """Whether an attribute may be an argument: an object as an argument would be one more trace for each object."""
    return held is not None and held.kind in ("tensor", "variable", "primitive", "array")


def _written_before_read(region: Region, own: str, attributes: set[str]) -> bool:
    return any(
        isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and ast.unparse(each.value) == own
        and each.attr in attributes
        for node in region.content
        for each in ast.walk(node)
    )


def free_name(subject: Subject, base: str) -> str:
    """A name that nothing in the file has, for a new function."""
    name, number = base, 2
    while name in subject.module.text or name in subject.reserved:
        name, number = f"{base}_{number}", number + 1
    return name
