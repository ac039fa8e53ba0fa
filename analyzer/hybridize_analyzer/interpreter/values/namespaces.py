"""`globals()`, `vars(x)` and `x.__dict__`: dicts whose entries are variables and attributes."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.bindings import ANY_OBJECT
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import unmangled
from hybridize_analyzer.domain.contents import KEYS, item_field
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    PART,
    UNKNOWN,
    Atom,
    Const,
    Module,
    Opaque,
    Ref,
    Value,
    const,
    interned_opaque,
    one,
    union,
)
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference, note_kept
from hybridize_analyzer.interpreter.values.writes import change_inside, change_object
from hybridize_analyzer.report import Location

_OF = "entries of "
_MODULE = "module "
ANY_MODULE = "a module of `sys.modules`"
"""The origin of a module that the program reaches by a name which cannot be told."""
BEHIND = "[behind]"
"""The field with the dicts that a program has made those of the attributes of an object."""
ANY = "[any]"
"""The field that stands for attributes which are set by computed names."""
_ANY_PRIVATE = "_any"
CHANGING = frozenset({"update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__"})


def entries(owner: Atom) -> Value:
    """The dict behind an object or a module."""
    if isinstance(owner, Ref):
        return one(interned_opaque(_OF + owner.key))
    if isinstance(owner, Opaque) and owner.origin == ANY_MODULE:
        return one(interned_opaque(_OF + ANY_MODULE))
    if isinstance(owner, Opaque):
        return one(interned_opaque(_OF + ANY_OBJECT))
    return one(interned_opaque(f"{_OF}{_MODULE}{owner.path}")) if isinstance(owner, Module) else UNKNOWN


def entry(state: State, frame: Frame, node: ast.AST, atom: Opaque, index: Value) -> Value | None:
    """The entry of a known name of the dict behind an object; None where that is not known."""
    (name,) = index if len(index) == 1 else (None,)
    if not (isinstance(name, Const) and isinstance(name.value, str) and atom.origin.startswith(_OF)):
        return None
    owner = atom.origin.removeprefix(_OF)
    field = state.heap.field(owner, name.value) if owner in state.heap.objects else None
    if field is not None:
        note_kept(state, frame, node, field, f"attribute `{name.value}`", owner, name.value)
    return field


def change_entries(
    state: State, frame: Frame, node: ast.AST, atom: Opaque, index: Value = UNKNOWN, value: Value = UNKNOWN
) -> bool:
    """Writes the entry of an index (by default, any) of such a dict; False for any other value."""
    if not atom.origin.startswith(_OF):
        return False
    owner = atom.origin.removeprefix(_OF)
    names = {a.value if isinstance(a, Const) and isinstance(a.value, str) else None for a in index}
    name = names.pop() if len(names) == 1 else None
    name = None if name is None else unmangled(state, name)
    if owner == ANY_MODULE:
        set_in_modules(state, name, value, frame.module.location(node))
        owner = ANY_OBJECT
    if owner == ANY_OBJECT:
        state.bind_cell(ANY_OBJECT, name or ANY, NOTHING, frame.module.location(node), again=True)
        state.emit(frame, node, Kind.WRITE, "attributes of an object are set through its dict")
        return True
    if not owner.startswith(_MODULE):
        change_object(state, frame, node, owner, name or ANY, value, "set")
        change_inside(state, frame, node, owner, name or _ANY_PRIVATE)
        change_behind(state, frame, node, owner, name or ANY, value, "set")
        return True
    path, where = owner.removeprefix(_MODULE), frame.module.location(node)
    for changed in (name,) if name is not None else sorted(state.global_bindings(path)):
        state.bind_global(path, changed, value, where, again=True)
    state.emit(frame, node, Kind.WRITE, "a global is set through the dict of its module")
    return True


def change_within(state: State, frame: Frame, node: ast.AST, atom: Opaque) -> None:
    """What stands in an entry of such a dict is changed: of an object, whichever attribute that is."""
    key = atom.origin.removeprefix(PART + _OF)
    if key in state.heap.objects:
        change_object(state, frame, node, key, ANY, NOTHING, "changed")
        change_inside(state, frame, node, key, _ANY_PRIVATE)


def change_by_method(call: Call, atom: Opaque) -> None:
    """Calls a method that changes such a dict.  atom: the method."""
    if atom.origin.startswith(PART + _OF):
        entry = interned_opaque(atom.origin.removeprefix(PART))
        if not _update_by_name(call, entry):
            add_entries(call.state, call.frame, call.node, entry, *call.values)


def _update_by_name(call: Call, entry: Opaque) -> bool:
    """`x.__dict__.update(settings)`: sets each entry under its name, where all of these are known."""
    called = call.node.func if isinstance(call.node, ast.Call) else None
    if not isinstance(called, ast.Attribute) or called.attr != "update":
        return False
    found: dict[str, Value] = {name: value for name, value in call.keywords.items() if name != "**"}
    known = "**" not in call.keywords
    for atom in (atom for value in call.args for atom in value):
        entries = _entries_of(call.state, atom)
        known = known and entries is not None
        for name, value in (entries or {}).items():
            found[name] = union(found.get(name, NOTHING), value)
    if not known:
        return False
    for name, value in found.items():
        change_entries(call.state, call.frame, call.node, entry, const(name), value)
    return True


def _entries_of(state: State, atom: Atom) -> dict[str, Value] | None:
    """The entries of a dict, by their names; None where a name is not known."""
    if not isinstance(atom, Ref) or state.heap.type_of(atom.key) != "builtins.dict":
        return None
    names = [a.value if isinstance(a, Const) else None for a in state.heap.field(atom.key, KEYS) or NOTHING]
    if not names or not all(isinstance(name, str) for name in names):
        return None
    fields = {str(name): state.heap.field(atom.key, f"[{name!r}]") for name in names}
    return {
        name: field if field is not None else state.heap.read(atom.key, ELEMENTS)
        for name, field in fields.items()
    }


def add_entries(state: State, frame: Frame, node: ast.AST, atom: Opaque, *given: Value) -> None:
    """Any entry of such a dict may be set, to what is given or to what stands in that; nothing for any other value."""
    parts = (part for value in given for a in value for part in _parts(state, a))
    change_entries(state, frame, node, atom, value=union(NOTHING, *given, *parts))


def replace_entries(state: State, frame: Frame, node: ast.AST, owner: Ref, entries: Value) -> None:
    """`x.__dict__ = entries`."""
    found = union(UNKNOWN, *(part for atom in entries for part in _parts(state, atom)))
    change_object(state, frame, node, owner.key, ANY, found, "set")
    state.heap.write(owner.key, BEHIND, frozenset(a for a in entries if isinstance(a, Ref)))


def dicts_behind(state: State, key: str) -> list[Ref]:
    """The dicts that `x.__dict__ = d` has put behind an object: its attributes are their entries."""
    return [a for a in state.heap.field(key, BEHIND) or NOTHING if isinstance(a, Ref)]


def read_behind(state: State, frame: Frame, node: ast.AST, key: str, name: str) -> Value:
    """What stands for an attribute in the dicts behind an object."""
    parts: list[Value] = []
    for behind in dicts_behind(state, key):
        state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=behind.key, field=ELEMENTS)
        field = item_field(const(name))
        fields = state.heap[behind.key].fields
        known = fields.get(field) if field is not None else None
        parts.append(fields.get(ELEMENTS, NOTHING) if known is None else known)
    return union(NOTHING, *parts)


def change_behind(
    state: State, frame: Frame, node: ast.AST, key: str, name: str, value: Value, what: str
) -> None:
    """An attribute of an object is changed: so is the entry of the dicts behind it."""
    for behind in dicts_behind(state, key):
        state.heap.write(behind.key, KEYS, const(name) if name != ANY else UNKNOWN)
        state.heap.write(behind.key, (item_field(const(name)) if name != ANY else None) or "[?]", value)
        change_object(state, frame, node, behind.key, ELEMENTS, value, what)


def _parts(state: State, atom: Atom) -> tuple[Value, ...]:
    """What stands in a tuple, a list or a dict."""
    if isinstance(atom, Ref):
        return tuple(state.heap[atom.key].fields.values())
    return state.heap.inside(atom)


def set_in_modules(state: State, name: str | None, value: Value, where: Location) -> None:
    """A variable (None for any) is set in a module that cannot be told: in each that has one of this name."""
    for path in sorted(state.modules):
        if name is None:
            set_any_of(state, path, where)
        elif name in state.global_bindings(path):
            state.bind_global(path, name, value, where, again=True)


def set_any_of(state: State, path: str, where: Location) -> None:
    """A variable of a module is set whose name is computed: that of a function or class seldom is."""
    for name, binding in sorted(state.global_bindings(path).items()):
        if not all(is_constant_reference(a) for a in binding.value):
            state.bind_global(path, name, NOTHING, where, again=True)
