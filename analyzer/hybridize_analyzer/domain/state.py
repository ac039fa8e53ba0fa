"""What one analysis keeps while it runs: the program, the heap, name bindings, summaries of calls."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from hybridize_analyzer.domain.bindings import (
    ANY_OBJECT,
    GIVEN_AWAY,
    LIBRARIES,
    SET_ANEW,
    TRAINABLE,
    Binding,
    keep_version,
    rebind,
)
from hybridize_analyzer.domain.built_layers import Layers
from hybridize_analyzer.domain.call_graph import Above, CallGraph, call_graph
from hybridize_analyzer.domain.evaluator import Evaluator
from hybridize_analyzer.domain.events import Aspect, Event, Kind, record
from hybridize_analyzer.domain.frames import Frame as Frame
from hybridize_analyzer.domain.frames import Guard as Guard
from hybridize_analyzer.domain.heap import ELEMENTS, LAZY, Heap
from hybridize_analyzer.domain.ownership import kept
from hybridize_analyzer.domain.summaries import Bindings as Bindings
from hybridize_analyzer.domain.summaries import CallSite as CallSite
from hybridize_analyzer.domain.summaries import Context as Context
from hybridize_analyzer.domain.summaries import MadeCall as MadeCall
from hybridize_analyzer.domain.summaries import Memo as Memo
from hybridize_analyzer.domain.summaries import Summary as Summary
from hybridize_analyzer.domain.summaries import VisibleCall as VisibleCall
from hybridize_analyzer.domain.summaries import calls_of as calls_of
from hybridize_analyzer.domain.tracking import Running, Tracker
from hybridize_analyzer.domain.values import NOTHING, External, Hybrid, Module, Value, union
from hybridize_analyzer.observed.runs import NO_RUNS, Runs
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.program.loading import imported_at_all, loaded_by, loaded_early
from hybridize_analyzer.program.modules import ModuleNames
from hybridize_analyzer.program.reaching import Reaching, reaching
from hybridize_analyzer.report import Location
from hybridize_analyzer.workspace.targets import CURRENT


class InstalledPackages(Protocol):
    """What is known of the packages that are installed beside the program (`packages.reading`)."""

    def function(self, name: str) -> tuple[ModuleCode, str] | None:
        """The module and the name in it of a small function; None for everything else."""

    def ancestors(self, name: str) -> tuple[str, ...]:
        """The classes above a class, the nearest first; `?` for one that cannot be told."""


@dataclass(slots=True)
class ClassFacts:
    """What executing a `class` statement gave.

    order: its method resolution order, once asked for.  found: attributes that were looked up in that order, with the
    class that has each.  below: classes in whose order it stands.  line: stands for it and all above it among tokens.
    """

    bases: tuple[Value, ...] | None = None
    attributes: Bindings = field(default_factory=dict)
    metaclass: Value = NOTHING
    frozen_dataclass: bool | None = None
    order: list[ClassCode | str] | None = None
    found: dict[str, tuple[Value, ClassCode | str] | None] = field(default_factory=dict)
    below: dict[ClassCode, None] = field(default_factory=dict)
    line: str = ""


@dataclass(eq=False, slots=True)
class State:
    """Everything an analysis knows so far; evaluations read it through methods, which track what they depend on.

    evaluator: what each form of syntax and each kind of value does.

    evaluations, steps: of bodies, and of statements and turns of comprehensions in them: the work that has been done.
    rerun: contexts that have been evaluated since the edit that is followed.  earlier: summaries before that edit, by their
    stamps: of a context that many calls share, each call was given what those before it had led to.
    would_note: what evaluations noted that were to leave everything as it is, since somebody last emptied it.
    tried_cells: what such evaluations bind variables to that functions nested in them read, while they run.
    observer: told what each expression gives and what each name is bound to, while a body is looked at again (`model`).
    """

    modules: dict[str, ModuleCode]
    names: ModuleNames
    evaluator: Evaluator
    track: Tracker = field(default_factory=Tracker)
    heap: Heap = field(init=False)
    globals: dict[str, dict[str, Binding]] = field(default_factory=dict)
    cells: dict[str, dict[str, Binding]] = field(default_factory=dict)
    imports: dict[str, frozenset[str]] = field(default_factory=dict)
    imported: frozenset[str] | None = None
    outer: dict[str, str | None] = field(default_factory=dict)
    environments: dict[FunctionCode, str] = field(default_factory=dict)
    contexts: dict[FunctionCode, dict[object, Context]] = field(default_factory=dict)
    joined: dict[tuple[FunctionCode, object], tuple[Bindings, int]] = field(default_factory=dict)
    tried: dict[FunctionCode, dict[object, Context]] = field(default_factory=dict)
    memos: dict[object, Memo] = field(default_factory=dict)
    used: dict[object, Memo] = field(default_factory=dict)
    results: int = 0
    ran: list[Context | str] = field(default_factory=list)
    rerun: set[Context] = field(default_factory=set)
    earlier: dict[int, Summary] = field(default_factory=dict)
    recursive: set[FunctionCode] = field(default_factory=set)
    stack: list[tuple[FunctionCode, Context]] = field(default_factory=list)
    evaluated: set[str] = field(default_factory=set)
    decorated: dict[FunctionCode, Value] = field(default_factory=dict)
    defaults: dict[FunctionCode, Bindings] = field(default_factory=dict)
    notes: dict[str, dict[object, Location]] = field(default_factory=dict)
    assumed_tensors: dict[object, Location] = field(default_factory=dict)
    would_note: dict[tuple[str, object], Location] = field(default_factory=dict)
    tried_cells: dict[tuple[str, str], Binding] = field(default_factory=dict)
    classes: dict[ClassCode, ClassFacts] = field(default_factory=dict)
    families: dict[ClassCode, list[ClassCode]] = field(default_factory=dict)
    family_stamp: tuple[int, int] = (0, 0)
    layers: Layers = field(init=False)
    keras: tuple[int, ...] = CURRENT
    installed: InstalledPackages | None = None
    exploring: bool = False
    strict: bool = False
    runs: Runs = NO_RUNS
    failures: dict[FunctionCode | ModuleCode, str] = field(default_factory=dict)
    settled: bool = False
    traces: dict[FunctionCode, int | None] = field(default_factory=dict)
    traced: tuple[tuple[FunctionCode, Running], list[Any]] | None = None
    places: dict[object, object] = field(default_factory=dict)
    graph: CallGraph | None = None
    evaluations: int = 0
    steps: int = 0
    observer: Callable[[ast.AST, Value], None] | None = None

    def __post_init__(self) -> None:
        self.heap = Heap(self.track)
        self.layers = Layers()

    def count_work(self, frame: Frame) -> None:
        """A body has been evaluated."""
        self.evaluations += 1
        self.steps += frame.steps

    def memo(self, key: object) -> Memo | None:
        """What is remembered under `key`, of this round or of the last."""
        return self.used.get(key) or self.memos.get(key)

    def keep(self, key: object, running: Running, summary: Summary | None) -> Memo:
        """Remembers an evaluation that is finished; one that used an unfinished result counts only as its part."""
        known = self.memo(key)
        if summary is not None:
            summary.done = True
            if known is not None and known.summary is not None and known.summary.same_as(summary):
                summary.take_over(known.summary)
            else:
                self.results += 1
                summary.stamp = self.results
            summary = summary.copy()
        reusable = running.lowest == len(self.track.running)
        memo = self.used[key] = Memo(
            self.track.compact(running.reads),
            running.questions,
            running.held,
            running.steps,
            summary,
            reusable,
            running.calls,
            tuple(dict.fromkeys(running.writes)),
        )
        return memo

    def reads_again(self, memo: Memo) -> bool:
        """Whether an evaluation now would read what the remembered one read."""
        if memo.version == self.track.version:
            return True
        holds = self.track.unchanged(memo.reads) and self.heap.answers_again(memo.held, memo.questions)
        if holds:
            memo.version = self.track.version
        return holds

    def emit(
        self,
        frame: Frame,
        node: ast.AST,
        kind: Kind,
        message: str,
        *,
        target: str | None = None,
        field: str | None = None,
        aspect: Aspect | None = None,
        member: str = "",
    ) -> None:
        """Records an event (`Event` says of what) of the running activation; reads only of what is known to change."""
        if kind is Kind.READ and (target is None or not self._may_change(target, field or ELEMENTS)):
            return
        where = frame.module.location(node)
        record(frame.events, Event(kind, sys.intern(message), where, target, field, (), aspect, member))

    def _may_change(self, target: str, field: str) -> bool:
        return self.changed_at(target, field) is not None or self.given_away(target, field)

    def give_away(self, target: str, field: str, where: Location) -> None:
        """Unseen code is given the container or array that is kept somewhere, and may write in it."""
        self.bind_cell(GIVEN_AWAY + target, field, NOTHING, where, again=True)

    def given_away(self, target: str, field: str) -> bool:
        """Whether unseen code is given what a name or field holds."""
        return self.cell(GIVEN_AWAY + target, field) is not None

    def changed_at(self, target: str, field: str, *, lazily: bool = True) -> Location | None:
        """Where a name or field that a trace would freeze is changed after it was made.

        lazily: also where a first call sets it.
        """
        if target in self.heap.objects:
            unknown = self.cell(ANY_OBJECT, field)
            if field == "trainable":
                unknown = unknown or self.cell(TRAINABLE, field)
            made = self.heap.recorded_change(target, LAZY + field) if lazily else None
            return made or self.heap.changed_at(target, field) or (unknown.rebound if unknown else None)
        if target.startswith("global:"):
            _, path, name = target.split(":", 2)
            binding = self.global_binding(path, name)
            return None if binding is None else binding.rebound or (binding.lazily if lazily else None)
        if target.startswith(("env:", "class:", "attr:")):
            for name in (field, "[any]"):
                cell = self.cell(target, name)
                if cell is not None and cell.rebound is not None:
                    return cell.rebound
        return None

    def change(self, key: str, name: str, where: Location) -> None:
        """A field of an object changes after it was made."""
        self.heap.change(key, name, where)
        self.note(f"changes of {key}.{name}", where, where)
        self.bind_cell(SET_ANEW, name, NOTHING, where, again=True)

    def change_arrays(self, where: Location) -> None:
        """Elements of an array change that many names may stand for."""
        self.heap.change_arrays(where)
        self.note("changes of arrays", where, where)

    def global_binding(self, path: str, name: str) -> Binding | None:
        self.track.read((path, name))
        return self.globals.get(path, {}).get(name)

    def global_bindings(self, path: str) -> dict[str, Binding]:
        """All names of a module."""
        self.track.read((path, "*"))
        return self.globals.get(path, {})

    def reaching(self, module: ModuleCode) -> Reaching:
        """What the functions of a module see of the statements at its top level."""
        self.track.read(("bodies", module.path))
        return reaching(module.tree)

    def is_imported(self, path: str) -> bool:
        """Whether a module of the project is imported, at the top of one or in a function."""
        self.track.read("imports")
        return path in (self._find_imported(self.modules) if self.imported is None else self.imported)

    def read_imports(self, path: str) -> None:
        """The text of a module has changed, which may import others now."""
        before = self.imported
        if before is not None and self._find_imported((path,)) != before:
            self.track.changed("imports")

    def _find_imported(self, paths: Iterable[str]) -> frozenset[str]:
        for path in paths:
            self.imports[path] = imported_at_all(self.modules[path], self.names)
        self.imported = frozenset().union(*self.imports.values())
        return self.imported

    def cell(self, env: str, name: str) -> Binding | None:
        """A variable of an activation that functions nested in it may read."""
        self.track.read((env, name))
        tried = self.tried_cells.get((env, name)) if self.tried_cells else None
        return tried or self.cells.get(env, {}).get(name)

    def read_body(self, code: FunctionCode) -> None:
        """Notes that the text of a function is looked at, which an edit may change."""
        self.track.read(("body", code))

    def read_top(self, path: str) -> None:
        """The same of the statements of a module that stand in no function."""
        self.track.read(("top", path))

    def read_texts(self) -> None:
        """The same of the whole text of every module."""
        for path in self.modules:
            self.track.read(("bodies", path))

    def patch_library(self, name: str, value: Value, where: Location) -> None:
        """The program sets an attribute of an installed library, by its dotted name."""
        self.bind_cell(LIBRARIES, name, value, where, again=True)

    def patch_of(self, name: str) -> Binding | None:
        """What the program sets an attribute of an installed library to."""
        return self.cell(LIBRARIES, name)

    def bind_global(
        self,
        path: str,
        name: str,
        value: Value,
        where: Location,
        *,
        again: bool,
        early: bool = False,
        version: bool = False,
    ) -> None:
        """Sets a variable of a module.

        early: no function of the project has been called yet, so none can have seen the old value.
        version: a statement at the top level of the module does it.
        """
        self._bind(self.globals, path, name, value, where, again=again, early=early, version=version)

    def bind_lazily(self, path: str, name: str, value: Value, where: Location) -> None:
        """A global variable that the first call of a function sets, behind a test whether it is set."""
        binding = self.globals.setdefault(path, {}).setdefault(name, Binding())
        joined = union(binding.value, value)
        self.track.wrote("lazily", path, name, value, where)
        self.heap.hold(value, f"global:{path}:{name}")
        self.note(f"changes of global:{path}:{name}.{name}", where, where)
        if self.heap.frozen or (binding.lazily is not None and joined == binding.value):
            return
        binding.value, binding.lazily = joined, binding.lazily or where
        self.track.changed((path, name))
        self.track.changed((path, "*"))

    def bind_cell(self, env: str, name: str, value: Value, where: Location, *, again: bool) -> None:
        self._bind(self.cells, env, name, value, where, again=again)

    def _bind(
        self,
        tables: dict[str, dict[str, Binding]],
        owner: str,
        name: str,
        value: Value,
        where: Location,
        *,
        again: bool,
        early: bool = False,
        version: bool = False,
    ) -> None:
        home = f"global:{owner}:{name}" if tables is self.globals else owner
        self.heap.hold(value, home)
        if self.heap.frozen:
            if tables is self.cells and owner.startswith("env:"):
                self._try_cell(owner, name, value, where, again=again)
            return
        self.track.wrote("name", home, name, value, where, again, early, version)
        value = kept(value, (home, name))
        binding = tables.setdefault(owner, {}).setdefault(name, Binding())
        changed = tables is self.globals and keep_version(binding, value, where if version else None)
        if not value or value != binding.value or not all(isinstance(a, (External, Module)) for a in value):
            changed |= rebind(binding, value, where, again=again, early=early)
        elif not changed:
            return  # what is imported once more stays what it is
        if changed:
            self.track.changed((owner, name))
            if tables is self.globals:
                self.track.changed((owner, "*"))
        if again or binding.first != where:
            self.note(f"changes of {home}.{name}", where, where)

    def _try_cell(self, env: str, name: str, value: Value, where: Location, *, again: bool) -> None:
        """Binds a variable of an activation as long as everything else is to stay as it is, for functions nested in it."""
        key = (env, name)
        binding = self.tried_cells.get(key)
        if binding is None:
            known = self.cells.get(env, {}).get(name)
            binding = self.tried_cells[key] = Binding() if known is None else replace(known)
            self.heap.undo.append(lambda: self.tried_cells.pop(key))
        self.heap.see_tried(value, binding.value)
        rebind(binding, kept(value, key), where, again=again, early=False)

    def note(self, table: str, key: object, where: Location) -> None:
        """Remembers, for this round, where something was first seen to happen to a function or parameter."""
        if self.heap.frozen:
            self.would_note.setdefault((table, key), where)
        else:
            self._note_first(table, key, where)
            self.track.step("note", table, key, where)

    def lose(self, key: FunctionCode | ClassCode, where: Location) -> bool:
        """Notes that calls of a function, or of the methods of a class, will not be seen; whether that is new.

        It is no step: repeating the call that was joined to others does it again.  Nor is it a write: equal calls that are
        joined lose the same.
        """
        if self.heap.frozen:
            return False
        return self._note_first("escaped", key, where)

    def _note_first(self, table: str, key: object, where: Location) -> bool:
        known = self.notes.setdefault(table, {})
        if key in known:
            return False
        known[key] = where
        self.track.touched |= {("note", table, key), ("note", table)}
        return True

    def noted(self, table: str, key: object) -> Location | None:
        notes = self.notes.get(table)
        self.track.read(("note", table, key) if notes else ("note", table))
        return notes.get(key) if notes else None

    def all_noted(self, table: str) -> list[object]:
        """Everything to which something was seen to happen."""
        self.track.read(("note", table))
        return list(self.notes.get(table, {}))

    def contexts_of(self, code: FunctionCode) -> list[Context]:
        """The ways in which a function is called, as the finished analysis knows them."""
        self.track.read(("calls", code))
        return list(self.contexts.get(code, {}).values())

    def call_graph(self) -> CallGraph:
        """The call graph of the finished analysis; who asks it says by the methods below what of it matters."""
        if self.graph is None:
            self.graph = call_graph(self.contexts, self.modules)
        return self.graph

    def callers_of(self, code: FunctionCode) -> frozenset[FunctionCode]:
        """The functions with visible calls of a function."""
        self.track.read(("above", code))
        return self.call_graph().callers.get(code, frozenset())

    def sites_of(self, code: FunctionCode) -> Set[CallSite]:
        """The visible calls of a function."""
        self.track.read(("above", code))
        return self.call_graph().sites.get(code, frozenset())

    def above(self, code: FunctionCode) -> Above:
        """What leads to a function."""
        self.track.read(("above", code))
        return self.call_graph().above.get(code) or Above()

    def sites_above(self, code: FunctionCode) -> Iterator[CallSite]:
        """The visible calls of a function and of all that leads to it."""
        self.track.read(("above", code))
        return self.call_graph().sites_above(code)

    def leading_to(self, code: FunctionCode) -> set[FunctionCode]:
        """The functions that lead to one, itself included."""
        self.track.read(("above", code))
        return self.call_graph().leading_to(code)

    def run_with(self, code: FunctionCode) -> set[FunctionCode]:
        """The functions that visible programs run which come to a function."""
        self.track.read(("above", code))
        return self.call_graph().run_with(code)

    def loads(self, programs: Iterable[str], path: str) -> bool:
        """Whether one of some programs may load a module; all are given by their paths."""
        graph, key = self.call_graph(), frozenset(programs)
        if key not in graph.loaded:
            graph.loaded[key] = loaded_by(key, self.modules, self.names, graph.imported)
        loaded = graph.loaded[key]
        return loaded is None or path in loaded

    def loads_late(self, program: str, line: int, path: str) -> bool:
        """Whether a program loads a module in a function, or at its top behind a line; False where that is not seen."""
        graph, key = self.call_graph(), (program, line)
        if key not in graph.early:
            graph.early[key] = loaded_early(program, line, self.modules, self.names)
        if path in graph.early[key] or not self.loads({program}, path):
            return False
        return graph.loaded[frozenset({program})] is not None

    def is_recursive(self, code: FunctionCode) -> bool:
        self.track.read(("calls", code))
        return code in self.recursive

    def call_layer(self, key: str) -> None:
        """A Keras layer has been called in this round."""
        if not self.heap.frozen:
            self.layers.call(key, [context for _, context in self.stack])
            self.track.step("layer", key)

    def is_layer_called(self, key: str) -> bool:
        called = key in self.layers.called
        self.track.step("layer?", key, called)
        return called

    def is_settled(self) -> bool:
        """Whether what has no value by now will have none: the fixpoint is reached, and no recursive call is awaited."""
        if self.track.running[-1].awaits:
            return False
        self.track.read("settled")
        return self.settled

    def defaults_of(self, code: FunctionCode) -> Bindings:
        self.track.read(code)
        return self.defaults.get(code, {})

    def decorated_as(self, code: FunctionCode) -> Value:
        """What the name of a function is bound to once its decorators have run."""
        self.track.read(("decorated", code))
        return self.decorated.get(code, NOTHING)

    def is_hybrid(self, code: FunctionCode) -> bool:
        """Whether a decorator makes a function a `tf.function`."""
        return any(isinstance(atom, Hybrid) for atom in self.decorated_as(code))

    def define(self, code: FunctionCode, value: Value, defaults: Bindings) -> None:
        """A `def` has been executed."""
        if self.heap.frozen:
            self._try_defaults(code, defaults)
            return
        self.track.wrote("function", code, value, tuple(defaults.items()))
        known = self.decorated.get(code, NOTHING)
        if not value <= known or code not in self.decorated:
            self.decorated[code] = union(known, value)
            self.track.touched.add(("decorated", code))
        if self.defaults.get(code) != defaults:
            self.defaults[code] = defaults
            self.track.changed(code)

    def _try_defaults(self, code: FunctionCode, defaults: Bindings) -> None:
        """Gives a function defaults as long as everything else is to stay as it is."""
        known = self.defaults.get(code)
        if known is not None and defaults != known:
            self.defaults[code] = {name: union(known.get(name, NOTHING), defaults[name]) for name in defaults}
            self.heap.undo.append(lambda: self.defaults.update({code: known}))

    def class_facts(self, cls: ClassCode) -> ClassFacts:
        self.track.read(cls)
        return self.classes.get(cls) or ClassFacts()

    def class_line(self, cls: ClassCode) -> ClassFacts:
        """The same, for what depends on all classes above it, too."""
        facts = self.classes.get(cls)
        if facts is None:
            facts = self.classes[cls] = ClassFacts(line=f"line:{cls.key}")
        self.track.read(facts.line)
        return facts

    def class_changed(self, cls: ClassCode) -> None:
        """What is known of a class has changed, and with it what its subclasses inherit."""
        self.track.changed(cls)
        for other in (cls, *self.class_line(cls).below):
            facts = self.class_line(other)
            facts.found.clear()
            self.track.changed(facts.line)

    def define_class(self, cls: ClassCode, **facts: Any) -> None:
        """A `class` statement, or a part of it, has been executed."""
        self.track.wrote("class", cls, *facts.items())
        known = self.class_line(cls)
        if any(getattr(known, name) != value for name, value in facts.items()):
            for name, value in facts.items():
                setattr(known, name, value)
            self.class_changed(cls)

    def _try_class_attribute(self, cls: ClassCode, name: str, value: Value) -> None:
        """Sets an attribute of a class as long as everything else is to stay as it is."""
        known = self.class_line(cls).attributes
        before = known.get(name)
        if before is None or value <= before:
            return
        lines = [self.class_line(each) for each in (cls, *self.class_line(cls).below)]

        def put(found: Value) -> None:
            known[name] = found
            for line in lines:
                line.found.clear()

        self.heap.see_tried(value, before)
        put(union(before, value))
        self.heap.undo.append(lambda: put(before))

    def add_class_attribute(self, cls: ClassCode, name: str, value: Value) -> None:
        if self.heap.frozen:
            self._try_class_attribute(cls, name, value)
            return
        self.track.wrote("attribute", cls, name, value)
        known = self.class_line(cls).attributes
        value = kept(value, (f"class:{cls.key}", name))
        joined = union(known.get(name, NOTHING), value)
        if known.get(name) != joined:
            known[name] = joined
            self.class_changed(cls)
