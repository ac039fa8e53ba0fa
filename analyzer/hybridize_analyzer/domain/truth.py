"""The truth of values, as `if` asks for it."""

from __future__ import annotations

from hybridize_analyzer.domain.values import (
    Atom,
    Bound,
    Class,
    Const,
    Function,
    Hybrid,
    Module,
    Partial,
    Tuple,
    Value,
)


def truth(value: Value) -> bool | None:
    """The truth value when it is the same for every atom and known."""
    results = {_truth(atom) for atom in value}
    return results.pop() if len(results) == 1 else None


def _truth(atom: Atom) -> bool | None:
    if isinstance(atom, Const):
        return bool(atom.value)
    if isinstance(atom, Tuple):
        return bool(atom.elements)
    if isinstance(atom, (Function, Bound, Class, Module, Hybrid, Partial)):
        return True
    return None
