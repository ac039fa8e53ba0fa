"""Calls of project functions: contexts, summaries, recursion, and what of a call its caller can notice.

A function is evaluated once per calling context (its abstract arguments); the summary is reused.  When a function
is called in too many ways its contexts are merged, which keeps the cost linear (Sharir and Pnueli's functional
approach, with widening of the context set).
"""

from __future__ import annotations

import ast

from hybridize_analyzer.report import Location
from hybridize_analyzer.semantics import branches, failures, statements
from hybridize_analyzer.semantics.events import Event, Kind
from hybridize_analyzer.semantics.heap import references
from hybridize_analyzer.semantics.program import FunctionCode, ModuleCode
from hybridize_analyzer.semantics.state import Bindings, CallSite, Context, Frame, State, Summary, record
from hybridize_analyzer.semantics.values import (
    NONE,
    NOTHING,
    TOP,
    UNKNOWN,
    Array,
    Atom,
    Const,
    Function,
    Iterator,
    Ref,
    Scalar,
    Tensor,
    Value,
    one,
    union,
    widen,
)

_PRECISE_CONTEXTS = 10
_MAX_CONTEXTS = 20
_MAX_GROWTH = 4
_MAX_UNROLLED = 3
_MAX_STACK = 60


def module_frame(state: State, module: ModuleCode) -> Frame:
    return Frame(module, None, f"module:{module.path}", {})


def run_module(state: State, path: str) -> None:
    """Evaluates the top level of a module once per round."""
    if path in state.evaluated or path not in state.modules:
        return
    state.evaluated.add(path)
    module = state.modules[path]
    frame = module_frame(state, module)
    frame.allocated.add(frame.env)
    try:
        statements.run_body(state, frame, module.tree.body)
    except Exception as error:
        failures.note(state, module, error)


def call(
    state: State, function: Function, receiver: Atom | None, arguments: Bindings, frame: Frame, site: CallSite
) -> Value:
    """Evaluates a call of a project function and passes its events on to the calling activation."""
    code = function.code
    frame.calls += 1
    if not all(arguments.values()):
        return NOTHING  # an argument has no value yet: a recursive call that has not returned
    context = _context(state, function, receiver, arguments)
    if not state.exploring:
        context.sites.add(site)
    summary = context.summary
    running = any(active is code and other.env == function.env for active, other in state.stack)
    if running and not state.exploring:
        state.recursive.add(code)
    layers_known = len(state.called_layers)
    if not summary.done and not _in_progress(state, context) and len(state.stack) < _MAX_STACK:
        _evaluate(state, function, receiver, context, site, traced=site.traced or frame.traced)
    _pass_on(state, summary, frame, site.where, layers_known)
    if code.is_generator:
        return one(Iterator(summary.returned, source="generator"))
    return summary.returned


def _in_progress(state: State, context: Context) -> bool:
    return any(active is context for _, active in state.stack)


def _context(state: State, function: Function, receiver: Atom | None, arguments: Bindings) -> Context:
    contexts = state.contexts.setdefault(function.code, {})
    names = tuple(sorted(arguments))
    key: object = (function.env, receiver, names, tuple(arguments[n] for n in names))
    found = contexts.get(key)
    if found is not None:
        return found
    if len(contexts) >= _PRECISE_CONTEXTS:
        arguments = {name: generalise(value) for name, value in arguments.items()}
        key = (function.env, receiver, names, tuple(arguments[n] for n in names))
    if len(contexts) >= _MAX_CONTEXTS:
        key = ("merged", function.env)
    found = contexts.get(key)
    if found is None:
        found = contexts[key] = Context(dict(arguments), receiver, Summary(), function.env)
    elif key and isinstance(key, tuple) and key[0] == "merged":
        _merge(found, arguments)
    return found


def _merge(context: Context, arguments: Bindings) -> None:
    for name, value in arguments.items():
        old = context.arguments.get(name, NOTHING)
        if value <= old or old == TOP:
            continue
        new = widen(old, generalise(value)) if context.growth < _MAX_GROWTH else TOP
        if new != old:
            context.arguments[name] = new
            context.growth += 1
            context.summary.done = False


