"""Who calls whom, as the finished analysis knows it, and what leads to each function.

Functions that call each other are one strongly connected component (R. Tarjan, "Depth-first search and linear graph
algorithms", 1972); components come in an order in which callers stand before what they call, so that what leads to all
functions is known after one walk over the graph, however many ask for it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import TypeVar

from hybridize_analyzer.domain.events import Event
from hybridize_analyzer.domain.summaries import CallSite, Context
from hybridize_analyzer.domain.tracking import Running
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location

Sites = frozenset[CallSite]
_NO_FUNCTIONS: frozenset[FunctionCode] = frozenset()
_Ordered = TypeVar("_Ordered", Location, str)
Number = tuple[int, ...]
"""Where a statement at module level stands: its number, and its numbers in the branches and `with` blocks around it.

Of two statements the one with the smaller number is executed first, if both are; a loop is one statement.
"""


@dataclass(frozen=True, slots=True)
class Above:
    """What leads to a function, its own visible calls included.

    repeated: the first of them that is in a loop, or mapped over many values.  driven: the first that a loop makes again and
    again for other values, outside of graphs and tests.  guarded: the first that a handler surrounds.
    survived: the first whose exceptions the program survives without one.
    starts: for each module whose top level leads to the function, the number of the first statement that does.
    unseen: a function that leads to it, takes arguments, and has no visible call.  public: one that leads to it, takes
    arguments, and has a public name.
    """

    repeated: Location | None = None
    driven: Location | None = None
    guarded: Location | None = None
    starts: Mapping[str, Number] = field(default_factory=dict)
    unseen: str | None = None
    public: str | None = None
    survived: Location | None = None


@dataclass(eq=False, slots=True)
class Opened:
    """Graphs that leave lengths of their arguments open: `open` themselves, and what they lead to.

    closed: what other graphs lead to.  found: what each function does in each of the graphs, once that has been asked for,
    and read: what that rests on.
    """

    open: list[FunctionCode]
    below: set[FunctionCode]
    closed: set[FunctionCode]
    found: dict[FunctionCode, dict[FunctionCode, list[Event]]] | None = None
    read: Running | None = None


@dataclass(frozen=True, slots=True)
class PassedOn:
    """Who reads an attribute in the call that has set it.

    closed: the functions that set it before they, or what they call, read it.  open: those that read what their callers set.
    """

    closed: frozenset[FunctionCode]
    open: frozenset[FunctionCode]


@dataclass(eq=False, slots=True)
class CallGraph:
    """sites: the visible calls of each function.  callers: the functions that make them.  callees: the other way round.

    contexts: the ways in which each function is called.  modules: by path, for the order of statements.
    components: functions that call each other, callers before what they call.  above: of each function.
    prepared: the last calls that lead to each function.  led: the calls in one function that lead to another on an object.
    programs: what runs with a function.  run_at_top: what the top level of a module leads to.
    uncertain: functions that may be left out in some runs.
    differentiating: those that lead to gradients.  distributing: those that lead to replicas.
    recorded: those that a tape may record.  on_tape: those that may be called while one is open.
    opened: graphs with open lengths.
    escaping: functions that unseen code is given, and what these lead to.
    batched: functions that Keras runs for any number of examples.  loaded: the modules that programs load, None for any.
    early: those that a program loads before a line.  by_key: the functions of all modules.
    calls: what each visible call may run, by its place.  named: functions by their names.
    passed_on: of attributes of objects of a class.  uses: of names.
    orders: how functions set and read attributes.  setting: which of them may set some.
    parts: attributes that constructors set, and those that something else does, with the names of functions.
    leading_by_body: where the calls stand that lead to a function, by the module and the function around them.
    All but the first six are found out by those who ask first.
    walked: how many functions have been visited, which the tests hold against the size of the program.
    """

    contexts: Mapping[FunctionCode, Mapping[object, Context]]
    modules: Mapping[str, ModuleCode]
    sites: dict[FunctionCode, Sites] = field(default_factory=dict)
    callers: dict[FunctionCode, frozenset[FunctionCode]] = field(default_factory=dict)
    callees: dict[FunctionCode, set[FunctionCode]] = field(default_factory=dict)
    components: list[list[FunctionCode]] = field(default_factory=list)
    above: dict[FunctionCode, Above] = field(default_factory=dict)
    prepared: dict[FunctionCode, Mapping[str, Number] | None] | None = None
    programs: dict[FunctionCode, set[FunctionCode]] = field(default_factory=dict)
    started: dict[str, set[FunctionCode]] = field(default_factory=dict)
    run_at_top: dict[str, set[FunctionCode]] = field(default_factory=dict)
    led: dict[object, list[tuple[int, int, int, int]]] = field(default_factory=dict)
    uncertain: set[FunctionCode] | None = None
    differentiating: set[FunctionCode] | None = None
    distributing: set[FunctionCode] | None = None
    recorded: set[FunctionCode] | None = None
    on_tape: set[FunctionCode] | None = None
    opened: Opened | None = None
    escaping: set[FunctionCode] | None = None
    batched: set[FunctionCode] | None = None
    imported: dict[str, frozenset[str] | None] = field(default_factory=dict)
    loaded: dict[frozenset[str], frozenset[str] | None] = field(default_factory=dict)
    early: dict[tuple[str, int], frozenset[str]] = field(default_factory=dict)
    by_key: dict[str, list[FunctionCode]] | None = None
    calls: dict[Location, set[FunctionCode]] = field(default_factory=dict)
    passed_on: dict[tuple[str, ClassCode | None], PassedOn | None] = field(default_factory=dict)
    uses: object = None
    named: dict[str, list[FunctionCode]] = field(default_factory=dict)
    orders: dict[tuple[FunctionCode, str], object] = field(default_factory=dict)
    setting: object = None
    parts: tuple[Set[str], Set[str]] | None = None
    leading_by_body: dict[
        FunctionCode, Mapping[tuple[str, FunctionCode | None], list[tuple[int, int, int, int]]]
    ] = field(default_factory=dict)
    walked: int = 0

    def all_sites(self) -> Iterator[tuple[FunctionCode, list[CallSite]]]:
        """Each function with its calls, those of callers that cannot be seen included."""
        for code, known in self.contexts.items():
            yield code, [site for context in known.values() for site in context.sites]

    def sites_above(self, code: FunctionCode) -> Iterator[CallSite]:
        """The visible calls of a function and of all that leads to it, in no particular order."""
        for current in self.leading_to(code):
            yield from self.sites.get(current, ())

    def leading_to(self, code: FunctionCode) -> set[FunctionCode]:
        """The functions that lead to one, itself included."""
        return self._reached([code], self.callers)

    def below(self, codes: Iterable[FunctionCode]) -> set[FunctionCode]:
        """The functions that some lead to, themselves included."""
        return self._reached(codes, self.callees)

    def run_with(self, code: FunctionCode) -> set[FunctionCode]:
        """The functions that are run by what leads to a function: by its callers, and by the modules that call them."""
        found = self.programs.get(code)
        if found is None:
            above = self.leading_to(code)
            paths = {s.where.path for c in above for s in self.sites.get(c, ()) if s.caller is None}
            found = set().union(*map(self.run_by, paths))
            self.programs[code] = self._reached(above, self.callees, found)
        return found

    def run_by(self, path: str) -> set[FunctionCode]:
        """The functions that the top level of a module leads to."""
        found = self.run_at_top.get(path)
        if found is None:
            found = self.run_at_top[path] = self.below(self.started_by(path))
        return found

    def called_at(self, where: Location) -> Collection[FunctionCode]:
        """The functions that a visible call is seen to run."""
        if not self.calls:
            for code, sites in self.sites.items():
                for site in sites:
                    self.calls.setdefault(site.where, set()).add(code)
        return self.calls.get(where, _NO_FUNCTIONS)

    def functions_named(self, name: str) -> Collection[FunctionCode]:
        """The functions and methods of a name, wherever they are defined."""
        if not self.named:
            for module in self.modules.values():
                for code in module.functions:
                    self.named.setdefault(code.name, []).append(code)
        return self.named.get(name, ())

    def started_by(self, path: str) -> set[FunctionCode]:
        """The functions that a module calls at its top level."""
        if not self.started:
            for code, sites in self.sites.items():
                for site in sites:
                    if site.caller is None:
                        self.started.setdefault(site.where.path, set()).add(code)
        return self.started[path]

    def _reached(
        self,
        codes: Iterable[FunctionCode],
        edges: Mapping[FunctionCode, Iterable[FunctionCode]],
        found: set[FunctionCode] | None = None,
    ) -> set[FunctionCode]:
        """What some functions lead to along the edges; added to `found`, of which it is known already where it leads."""
        found = set() if found is None else found
        pending = [code for code in codes if code not in found]
        found.update(pending)
        while pending:
            self.walked += 1
            new = set(edges.get(pending.pop(), ())) - found
            found |= new
            pending += new
        return found


def call_graph(
    contexts: Mapping[FunctionCode, Mapping[object, Context]], modules: Mapping[str, ModuleCode]
) -> CallGraph:
    """The call graph of a finished analysis.

    contexts: the ways in which each function is called.  modules: those of the analysis, by path.
    """
    graph = CallGraph(contexts, modules)
    for code, known in contexts.items():
        visible = frozenset(s for c in known.values() for s in c.sites if not s.assumed)
        graph.sites[code] = visible
        graph.callers[code] = frozenset(s.caller for s in visible if s.caller is not None)
        for caller in graph.callers[code]:
            graph.callees.setdefault(caller, set()).add(code)
    graph.components = list(_components(graph.callers))
    for component in graph.components:
        graph.walked += len(component)
        _see_above(graph, component)
    return graph


def statement_number(module: ModuleCode, where: Location) -> Number:
    """The number of the statement at module level that a place is in; decorators stand before what `ast` calls `def`."""
    return tuple(_numbers(module.tree.body, (where.end_line, where.end_column - 1)))


def last_number(module: ModuleCode, place: tuple[int, int, int, int]) -> Number:
    """The number of the statement at module level at whose end a place ends: of a whole `with` statement its own."""
    return tuple(_numbers(module.tree.body, place[2:]))


def statement_at(module: ModuleCode, number: Number) -> ast.stmt:
    """The statement that has a number."""
    body = module.tree.body
    for outer in number[:-1]:
        body = _blocks(body[outer])
    return body[number[-1]]


def _numbers(body: list[ast.stmt], end: tuple[int, int]) -> Iterator[int]:
    number = _number(body, end)
    yield number
    inner = _blocks(body[number]) if number < len(body) else []
    if inner and end > (inner[0].lineno, inner[0].col_offset):
        yield from _numbers(inner, end)


def _blocks(statement: ast.stmt) -> list[ast.stmt]:
    """What stands in a statement and is executed in the order in which it is written, once at most."""
    if isinstance(statement, ast.If):
        return statement.body + statement.orelse
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        return statement.body
    return []


def _number(body: list[ast.stmt], end: tuple[int, int]) -> int:
    low, high = 0, len(body)
    while low < high:
        middle = (low + high) // 2
        if end <= _end(body[middle]):
            high = middle
        else:
            low = middle + 1
    return low


def _end(statement: ast.stmt) -> tuple[int, int]:
    return statement.end_lineno or statement.lineno, statement.end_col_offset or statement.col_offset


def is_public(name: str) -> bool:
    """Whether those who import a library may call it: Python calls `__call__` and the like for them."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


