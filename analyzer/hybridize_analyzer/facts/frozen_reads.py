"""Python state that a trace would freeze: which reads matter, and which changes are over before the first call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace

from hybridize_analyzer.domain.bindings import ANY_OBJECT, GIVEN_AWAY, TRAINABLE
from hybridize_analyzer.domain.call_graph import Number, last_number, statement_at, statement_number
from hybridize_analyzer.domain.classes import linearise
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.heap import ELEMENTS, LAZY
from hybridize_analyzer.domain.state import CallSite, State, calls_of
from hybridize_analyzer.domain.values import Array, Function, Ref
from hybridize_analyzer.facts.between_calls import comes_between, first_parameter, of_first_parameter
from hybridize_analyzer.facts.defined_anew import is_defined_anew
from hybridize_analyzer.facts.early_reads import early_reads
from hybridize_analyzer.facts.equal_objects import holds_equals
from hybridize_analyzer.facts.following import follows
from hybridize_analyzer.facts.function import FrozenRead
from hybridize_analyzer.facts.lasting import lasts_until
from hybridize_analyzer.facts.precedence import precedes, precedes_definition, succeeds
from hybridize_analyzer.facts.restored import is_put_back
from hybridize_analyzer.facts.retraced import is_read_anew
from hybridize_analyzer.facts.same_at_calls import is_same_at_calls
from hybridize_analyzer.facts.trainable import is_set_back, misses_parts
from hybridize_analyzer.facts.users import leaves_to_users
from hybridize_analyzer.interpreter.tracing.demands import called_name
from hybridize_analyzer.interpreter.tracing.first_calls import asks_for_entries
from hybridize_analyzer.interpreter.tracing.places import Span, contains, places_in, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen
from hybridize_analyzer.interpreter.values.descriptors import decorator_names
from hybridize_analyzer.program.code import MAKERS, ClassCode, FunctionCode, found_once, parameter_names, walk
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

_RESTORING = ("__setstate__", "__copy__", "__deepcopy__")


def frozen_reads(
    state: State,
    code: FunctionCode,
    events: Iterable[Event],
    keeping: Set[tuple[str, str]],
    passing: Set[str],
) -> Iterator[FrozenRead]:
    """Reads of state that changes after it was made.

    keeping: places that keep variables alone, which a trace that makes these may fill.  passing: attributes that the same
    call has set before.
    """
    events = tuple(events)
    own = {(e.target, e.field) for e in events if e.kind is Kind.LAZY}
    early = early_reads(state, events)
    found: dict[tuple[str, str, bool], list[Location]] = {}  # the same is read in many lines
    over: dict[tuple[str, Location], bool] = {}
    for event in events:
        if event.kind is not Kind.READ or event.target is None or event.field in passing:
            continue
        field, soon = event.field or ELEMENTS, event in early
        lazily = soon or (event.target, event.field) not in own or _is_of_other_keys(state, code, event)
        key = (event.target, field, lazily)
        if key not in found:
            found[key] = _places(state, code, *key)
        places = [
            place
            for place in found[key]
            if not (
                _is_of_another_entry(state, event, place)
                or misses_parts(state, event, place)
                or is_set_back(state, code, place)
            )
        ]
        if places and holds_equals(state, event):
            continue
        if not places or _is_bound_before(state, event):
            yield from _given_away(state, code, event, field, over)
            continue
        pending = _pending(state, code, event.target, places, over)
        if state.is_hybrid(code):
            pending = (p for p in pending if not _is_doubtful(state, code, event.target, field, p))
        counting = (
            p
            for p in pending
            if not (
                _misses(state, event, field, p)
                or _is_of_other_runs(state, event, p)
                or _is_of_any_name(state, code, event.target, p)
            )
        )
        later = next((p for p in counting if not is_read_anew(state, code, p)), None)
        if later is not None and is_same_at_calls(state, code, places):
            later = None
        if later is not None and _is_called(state, event) and not _is_named(state, field, places):
            later = None
        keeps = (event.target, field) in keeping and not soon
        if later is not None and keeps and enclosing(state, later) is code:
            later = None
        shown = _shown(state, later or places[0])
        yield FrozenRead(event, shown, settled=later is None and not is_test(code.module.path))


def _is_of_another_entry(state: State, event: Event, where: Location) -> bool:
    """Whether `d["a"]` is read, and `d["b"] = …` changes the dict; or `x.a` and `x.b = …` do, of the dict behind `x`."""
    if event.target not in state.heap.objects or state.heap[event.target].cls not in _OF_ENTRIES:
        return False
    read = found_once(state.modules[event.where.path].tree, _entries).get(span_of(event.where))
    changed = found_once(state.modules[where.path].tree, _entries).get(span_of(where))
    return read is not None and changed is not None and read[0] is changed[0] and read != changed


_OF_ENTRIES = ("builtins.dict", "builtins.list")


def _entries(root: ast.AST) -> Mapping[Span, tuple[type[ast.AST], str]]:
    """The texts, numbers and attributes under which a module reads or sets entries, with the places."""
    found: dict[Span, tuple[type[ast.AST], str]] = {}
    for node in walk(root):
        if isinstance(node, ast.Attribute):
            found[span(node)] = ast.Attribute, node.attr
        elif isinstance(node, ast.Subscript) and type(getattr(node.slice, "value", None)) in (str, int):
            found[span(node)] = ast.Subscript, ast.unparse(node.slice)
    return found


def _is_of_other_keys(state: State, code: FunctionCode, event: Event) -> bool:
    """Whether more is read of a container than the entry that a first call keeps in it, and others add to it, too.

    Those do so who call what fills it, on the object that holds it, and are not called by the function.
    """
    target = event.target
    if event.field not in (None, ELEMENTS) or target not in state.heap.objects or target is None:
        return False
    reader = enclosing(state, event.where)
    if reader is not None and span_of(event.where) in found_once(reader.node, asks_for_entries):
        return False
    places = _changes(state, target, ELEMENTS, lazily=True)
    makers = {maker for place in places if (maker := enclosing(state, place)) is not None}
    below = state.call_graph().below([code]) if makers else set()
    calls = (call for maker in makers for context in state.contexts_of(maker) for call in calls_of(context))
    return any(
        site.caller not in below
        for call in calls
        if not isinstance(call.receiver, Ref) or state.heap.is_held_by(target, frozenset({call.receiver.key}))
        for site in call.sites
    )


def _shown(state: State, place: Location) -> Location:
    """A place as it is told: of a definition that sets a name anew, the `def` and the name, and not all of its lines."""
    module = state.modules.get(place.path)
    if module is None or place.end_line == place.line:
        return place
    start = (place.line, place.column)  # where it ends may have changed since
    at = (f for f in module.functions if (f.node.lineno, f.node.col_offset + 1) == start)
    code = next(at, None)
    if code is None or isinstance(code.node, ast.Lambda):
        return place
    keyword = "async def " if isinstance(code.node, ast.AsyncFunctionDef) else "def "
    return replace(place, end_line=place.line, end_column=place.column + len(keyword) + len(code.name))


def _given_away(
    state: State, code: FunctionCode, event: Event, field: str, over: dict[tuple[str, Location], bool]
) -> Iterator[FrozenRead]:
    """A read of a container or array that unseen code is given later, and is taken to leave as it is."""
    target = event.target or ""
    field = target.rpartition(":")[2] if target.startswith("global:") else field
    noted = state.all_noted(f"changes of {GIVEN_AWAY}{target}.{field}")
    places = sorted(place for place in noted if isinstance(place, Location) and not is_test(place.path))
    later = next(_pending(state, code, target, places, over), None)
    if later is not None:
        yield FrozenRead(event, later, settled=True)


def is_of_call(state: State, code: FunctionCode, event: Event) -> bool:
    """Whether what is read is a variable of the call, which a nested function captures and no other sets, with an array.

    It is one that the call was given, and a graph is given a tensor instead, or is read where the call takes it from.
    """
    reader = enclosing(state, event.where)
    name = None if reader is None else found_once(reader.node, _names_read).get(span_of(event.where))
    if reader is None or name is None or not _holds_array(state, event):
        return False
    owner = reader.parent
    while owner is not None and name not in {*parameter_names(owner.node.args), *owner.scope.assigned}:
        owner = owner.parent
    if owner is None or any(name in other.scope.nonlocals for other in owner.module.functions):
        return False
    around = code.parent
    while around is not None and around is not owner:
        around = around.parent
    return around is None and owner in state.call_graph().below([code])


def _names_read(root: ast.AST) -> Mapping[Span, str]:
    names = (node for node in walk(root) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return {span(node): node.id for node in names}


def _holds_array(state: State, event: Event) -> bool:
    """Whether there is an array where something is read."""
    target, field = event.target or "", event.field or ""
    if target in state.heap.objects:
        return any(isinstance(atom, Array) for atom in state.heap[target].fields.get(field, ()))
    if target.startswith("global:"):
        _, path, name = target.split(":", 2)
        binding = state.global_binding(path, name)
    else:
        binding = state.cell(target, field) if target.startswith("env:") else None
    return binding is not None and any(isinstance(atom, Array) for atom in binding.value)


def _places(state: State, code: FunctionCode, target: str, field: str, lazily: bool) -> list[Location]:
    """Where something changes that a function reads, in order.

    What other programs do to objects that nobody knows is none of the reader's business.
    """
    where = state.changed_at(target, field, lazily=lazily)
    places = {where, *_changes(state, target, field, lazily)} if where is not None else set()
    return sorted(
        p
        for p in places
        if not _is_of_another_program(state, code, field, p)
        and not _is_before_all(state, code, target, p)
        and (lazily or not _is_set_up(state, p))
    )


def _is_set_up(state: State, place: Location) -> bool:
    """Whether a method changes something there that nothing calls but first calls, each on the object that it sets up."""
    code = enclosing(state, place)
    if code is None or state.noted("escaped", code) is not None:
        return False
    sites = state.sites_of(code)
    return bool(sites) and all(site.first for site in sites) and len({site.first for site in sites}) == 1


def _is_before_all(state: State, code: FunctionCode, target: str, place: Location) -> bool:
    """Whether the top level of a script sets a variable before it first comes to a function."""
    if not target.startswith("global:") or state.is_imported(code.module.path):
        return False
    _, path, name = target.split(":", 2)
    binding = state.global_binding(path, name) if path == code.module.path else None
    if binding is None or binding.versions is None or place not in binding.versions:
        return False
    return not state.reaching(code.module).may_run_before(place, code.module.location(code.node))


def _pending(
    state: State,
    code: FunctionCode,
    target: str,
    places: Iterable[Location],
    over: dict[tuple[str, Location], bool],
) -> Iterator[Location]:
    """The changes that are not over before a function reads.  over: what is known of that already."""
    for place in places:
        if (target, place) not in over:
            over[target, place] = _is_over(state, code, target, place)
        if not over[target, place]:
            yield place


def changed_later(state: State, code: FunctionCode, target: str, field: str) -> Location | None:
    """Where a field of an object changes that is not over when the program first comes to a function."""
    where = state.changed_at(target, field, lazily=False)
    if where is None:
        return None
    places = {where, *_changes(state, target, field, lazily=False)}
    return next((place for place in sorted(places) if not _is_over(state, code, target, place)), None)


def _changes(state: State, target: str, field: str, lazily: bool) -> list[Location]:
    """All places that change what `changed_at` speaks of."""
    if target.startswith("global:"):
        field = target.rpartition(":")[2]
    names = [f"{target}.{field}"]
    if target.startswith(("class:", "attr:")):
        names.append(f"{target}.[any]")
    if target in state.heap.objects:
        names += [
            f"{target}.[any]",
            f"{ANY_OBJECT}.{field}",
            *([f"{TRAINABLE}.{field}"] if field == "trainable" else []),
            *([f"{target}.{LAZY}{field}"] if lazily else []),
        ]
        if any(isinstance(atom, Array) for atom in state.heap[target].fields.get(field, ())):
            names.append("arrays")
    noted = (where for name in names for where in state.all_noted(f"changes of {name}"))
    return [where for where in noted if isinstance(where, Location)]


def _is_called(state: State, event: Event) -> bool:
    """Whether a method of an object that cannot be seen is looked up only to be called."""
    if event.target != ANY_OBJECT:
        return False
    read = span_of(event.where)
    known = places_in(state, event.where.path, enclosing(state, event.where)).expressions.values()
    return any(isinstance(call, ast.Call) and span(call.func) == read for call in known)


def _misses(state: State, event: Event, field: str, where: Location) -> bool:
    """Whether a change of something that is not seen is taken to miss an attribute which a method reads of `self`.

    That it does is part of what is assumed of settled state.
    """
    reader = enclosing(state, event.where)
    if reader is None or reader.cls is None or not _is_of_unseen(state, field, where):
        return False
    if span_of(event.where) not in found_once(reader.node, of_first_parameter):
        return False
    changer = enclosing(state, where)
    return _is_of_another_class(state, reader.cls, changer) or (
        not _is_named(state, field, {where})
        and (
            changer is None or changer.cls is None or span_of(where) not in found_once(changer.node, _on_self)
        )
    )


def _is_of_another_class(state: State, cls: ClassCode, changer: FunctionCode | None) -> bool:
    """Whether a function is a method of a class that is neither above nor below another one."""
    if changer is None or changer.cls is None:
        return False
    return cls not in linearise(state, changer.cls) and changer.cls not in linearise(state, cls)


def _on_self(method: ast.AST) -> frozenset[Span]:
    """Where a method sets attributes of its first parameter by names: `setattr(self, …)`, `vars(self)[…]`."""
    first = first_parameter(method)
    nodes = (node for node in walk(method) if isinstance(node, (ast.Call, ast.Subscript)))
    owners = ((node, _owner(node)) for node in nodes)
    return frozenset(span(n) for n, owner in owners if isinstance(owner, ast.Name) and owner.id == first)


def _owner(node: ast.expr) -> ast.expr | None:
    """The `x` of `setattr(x, …)`, `x.__dict__[…]`, `vars(x)[…]` and `vars(x).update(…)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.args[0] if node.args else None
    if isinstance(node, ast.Attribute) and node.attr == "__dict__":
        return node.value
    inner = node.func if isinstance(node, ast.Call) else node
    return _owner(inner.value) if isinstance(inner, (ast.Attribute, ast.Subscript)) else None


def _of_new_objects(changer: ast.AST) -> frozenset[Span]:
    """Where a function sets attributes of what it has just made: of what a class gave it, or a call in `__init__`.

    It stands in a local variable, or in an attribute of the object that is being made.
    """
    making = getattr(changer, "name", "") in MAKERS
    made: set[str] = set()
    found: set[Span] = set()
    for node in walk(changer):
        if not isinstance(node, ast.Assign):
            continue
        if isinstance(node.value, ast.Call) and (making or called_name(node.value)[:1].isupper()):
            made |= {ast.unparse(t) for t in node.targets if making or isinstance(t, ast.Name)}
        parts = [part for target in node.targets for part in walk(target)]
        attributes = [part for part in parts if isinstance(part, ast.Attribute)]
        found |= {span(part) for part in attributes if ast.unparse(part.value) in made}
    return frozenset(found)


def _is_named(state: State, field: str, places: Iterable[Location]) -> bool:
    """Whether one of the changes names the attribute; `setattr` of a computed name seldom means a method."""
    return not {*state.all_noted(f"changes of {ANY_OBJECT}.{field}")}.isdisjoint(places)


def _is_bound_before(state: State, event: Event) -> bool:
    """Whether a variable of an enclosing function is only bound before the function is made that reads it."""
    reader, name = enclosing(state, event.where), event.field
    while reader is not None and reader.parent is not None:
        owner = reader.parent
        if event.target is not None and event.target.startswith(f"env:{owner.key}:"):
            cell = state.cell(event.target, name) if name is not None else None
            if (
                name is None
                or cell is None
                or not cell.value
                or any(isinstance(a, Array) for a in cell.value)
            ):
                return False  # what is recorded may be a change in place
            return _binds_before(state, owner, reader, name)
        reader = owner
    return False


def _binds_before(state: State, owner: FunctionCode, made: FunctionCode, name: str) -> bool:
    places, definition = places_in(state, owner.module.path, owner), span(made.node)
    bindings = places.bindings.get(name, [])
    loops = [loop for loop in places.loops if contains(loop, definition)]
    return (
        all(place[2:] <= definition[:2] for place in bindings)
        and not any(contains(loop, place) for loop in loops for place in bindings)
        and not any(name in other.scope.nonlocals for other in owner.module.functions)
    )


def _is_of_another_program(state: State, reader: FunctionCode, field: str, where: Location) -> bool:
    """Whether it changes an object that cannot be seen, in another program than those that come to the reader.

    That is so where nothing that leads to the changer leads to the reader, too, or where no program that comes to the
    reader imports the module of the change.
    """
    if not _is_of_unseen(state, field, where):
        return False
    changer = enclosing(state, where)
    if changer is not None and state.callers_of(changer) and changer not in state.run_with(reader):
        return True
    programs = state.above(reader).starts
    return bool(programs) and not state.loads({reader.module.path, *programs}, where.path)


def _is_of_other_runs(state: State, event: Event, where: Location) -> bool:
    """Whether only programs make a change that never load the module in which something is read.

    Scripts of one project share helpers, and a helper that is handed functions runs those of each script; each process
    has options and variables of its own.
    """
    changer = enclosing(state, where)
    if changer is None:
        return False
    starts = set(state.above(changer).starts)
    if not starts or state.loads(starts, event.where.path):
        return False
    leading = {changer, *state.leading_to(changer)}
    return not any(is_called_unseen(state, code) or not state.sites_of(code) for code in leading)


def _is_of_any_name(state: State, code: FunctionCode, target: str, where: Location) -> bool:
    """Whether it sets names that cannot be seen, on objects that cannot be seen, and not between two calls of the reader."""
    return state.noted(f"changes of {ANY_OBJECT}.[any]", where) is not None and not comes_between(
        state, code, target, where
    )


def _is_of_unseen(state: State, field: str, where: Location) -> bool:
    """Whether a change is one of an object that cannot be seen."""
    changes = (f"changes of {ANY_OBJECT}.{name}" for name in (field, "[any]"))
    return any(state.noted(table, where) is not None for table in changes)


def _is_doubtful(state: State, graph: FunctionCode, target: str, field: str, where: Location) -> bool:
    """Whether nobody should be told of a change beside a graph that somebody made on purpose.

    That is so where the object that changes cannot be seen, and where no change is seen between two calls of the graph.
    """
    return _is_of_unseen(state, field, where) or not comes_between(state, graph, target, where)


def _is_over(state: State, reader: FunctionCode, target: str, where: Location) -> bool:
    return (
        _is_preparation(state, reader, target, where)
        or precedes(state, reader, target, where)
        or precedes_definition(state, reader, target, where)
        or is_defined_anew(state, reader, where)
        or follows(state, reader, target, where)
        or succeeds(state, reader, target, where)
        or _is_behind(state, reader, where)
        or is_put_back(state, reader, where)
    )


def _is_preparation(state: State, reader: FunctionCode, target: str, where: Location) -> bool:
    """Whether a change is made by tests, by what only tests call, or by what sets an object up.

    What outside callers do with a setter cannot be seen either: that they do it first is an assumption.
    """
    changer = enclosing(state, where)
    if is_test(where.path):
        return True
    if changer is None:
        return _is_before(state, reader, target, where)
    if changer.name in _RESTORING and (target in state.heap.objects or target == ANY_OBJECT):
        return True  # What Python calls to copy or restore an object sets up another one, even where nothing is known of it.
    if changer.name in MAKERS and target == ANY_OBJECT and not state.sites_of(changer):
        return True  # Only users make such an object, which sets up what it is given.
    if _wraps_makers(state, changer):
        return True
    if leaves_to_users(state, reader, changer, target, where):
        return True
    if target not in state.heap.objects and span_of(where) in found_once(changer.node, _of_new_objects):
        return True
    return _prepares(state, reader, changer, target, where)


_Starts = Mapping[str, Number] | None


def _prepares(
    state: State, reader: FunctionCode, changer: FunctionCode, target: str, where: Location
) -> bool:
    """Whether all calls of what changes something are over before each program first comes to the reader.

    That is so by the statements at its top level, or as one function of it, which runs once, makes the steps. A
    constructor that does so changes another object than its own, or something that objects share.
    """
    making = changer.name in MAKERS
    last = _last_makings(state, changer) if making else _last_calls(state, changer)
    starts = state.above(reader).starts
    return last is not None and all(
        path not in starts
        or number < starts[path]
        or not _may_have(state, path, target)
        or precedes(state, reader, target, where, path)
        for path, number in last.items()
    )


def _may_have(state: State, program: str, target: str) -> bool:
    """Whether an object may be there while a program runs: the program loads the module that makes it."""
    if target not in state.heap.objects:
        return True
    home = state.heap[target].where.path
    return home == program or state.loads({program}, home)


def _last_calls(state: State, code: FunctionCode) -> _Starts:
    """For each module whose top level leads to a function, the last statement that does; None where callers are unseen."""
    state.track.read(("above", code))
    graph = state.call_graph()
    if graph.prepared is None:
        graph.prepared = {}
        for component in graph.components:
            graph.prepared.update(dict.fromkeys(component, _last_starts(state, component, graph.prepared)))
    return graph.prepared.get(code)


def _last_makings(state: State, maker: FunctionCode) -> _Starts:
    """The same for what makes objects, each at a call that is seen; None where none is."""
    sites = [site for site in state.sites_of(maker) if not is_test(site.where.path)]
    _last_calls(state, maker)
    known = state.call_graph().prepared or {}
    found: dict[str, Number] = {}
    for site in sites:
        last = _last_of(state, maker, site, known)
        if last is None:
            return None
        for path, number in last.items():
            found[path] = max(found.get(path, number), number)
    return found if sites else None


def _last_starts(
    state: State, component: list[FunctionCode], known: Mapping[FunctionCode, _Starts]
) -> _Starts:
    """For each module whose top level leads to functions that call each other, tests aside, the last statement that does.

    None where callers are unseen.  known: the same for what calls them; what sets an object up is not followed further.
    """
    found: dict[str, Number] = {}
    graph, members = state.call_graph(), set(component)
    graph.walked += len(component)
    for code in component:
        sites = graph.sites.get(code, frozenset())
        if code.name in MAKERS or found_once(code.node, _makes_own_class):
            continue
        if not sites and not _is_setter(code):
            return None
        for site in sites:
            if is_test(site.where.path) or site.caller in members:
                continue
            last = _last_of(state, code, site, known)
            if last is None:
                return None
            for path, number in last.items():
                found[path] = max(found.get(path, number), number)
    return found


def _last_of(
    state: State, code: FunctionCode, site: CallSite, known: Mapping[FunctionCode, _Starts]
) -> _Starts:
    end = lasts_until(state, code, site)
    if end is None:
        return None
    caller = site.caller or enclosing(state, site.where)  # an operation may run what no function calls
    if caller is None:
        return {site.where.path: last_number(state.modules[site.where.path], end)}
    return known.get(caller)


def _wraps_makers(state: State, changer: FunctionCode) -> bool:
    """Whether a function is what a decorator puts around constructors, and around nothing else: it sets up their objects."""
    if changer.parent is None or changer.parent.parent is not None:
        return False
    functions = (code for module in state.modules.values() for code in module.functions)
    wrapped = {
        code.name
        for code in functions
        if code.decorators and changer.parent.name in decorator_names(Function(code))
    }
    return bool(wrapped) and wrapped.issubset(MAKERS)


def _makes_own_class(function: ast.AST) -> bool:
    """Whether it is a class method that makes an object of its class, and sets that up: `from_config`."""
    if not isinstance(function, ast.FunctionDef) or not function.args.args:
        return False
    decorated = any(
        isinstance(each, ast.Name) and each.id == "classmethod" for each in function.decorator_list
    )
    calls = (node.func for node in walk(function) if isinstance(node, ast.Call))
    return decorated and any(
        isinstance(called, ast.Name) and called.id == function.args.args[0].arg for called in calls
    )


def _is_before(state: State, reader: FunctionCode, target: str, where: Location) -> bool:
    """Whether a place at module level is behind the program when it first comes to the reader.

    A module whose top level leads to the reader is a program, and executed statement by statement; others are imports,
    which are over before.  One that a function imports, or the program behind the first call, may find what reads at work,
    unless it makes what it changes.
    """
    starts = state.above(reader).starts
    if where.path in starts:
        return statement_number(state.modules[where.path], where) < starts[where.path]
    if target in state.heap.objects and state.heap[target].where.path == where.path:
        return True
    lines = {path: statement_at(state.modules[path], start).lineno for path, start in starts.items()}
    return not any(state.loads_late(path, line, where.path) for path, line in lines.items())


_SETTING_UP = re.compile(r"(set|build|init|load|restore|configure|compile|setup|set_up|initiali[sz]e)(_|$)")
"""How functions are called that set something up, or read what an earlier run has saved."""


def _is_setter(code: FunctionCode) -> bool:
    """Whether callers that cannot be seen call it to set something up, if they do."""
    if decorator_names(Function(code)) & {"setter", "contextmanager"} or _SETTING_UP.match(code.name):
        return True
    return code.cls is not None and code.name.startswith("_") and not code.name.endswith("__")


def _is_behind(state: State, reader: FunctionCode, where: Location) -> bool:
    """Whether one module alone leads to the reader and to a change, to this only behind the last statement that reads."""
    if _may_run_at_any_time(state, reader):
        return False
    changer, last = enclosing(state, where), _last_calls(state, reader)
    if changer is None:
        first: Mapping[str, Number] = {where.path: statement_number(state.modules[where.path], where)}
    else:
        first = {} if is_called_unseen(state, changer) else state.above(changer).starts
    if last is None or len(last) != 1 or last.keys() != first.keys():
        return False
    (path,) = last
    if changer is not None or last[path] != first[path]:
        return last[path] < first[path]
    return _is_target(statement_at(state.modules[path], first[path]), where)


def _may_run_at_any_time(state: State, code: FunctionCode) -> bool:
    """Whether code that cannot be seen has a function that leads to one: a thread, an executor, a framework."""
    escaped, graph = state.all_noted("escaped"), state.call_graph()
    if graph.escaping is None:
        graph.escaping = graph.below(each for each in escaped if isinstance(each, FunctionCode))
    state.track.read(("above", code))
    return code in graph.escaping


def _is_target(statement: ast.stmt, where: Location) -> bool:
    """Whether a place is a variable that an assignment sets: once all calls in it have returned."""
    if not isinstance(statement, ast.Assign):
        return False
    parts = [part for target in statement.targets for part in walk(target)]
    names = [span(part) for part in parts if isinstance(part, ast.Name)]
    return span_of(where) in names and not any(isinstance(part, ast.Call) for part in parts)
