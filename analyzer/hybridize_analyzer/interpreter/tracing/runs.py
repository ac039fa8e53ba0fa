"""How often things run: calls, functions, definitions and allocations, as far as the program shows it.

What runs at most once has one value, known or not; what certainly runs counts towards the least number of traces.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from hybridize_analyzer.domain.call_graph import statement_number
from hybridize_analyzer.domain.classes import find_attribute
from hybridize_analyzer.domain.contents import KEYS
from hybridize_analyzer.domain.heap import Object
from hybridize_analyzer.domain.state import CallSite, Context, State, VisibleCall, calls_of
from hybridize_analyzer.domain.values import Const, Ref, Value
from hybridize_analyzer.interpreter.tracing.places import (
    Span,
    contains,
    nesting_in,
    places_in,
    root_of,
    span,
    span_of,
)
from hybridize_analyzer.program.code import FunctionCode, ModuleCode, is_main, parameter_names, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_MAX_CHAIN = 40
_FEW = 6


def sites_of(state: State, code: FunctionCode) -> Iterator[tuple[Context, VisibleCall, CallSite]]:
    """Every way in which it is called, with the place of the call; one call may happen many times."""
    for context in state.contexts_of(code):
        for call in calls_of(context):
            for site in sorted(call.sites, key=lambda s: s.where):
                yield context, call, site


def is_called_unseen(state: State, code: FunctionCode) -> bool:
    """Whether there are calls that the visible ones do not account for: by itself, or by code that is not seen."""
    return state.is_recursive(code) or state.noted("escaped", code) is not None


def runs_once(
    state: State,
    code: FunctionCode,
    receiver: str | None = None,
    chain: int = 0,
    programs: frozenset[str] | None = None,
) -> bool:
    """Whether the program calls it at most once.

    receiver: only calls on this object count.
    programs: only calls in processes that one of these modules starts count; every one may call it once.
    """
    if chain > _MAX_CHAIN or is_called_unseen(state, code):
        return False
    found, visible = None, False
    for context in state.contexts_of(code):
        for call in calls_of(context):
            on = call.receiver
            if receiver is not None and isinstance(on, Ref) and not on.key.startswith(receiver):
                continue
            visible = visible or bool(call.sites)
            sites = [s for s in call.sites if programs is None or may_run_in(state, s, programs)]
            if sites and (found is not None or len(sites) > 1 or context.crowded):
                return False
            found = sites[0] if sites else found
    if found is None:
        return visible  # in other programs
    on_itself = receiver is not None and _is_by_itself(state, found)
    return happens_once(state, found, chain, programs, receiver if on_itself else None)


def _is_by_itself(state: State, site: CallSite) -> bool:
    """Whether a method calls another one of its own object, which happens as often as it runs on that."""
    call = expression_at(state, site.where, site.caller)
    if site.caller is None or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return is_own(site.caller, call.func.value)


def is_own(method: FunctionCode, node: ast.expr) -> bool:
    """Whether a method calls another one of its own object: of `self`, or of `super()`."""
    name = receiver_of(method)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        given = node.args[1:]
        return name is not None and all(isinstance(a, ast.Name) and a.id == name for a in given)
    return name is not None and isinstance(node, ast.Name) and node.id == name


def receiver_of(code: FunctionCode) -> str | None:
    """The name of `self`, where nothing else is bound to it."""
    names = parameter_names(code.node.args)
    if code.cls is None or not names or code.decorators:
        return None
    bound = (n for n in walk(code.node) if isinstance(n, ast.Name) and n.id == names[0])
    return names[0] if all(isinstance(n.ctx, ast.Load) for n in bound) else None


def programs_of(state: State, code: FunctionCode) -> frozenset[str]:
    """The modules whose top levels lead to a function, each a process; none where that cannot be said.

    Calls that are not seen may come from any process, and tests share one.
    """
    starts = frozenset(state.above(code).starts)
    if any(map(is_test, starts)) or any(_has_other_callers(state, each) for each in state.leading_to(code)):
        return frozenset()
    return starts


def may_be_made_in(state: State, key: str, program: str) -> bool:
    """Whether an object may be there in the process that a module starts: it leads to what makes it, or loads that."""
    while (receiver := _receiver_in(key)) in state.heap.objects:
        key = receiver
    where = state.heap[key].where
    code = enclosing(state, where)
    starts = {where.path} if code is None else {*state.above(code).starts}
    return not starts or any(program == start or state.loads({program}, start) for start in starts)


def _receiver_in(key: str) -> str:
    """The object whose method makes another one, which the key of that names."""
    return key.partition("<")[2].rpartition(">")[0]


def _has_other_callers(state: State, code: FunctionCode) -> bool:
    return is_called_unseen(state, code) or any(site.assumed for _, _, site in sites_of(state, code))


def may_run_in(state: State, site: CallSite, programs: frozenset[str]) -> bool:
    """Whether a call may happen in the process of one of some programs: it leads there, or loads the module that does."""
    starts = {site.where.path} if site.caller is None else {*state.above(site.caller).starts}
    if not starts or not programs.isdisjoint(starts):
        return True
    loaded = [start for start in starts if state.loads(programs, start)]
    if not loaded:
        return False
    sites = [site] if site.caller is None else [s for s in state.sites_above(site.caller) if s.caller is None]
    return any(s.where.path in loaded and not _is_of_main(state, s.where) for s in sites)


def _is_of_main(state: State, where: Location) -> bool:
    """Whether a place at module level is reached only where the module is the program: `if __name__ == "__main__":`."""
    module = state.modules[where.path]
    statement = module.tree.body[statement_number(module, where)[0]]
    return is_main(statement) and statement.body[0].lineno <= where.line <= (
        statement.body[-1].end_lineno or where.line
    )


def is_defined_once(state: State, code: FunctionCode) -> bool:
    """Whether its `def` is executed at most once."""
    return code.parent is None or (not _is_in_loop(code) and runs_once(state, code.parent))


def is_defined_rarely(state: State, code: FunctionCode) -> bool:
    """Whether its `def` is executed a few times: at calls of the function around it that happen once each."""
    around = code.parent
    if around is None or is_defined_once(state, code):
        return True
    if _is_in_loop(code) or is_called_unseen(state, around):
        return False
    sites = [(context, site) for context, _, site in sites_of(state, around)]
    few = 0 < len(sites) <= _FEW and not any(context.crowded for context, _ in sites)
    return few and all(happens_once(state, site) for _, site in sites)


def _is_in_loop(code: FunctionCode) -> bool:
    around = code.parent.node if code.parent is not None else code.node
    loops = (n for n in walk(around) if isinstance(n, (ast.For, ast.AsyncFor, ast.While)))
    return any(part is code.node for loop in loops for part in walk(loop))


def happens_once(
    state: State,
    site: CallSite,
    chain: int = 0,
    programs: frozenset[str] | None = None,
    receiver: str | None = None,
) -> bool:
    """Whether a call happens at most once; receiver: of the caller, if only that counts; programs: as in `runs_once`."""
    if site.loop or site.library or site.mapped or site.assumed:
        return False
    return site.caller is None or runs_once(state, site.caller, receiver, chain + 1, programs)


def made_once(state: State, ref: Ref, subject: FunctionCode | None = None) -> bool:
    """Whether an allocation site makes one object; subject: in each process that comes to this function."""
    found = state.heap[ref.key]
    if found.multiple:
        return False
    code = enclosing(state, found.where)
    receiver = _receiver_in(ref.key) or None
    if code is None or runs_once(state, code, receiver):
        return True
    if _keeps_result(code) and receiver in state.heap.objects:
        return made_once(state, Ref(receiver), subject)
    programs = programs_of(state, subject) if subject is not None else frozenset()
    return bool(programs) and all(
        runs_once(state, code, receiver, programs=frozenset({each})) for each in programs
    )


def _keeps_result(code: FunctionCode) -> bool:
    """Whether it is a property that runs once for each object: `functools.cached_property`."""
    names = {getattr(each, "attr", getattr(each, "id", "")) for each in code.decorators}
    return "cached_property" in names


def is_made_in(state: State, value: Value | None, site: CallSite) -> bool:
    """Whether a call makes the objects that it passes, which are gone after it."""
    return bool(value) and all(
        isinstance(atom, Ref)
        and state.heap[atom.key].where.path == site.where.path
        and contains(span_of(site.where), span_of(state.heap[atom.key].where))
        and _is_weak(state, atom)
        for atom in value or ()
    )


def is_made_each_turn(state: State, receiver: Ref, site: CallSite) -> bool:
    """Whether a turn of a loop makes an object and calls its method: `cam = Cam(net)`, then `cam.draw(x)`.

    Nothing else gives the variable its value, and no loop inside calls the method again.
    """
    call = places_in(state, site.where.path, site.caller).expressions.get(span_of(site.where))
    called = call.func if isinstance(call, ast.Call) else None
    return isinstance(called, ast.Attribute) and is_named_each_turn(state, receiver, site, called.value)


def is_named_each_turn(state: State, made_there: Ref, site: CallSite, named: ast.expr) -> bool:
    """The same for any variable that a call in a loop reads.  named: the expression that gives the object."""
    place, made = span_of(site.where), state.heap[made_there.key].where
    if (
        made.path != site.where.path
        or enclosing(state, made) is not site.caller
        or not _is_weak(state, made_there)
    ):
        return False
    places = places_in(state, made.path, site.caller)
    around = [loop for loop in places.loops if contains(loop, place)]
    if not around:
        return False
    name = named.id if isinstance(named, ast.Name) else ""
    bound = places.bindings.get(name, [])
    if len(bound) != 1 or around != [loop for loop in places.loops if contains(loop, span_of(made))]:
        return False
    return _is_set_before(root_of(state, made.path, site.caller), name, span_of(made), place)


def _is_set_before(body: ast.AST, name: str, made: Span, later: Span) -> bool:
    """Whether `name = …` with a value at one place is a statement of a block that goes on to another place."""
    for node in walk(body):
        for block in (getattr(node, field, None) for field in ("body", "orelse", "finalbody")):
            if not isinstance(block, list) or not any(contains(span(each), later) for each in block):
                continue
            set_here = (each for each in block if isinstance(each, ast.Assign) and span(each.value) == made)
            if any([ast.unparse(target) for target in each.targets] == [name] for each in set_here):
                return made[2:] <= later[:2]
    return False


def _is_weak(state: State, ref: Ref) -> bool:
    """A key holds its object weakly, so that equality helps no longer than the object lives; also those of Keras."""
    cls = state.heap.type_of(ref.key)
    if isinstance(cls, str):
        return cls.startswith("keras.")
    return find_attribute(state, cls, "__tf_tracing_type__") is None


def environment_once(state: State, code: FunctionCode, env: str) -> bool:
    """Whether the activation `env` of a function happens once."""
    contexts = [c for c in state.contexts_of(code) if env.endswith(f":{c.name}")]
    if not env.startswith(f"env:{code.key}:") or len(contexts) != 1 or contexts[0].shared:
        return False
    sites = contexts[0].sites
    return len(sites) == 1 and not is_called_unseen(state, code) and happens_once(state, next(iter(sites)))


def defined_once(state: State, code: FunctionCode) -> bool:
    """Whether `def` or `lambda` runs once in each run of what encloses it."""
    return not places_in(state, code.module.path, code.parent).in_loop(span(code.node))


def enclosing(state: State, where: Location) -> FunctionCode | None:
    """The innermost function in whose body a place stands; a definition as a whole, and its defaults, stand around it."""
    place = span_of(where)
    functions = nesting_in(state, where.path)
    index = bisect_right(functions.starts, place[:2]) - 1
    while index >= 0 and (functions.spans[index] == place or not contains(functions.bodies[index], place)):
        index = functions.outer[index]
    return state.modules[where.path].functions[index] if index >= 0 else None


def calls_at(
    state: State, sites: Iterable[CallSite]
) -> Iterator[tuple[ast.Call, ModuleCode, FunctionCode | None]]:
    """The calls that are written at some places, each with its module and with the function that it stands in."""
    for site in sites:
        caller = enclosing(state, site.where)
        call, module = expression_at(state, site.where, caller), state.modules.get(site.where.path)
        if module is not None and isinstance(call, ast.Call):
            yield call, module, caller


def expression_at(state: State, where: Location, caller: FunctionCode | None) -> ast.expr | None:
    """The call or the dict display that stands at a place."""
    return places_in(state, where.path, caller).expressions.get(span_of(where))


def is_certain(state: State, site: CallSite) -> bool:
    """Whether the call happens in every run, if loops run at least once and nothing fails."""
    if site.caller is None:
        return _always_reached(state, site)
    state.track.read(("above", site.caller))
    return _always_reached(state, site) and site.caller not in _uncertain(state)


def _uncertain(state: State) -> set[FunctionCode]:
    """Functions with a call that may be left out, and all that they lead to."""
    graph = state.call_graph()
    if graph.uncertain is None:
        first = (c for c, sites in graph.all_sites() if not all(_always_reached(state, s) for s in sites))
        graph.uncertain = graph.below(first)
    return graph.uncertain


def _always_reached(state: State, site: CallSite) -> bool:
    return not (site.branch or site.assumed or _left_before(state, site))


def _left_before(state: State, site: CallSite) -> bool:
    """Whether the function (or the loop) may end before it comes to the call."""
    return any(line < site.where.line for line in places_in(state, site.where.path, site.caller).exits)


def may_stop(state: State, site: CallSite) -> bool:
    """Whether a loop around the call may be left, or go on to its next turn, before it is complete."""
    return site.branch or bool(places_in(state, site.where.path, site.caller).exits)


def dict_keys(state: State, found: Object) -> tuple[object, ...] | None:
    """The keys of a dict, when it has those of its display and no others."""
    node = expression_at(state, found.where, enclosing(state, found.where))
    atoms = found.fields.get(KEYS, frozenset())
    if not isinstance(node, ast.Dict) or "[?]" in found.fields or found.changed:
        return None
    written = {k.value for k in node.keys if isinstance(k, ast.Constant)}
    known = {a.value for a in atoms if isinstance(a, Const)}
    if len(written) != len(node.keys) or len(known) != len(atoms) or known != written:
        return None
    keys = tuple(sorted(known, key=repr))
    return keys if all(f"[{key!r}]" in found.fields for key in keys) else None
