"""What names and expressions hold, as data: for whoever edits a program."""

from __future__ import annotations

from dataclasses import dataclass

from hybridize_analyzer.domain.describe import dtype_of, shape_of
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Atom, Ref, Value
from hybridize_analyzer.facts.parameters import holds_variable, kind_of


@dataclass(frozen=True, slots=True)
class Held:
    """What a name or an expression holds, over all calls that are seen.

    kind: as in `report.Parameter`.  dtype: where all tensors and arrays among it agree.  shape: likewise, with None for
    lengths that are not known; None where nothing is known of it.  variables: whether variables are among it, or in it.
    metric: whether it is a metric of Keras, and nothing else.
    """

    kind: str
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    variables: bool = False
    metric: bool = False


def held_of(state: State, value: Value) -> Held:
    """The same of an abstract value."""
    return Held(
        kind_of(state, value),
        dtype_of(value),
        shape_of(value),
        holds_variable(state, value),
        bool(value) and all(_is_metric(state, atom) for atom in value),
    )


def _is_metric(state: State, atom: Atom) -> bool:
    return isinstance(atom, Ref) and str(state.heap.type_of(atom.key)).startswith("keras.metrics.")
