"""`globals()`, `vars(x)` and `x.__dict__`: dicts whose entries are variables and attributes."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Const,
    Module,
    Opaque,
    Ref,
    Value,
    interned_opaque,
    one,
)
from hybridize_analyzer.interpreter.values.writes import change_object

_OF = "entries of "
_MODULE = "module "
CHANGING = frozenset({"update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__"})


def entries(owner: Atom) -> Value:
    """The dict behind an object or a module."""
    if isinstance(owner, Ref):
        return one(interned_opaque(_OF + owner.key))
    if isinstance(owner, Opaque):
        return one(interned_opaque(_OF + ANY_OBJECT))
    return one(interned_opaque(f"{_OF}{_MODULE}{owner.path}")) if isinstance(owner, Module) else UNKNOWN


def change_entries(
    state: State, frame: Frame, node: ast.AST, atom: Opaque, index: Value = UNKNOWN, value: Value = UNKNOWN
) -> bool:
    """Writes the entry of an index (by default, any) of such a dict; False for any other value."""
    if not atom.origin.startswith(_OF):
        return False
    owner = atom.origin.removeprefix(_OF)
    names = {a.value if isinstance(a, Const) and isinstance(a.value, str) else None for a in index}
    name = names.pop() if len(names) == 1 else None
    if owner == ANY_OBJECT:
        state.bind_cell(ANY_OBJECT, name or "[any]", NOTHING, frame.module.location(node), again=True)
        state.emit(frame, node, Kind.WRITE, "attributes of an object are set through its dict")
        return True
    if not owner.startswith(_MODULE):
        change_object(state, frame, node, owner, name or "[any]", value, "set")
        return True
    path, where = owner.removeprefix(_MODULE), frame.module.location(node)
    for changed in (name,) if name is not None else sorted(state.global_bindings(path)):
        state.bind_global(path, changed, value, where, again=True)
    state.emit(frame, node, Kind.WRITE, "a global is set through the dict of its module")
    return True
