"""Callers that catch what a function raises, where a graph raises something else in its place."""

from __future__ import annotations

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.interpreter.values.own_errors import RAISED
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import Location


def replaced_error(state: State, code: FunctionCode) -> tuple[str, Location, Location] | None:
    """An exception that a function raises, or what it calls, where it does and where a caller catches it by its class.

    AutoGraph replaces it.  What tests wait for is part of what the verdict assumes of errors.
    """
    raised = [each for each in state.all_noted(RAISED) if isinstance(each, tuple)]
    if not raised:
        return None
    inside = state.call_graph().below([code])
    for function, written, names in raised:
        if function != code and function not in inside:
            continue
        for caller in sorted(state.leading_to(code), key=lambda each: each.key):
            for site in state.sites_of(caller):
                if not names.isdisjoint(site.caught.split(", ")) and not is_test(site.where.path):
                    at = state.noted(RAISED, (function, written, names))
                    assert at is not None, "it was noted"
                    return written, at, site.where
    return None
