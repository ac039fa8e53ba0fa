"""Whether a change is over before a function first runs, or begins after its last run, as one function above both of them
makes the steps.

`main` builds a model and a dict of metrics, sets things up, and then trains: what it does before the first call, or before
it defines the function that reads, is over by then.  What it changes behind the last call, as to freeze the layers of a
model that is trained, no graph of the function sees.  Every run of `main` makes its own objects.  So it is with a method
that a run of the program calls once, which sets things up and then trains.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridize_analyzer.domain.bindings import ANY_OBJECT, LIBRARIES
from hybridize_analyzer.domain.state import CallSite, State, calls_of
from hybridize_analyzer.domain.values import Ref
from hybridize_analyzer.facts.lasting import change_until, comes_later, lasts_until
from hybridize_analyzer.facts.users import is_for_users
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import (
    enclosing,
    is_called_unseen,
    is_defined_once,
    may_run_in,
    runs_once,
)
from hybridize_analyzer.program.code import FunctionCode, children, found_once, walk
from hybridize_analyzer.report import Location


def precedes(
    state: State, reader: FunctionCode, target: str, where: Location, program: str | None = None
) -> bool:
    """Whether the function that makes what is read is done with a change of it before the reader runs.

    target: the object, or the variables of one run of a function.  where: the change.  program: the module that starts the
    process in which this is asked; None for all processes at once.
    """
    changer = enclosing(state, where)
    for maker in _makers(state, target, where, program):
        changes = _changes(state, maker, changer, target, where, program)
        ways = [_led(state, maker, reader, target, program, defined=defined) for defined in (True, False)]
        if state.is_recursive(maker) or not changes:
            continue
        if any(_are_before(state, maker, changes, starts) for starts in filter(None, ways)):
            return True
    return False


def succeeds(state: State, reader: FunctionCode, target: str, where: Location) -> bool:
    """Whether the function that makes what is read changes it only once all calls of the reader are over.

    target, where: as in `precedes`.
    """
    changer = enclosing(state, where)
    for maker in _makers(state, target, where):
        calls = _led(state, maker, reader, target, lasting=True)
        changes = [span_of(where)] if changer is maker else _led(state, maker, changer, target)
        if calls and changes and not state.is_recursive(maker) and _are_before(state, maker, calls, changes):
            return True
    return False


def precedes_definition(state: State, reader: FunctionCode, target: str, where: Location) -> bool:
    """Whether a run of a function makes a change, if it does at all, before it defines the reader, and nothing later on.

    Graphs of the reader are traced anew for every run then, and hold what the change has left.  Where a run only calls the
    reader, changes between two runs do not matter either.
    """
    owner = reader.parent
    if owner is None or owner.is_generator or isinstance(owner.node, ast.AsyncFunctionDef):
        return False
    if state.is_recursive(owner) or state.noted("escaped", owner) is not None:
        return False
    changer, changes = enclosing(state, where), None
    if found_once(owner.node, only_called).get(reader.name, False):
        changes = _during(state, owner, changer, target, where)
    elif is_defined_once(state, reader):
        changes = _changes(state, owner, changer, target, where) or None
    return changes is not None and _are_before(state, owner, changes, [span(reader.node)])


def _during(
    state: State, owner: FunctionCode, changer: FunctionCode | None, target: str, where: Location
) -> list[Span] | None:
    """The places in a function where its run leads to a change, up to where it is over; None where that is not seen.

    Calls that do not come through the function are none of its run.
    """
    if changer is None:
        return None
    if changer is owner:
        place = span_of(where)
        return None if comes_later(state, owner, place) else [change_until(owner.node, place)]
    state.track.read(("above", changer))
    found: list[Span] = []
    pending, seen = [changer], {changer}
    while pending:
        state.call_graph().walked += 1
        current = pending.pop()
        if is_called_unseen(state, current) or current.name in _OF_TURNS:
            return None
        for site in _sites(state, current, target):
            if site.caller is owner:
                end = lasts_until(state, current, site)
                if end is None:
                    return None
                found.append(end)
            elif site.caller is not None and site.caller not in seen:
                seen.add(site.caller)
                pending.append(site.caller)
    return found


_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp, ast.ClassDef)
_REPLICAS = frozenset({"run", "experimental_run_v2"})
"""Methods of a strategy that run the function which they are given before they return."""


def only_called(owner: ast.AST) -> dict[str, bool]:
    """By name: whether a run of a function does nothing with it but call it, itself or in functions that it only calls.

    A strategy that is given it to run calls it, too.
    """
    mentions = [*_mentions(owner)]
    found = {name: True for name, _, _ in mentions}
    changed = True
    while changed:
        wrong = {
            n
            for n, called, inside in mentions
            if not called or not (inside is None or found.get(inside, False))
        }
        changed = any(found[name] for name in wrong)
        found.update(dict.fromkeys(wrong, False))
    return found


def _mentions(owner: ast.AST) -> Iterator[tuple[str, bool, str | None]]:
    """The names in a function: whether each is called there, and the function inside in which it stands, if in one."""
    pending: list[tuple[ast.AST, str | None]] = [(node, None) for node in children(owner)]
    called: set[int] = set()
    for node, inside in pending:
        if isinstance(node, ast.Call):
            called.add(id(node.func))
            if isinstance(node.func, ast.Attribute) and node.func.attr in _REPLICAS:
                called |= {id(given) for given in node.args[:1]}
        if isinstance(node, ast.Name):
            yield node.id, id(node) in called, inside
        within = inside
        if isinstance(node, _LATER):
            plain = inside is None and isinstance(node, ast.FunctionDef) and not node.decorator_list
            within = node.name if plain and isinstance(node, ast.FunctionDef) else ""
        pending += [(child, within) for child in children(node)]


def _changes(
    state: State,
    maker: FunctionCode,
    changer: FunctionCode | None,
    target: str,
    where: Location,
    program: str | None = None,
) -> list[Span]:
    """The places in `maker` where the change is made, up to where it is over; empty where that is not seen."""
    if changer is maker:
        place = span_of(where)
        return [] if comes_later(state, maker, place) else [change_until(maker.node, place)]
    return _led(state, maker, changer, target, program, lasting=True)


def _are_before(state: State, body: FunctionCode, earlier: list[Span], later: list[Span]) -> bool:
    """Whether some places in a function all come before others, and no loop repeats one of each."""
    loops = places_in(state, body.module.path, body).loops
    return all(
        one[2:] <= other[:2] and not any(contains(loop, one) and contains(loop, other) for loop in loops)
        for one in earlier
        for other in later
    )


def _makers(state: State, target: str, where: Location, program: str | None = None) -> Iterator[FunctionCode]:
    """The functions, from the inside, in whose run the object is made, and those that run once and lead to the change.

    So may those do that nothing in the project calls: that users do not call them twice in one process is an assumption.

    No function makes a setting of a library, a global variable, or an object of a module.  where: the change.
    program: the module in whose process they run once.
    """
    if target.startswith("env:"):
        yield from _owners(state, target)
        return
    if target in state.heap.objects and not _belongs_to_program(state, target):
        yield from _with_callers(state, state.heap[target].where)
    if target in state.heap.objects or target == ANY_OBJECT or _belongs_to_program(state, target):
        programs = None if program is None else frozenset({program})
        above = _with_callers(state, where, program)
        yield from (
            code
            for code in above
            if runs_once(state, code, programs=programs) or (code.cls is None and is_for_users(state, code))
        )


def _owners(state: State, env: str) -> list[FunctionCode]:
    """The functions of which a key of variables may be that of a run."""
    graph = state.call_graph()
    if graph.by_key is None:
        graph.by_key = {}
        for code in {c for module in state.modules.values() for c in module.functions}:
            graph.by_key.setdefault(code.key, []).append(code)
    parts = env.removeprefix("env:").split(":")
    return [code for end in range(1, len(parts)) for code in graph.by_key.get(":".join(parts[:end]), ())]


def _with_callers(state: State, where: Location, program: str | None = None) -> Iterator[FunctionCode]:
    """The function around a place, the one that calls it, and so on while there is a single one.

    program: the module that starts the process whose calls count; None for all of them.
    """
    current = enclosing(state, where)
    seen: set[FunctionCode] = set()
    while current is not None and current not in seen:
        yield current
        seen.add(current)
        callers = {s.caller for s in state.sites_of(current) if _is_in(state, s, program)} - {None}
        current = next(iter(callers)) if len(callers) == 1 else None


def _is_in(state: State, site: CallSite, program: str | None) -> bool:
    return program is None or may_run_in(state, site, frozenset({program}))


def _belongs_to_program(state: State, target: str) -> bool:
    """Whether what changes is made while modules are loaded, and so lasts as long as the program."""
    if target == LIBRARIES or target.startswith("global:"):
        return True
    return target in state.heap.objects and enclosing(state, state.heap[target].where) is None


def _led(
    state: State,
    maker: FunctionCode,
    code: FunctionCode | None,
    target: str,
    program: str | None = None,
    *,
    defined: bool = False,
    lasting: bool = False,
) -> list[Span]:
    """As `_calls`, remembered."""
    graph, key = state.call_graph(), (maker, code, target, program, defined, lasting)
    if code is not None:
        state.track.read(("above", code))
    if key not in graph.led:
        graph.led[key] = _calls(state, maker, code, target, program, defined=defined, lasting=lasting)
    return graph.led[key]


def _calls(
    state: State,
    maker: FunctionCode,
    code: FunctionCode | None,
    target: str,
    program: str | None,
    *,
    defined: bool,
    lasting: bool,
) -> list[Span]:
    """The calls in `maker` that lead to a function, on the object; empty where it is also reached in another way.

    program: the module that starts the process whose calls count; None for all of them.

    defined: where `maker` defines what leads to it counts as a call, too: nothing calls it before.
    lasting: up to where what they do is over; empty where that is not seen of one of them.
    """
    if code is None:
        return []
    found: list[Span] = []
    pending, seen = [code], {code}
    while pending:
        state.call_graph().walked += 1
        current = pending.pop()
        if defined and current.parent is maker:
            found.append(span(current.node))
            continue
        sites = [site for site in _sites(state, current, target) if _is_in(state, site, program)]
        if not sites or is_called_unseen(state, current) or any(s.assumed or s.caller is None for s in sites):
            return []
        turns = found_once(maker.node, _run_over) if current.name in _OF_TURNS else ()
        if any(site.caller is maker and span_of(site.where) in turns for site in sites):
            return []
        ends = [
            (site, lasts_until(state, current, site) if lasting else span_of(site.where)) for site in sites
        ]
        if any(end is None for _, end in ends):
            return []
        found += (end for site, end in ends if site.caller is maker and end is not None)
        callers = {site.caller for site in sites if site.caller is not None} - {maker}
        pending += callers - seen
        seen |= callers
    return found


_OF_TURNS = ("__getitem__", "__next__", "__anext__")
"""What a loop calls for every turn, and not where it begins."""


def _run_over(root: ast.AST) -> frozenset[Span]:
    """What the loops of a body run over."""
    loops = (node for node in walk(root) if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)))
    return frozenset(span(loop.iter) for loop in loops)


def _sites(state: State, code: FunctionCode, target: str) -> Iterator[CallSite]:
    """The calls of a function: those on the object only, where it is a method of it.

    Where calls are seen, those of users do not count.
    """
    calls = [call for context in state.contexts_of(code) for call in calls_of(context)]
    own = [call for call in calls if isinstance(call.receiver, Ref) and call.receiver.key == target]
    sites = [site for call in own or calls for site in call.sites]
    yield from [site for site in sites if not site.assumed] or sites
