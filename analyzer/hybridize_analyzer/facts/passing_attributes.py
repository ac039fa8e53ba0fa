"""Attributes that pass a value on within one call, as local variables do.

`self.scores = f(x)`, which later lines of the same method read, or what it calls, and nothing else in the program, is new in
every call.  What a trace leaves in it is a symbolic tensor that nobody looks at.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field

from hybridize_analyzer.domain.call_graph import PassedOn
from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import TOP, Function, Ref
from hybridize_analyzer.facts.attribute_order import (
    MOST_PARTS,
    Path,
    argument_path,
    is_parameter,
    own_nodes,
    read_at,
    reads_in,
    set_before,
    texts,
)
from hybridize_analyzer.facts.users import is_unknown_to_libraries
from hybridize_analyzer.interpreter.tracing.demands import called_name, is_in_library
from hybridize_analyzer.interpreter.tracing.places import Span, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode, found_once, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location


def passing_attributes(state: State, code: FunctionCode, events: Iterable[Event]) -> frozenset[str]:
    """The attributes which a function sets, or what it calls, that are read where they have been set in the same call only.

    Each read follows on an assignment to the attribute of the same object, in one function or in calls between the two, all
    of which a graph of the function holds or none.  Of a `tf.function` those that are read nowhere are among them: what its
    author sets there is for debugging.  What another function sets and does not read is for somebody else.
    events: of the function.
    """
    written: dict[str, set[ClassCode | None]] = {}
    for event in events:
        if event.kind is Kind.WRITE and event.field is not None and event.field.isidentifier():
            written.setdefault(event.field, set()).add(_class_of(state, event.target))
    found = {name: _passed_on(state, name, classes) for name, classes in written.items()}
    if not any(each is not None for each in found.values()):
        return frozenset()
    above = state.leading_to(code) - (set() if state.is_recursive(code) else {code})
    below = state.call_graph().below([code])
    return frozenset(
        name
        for name, each in found.items()
        if each is not None and _is_within(state, code, each, above, below)
    )


def unread_containers(state: State, events: Iterable[Event]) -> frozenset[tuple[str | None, Aspect | None]]:
    """Which of the changes are made to lists and dicts of objects that the program puts things into, and reads nowhere.

    What a trace leaves in these nobody looks at.  Each change is given by its target and aspect.
    """
    return frozenset(
        (e.target, e.aspect)
        for e in events
        if e.kind is Kind.WRITE and e.target and _is_unread(state, e.target)
    )


def _is_unread(state: State, key: str) -> bool:
    found = state.heap.objects.get(key)
    if found is None or found.cls not in ("builtins.dict", "builtins.list") or not found.holders:
        return False
    fields: set[tuple[str, ClassCode]] = set()
    for holder in found.holders:
        cls = _class_of(state, holder)
        if cls is None:
            return False
        held = state.heap.objects[holder].fields.items()
        fields |= {(name, cls) for name, value in held if Ref(key) in value}
    return bool(fields) and all(_is_only_filled(state, name, cls) for name, cls in fields)


def _is_only_filled(state: State, name: str, cls: ClassCode) -> bool:
    """Whether an attribute is set, and elements of what it holds are, and nothing else is done with it."""
    family = frozenset(linearise(state, cls))
    uses = _uses_in(state).reads.get(name, ())
    return _is_plain(state, name, family) and all(
        isinstance(node.ctx, ast.Store)
        or id(node) in found_once(module.tree, _filled)
        or _is_of_others(state, code, node, module.location(node), family)
        for module, code, node in uses
    )


def _filled(tree: ast.AST) -> frozenset[int]:
    """The attributes of which a statement sets an element: `self.seen[name] = x`."""
    targets = [t for node in walk(tree) if isinstance(node, ast.Assign) for t in node.targets]
    return frozenset(id(t.value) for t in targets if isinstance(t, ast.Subscript))


def _class_of(state: State, target: str | None) -> ClassCode | None:
    known = state.heap.type_of(target) if target in state.heap.objects else None
    return known if isinstance(known, ClassCode) else None


def _is_within(
    state: State,
    code: FunctionCode,
    passed_on: PassedOn,
    above: Set[FunctionCode],
    below: Set[FunctionCode],
) -> bool:
    """Whether a graph of a function holds all that sets an attribute, or nothing of it, with what reads it then.

    above, below: what leads to the function, and what it leads to.
    """
    if code in passed_on.open or not above.isdisjoint(passed_on.closed):
        return False
    if below.isdisjoint(passed_on.closed):
        return state.is_hybrid(code) and not passed_on.closed
    return True


def _passed_on(state: State, name: str, classes: Set[ClassCode | None]) -> PassedOn | None:
    """Which functions set an attribute before it is read in the same call; None where not every read is in such a call.

    classes: of the objects that are asked about, None for one that is not seen.
    """
    graph = state.call_graph()
    closed, open_ = set[FunctionCode](), set[FunctionCode]()
    for cls in (
        [None] if None in classes else sorted(classes, key=lambda each: each.key if each is not None else "")
    ):
        if (name, cls) not in graph.passed_on:
            graph.passed_on[name, cls] = _passed_on_by(state, name, cls)
        found = graph.passed_on[name, cls]
        if found is None:
            return None
        closed |= found.closed
        open_ |= found.open
    return PassedOn(frozenset(closed), frozenset(open_))


def _passed_on_by(state: State, name: str, cls: ClassCode | None) -> PassedOn | None:
    """The same for objects of one class."""
    above = None if cls is None else frozenset(linearise(state, cls))
    if not _is_plain(state, name, above):
        return None
    reads = [*_reads_of(state, name, above)]
    if all(isinstance(node.ctx, ast.Store) for _, node in reads):
        return PassedOn(frozenset(), frozenset())
    closed: set[FunctionCode] = set()
    pending: list[tuple[FunctionCode, Path]] = []
    for code, node in reads:
        path, is_set = (None, False) if code is None else read_at(state, code, name, node)
        if code is None or path is None:
            return None
        if is_set:
            closed.add(code)
        else:
            pending.append((code, path))
    return _followed(state, name, closed, pending, above)


def _followed(
    state: State,
    name: str,
    closed: set[FunctionCode],
    pending: list[tuple[FunctionCode, Path]],
    family: _Family,
) -> PassedOn | None:
    """Goes from functions that read what is set before they are called to those that set it."""
    seen = set(pending)
    while pending:
        code, path = pending.pop()
        above = _set_before(state, name, code, path, family)
        if above is None:
            return None
        for caller, wanted in above:
            if wanted is None:
                closed.add(caller)
            elif (caller, wanted) not in seen:
                seen.add((caller, wanted))
                pending.append((caller, wanted))
    if any(_runs_apart(code) for code in closed):
        return None
    return PassedOn(frozenset(closed), frozenset(code for code, _ in seen))


def _set_before(
    state: State, name: str, code: FunctionCode, path: Path, family: _Family
) -> list[tuple[FunctionCode, Path | None]] | None:
    """The callers of a function that reads an attribute, each with what is to be set before; None if they set it.

    path: the object, as an expression of parameters.  None where some callers or what they pass cannot be seen.
    """
    inside = code.parent is not None and path[0] not in (*code.named, *code.scope.assigned)
    if state.is_hybrid(code) or code.is_generator or isinstance(code.node, ast.AsyncFunctionDef):
        return None
    if not inside and (not is_parameter(code, path[0]) or _runs_apart(code)):
        return None
    uses = _run_at_once(code) if inside else _called_from(state, code, path[0], family)
    if uses is None:
        return None
    found: list[tuple[FunctionCode, Path | None]] = []
    for caller, place in uses:
        if inside:
            passed: Path | None = path[:1]
        else:
            passed = None if caller is None else argument_path(state, caller, code, path[0], place)
        if caller is None or passed is None:
            return None
        before = set_before(state, caller, name, place)
        if before is None:
            return None
        whole = (*passed, *path[1:])
        if len(whole) > MOST_PARTS + 1:
            return None
        found.append((caller, None if whole in before else whole))
    return found


def _reads_of(
    state: State, name: str, family: _Family
) -> Iterator[tuple[FunctionCode | None, ast.Attribute]]:
    """Where an attribute is read, each with the function around it; not in tests, nor of what is of no family."""
    for module, code, node in _uses_in(state).reads.get(name, ()):
        if not _is_of_others(state, code, node, module.location(node), family):
            yield code, node


def _run_at_once(code: FunctionCode) -> list[tuple[FunctionCode | None, Span]] | None:
    """The calls in the function around a closure that run it, and nothing else does; None where it goes anywhere else.

    They are its own, and those of operations that run what they are given before they return.
    """
    around = code.parent
    assert around is not None, "it is a closure"
    calls = [node for node in own_nodes(around.node) if isinstance(node, ast.Call)]
    running = [c for c in calls if called_name(c) in _RUNNING and is_in_library(code.module.tree, c.func)]
    given = {id(each): c for c in running for each in (*c.args, *(keyword.value for keyword in c.keywords))}
    given |= {id(c.func): c for c in calls}
    if isinstance(code.node, ast.Lambda):
        used: list[ast.AST] = [code.node]
    else:
        used = [node for node in walk(around.node) if isinstance(node, ast.Name) and node.id == code.name]
    if not used or not all(id(node) in given for node in used):
        return None
    return [(around, span(given[id(node)])) for node in used]


_RUNNING = frozenset(
    "cond while_loop map_fn vectorized_map scan foldl foldr case switch_case map_structure map_values".split()
)


def _called_from(
    state: State, code: FunctionCode, parameter: str, family: _Family
) -> list[tuple[FunctionCode | None, Span]] | None:
    """Where a function may be called with objects of a class for a parameter, or handed on, tests aside.

    Each with the function around it; None where some calls may not be seen.
    """
    if code.parent is not None:
        return None
    if code.cls is None or (code.name.startswith("__") and code.positional[:1] != (parameter,)):
        if state.noted("escaped", code) is not None:
            return None
        return [(s.caller, span_of(s.where)) for s in state.sites_of(code) if not is_test(s.where.path)]
    if code.name == "call" or not is_unknown_to_libraries(state, code) or _is_without_object(code):
        return None
    return [*_uses_of(state, code, family)]


def _uses_of(state: State, code: FunctionCode, family: _Family) -> Iterator[tuple[FunctionCode | None, Span]]:
    """What may call a method, or hand it on: where attributes of its name are used, each with the function around it."""
    others = code if state.noted("escaped", code) is None else None
    for module, node in _uses_in(state).uses.get(code.name, ()):
        where = module.location(node)
        caller = enclosing(state, where)
        if not _is_of_others(state, caller, _attribute(node), where, family, others):
            yield caller, span(node)


def _is_of_others(
    state: State,
    code: FunctionCode | None,
    used: ast.expr,
    where: Location,
    family: _Family,
    meant: FunctionCode | None = None,
) -> bool:
    """Whether an attribute belongs to no object of a class.

    A method uses it of its own object, which is of another class, or it is seen to be a method or property of another class.
    code: the function around it.  where: the place of what it runs, if it runs anything.  meant: the method in question.
    """
    called = state.call_graph().called_at(where) if _is_told_apart(state, code) else ()
    if meant is not None and called and meant not in called:
        return True
    if family is None:
        return False
    if called and all(each.cls is not None and each.cls not in family for each in called):
        return True
    own = isinstance(used, ast.Attribute) and isinstance(used.value, ast.Name) and used.value.id
    if (
        code is None
        or code.cls is None
        or code.positional[:1] != (own,)
        or not is_parameter(code, code.positional[0])
    ):
        return False
    return code.cls not in family and not _is_without_object(code)


def _is_told_apart(state: State, code: FunctionCode | None) -> bool:
    """Whether what a function is given has not been joined to anything, so that its calls are seen."""
    contexts = [] if code is None else state.contexts_of(code)
    return not any(value == TOP for context in contexts for value in context.arguments.values())


def _runs_apart(code: FunctionCode) -> bool:
    """Whether other code may run between two lines of a function."""
    return code.is_generator or isinstance(code.node, (ast.AsyncFunctionDef, ast.Lambda))


def _is_without_object(code: FunctionCode) -> bool:
    """Whether a function of a class is called without an object of it."""
    return bool(decorator_names(Function(code)) & {"staticmethod", "classmethod"})


def _uses(root: ast.AST) -> dict[str, list[ast.Call | ast.Attribute]]:
    """By name, the calls of attributes, and the attributes that are not called; not those whose signature is asked for."""
    nodes = [*walk(root)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    called = {id(node.func): node for node in calls}
    asked = {id(argument) for node in calls if called_name(node) in _ASKING for argument in node.args}
    found: dict[str, list[ast.Call | ast.Attribute]] = {}
    for node in nodes:
        if isinstance(node, ast.Attribute) and id(node) not in asked:
            found.setdefault(node.attr, []).append(called.get(id(node), node))
    return found


_ASKING = frozenset({"signature", "getfullargspec", "getdoc"})
"""Functions of `inspect` that call nothing of what they are given."""


def _is_plain(state: State, name: str, family: _Family) -> bool:
    """Whether an attribute holds what was assigned to it last: no function has its name, and no text is it."""
    graph = state.call_graph()
    functions = [code for each in (name, *_OF_ATTRIBUTES) for code in graph.functions_named(each)]
    return name not in _uses_in(state).texts and not any(
        family is None or code.cls in family for code in functions
    )


_OF_ATTRIBUTES = ("__setattr__", "__getattribute__")
_Family = frozenset[ClassCode | str] | None
"""The class of an object with all above it, None for an object that is not seen."""


@dataclass(slots=True)
class _Uses:
    """What a program does with names, tests aside: where it reads attributes of a name, and where it uses them otherwise.

    texts: what may be names for `getattr`.
    """

    reads: dict[str, list[tuple[ModuleCode, FunctionCode | None, ast.Attribute]]] = field(
        default_factory=dict
    )
    uses: dict[str, list[tuple[ModuleCode, ast.Call | ast.Attribute]]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)


def _uses_in(state: State) -> _Uses:
    graph = state.call_graph()
    if graph.uses is None:
        graph.uses = _found_uses(state)
    assert isinstance(graph.uses, _Uses)
    return graph.uses


def _found_uses(state: State) -> _Uses:
    found = _Uses()
    for path, module in state.modules.items():
        for statement in module.tree.body:
            found.texts |= texts(statement)
        if is_test(path):
            continue
        bodies: list[tuple[FunctionCode | None, ast.AST]] = [(None, each) for each in module.tree.body]
        bodies += [(code, code.node) for code in module.functions]
        for around, body in bodies:
            for name, nodes in reads_in(body, inside=around is not None).items():
                seen = [(module, around, node) for node in nodes if not is_in_library(module.tree, node)]
                found.reads.setdefault(name, []).extend(seen)
        for statement in module.tree.body:
            for name, used in found_once(statement, _uses).items():
                own = [(module, node) for node in used if not is_in_library(module.tree, _attribute(node))]
                found.uses.setdefault(name, []).extend(own)
    return found


def _attribute(node: ast.Call | ast.Attribute) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node