def generalise(value: Value) -> Value:
    """Forgets constants and shapes, so that calls which differ only in them share a context."""
    atoms: set[Atom] = set()
    for atom in value:
        if isinstance(atom, Const) and atom.type in ("int", "float", "str"):
            atoms.add(Scalar(atom.type, varying=True))
        elif isinstance(atom, Tensor):
            atoms.add(Tensor(atom.kind, atom.dtype, None))
        elif isinstance(atom, Array):
            atoms.add(Array(atom.dtype))
        else:
            atoms.add(atom)
    return union(frozenset(atoms))


def _evaluate(
    state: State, function: Function, receiver: Atom | None, context: Context, site: CallSite, *, traced: bool
) -> None:
    code = function.code
    entry = (code, context)
    state.stack.append(entry)
    try:
        for _ in range(_MAX_UNROLLED):
            before = context.summary.returned
            _run(state, function, receiver, context, site, traced=traced)
            if code not in state.recursive or context.summary.returned == before:
                break
    except Exception as error:
        failures.note(state, code, error)
        _give_up(state, code, context.summary)
    finally:
        state.stack.pop()
    context.summary.done = True


def _give_up(state: State, code: FunctionCode, summary: Summary) -> None:
    """What callers see of a function that could not be followed: anything may have happened."""
    summary.returned = union(summary.returned, UNKNOWN)
    where = code.module.location(code.node)
    record(summary.events, Event(Kind.UNKNOWN, f"`{code.name}` could not be analysed", where))


def _run(
    state: State, function: Function, receiver: Atom | None, context: Context, site: CallSite, *, traced: bool
) -> None:
    code = function.code
    env = f"env:{code.key}:{_short(receiver)}:{_index(state, code, context)}"
    frame = Frame(code.module, code, env, dict(context.arguments), function.env, receiver, code.cls)
    frame.traced = traced
    frame.mapped = int(site.mapped)
    frame.conditional = int(site.conditional)
    frame.allocated.add(env)
    state.outer[env] = function.env
    for name, value in context.arguments.items():
        if name in code.scope.captured:
            state.bind_cell(env, name, value, code.module.location(code.node), again=False)
            state.heap.hold(value, env)
    if isinstance(code.node, ast.Lambda):
        frame.returned = statements.evaluate(state, frame, code.node.body)
    else:
        falls_through = statements.run_body(state, frame, code.node.body)
        if falls_through:
            frame.returned = union(frame.returned, NONE)
    if frame.symbolic_return is not None and not branches.uniform(frame.returned):
        message = "`return` depends on the value of a tensor and the results are not tensors of one dtype"
        state.emit(frame, frame.symbolic_return, Kind.CONTROL, message)
    elif frame.symbolic_return is not None:
        frame.returned = branches.loosened(frame.returned)
    _summarise(state, code, frame, context)


def _summarise(state: State, code: FunctionCode, frame: Frame, context: Context) -> None:
    summary = context.summary
    returned = frame.yielded if code.is_generator else frame.returned
    summary.returned = union(summary.returned, returned)
    allocated = frozenset(frame.allocated)
    summary.allocated = allocated
    given = references(union(*context.arguments.values())) if context.arguments else frozenset()
    if isinstance(context.receiver, Ref):
        given |= {context.receiver.key}
    summary.events = {}
    for event in frame.events.values():
        hidden = event.target is not None and state.heap.is_fresh(event.target, allocated, given)
        if not hidden:
            record(summary.events, event)
    summary.ops = frame.ops


def _pass_on(state: State, summary: Summary, frame: Frame, where: Location, layers_known: int) -> None:
    for event in list(summary.events.values()):
        if (
            event.kind is Kind.UNBUILT
            and state.called_layers.get(event.target or "", layers_known) < layers_known
        ):
            continue  # an earlier call has built the layer
        record(frame.events, event, where)
        if frame.symbolic and event.kind in (Kind.WRITE, Kind.NAME_WRITE) and _held_outside(frame, event):
            message = f"{event.message} in a function that TensorFlow runs as part of a branch or loop"
            record(frame.events, Event(Kind.CONTROL, message, event.where), where)
    frame.allocated |= summary.allocated
    frame.ops += summary.ops


def _held_outside(frame: Frame, event: Event) -> bool:
    return event.target is None or event.target in frame.symbolic[0] or event.target not in frame.allocated


def _short(receiver: Atom | None) -> str:
    return receiver.key if isinstance(receiver, Ref) else ""


def _index(state: State, code: FunctionCode, context: Context) -> int:
    for index, candidate in enumerate(state.contexts[code].values()):
        if candidate is context:
            return index
    return -1
