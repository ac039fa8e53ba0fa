"""Whether a change of Python state is followed by calls with trace keys of their own, which read it anew.

A second stage of training that passes another optimizer is traced again, with the layers that can be trained by then.
"""

from __future__ import annotations

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.facts.following import runs_later
from hybridize_analyzer.facts.traces.calls import TracedCall, traced_calls
from hybridize_analyzer.facts.traces.keys import differ
from hybridize_analyzer.interpreter.tracing.places import contains, places_in, span_of
from hybridize_analyzer.interpreter.tracing.runs import enclosing, is_called_unseen, runs_once
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location


def is_read_anew(state: State, code: FunctionCode, where: Location) -> bool:
    """Whether every call after a change differs in its trace key from all calls before it, of which there are some.

    where: the change, in what calls the function: the top level of a module, or a function that runs once.  A call that
    changes something, as `patch.object(…)` does, may take its change back later.
    """
    above = enclosing(state, where)
    if is_called_unseen(state, code) or not (above is None or runs_once(state, above)):
        return False
    places = places_in(state, where.path, above)
    if span_of(where) in places.expressions:
        return False
    calls = traced_calls(state, code)
    if not calls or any((c.site.caller, c.site.where.path) != (above, where.path) for c in calls):
        return False
    if any(enclosing(state, c.site.where) is not above for c in calls):  # an operation runs it
        return False
    if any(runs_later(state, c.site) for c in calls):
        return False
    loops = [loop for loop in places.loops if contains(loop, span_of(where))]
    if any(contains(loop, span_of(c.site.where)) for loop in loops for c in calls):
        return False
    before = [c for c in calls if span_of(c.site.where)[2:] <= span_of(where)[:2]]
    return bool(before) and all(_differ(first, c) for c in calls if c not in before for first in before)


def _differ(first: TracedCall, second: TracedCall) -> bool:
    """Whether an argument is another Python value; graphs with other shapes of tensors may be relaxed to one."""
    others = dict(second.key)
    return any(
        part.tag in _PYTHON and name in others and differ(part, others[name]) for name, part in first.key
    )


_PYTHON = ("object", "literal")
