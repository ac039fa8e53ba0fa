"""What one analysis keeps while it runs: the program, the heap, name bindings, summaries of calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from hybridize_analyzer.project.modules import ModuleNames
from hybridize_analyzer.report import Location
from hybridize_analyzer.semantics.events import Event, Kind
from hybridize_analyzer.semantics.heap import ELEMENTS, Heap
from hybridize_analyzer.semantics.program import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.semantics.values import NOTHING, TOP, Atom, Value, union, widen

MAX_EVENTS = 30
ANY_OBJECT = "attr:any"
"""Where attributes are recorded that are set on objects which cannot be told."""
Bindings = dict[str, Value]


@dataclass(slots=True)
class Summary:
    """The effect of one call: what it returns, does and makes.

    allocated: keys of objects and activations made during the call.  ops: TensorFlow operations executed once,
    counting loop bodies once.  size: the same, counting what an unrolled loop repeats.
    """

    returned: Value = NOTHING
    events: dict[tuple[object, ...], Event] = field(default_factory=dict)
    allocated: frozenset[str] = frozenset()
    ops: int = 0
    done: bool = False


@dataclass(slots=True)
class Context:
    """One way in which a function is called: its arguments, and from where."""

    arguments: Bindings
    receiver: Atom | None
    summary: Summary
    env: str | None = None
    sites: set[CallSite] = field(default_factory=set)
    growth: int = 0


@dataclass(frozen=True, slots=True)
class CallSite:
    """caller: the calling function, None for module level.  loop: inside a loop.  traced: inside a graph."""

    where: Location
    caller: FunctionCode | None
    loop: bool = False
    traced: bool = False
    guarded: bool = False
    temporary: bool = False
    mapped: bool = False
    conditional: bool = False
    assumed: bool = False


@dataclass(slots=True)
class Binding:
    """A module-level or closure variable: all it may hold, and where it is bound again after its first time."""

    value: Value = NOTHING
    first: Location | None = None
    rebound: Location | None = None
    growth: int = 0


@dataclass(eq=False, slots=True)
class Frame:
    """One activation while it is being evaluated."""

    module: ModuleCode
    function: FunctionCode | None
    env: str
    names: Bindings
    outer: str | None = None
    receiver: Atom | None = None
    cls: ClassCode | None = None
    returned: Value = NOTHING
    events: dict[tuple[object, ...], Event] = field(default_factory=dict)
    allocated: set[str] = field(default_factory=set)
    ops: int = 0
    loop: int = 0
    guard: int = 0
    calls: int = 0
    mapped: int = 0
    conditional: int = 0
    traced: bool = False
    symbolic: list[frozenset[str]] = field(default_factory=list)
    symbolic_return: ast.AST | None = None
    graph_loops: int = 0
    breaks: list[list[Bindings]] = field(default_factory=list)
    continues: list[list[Bindings]] = field(default_factory=list)
    yielded: Value = NOTHING


@dataclass(eq=False, slots=True)
class State:
    modules: dict[str, ModuleCode]
    names: ModuleNames
    heap: Heap = field(default_factory=Heap)
    globals: dict[str, dict[str, Binding]] = field(default_factory=dict)
    cells: dict[str, dict[str, Binding]] = field(default_factory=dict)
    outer: dict[str, str | None] = field(default_factory=dict)
    contexts: dict[FunctionCode, dict[object, Context]] = field(default_factory=dict)
    recursive: set[FunctionCode] = field(default_factory=set)
    stack: list[tuple[FunctionCode, Context]] = field(default_factory=list)
    evaluated: set[str] = field(default_factory=set)
    decorated: dict[FunctionCode, Value] = field(default_factory=dict)
    wrapped: dict[FunctionCode, Location] = field(default_factory=dict)
    escaped: dict[FunctionCode, Location] = field(default_factory=dict)
    traced_by: dict[FunctionCode, Location] = field(default_factory=dict)
    assumed_tensors: dict[tuple[FunctionCode, str], Location] = field(default_factory=dict)
    tensor_uses: dict[tuple[FunctionCode, str], Location] = field(default_factory=dict)
    classes: dict[ClassCode, Bindings] = field(default_factory=dict)
    defaults: dict[FunctionCode, Bindings] = field(default_factory=dict)
    bases: dict[ClassCode, tuple[Value, ...]] = field(default_factory=dict)
    orders: dict[ClassCode, list[ClassCode | str]] = field(default_factory=dict)
    metaclass: set[ClassCode] = field(default_factory=set)
    dataclasses: dict[ClassCode, bool] = field(default_factory=dict)
    called_layers: dict[str, int] = field(default_factory=dict)
    exploring: bool = False
    strict: bool = False
    failures: dict[FunctionCode | ModuleCode, str] = field(default_factory=dict)
    settled: bool = False

    def emit(self, frame: Frame, node: ast.AST, kind: Kind, message: str, **more: str | None) -> None:
        """Records an event of the running activation; reads only of what is known to change."""
        target, name = more.get("target"), more.get("field")
        if kind is Kind.READ and (target is None or self.changed_at(target, name or ELEMENTS) is None):
            return
        record(
            frame.events,
            Event(kind, message, frame.module.location(node), target, name),
        )

    def changed_at(self, target: str, field: str) -> Location | None:
        """Where a name or field that a trace would freeze is changed after it was made."""
        if target.startswith("global:"):
            _, path, name = target.split(":", 2)
            binding = self.globals.get(path, {}).get(name)
            return binding.rebound if binding is not None else None
        if target.startswith(("env:", "class:", "attr:")):
            binding = self.cells.get(target, {}).get(field)
            return binding.rebound if binding is not None else None
        found = self.heap.objects.get(target)
        if found is None:
            return None
        unknown = self.cells.get(ANY_OBJECT, {}).get(field)
        return (
            found.changed.get(field) or found.changed.get("[any]") or (unknown.rebound if unknown else None)
        )

    def bind_global(
        self, path: str, name: str, value: Value, where: Location, *, again: bool, early: bool = False
    ) -> None:
        """early: no function of the project has been called yet, so none can have seen the old value."""
        if early and not again:
            self.globals.setdefault(path, {}).setdefault(name, Binding()).first = where
        self._bind(self.globals.setdefault(path, {}), name, value, where, again=again)

    def bind_cell(self, env: str, name: str, value: Value, where: Location, *, again: bool) -> None:
        self._bind(self.cells.setdefault(env, {}), name, value, where, again=again)

    def _bind(
        self, table: dict[str, Binding], name: str, value: Value, where: Location, *, again: bool
    ) -> None:
        if self.heap.frozen:
            return
        binding = table.setdefault(name, Binding())
        if binding.first is None:
            binding.first = where
            self.heap.version += 1
        if (again or binding.first != where) and binding.rebound is None:
            binding.rebound = where
            self.heap.version += 1
        if value <= binding.value or binding.value == TOP:
            return
        binding.growth += 1
        new = widen(binding.value, value) if binding.growth > 6 else union(binding.value, value)
        if new != binding.value:
            binding.value = new
            self.heap.version += 1


def record(events: dict[tuple[object, ...], Event], event: Event, call: Location | None = None) -> None:
    """Adds an event (seen through a `call`) unless it is known; a flood keeps one of each kind and target."""
    key = event.identity if len(events) < MAX_EVENTS else (event.kind.value, event.target, event.field)
    if key not in events and len(events) < 4 * MAX_EVENTS:
        events[key] = event if call is None else event.through(call)
