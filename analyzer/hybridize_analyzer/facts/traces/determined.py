"""Calls whose keys follow from the key of their caller.

A function that tracing would not change does the same for the same key.  So where it has one key, every call in it
(outside loops) hands over one key too, provided that a graph would know the shapes (`Tensor.dynamic` is false).
"""

from __future__ import annotations

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import CallSite, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    Array,
    Atom,
    Const,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
)
from hybridize_analyzer.interpreter.tracing.runs import is_called_unseen
from hybridize_analyzer.program.code import FunctionCode

_HAZARDS = frozenset(
    {
        Kind.EAGER_ONLY,
        Kind.PYTHON_VALUE,
        Kind.CONTROL,
        Kind.AMBIENT,
        Kind.UNKNOWN,
        Kind.UNSEEN,
        Kind.VALUE,
        Kind.ADVANCE,
        Kind.READ,
        Kind.NUMPY,
    }
)
_CONTAINERS = ("builtins.list", "builtins.dict")


def has_one_key(state: State, site: CallSite) -> bool:
    """Whether what the call hands over depends on the key of the caller only, and the caller has one."""
    caller = site.caller
    if caller is None or site.loop or site.library or site.mapped or site.assumed:
        return False
    if is_called_unseen(state, caller) or caller.is_generator:
        return False
    return not _hazards(state, caller) and _greatest(state, caller) == 1


def _hazards(state: State, code: FunctionCode) -> bool:
    return any(event.kind in _HAZARDS for c in state.contexts_of(code) for event in c.summary.events.values())


def _greatest(state: State, code: FunctionCode) -> int | None:
    """The greatest number of keys of a function; None while it is being asked for."""
    from hybridize_analyzer.facts.traces import greatest

    if code not in state.traces:
        state.traces[code] = None
        state.traces[code] = greatest(state, code)
    return state.traces[code]


def follows(state: State, value: Value | None, depth: int = 4) -> bool:
    """Whether a value, made from what the caller got, has a key that follows from that of the caller."""
    return bool(value) and depth > 0 and all(_follows(state, atom, depth) for atom in value or NOTHING)


def _follows(state: State, atom: Atom, depth: int) -> bool:
    if isinstance(atom, Tensor):
        return not atom.dynamic
    if isinstance(atom, Array):
        return atom.shape is not None and None not in atom.shape
    if isinstance(atom, Tuple):
        return all(follows(state, e, depth - 1) for e in atom.elements)
    if isinstance(atom, Ref):
        found = state.heap[atom.key]
        return found.cls in _CONTAINERS and follows(state, found.fields.get(ELEMENTS), depth - 1)
    return isinstance(atom, (Const, Scalar))
