"""Weights that are placeholders while they are read: Keras 3 builds a model without `build` by tracing its `call`.

Then the layers inside have no variables yet: they compute with their initial values, which a graph made at that time
keeps as constants (`Layer._maybe_build`, `Variable.value` of Keras 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hybridize_analyzer.semantics.classes import find_attribute, is_keras_callable, library_bases
from hybridize_analyzer.semantics.events import Event, Kind
from hybridize_analyzer.semantics.program import FunctionCode
from hybridize_analyzer.semantics.state import Context, State
from hybridize_analyzer.semantics.values import Ref


def traced_by_keras(state: State, code: FunctionCode, contexts: Iterable[Context]) -> Iterator[Event]:
    """The first call through which Keras may trace a method of a layer before the layer's variables exist."""
    if not _builds_itself(state, code) or not any(_is_unbuilt(state, c) for c in contexts):
        return
    above = state.sites_above(code)
    through = [s.where for s in above if s.caller is not None and _is_traced_first(state, s.caller)]
    if through:
        message = "Keras traces it with the initial values of weights, while it builds the model around it"
        yield Event(Kind.UNBUILT, message, min(through))


def _builds_itself(state: State, code: FunctionCode) -> bool:
    """Whether it is a method of a layer of the project with a `build`, its own or an inherited one, for its weights."""
    if code.cls is None or code.name in ("__init__", "build") or not is_keras_callable(state, code.cls):
        return False
    inherited = (b for b in library_bases(state, code.cls) if b.startswith("keras.layers."))
    return find_attribute(state, code.cls, "build") is not None or any(
        base != "keras.layers.Layer" for base in inherited
    )


def _is_unbuilt(state: State, context: Context) -> bool:
    receiver = context.receiver
    return not isinstance(receiver, Ref) or not state.heap[receiver.key].built


def _is_traced_first(state: State, caller: FunctionCode) -> bool:
    """Whether it is the `call` of a layer or model of the project that has no `build`."""
    return (
        caller.name == "call"
        and caller.cls is not None
        and is_keras_callable(state, caller.cls)
        and find_attribute(state, caller.cls, "build") is None
    )
