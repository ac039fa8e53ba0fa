"""Arguments that are variables of Keras 3, which no class of TensorFlow knows: a graph gets a tensor in place of each.

The tensor has the value from before the call.  Only eager code can make it: where a graph calls another one with a variable
of Keras, TensorFlow asks for its array and raises `NotImplementedError` (executed with TensorFlow 2.21 and Keras 3.15).
"""

from __future__ import annotations

from hybridize_analyzer.domain.contents import contains
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import CallSite, Context, State
from hybridize_analyzer.domain.values import NOTHING
from hybridize_analyzer.interpreter.tracing.placeholders import is_keras_variable
from hybridize_analyzer.program.code import FunctionCode

_EAGER = frozenset({Kind.OUTPUT, Kind.EAGER_ONLY})
"""Events of functions that are no graphs, and will not be."""


def unfit_variable(state: State, code: FunctionCode, name: str, contexts: list[Context]) -> str | None:
    """Why a graph of a function could not take the variables of Keras that a parameter receives."""
    if 3 not in state.keras:
        return None
    given = [c for c in contexts if contains(state, c.arguments.get(name, NOTHING), is_keras_variable)]
    if any(event.kind is Kind.UPDATE for context in given for event in context.summary.events.values()):
        return "a variable of Keras is a tensor inside the graph, which keeps its value when the function changes it"
    if any(_is_in_a_graph(state, code, site) for context in given for site in context.sites):
        return "a graph that is called inside another one cannot take a variable of Keras"
    return None


def _is_in_a_graph(state: State, code: FunctionCode, site: CallSite) -> bool:
    """Whether a call stands in a graph, or, of a function that is none yet, in another one that may become one."""
    if site.traced or site.caller is None or state.is_hybrid(code):
        return site.traced
    contexts = state.contexts_of(site.caller)
    events = (event for context in contexts for event in context.summary.events.values())
    return all(event.kind not in _EAGER for event in events)
