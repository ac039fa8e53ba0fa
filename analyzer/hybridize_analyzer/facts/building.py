"""Layers that are built when they are first called: a graph creates their variables while it is first traced.

Every later trace has to find them.  Which call comes first is the order of the program, in which contexts are listed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import CallSite, Context, State
from hybridize_analyzer.domain.values import Atom, Ref, Value, union
from hybridize_analyzer.facts.growing import given_to
from hybridize_analyzer.interpreter.tracing.alike import reached_from
from hybridize_analyzer.interpreter.tracing.places import contains, places_in, root_of, span, span_of
from hybridize_analyzer.interpreter.tracing.runs import made_once
from hybridize_analyzer.program.code import FunctionCode, walk


def first_calls(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Iterable[Event]
) -> Iterator[Event]:
    """The events of a function, with `SOMETIMES` for layers that a later trace may build.

    Those of the objects that a loop passes one by one are certainly built by a trace each.
    """
    late = _may_come_late(state, code, contexts)
    certainly = late and _takes_turns(state, code, contexts)
    for event in events:
        if event.aspect is Aspect.AGAIN and not _is_another(state, code, event):
            continue
        if event.kind is Kind.UNBUILT and certainly:
            message = (
                f"{event.message}: each object of the loop that calls the function has a trace of its own"
            )
            yield event._replace(kind=Kind.VARIABLE, message=message, aspect=None)
        elif event.kind is Kind.UNBUILT and late:
            yield event._replace(aspect=Aspect.SOMETIMES)
        else:
            yield event._replace(aspect=None) if event.aspect is Aspect.AGAIN else event


def _may_come_late(state: State, code: FunctionCode, contexts: Sequence[Context]) -> bool:
    """Whether a later trace of a function may build what the first one has not built.

    A method has a function, and so a first trace, for every receiver.
    """
    first: dict[Atom | None, set[str]] = {}
    for context in contexts:
        events = [e for e in context.summary.events.values() if e.kind is Kind.UNBUILT and e.target]
        built = {
            e.target
            for e in events
            if e.target and (e.aspect is not Aspect.AGAIN or _is_another(state, code, e))
        }
        if not built <= first.setdefault(context.receiver, built):
            return True
    targets = set[str]().union(*first.values())
    return bool(targets) and any(targets & reached_from(state, v) for v in _several(state, code, contexts))


def _is_another(state: State, code: FunctionCode, event: Event) -> bool:
    """Whether what an earlier call did may have been done to another object, made at the same place."""
    return event.target not in state.heap.objects or not made_once(state, Ref(event.target), code)


def _several(state: State, code: FunctionCode, contexts: Sequence[Context]) -> Iterator[Value]:
    """Arguments that stand for more than one object over all calls."""
    given: dict[tuple[Atom | None, str], Value] = {}
    for context in contexts:
        for name, value in context.arguments.items():
            key = (context.receiver, name)
            given[key] = union(given.get(key, frozenset()), value)
    for (receiver, _), value in given.items():
        keys = references(value) - {receiver.key if isinstance(receiver, Ref) else ""}
        if len(keys) > 1 or any(not made_once(state, Ref(key), code) for key in keys):
            yield value


def _takes_turns(state: State, code: FunctionCode, contexts: Sequence[Context]) -> bool:
    """Whether a loop over several objects passes each to a function, which builds layers of it.

    The layers of those that were called or built before it are no events.
    """
    for context in contexts:
        built = {e.target for e in context.summary.events.values() if e.kind is Kind.UNBUILT and e.target}
        several = [
            name
            for name, value in context.arguments.items()
            if any(not made_once(state, Ref(key), code) for key in references(value))
            and built & reached_from(state, value)
        ]
        for site in context.sites if several else ():
            call = places_in(state, site.where.path, site.caller).expressions.get(span_of(site.where))
            if isinstance(call, ast.Call) and any(
                name in several and isinstance(given, ast.Name) and given.id in _loop_variables(state, site)
                for name, given in given_to(call, code)
            ):
                return True
    return False


def _loop_variables(state: State, site: CallSite) -> set[str]:
    """The variables of the `for` statements around a call, each of which takes one element after the other."""
    root = root_of(state, site.where.path, site.caller)
    loops = (n for n in walk(root) if isinstance(n, ast.For) and contains(span(n), span_of(site.where)))
    return {loop.target.id for loop in loops if isinstance(loop.target, ast.Name)}