def _see_above(graph: CallGraph, component: list[FunctionCode]) -> None:
    """What leads to functions that call each other; what leads to their other callers is known."""
    members = set(component)
    outer = {caller for code in component for caller in graph.callers.get(code, ())} - members
    known = [graph.above[caller] for caller in outer]
    sites = [site for code in component for site in graph.sites.get(code, ())]
    repeated = _first([*(a.repeated for a in known), *(s.where for s in sites if s.loop or s.mapped)])
    eager = {s.caller for s in sites if s.caller is not None and not s.traced} & outer
    driven = _first([*(graph.above[c].driven for c in eager), *(s.where for s in sites if drives(s))])
    guarded = _first([*(a.guarded for a in known), *(s.where for s in sites if s.guarded or s.caught_errors)])
    survived = _first([*(a.survived for a in known), *(s.where for s in sites if s.survived)])
    starts = _starts(graph, known, sites)
    unseen = _first([*(a.unseen for a in known), *(c.qualname for c in outer if _is_unseen(graph, c))])
    public = _first([*(a.public for a in known), *(c.qualname for c in outer if _is_open(c))])
    others = sorted((c.qualname, c.key) for c in component if _is_open(c)) if len(component) > 1 else []
    for code in component:
        beside = _first([public, *(name for name, key in others[:2] if key != code.key)])
        graph.above[code] = Above(repeated, driven, guarded, starts, unseen, beside, survived)


