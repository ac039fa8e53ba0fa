"""Roots: where a program starts, and the fixpoint over all of it."""

from __future__ import annotations

import ast
import heapq
from collections.abc import Callable, Iterable, Mapping

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.state import CallSite, Frame, InstalledPackages, State
from hybridize_analyzer.domain.values import Atom, Class, Function, Opaque, interned_ref, one
from hybridize_analyzer.interpreter.values.instances import instantiate
from hybridize_analyzer.observed.runs import NO_RUNS, Runs
from hybridize_analyzer.program.code import ClassCode, FunctionCode, ModuleCode
from hybridize_analyzer.program.modules import ModuleNames, is_test
from hybridize_analyzer.solver import assumptions, evaluation, failures, pytest_arguments
from hybridize_analyzer.solver.commands import call_scripts
from hybridize_analyzer.solver.contexts import keep_called, remember_joined
from hybridize_analyzer.solver.evaluator import EVALUATOR
from hybridize_analyzer.workspace.packaging import EntryPoint
from hybridize_analyzer.workspace.targets import CURRENT

MAX_ROUNDS = 7
"""A bound on what values cost that go on growing; most programs change nothing after five or six."""
_SETTLING = 2
"""Rounds after which a value that nothing has produced yet is one that cannot be seen."""
_RECEIVERS = 2
Receivers = dict[ClassCode, list[str]]


def explore(
    modules: Mapping[str, ModuleCode],
    names: ModuleNames,
    pulse: Callable[[], object] | None = None,
    *,
    scripts: Iterable[EntryPoint] = (),
    keras: tuple[int, ...] = CURRENT,
    installed: InstalledPackages | None = None,
    strict: bool = False,
    runs: Runs = NO_RUNS,
) -> State:
    """Evaluates every module and every function that no module reaches, until nothing changes.

    pulse: called on the way; may raise to put an end to it.  scripts: commands, which call functions of these modules.
    keras: the major versions of Keras that the program may run on.  installed: the packages of its environment.
    strict: a fault of the analysis is raised, instead of costing one verdict.
    runs: what recorded runs have shown, which stands in for callers that cannot be seen.
    """
    state = State(dict(modules), names, EVALUATOR, keras=keras, installed=installed, strict=strict, runs=runs)
    for index in range(MAX_ROUNDS):
        version = state.track.version
        if index == _SETTLING:
            _settle(state)
        settled = state.settled
        _reset(state)
        for path in sorted(modules):
            evaluation.run_module(state, path)
            if pulse is not None:
                pulse()
        call_scripts(state, scripts)
        _visit_uncalled(state, pulse)
        if not learn_tensors(state) and state.track.version == version:
            if settled:
                break
            _settle(state)
    keep_called(state)
    state.memos.clear()
    state.joined.clear()
    return state


def _settle(state: State) -> None:
    """From now on a value that nothing has produced is one that cannot be seen."""
    if not state.settled:
        state.settled = True
        state.track.changed("settled")


def learn_tensors(state: State) -> bool:
    """Parameters that tensor operations receive are taken for tensors in the next round."""
    uses = state.notes.get("tensor_uses", {})
    new = {key: where for key, where in uses.items() if key not in state.assumed_tensors}
    state.assumed_tensors.update(new)
    return bool(new)


def _reset(state: State) -> None:
    """Facts of the last round only; the heap and the bindings stay."""
    remember_joined(state)
    for memo in state.used.values():
        memo.calls = []  # they lead to the contexts of a round that is over, and these to the memo
    state.contexts.clear()
    state.evaluated.clear()
    state.notes.clear()
    state.memos, state.used = state.used, {}
    state.track.running[0].steps.clear()
    state.track.running[0].calls.clear()
    state.ran.clear()
    state.recursive.clear()
    state.failures.clear()
    state.layers.forget()


def _visit_uncalled(state: State, pulse: Callable[[], object] | None) -> None:
    """Public functions and framework callbacks: unseen callers pass unknown arguments.

    Methods come after what makes the objects that they are called on: functions, and the methods of tests.
    """
    own = (state.modules[path] for path in sorted(state.modules) if not state.modules[path].installed)
    codes = [code for module in own for code in module.functions]
    named = [code for code in codes if not isinstance(code.node, ast.Lambda)]
    first = [c for c in named if c.cls is None or is_test(c.module.path)]
    lambdas = [c for c in codes if isinstance(c.node, ast.Lambda)]
    for group in (first, named, lambdas):
        receivers = receivers_by_class(state)
        for code in group:
            if pulse is not None:
                pulse()
            handed = group is not lambdas or state.noted("escaped", code) is not None
            if handed and code not in state.contexts:
                try:
                    visit(state, code, receivers)
                except Exception as error:
                    failures.note(state, code, error)


def visit(state: State, code: FunctionCode, known: Receivers) -> None:
    frame = Frame(code.module, None, f"unseen:{code.key}", {})
    where = code.module.location(code.node)
    site = CallSite(where, None, assumed=True)
    receivers = _receivers(state, frame, code, known)
    env = state.environments.get(code.parent) if code.parent is not None else None
    if code.parent is not None and env is None:
        return  # nothing has run the enclosing function
    if code.decorators and code not in state.decorated:
        return  # nothing has run the definition, so that what the decorators make of it is not known
    arguments = {**assumptions.unseen_arguments(state, code), **pytest_arguments.supplied(state, frame, code)}
    for receiver in receivers:
        given = dict(arguments)
        if receiver is not None and given:
            given[next(iter(given))] = one(receiver)
        evaluation.call(state, Function(code, env), receiver, given, frame, site)


def receivers_by_class(state: State) -> Receivers:
    """The first few objects of each class and of its subclasses."""
    found: dict[ClassCode, list[str]] = {}
    for cls, keys in state.heap.instances.items():
        some = heapq.nsmallest(_RECEIVERS, keys)
        for ancestor in classes.linearise(state, cls):
            if isinstance(ancestor, ClassCode):
                found.setdefault(ancestor, []).extend(some)
    return {cls: heapq.nsmallest(_RECEIVERS, keys) for cls, keys in found.items()}


def _receivers(state: State, frame: Frame, code: FunctionCode, known: Receivers) -> list[Atom | None]:
    if code.cls is None or not _takes_self(code):
        return [Class(code.cls)] if code.cls is not None and _is_classmethod(code) else [None]
    if code.cls in known:
        return [interned_ref(key) for key in known[code.cls]]
    if code.cls not in state.classes:
        return [Opaque("self")]
    made = instantiate(Call(state, frame, code.cls.node, (), {"**": one(Opaque("param:init"))}), code.cls)
    return list(made) or [Opaque("self")]


def _takes_self(code: FunctionCode) -> bool:
    names = {d.id for d in code.decorators if isinstance(d, ast.Name)}
    return not names & {"staticmethod", "classmethod"}


def _is_classmethod(code: FunctionCode) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "classmethod" for d in code.decorators)
