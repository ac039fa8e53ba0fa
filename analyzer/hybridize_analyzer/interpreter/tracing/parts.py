"""Loops through the parts of something, such as the layers of a network, which are no repetitions of one computation."""

from __future__ import annotations

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.contents import nested
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    Array,
    Atom,
    Bound,
    Class,
    External,
    Function,
    Hybrid,
    Partial,
    Ref,
    Tensor,
    Tuple,
    Value,
)

_DATA = (Tensor, Array)
_FUNCTIONS = (Function, Bound, Partial, Class, Hybrid, External)
_MADE_OF_PARTS = ("keras.", "tensorflow.Module")


def holds_parts(state: State, element: Value) -> bool:
    """Whether what a loop goes through are functions, layers, modules and the like, and no data.

    element: what the loop variables are given, numbers from `enumerate` and names among them.
    """
    values = nested(element, lambda atom: atom.elements if isinstance(atom, Tuple) else (), depth=3)
    atoms = [atom for value in values for atom in value]
    return any(_is_part(state, a) for a in atoms) and not any(isinstance(a, _DATA) for a in atoms)


def _is_part(state: State, atom: Atom) -> bool:
    if isinstance(atom, Ref):
        return classes.descends(state, state.heap.type_of(atom.key), *_MADE_OF_PARTS)
    return isinstance(atom, _FUNCTIONS)