def drives(site: CallSite) -> bool:
    """Whether a call is made again and again in eager code: by a loop, but not one through the layers of a network."""
    return ((site.loop and not site.parts) or site.mapped) and not (site.traced or is_test(site.where.path))


def _starts(graph: CallGraph, known: Iterable[Above], sites: Iterable[CallSite]) -> Mapping[str, Number]:
    found: dict[str, Number] = {}
    for site in sites:
        if site.caller is None:
            path = site.where.path
            number = statement_number(graph.modules[path], site.where)
            found[path] = min(found.get(path, number), number)
    tables = [a.starts for a in known if a.starts]
    if not found and len({id(table) for table in tables}) == 1:
        return tables[0]
    for table in tables:
        for path, number in table.items():
            found[path] = min(found.get(path, number), number)
    return found


def _is_unseen(graph: CallGraph, code: FunctionCode) -> bool:
    return not graph.sites.get(code) and _takes_arguments(code)


def _is_open(code: FunctionCode) -> bool:
    return code.parent is None and is_public(code.name) and _takes_arguments(code)


def _takes_arguments(code: FunctionCode) -> bool:
    arguments = code.node.args
    count = len(code.named) + (arguments.vararg is not None) + (arguments.kwarg is not None)
    # pytest calls tests, with what the program shows.
    return count > (code.cls is not None) and not code.name.startswith("test")


