"""How many graphs a function is traced into, and which arguments cause more than one.

The calls that the analysis saw give trace keys (`keys`); how often each call happens (`runs`) and which variable it
hands over (`origins`) make keys that are not fully known comparable; `options` are those of `tf.function` itself.
The result holds for a run in which the function is called, every loop on the way runs at least once, and nothing fails.
"""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.domain.events import Aspect, Event, Kind
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.traces import causes, counting, options
from hybridize_analyzer.facts.traces.calls import Reason, TracedCall, obstacle, traced_calls
from hybridize_analyzer.interpreter.tracing.first_calls import OF_OPTIMIZER
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Tracing

__all__ = ["predict", "relaxed"]


def predict(state: State, code: FunctionCode, events: Sequence[Event]) -> Tracing:
    """The number of traces over all instances and runs of `def`, or the reason why there is none."""
    problem = obstacle(state, code)
    if problem is not None:
        return Tracing(None, 1, None, unknown=problem[0], place=problem[1])
    chosen = options.of(state, code)
    if chosen is None:
        return Tracing(None, 1, None, unknown="the options of its `tf.function` are not known")
    calls = [options.applied(chosen, call) for call in traced_calls(state, code)]
    least, most, unbounded = counting.bounds(state, calls, reduce=chosen.reduce_retracing)
    makes = _makes_variables(state, code, events)
    again = len({call.owner for call in calls})
    least += again if makes else 0
    most = most + again if most is not None and makes is not False else most
    count = least if least == most else None
    found = () if count == 1 else tuple(causes.explain(code, calls, makes=makes))
    unknown, place = (None, None) if count is not None or unbounded else _why(calls, most, makes=makes)
    return Tracing(count, least, most, unbounded, unknown, found, place)


def relaxed(state: State, code: FunctionCode) -> int | None:
    """The greatest number of traces with `reduce_retracing=True`; None where that is not known or changes nothing."""
    chosen = options.of(state, code)
    if chosen is None or chosen.signature is not None or chosen.decided or obstacle(state, code) is not None:
        return None
    return counting.bounds(state, traced_calls(state, code), reduce=True)[1]


def _makes_variables(state: State, code: FunctionCode, events: Sequence[Event]) -> bool | None:
    """Whether the first call makes variables, in which case TensorFlow traces it twice."""
    others = [e for e in events if e.field != OF_OPTIMIZER]
    if any(e.kind is Kind.LAZY and e.aspect is not Aspect.SETTING for e in others):
        return True
    if any(e.kind is Kind.SLOTS and _is_first_step(state, code, e) for e in events):
        return True
    return None if any(e.kind in (Kind.VARIABLE, Kind.UNBUILT, Kind.SLOTS) for e in others) else False


def _is_first_step(state: State, code: FunctionCode, event: Event) -> bool:
    """Whether the function certainly takes the first step of an optimizer; in a loop, where it alone takes steps."""
    if event.aspect is not Aspect.IN_A_LOOP:
        return event.aspect is None
    keys = (key for key in state.all_noted("steps") if isinstance(key, tuple))
    return [by for target, by in keys if target == event.target] == [code]


def _why(calls: list[TracedCall], most: int | None, *, makes: bool | None) -> Reason:
    for call in calls:
        if not call.exact:
            name = next(name for name, part in call.key if not part.exact)
            what = "the function object" if name == "def" else f"what reaches `{name}`"
            return f"{what} is not known", call.site.where
    if makes is None:
        return "its first call may make variables, and is traced twice then", None
    return "some of the calls depend on conditions" if most is not None else "the calls are not known", None
