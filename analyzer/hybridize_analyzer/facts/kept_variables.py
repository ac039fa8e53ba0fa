"""State of Python in which the first trace of a `tf.function` keeps the variables, layers and metrics that it makes.

`if self.head is None: self.head = Dense(10)` sets an attribute while the graph is traced, and that is what its author means:
TensorFlow traces a function again whose first trace has made variables, and every run reads the values that these have then.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from hybridize_analyzer.domain.classes import descends, is_keras_callable
from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import NONE, Atom, Ref, Tensor, Value

Place = tuple[str, str]
"""The key of an object or scope, and the name of a field or variable there."""


def keeping_variables(state: State, events: Iterable[Event]) -> frozenset[Place]:
    """The places that events write or read, and that hold nothing but variables, layers, and None before these.

    events: of one function.
    """
    found = {(e.target, e.field or ELEMENTS) for e in events if e.kind in _OF_STATE and e.target is not None}
    return frozenset(place for place in found if _keeps_variables(state, *place, set()))


_OF_STATE = frozenset({Kind.WRITE, Kind.NAME_WRITE, Kind.READ})


def _keeps_variables(state: State, target: str, name: str, seen: Set[Place]) -> bool:
    value = _held(state, target, name) - NONE
    return bool(value) and all(_is_made_once(state, atom, seen | {(target, name)}) for atom in value)


def _held(state: State, target: str, name: str) -> Value:
    if target in state.heap.objects:
        return state.heap.read(target, name)
    if target.startswith("global:"):
        binding = state.global_binding(target.split(":", 2)[1], name)
    else:
        binding = state.cell(target, name)
    return binding.value if binding is not None else frozenset()


def _is_made_once(state: State, atom: Atom, seen: Set[Place]) -> bool:
    """Whether it is a variable, a layer or a metric, or a list or the like of those alone."""
    if isinstance(atom, Tensor):
        return atom.kind == "variable"
    if not isinstance(atom, Ref):
        return False
    cls = state.heap.type_of(atom.key)
    if is_keras_callable(state, cls) or descends(state, cls, "keras.metrics.", "keras.Metric"):
        return True
    inside = (atom.key, ELEMENTS)
    return inside not in seen and _keeps_variables(state, *inside, seen)
