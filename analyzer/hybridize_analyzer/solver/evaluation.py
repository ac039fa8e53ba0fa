"""Calls of project functions: contexts, summaries, recursion, and what of a call its caller can notice.

A function is evaluated once per calling context (its abstract arguments); the summary is reused.  When a function
is called in too many ways its contexts are merged, which keeps the cost linear (Sharir and Pnueli's functional
approach, with widening of the context set).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hybridize_analyzer.domain.contents import contains_symbolic
from hybridize_analyzer.domain.events import Event, Kind, record
from hybridize_analyzer.domain.making import Making
from hybridize_analyzer.domain.state import (
    Bindings,
    CallSite,
    Context,
    Frame,
    MadeCall,
    Memo,
    State,
    Summary,
)
from hybridize_analyzer.domain.tracking import Step
from hybridize_analyzer.domain.values import (
    NONE,
    NOTHING,
    UNKNOWN,
    Atom,
    Function,
    Iterator,
    Ref,
    Value,
    made_by,
    one,
    union,
)
from hybridize_analyzer.interpreter.syntax import branches, statements
from hybridize_analyzer.interpreter.tracing import costs, first_calls, left_out
from hybridize_analyzer.interpreter.tracing.closures import is_overwritten
from hybridize_analyzer.interpreter.values.receivers import note_outlived
from hybridize_analyzer.interpreter.values.writes import made_and_given
from hybridize_analyzer.program.code import CONSTRUCTORS, FunctionCode, ModuleCode
from hybridize_analyzer.report import Location
from hybridize_analyzer.solver import failures
from hybridize_analyzer.solver.call_effects import built_before, pass_on
from hybridize_analyzer.solver.contexts import context_of

_MAX_UNROLLED = 3
_MAX_STACK = 60


def run_module(state: State, path: str) -> None:
    """Evaluates the top level of a module once per round."""
    state.track.step("module", path)
    if path in state.evaluated or path not in state.modules:
        return
    state.evaluated.add(path)
    module = state.modules[path]
    try:
        _run_or_reuse(state, module)
    except Exception as error:
        failures.note(state, module, error)


def _run_or_reuse(state: State, module: ModuleCode) -> None:
    key = ("module", module.path, module.version)
    state.ran.append(module.path)
    if _reuse(state, key) is not None:
        return
    running = state.track.begin_again()
    frame = Frame(module, None, f"module:{module.path}", {}, unheard=True)
    try:
        statements.run_body(state, frame, module.tree.body)
        state.count_work(frame)
    except Exception:
        running.lowest = 0
        raise
    finally:
        state.keep(key, state.track.end(), None)


def call(
    state: State, function: Function, receiver: Atom | None, arguments: Bindings, frame: Frame, site: CallSite
) -> Value:
    """Evaluates a call of a project function and passes its events on to the calling activation."""
    frame.calls += 1
    if not all(arguments.values()):
        return NOTHING  # an argument has no value yet: a recursive call that has not returned
    layers = state.layers.clock
    traced = site.traced or frame.traced
    summary = _repeated(state, function, receiver, arguments, site, traced=traced) or _enter(
        state, function, receiver, arguments, site, traced=traced
    )
    built = pass_on(state, summary, frame, site, layers, makes=function.code.name in CONSTRUCTORS)
    if summary.done:
        seen = (summary.returned, summary.allocated) if frame.unheard else None
        state.track.step("call", function, receiver, arguments, site, traced, summary.stamp, built, seen)
    if function.code.is_generator:
        return one(Iterator(summary.returned, source="generator"))
    return summary.returned


def _enter(
    state: State,
    function: Function,
    receiver: Atom | None,
    arguments: Bindings,
    site: CallSite,
    *,
    traced: bool,
) -> Summary:
    """The summary of a call, evaluated unless that has been done; unfinished for a recursive call."""
    context = context_of(state, function, receiver, arguments, site)
    made = MadeCall(context, function, receiver, arguments, site)
    if state.exploring:  # nothing calls what is only tried out
        state.track.read(("calls", function.code))
    else:
        state.track.running[-1].calls.append(made)
    _see_recursion(state, function)
    if context.running is not None:
        state.track.step("unfinished", function, receiver, arguments, site)
        state.track.use_unfinished(context.running, empty=not context.summary.returned)
    elif not context.summary.done and len(state.stack) >= _MAX_STACK:
        state.track.use_unfinished(0)
    elif not context.summary.done:
        _evaluate(state, function, context, site, traced=traced)
    elif state.exploring:
        state.heap.keep_made(context.summary.allocated)
    summary = _given_before(state, made) or context.summary
    made.stamp = summary.stamp if summary.done else 0
    return summary


def _given_before(state: State, made: MadeCall) -> Summary | None:
    """What the same call was given before the edit that is followed, if others have joined its context since."""
    if not made.context.shared or not (led := state.track.running[-1].led) or made.context in state.rerun:
        return None
    before: MadeCall | None = led.get(made.how)
    if before is None or before.context is not made.context or before.stamp == made.context.summary.stamp:
        return None
    return state.earlier.get(before.stamp)


def _repeated(
    state: State,
    function: Function,
    receiver: Atom | None,
    arguments: Bindings,
    site: CallSite,
    *,
    traced: bool,
) -> Summary | None:
    """What the same call gave while an earlier evaluation was repeated, before something went differently."""
    running = state.track.running[-1]
    if not running.repeated:
        return None
    made: MadeCall
    summary: Summary
    made, was_traced, summary, built = running.repeated.pop()
    if (made.function, made.receiver, made.site, was_traced) != (function, receiver, site, traced) or (
        made.arguments != arguments
    ):
        running.repeated.clear()
        return None
    running.calls.append(made)
    for key in built:
        state.layers.call(key, [context for _, context in state.stack])
    return summary


def evaluate_again(state: State, context: Context) -> None:
    """Evaluates a context for which an earlier result no longer holds."""
    assert context.entry is not None, "it has been evaluated before"
    function, site, traced = context.entry
    _evaluate(state, function, context, site, traced=traced)


def evaluate_apart(state: State, code: FunctionCode, context: Context) -> None:
    """Evaluates a function once more with the arguments of one of its contexts, and keeps nothing of it."""
    site = CallSite(code.module.location(code.node), None, assumed=True)
    function, site, traced = context.entry or (Function(code, context.env), site, False)
    again = Context(dict(context.arguments), context.receiver, Summary(), context.env, name=context.name)
    with state.heap.unchanged():
        _evaluate(state, function, again, site, traced=traced)
    state.tried.clear()


def run_module_apart(state: State, module: ModuleCode) -> None:
    """Evaluates the top level of a module once more, and keeps nothing of it."""
    frame = Frame(module, None, f"module:{module.path}", {})
    state.track.begin()
    with state.heap.unchanged():
        statements.run_body(state, frame, module.tree.body)
    state.track.end()
    state.tried.clear()


def _see_recursion(state: State, function: Function) -> None:
    """Notes whether a function that is called is running already."""
    if state.exploring:
        return
    code, env = function.code, function.env
    for active, other in state.stack:
        if active is code and other.env == env:
            state.recursive.add(code)
            return


def _evaluate(state: State, function: Function, context: Context, site: CallSite, *, traced: bool) -> None:
    """Fills the summary of a context, from an earlier evaluation if nothing that it read has changed."""
    away = state.layers.before(context)
    state.stack.append((function.code, context))
    context.running = len(state.track.running)
    try:
        if state.exploring:
            state.track.begin()
            state.read_body(function.code)
            _iterate(state, function, context, site, traced=traced)
            state.track.depend(state.track.end())
        else:
            _evaluate_or_reuse(state, function, context, site, traced=traced)
    finally:
        context.running = None
        context.summary.done = True
        state.stack.pop()
        state.layers.after(away)


def _evaluate_or_reuse(
    state: State, function: Function, context: Context, site: CallSite, *, traced: bool
) -> None:
    key = _memo_key(function, context, site, traced=traced)
    context.entry = (function, site, traced)
    state.ran.append(context)
    if state.layers.following:
        state.rerun.add(context)
    last = context.memo
    context.memo = memo = _reuse(state, key)
    if memo is not None and memo.summary is not None:
        context.summary = memo.summary.copy()
        return
    state.track.begin_again().led = _led(state, last)
    _iterate(state, function, context, site, traced=traced)
    running = state.track.end()
    context.memo = memo = state.keep(key, running, context.summary)
    if not memo.reusable:  # a part of the recursion that it belongs to
        outer = state.track.running[-1]
        version = function.code.version
        outer.steps.append(
            ("inner", function, version, context.receiver, context.arguments, site, traced, memo)
        )
        outer.inner += [context, *running.inner]


def _iterate(state: State, function: Function, context: Context, site: CallSite, *, traced: bool) -> None:
    """Evaluates the body; again while calls of itself have used a result that has grown meanwhile."""
    running = state.track.running[-1]
    position = len(state.track.running) - 1
    try:
        for _ in range(_MAX_UNROLLED):
            running.calls.clear()
            running.steps.clear()
            running.writes.clear()
            running.awaits = False
            before = context.summary.returned
            _run(state, function, context.receiver, context, site, traced=traced)
            running.repeated.clear()
            if not running.needed or running.lowest < position:
                break
            if context.summary.returned == before:
                if not running.awaits:
                    break
                running.patient = False  # the recursion has no end that can be seen
            for inner in running.inner:
                inner.summary.done = False
    except Exception as error:
        running.lowest = 0
        failures.note(state, function.code, error)
        _give_up(state, function.code, context.summary)


def _led(state: State, memo: Memo | None) -> dict[Any, MadeCall]:
    """The calls of the last evaluation by what they called, while an edit is followed."""
    if memo is None or not state.layers.following:
        return {}
    return {call.how: call for call in memo.calls}


def _memo_key(function: Function, context: Context, site: CallSite, *, traced: bool) -> object:
    given = context.arguments
    how = (traced, site.mapped, site.conditional)
    return (
        function, function.code.version, context.receiver, context.name, how, context.summary.returned,
        *given, *given.values(),
    )  # fmt: skip


def _reuse(state: State, key: object) -> Memo | None:
    """An earlier evaluation that would read the same again, its steps repeated; None where there is none."""
    memo = state.memo(key)
    if memo is None or not memo.reusable or not state.reads_again(memo):
        return None
    version = state.track.version
    running = state.track.begin()
    running.led = _led(state, memo)
    position = len(state.track.running) - 1
    layers = state.layers.clock
    repeated = _repeat(state, memo.steps) and running.lowest == position
    state.track.end()
    if not repeated or (state.track.version != version and not state.reads_again(memo)):
        state.track.repeated = running.repeated[::-1]
        state.layers.back_to(layers)  # what is evaluated now calls them itself
        return None
    memo.calls = running.calls
    state.used[key] = memo
    return memo


def _repeat(state: State, steps: list[Step]) -> bool:
    """Does what an evaluation did; False as soon as something does not go as it went then."""
    return all(_REPEAT[step[0]](state, *step[1:]) for step in steps)


def _repeat_call(
    state: State,
    function: Function,
    receiver: Atom | None,
    arguments: Bindings,
    site: CallSite,
    traced: bool,
    stamp: int,
    built: tuple[str, ...],
    seen: tuple[Value, frozenset[str]] | None,
) -> bool:
    """Makes a call again; False where the caller can tell its result from the earlier one.

    seen: all of the result that matters to a caller whose own events nobody learns of; None for others.
    """
    layers = state.layers.clock
    summary = _enter(state, function, receiver, arguments, site, traced=traced)
    running = state.track.running[-1]
    running.repeated.append((running.calls[-1], traced, summary.copy(), state.layers.since(layers)))
    same = summary.stamp == stamp or seen == (summary.returned, summary.allocated)
    return same and built_before(state, summary, layers) == built


def _repeat_unfinished(
    state: State, function: Function, receiver: Atom | None, arguments: Bindings, site: CallSite
) -> bool:
    context = context_of(state, function, receiver, arguments, site)
    state.track.running[-1].calls.append(MadeCall(context, function, receiver, arguments, site))
    _see_recursion(state, function)
    return True


def _repeat_inner(
    state: State,
    function: Function,
    version: int,
    receiver: Atom | None,
    arguments: Bindings,
    site: CallSite,
    traced: bool,
    memo: Memo,
) -> bool:
    """Does what a part of a recursion did; False where its text is another one now."""
    if function.code.version != version:
        return False
    context = context_of(state, function, receiver, arguments, site)
    context.entry = (function, site, traced)
    context.memo = replace(memo, calls=[])  # the calls are those of what is repeated around it
    state.stack.append((function.code, context))
    repeated = _repeat(state, memo.steps)
    state.stack.pop()
    assert memo.summary is not None
    context.summary = memo.summary.copy()
    return repeated


def _repeat_module(state: State, path: str) -> bool:
    run_module(state, path)
    return True


def _repeat_note(state: State, table: str, key: object, where: Location) -> bool:
    state.note(table, key, where)
    return True


def _repeat_layer(state: State, key: str) -> bool:
    state.call_layer(key)
    return True


_REPEAT: dict[str, Callable[..., bool]] = {
    "call": _repeat_call,
    "unfinished": _repeat_unfinished,
    "inner": _repeat_inner,
    "module": _repeat_module,
    "note": _repeat_note,
    "layer": _repeat_layer,
    "layer?": lambda state, key, called: state.is_layer_called(key) == called,
}


def _give_up(state: State, code: FunctionCode, summary: Summary) -> None:
    """What callers see of a function that could not be followed: anything may have happened."""
    summary.returned = union(summary.returned, UNKNOWN)
    where = code.module.location(code.node)
    record(summary.events, Event(Kind.UNKNOWN, f"`{code.name}` could not be analysed", where))


def _run(
    state: State, function: Function, receiver: Atom | None, context: Context, site: CallSite, *, traced: bool
) -> None:
    code = function.code
    env = f"env:{code.key}:{_short(receiver)}:{context.name}"
    frame = Frame(code.module, code, env, dict(context.arguments), function.env, receiver, code.cls)
    frame.traced = traced
    frame.builds = contains_symbolic(state, *context.arguments.values())
    frame.mapped = int(site.mapped)
    frame.conditional = frame.entered = int(site.conditional)
    frame.fresh = receiver.key if site.fresh and isinstance(receiver, Ref) else None
    if code.scope.captured:
        frame.allocated.add(env)  # nothing else can be held by its variables
    state.outer[env] = function.env
    if not state.exploring:
        state.environments.setdefault(code, env)
    for name, value in context.arguments.items():
        if name in code.scope.captured and not is_overwritten(state, code, name, code.node):
            state.bind_cell(env, name, value, code.module.location(code.node), again=False)
    if isinstance(code.node, ast.Lambda):
        frame.returned = statements.evaluate(state, frame, code.node.body)
    else:
        falls_through = statements.run_body(state, frame, code.node.body)
        if falls_through:
            frame.returned = union(frame.returned, NONE)
            frame.results[None] = NONE
    if frame.symbolic_return is not None:
        branches.note_returned(state, frame, frame.symbolic_return)
        left_out.note_behind(state, frame, frame.symbolic_return)
    state.count_work(frame)
    _summarise(state, code, frame, context)


def _summarise(state: State, code: FunctionCode, frame: Frame, context: Context) -> None:
    summary = context.summary
    returned = frame.yielded if code.is_generator else frame.returned
    summary.returned = union(summary.returned, made_by(returned, Making.as_seen_outside))
    allocated, given = made_and_given(code, frame, context)
    summary.allocated = allocated
    note_outlived(state, returned, allocated, given, code.module.location(code.node))
    summary.events = {}
    targets = dict.fromkeys(event.target for event in frame.events.values() if event.target is not None)
    hidden = {target for target in targets if state.heap.is_fresh(target, allocated, given)}
    for key, event in frame.events.items():
        if event.target not in hidden:
            record(summary.events, event, key=key)
        elif first_calls.makes_variable(event):
            record(summary.events, first_calls.of_every_call(event))
    summary.ops, summary.work = costs.bounded(frame)
    summary.weighted = frame.weighted > 0


def _short(receiver: Atom | None) -> str:
    return receiver.key if isinstance(receiver, Ref) else ""