def _components(callers: Mapping[FunctionCode, Iterable[FunctionCode]]) -> Iterator[list[FunctionCode]]:
    """The strongly connected components, callers first."""
    number: dict[FunctionCode, int] = {}
    lowest: dict[FunctionCode, int] = {}
    open_: dict[FunctionCode, None] = {}
    for root in callers:
        if root in number:
            continue
        path: list[tuple[FunctionCode, Iterator[FunctionCode]]] = []
        _enter(root, callers, number, lowest, open_, path)
        while path:
            code, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[code])
                if lowest[code] == number[code]:
                    yield _close(code, open_)
            elif following not in number:
                _enter(following, callers, number, lowest, open_, path)
            elif following in open_:
                lowest[code] = min(lowest[code], number[following])


def _enter(
    code: FunctionCode,
    callers: Mapping[FunctionCode, Iterable[FunctionCode]],
    number: dict[FunctionCode, int],
    lowest: dict[FunctionCode, int],
    open_: dict[FunctionCode, None],
    path: list[tuple[FunctionCode, Iterator[FunctionCode]]],
) -> None:
    number[code] = lowest[code] = len(number)
    open_[code] = None
    path.append((code, iter(callers.get(code, ()))))


def _close(code: FunctionCode, open_: dict[FunctionCode, None]) -> list[FunctionCode]:
    component: list[FunctionCode] = []
    while not component or component[-1] is not code:
        component.append(open_.popitem()[0])
    return component


def _first(found: Iterable[_Ordered | None]) -> _Ordered | None:
    return min((f for f in found if f is not None), default=None)
