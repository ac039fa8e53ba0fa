"""Layers that are built when they are first called: a graph creates their variables while it is first traced.

Every later trace has to find them.  Which call comes first is the order of the program, in which contexts are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.heap import references
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import Atom, Ref, Value, union
from hybridize_analyzer.interpreter.tracing.alike import reached_from
from hybridize_analyzer.interpreter.tracing.runs import made_once
from hybridize_analyzer.program.code import FunctionCode


def first_calls(
    state: State, code: FunctionCode, contexts: Sequence[Context], events: Iterable[Event]
) -> Iterator[Event]:
    """The events of a function, with `SOMETIMES` for layers that a later trace may build."""
    late = _may_come_late(state, code, contexts)
    for event in events:
        if event.aspect is Aspect.AGAIN and not _is_another(state, code, event):
            continue
        if event.kind is Kind.UNBUILT and late:
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
