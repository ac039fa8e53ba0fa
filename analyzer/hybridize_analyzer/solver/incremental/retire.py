"""Definitions that an edit has taken away: nothing may go on calling them."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from typing import TypeVar

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Atom, Bound, Function, Hybrid, Partial, Value
from hybridize_analyzer.program.code import FunctionCode
from hybridize_analyzer.report import Location

_Key = TypeVar("_Key", str, Location)


def retire(state: State, gone: Iterable[FunctionCode]) -> None:
    """Takes functions out of all that names, attributes and fields hold."""
    codes = frozenset(gone)
    if not codes:
        return
    for tables in (state.globals, state.cells):
        for owner, bindings in tables.items():
            for name, binding in bindings.items():
                left = _without(binding.value, codes)
                if left is not binding.value:
                    binding.value = left
                    binding.elsewhere = _without(binding.elsewhere, codes)
                    _clean(binding.versions or {}, codes)
                    state.track.changed((owner, name))
                    state.track.changed((owner, "*"))
    for cls, facts in state.classes.items():
        if _clean(facts.attributes, codes):
            state.class_changed(cls)
    for key, found in state.heap.objects.items():
        for name in _clean(found.fields, codes):
            state.heap.field_changed(key, name)
    for code in codes:
        state.decorated.pop(code, None)
        state.defaults.pop(code, None)


def _clean(values: MutableMapping[_Key, Value], gone: frozenset[FunctionCode]) -> list[_Key]:
    changed = {name: left for name, v in values.items() if (left := _without(v, gone)) is not v}
    values.update(changed)
    return list(changed)


def _without(value: Value, gone: frozenset[FunctionCode]) -> Value:
    left = frozenset(atom for atom in value if _code(atom) not in gone)
    return value if len(left) == len(value) else left


def _code(atom: Atom) -> FunctionCode | None:
    if isinstance(atom, (Bound, Hybrid, Partial)):
        return _code(atom.function)
    return atom.code if isinstance(atom, Function) else None
