"""What instances do, of classes of the project and of libraries."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.bindings import SET_ANEW, TRAINABLE
from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import container_of
from hybridize_analyzer.domain.contents import KEYS, has_no_entry, item_field
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.kinds import KindOfValue
from hybridize_analyzer.domain.ownership import held
from hybridize_analyzer.domain.state import Frame, State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Bound,
    Class,
    Const,
    External,
    Function,
    Iterator,
    Ref,
    Scalar,
    Tensor,
    Value,
    const,
    has_tensor,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import call_atom, call_method, has_method
from hybridize_analyzer.interpreter.tracing import lengths, placeholders, untaken
from hybridize_analyzer.interpreter.tracing.frozen_reads import is_constant_reference, note_kept
from hybridize_analyzer.interpreter.values import namespaces, special_methods
from hybridize_analyzer.interpreter.values.builtin_members import has_member, is_member
from hybridize_analyzer.interpreter.values.descriptors import class_attribute, decorator_names, has_setter
from hybridize_analyzer.interpreter.values.indexing import item_of_sequence
from hybridize_analyzer.interpreter.values.unseen import unseen_call
from hybridize_analyzer.interpreter.values.writes import change_inside, change_object
from hybridize_analyzer.knowledge.exports import export
from hybridize_analyzer.program.code import ClassCode
from hybridize_analyzer.report import Location


def _of_library_object(state: State, frame: Frame, node: ast.expr, atom: Ref, cls: str, name: str) -> Value:
    if not has_member(cls.removeprefix("builtins."), name):
        return NOTHING

    field = state.heap.field(atom.key, name)
    if field is None:
        return state.evaluator.library.instance_attribute(state, frame, node, atom, cls, name)
    if state.heap.changed_at(atom.key, name):
        state.emit(frame, node, Kind.READ, f"attribute `{name}` is read", target=atom.key, field=name)
    offered = state.evaluator.library.known_attribute(state, frame, node, atom, cls, name)
    return offered if offered is not None and name in _MADE_OF else union(field, offered or NOTHING)


def _field(state: State, key: str, name: str, *, certain: bool) -> Value | None:
    """What an object itself has for an attribute, also if that was set by a computed name, which seldom means a method.

    certain: its class has the attribute.
    """
    known, computed = state.heap.field(key, name), state.heap.field(key, namespaces.ANY)
    if computed is None or (known is None and certain):
        return known
    return union(known or NOTHING, computed)


def _is_of_library(state: State, cls: ClassCode, name: str) -> bool:
    """Whether a class of Keras or TensorFlow above has a property or method of this name."""
    bases = classes.library_bases(state, cls)
    return any(export(f"{base}.{name}") for base in bases if base.startswith(("keras.", "tensorflow.")))


_MADE_OF = frozenset({"layers"})
"""Fields with the parts of a library object one by one, where its attribute of that name is a list of them."""


_SHOWING = {"collections.UserDict": "data", "collections.UserList": "data", "collections.queue": "queue"}
"""Attributes of containers with the container of Python in which they keep their content."""


def _content(container: str | None, atom: Ref, name: str) -> Value | None:
    """What shows the content of a container: of a `UserDict`, of a queue, and of a `ChainMap`, which stands as its dicts."""
    if name == _SHOWING.get(container or ""):
        return one(atom)
    return one(Iterator(one(atom), source="list")) if name == "maps" and container is not None else None


def _note_field(state: State, frame: Frame, node: ast.expr, atom: Ref, name: str, field: Value) -> None:
    if not all(map(is_constant_reference, field)) or state.heap.changed_at(atom.key, name):
        note_kept(state, frame, node, field, f"attribute `{name}`", atom.key, name)
    if placeholders.is_weight(state, state.heap[atom.key], field):
        state.emit(frame, node, Kind.WEIGHT, f"the weight `{name}` is read")


def _computed_attribute(
    state: State, frame: Frame, node: ast.expr, atom: Ref, getter: Value, name: str
) -> Value:
    """What the `__getattr__` of a class gives for a name."""
    with frame.indirectly():
        parts = [call_atom(state, frame, node, Bound(a, atom), (const(name),), {}) for a in getter]
    return union(NOTHING, *parts) or UNKNOWN


def _missing(state: State, frame: Frame, node: ast.expr, atom: Ref, cls: ClassCode, name: str) -> Value:
    """What an object gives for an attribute that neither it nor a class of the program has."""
    if name in _OF_EVERY_OBJECT:
        return one(Bound(External(f"builtins.object.{name}"), atom))
    bases = classes.library_bases(state, cls)
    for base in bases:
        offered = (
            None
            if base == "?"
            else state.evaluator.library.inherited_attribute(state, frame, node, atom, base, name)
        )
        if offered is not None:
            return offered
    getter = classes.find_attribute(state, cls, "__getattr__")
    if getter is not None and not name.startswith("__"):
        return _computed_attribute(state, frame, node, atom, getter[0], name)
    if "?" in bases:
        message = f"attribute `{name}` may come from a class that cannot be seen"
        state.emit(frame, node, Kind.VALUE, message)
    if "?" in bases or getter is not None:
        return UNKNOWN
    return NOTHING if not state.exploring else UNKNOWN


def _hook(state: State, frame: Frame, cls: ClassCode, name: str) -> Value | None:
    """The `__getattribute__` of a class, which runs for every attribute that code outside it reads."""
    found = None if name.startswith("__") else classes.find_attribute(state, cls, "__getattribute__")
    inside = found is not None and frame.function in {a.code for a in found[0] if isinstance(a, Function)}
    return None if found is None or inside else found[0]


def _inherited(
    state: State, frame: Frame, node: ast.expr, atom: Ref, cls: ClassCode, name: str
) -> Value | None:
    """What the class of an object has for an attribute, which may be assigned another."""
    found = class_attribute(state, frame, node, atom, cls, name)
    if found is not None and state.heap.field(atom.key, CLASS) is not None:
        message = f"`{name}` of its class is read, and another class is assigned,"
        state.emit(frame, node, Kind.READ, message, target=atom.key, field=namespaces.ANY)
    return found


def _is_method(value: Value) -> bool:
    return all(isinstance(a, Bound) for a in value)


def delete_attribute(state: State, frame: Frame, target: ast.Attribute, owner: Value) -> None:
    name = classes.unmangled(state, target.attr)
    for atom in owner:
        if isinstance(atom, Ref):
            special_methods.invoke(state, frame, target, atom, ("__delattr__",), (const(name),))
            change_object(state, frame, target, atom.key, name, NOTHING, "deleted")
            namespaces.change_behind(state, frame, target, atom.key, name, NOTHING, "deleted")


CLASS = "__class__"
"""The field of the classes that are assigned to an object."""
_OF_EVERY_OBJECT = frozenset({"__setattr__", "__delattr__", "__getattribute__"})


def _assigns_variable(state: State, cls: str, name: str, value: Value) -> bool:
    """Whether to set an attribute assigns to a variable: the learning rate of an optimizer of Keras 3, no schedule."""
    rate = name == "learning_rate" and cls.startswith("keras.optimizers.") and state.keras == (3,)
    return rate and all(isinstance(atom, (Tensor, Const, Scalar)) for atom in value)


_SCHEDULE = "_learning_rate"
"""Where an optimizer keeps its learning rate, which is no variable any more once a schedule is assigned."""


def _is_schedule(cls: str, name: str, value: Value) -> bool:
    return (
        name == "learning_rate"
        and cls.startswith("keras.optimizers.")
        and any(isinstance(a, (Ref, Function)) for a in value)
    )


IN_ORDER = "read in order"
"""Notes of the objects whose elements a function takes one after the other."""
READ_BY = "read in order by a function"
"""The same with the function: the object, and the function."""
HANDED_ON = "handed on as keywords"
"""Notes of the dicts that are unpacked into the keywords of a call: the dict, and the place of the call."""
COLLECTED = "collected from keywords"
"""Notes of the dicts that collect the keywords of a call: the place of the call, and the dict."""
VIEWED = "seen through a view"
"""Notes of the dicts that a `MappingProxyType` or `ChainMap` shows."""
PROXIED = "seen through a proxy"
"""Notes of the dicts that a `MappingProxyType` shows."""


_MAPPINGS = frozenset(
    {"collections.OrderedDict", "collections.defaultdict", "collections.Counter", "collections.UserDict"}
)


class Objects(KindOfValue[Ref]):
    """Mutable objects: instances, lists, dicts, sets, datasets, layers."""

    def call(self, call: Call, atom: Ref) -> Value:
        cls = call.state.heap.type_of(atom.key)
        if isinstance(cls, str):
            lengths.note_open(call.state, call.frame, call.node, *call.values)
            return call.state.evaluator.library.call_object(call, atom)
        if has_method(call.state, atom, "__call__"):
            return call_method(
                call.state,
                call.frame,
                call.node,
                atom,
                "__call__",
                call.args,
                call.keywords,
                traced=call.traced,
            )
        if classes.library_bases(call.state, cls):
            return call.state.evaluator.library.call_object(call, atom)
        return unseen_call(call, f"an instance of `{call.state.heap.type_name(atom.key)}`")

    def attribute(self, state: State, frame: Frame, node: ast.expr, atom: Ref, name: str) -> Value:
        """An attribute of an instance: its own fields, its class, then what the library class offers."""
        cls = state.heap.type_of(atom.key)
        if name == "__class__":
            return one(Class(cls)) if isinstance(cls, ClassCode) else one(External(cls))
        if name == "__dict__":
            state.emit(
                frame, node, Kind.UNKNOWN, "the attributes of an object are reached through `__dict__`"
            )
            return namespaces.entries(atom)
        content = _content(classes.container_of(state, cls), atom, name)
        if content is not None:
            if name == "maps":
                change_object(state, frame, node, atom.key, ELEMENTS, UNKNOWN, "reached through `maps`")
            return content
        if isinstance(cls, str):
            return _of_library_object(state, frame, node, atom, cls, name)
        if (hook := _hook(state, frame, cls, name)) is not None:
            return _computed_attribute(state, frame, node, atom, hook, name)
        inherited = _inherited(state, frame, node, atom, cls, name)
        of_container = is_member(classes.container_of(state, cls), name)
        of_class = inherited is not None or of_container or _is_of_library(state, cls, name)
        field = _field(state, atom.key, name, certain=of_class)
        if field is not None:
            _note_field(state, frame, node, atom, name, field)
            field = union(held(field), namespaces.read_behind(state, frame, node, atom.key, name))
            return union(field, inherited) if inherited is not None and not _is_method(inherited) else field
        if inherited is not None:
            return inherited

        return _missing(state, frame, node, atom, cls, name)

    def set_attribute(
        self, state: State, frame: Frame, target: ast.Attribute, atom: Ref, value: Value
    ) -> None:
        cls = state.heap.type_of(atom.key)
        if isinstance(cls, ClassCode):
            setter = classes.find_attribute(state, cls, target.attr)
            for attribute in setter[0] if setter else ():
                if isinstance(attribute, Function) and "setter" in decorator_names(attribute):
                    with frame.indirectly():
                        call_atom(state, frame, target, Bound(attribute, atom), (value,), {})
                    return
                if isinstance(attribute, Ref) and has_setter(state, attribute):
                    special_methods.invoke(state, frame, target, attribute, ("__set__",), (one(atom), value))
                    return
            given = (one(Const("str", target.attr)), value)
            if special_methods.invoke(state, frame, target, atom, ("__setattr__",), given) is not None:
                return
        if isinstance(cls, str) and not frame.symbolic and _assigns_variable(state, cls, target.attr, value):
            frame.ops += 1
            state.emit(frame, target, Kind.UPDATE, "a variable is assigned")
            return
        if target.attr == "__dict__":
            namespaces.replace_entries(state, frame, target, atom, value)
        name = namespaces.ANY if target.attr == "__class__" else target.attr
        change_object(state, frame, target, atom.key, name, value, "set")
        if isinstance(cls, str):
            change_inside(
                state, frame, target, atom.key, _SCHEDULE if _is_schedule(cls, name, value) else name
            )
        namespaces.change_behind(state, frame, target, atom.key, name, value, "set")
        if target.attr == "__class__":
            state.heap.write(atom.key, CLASS, value)
        where = frame.module.location(target)
        if target.attr == "trainable" and state.noted(f"changes of {atom.key}.trainable", where) is not None:
            state.bind_cell(TRAINABLE, "trainable", NOTHING, where, again=True)
            state.note(TRAINABLE, (where, atom.key), where)

    def elements(self, state: State, frame: Frame, node: ast.AST, atom: Ref) -> Value:
        known = state.heap.type_of(atom.key)
        own = not isinstance(known, str)
        cls = container_of(state, known) if own else known
        if not isinstance(cls, str) or (own and special_methods.iterates(state, atom)):
            return special_methods.iterate(state, frame, node, atom)
        if frame.function is not None:
            state.emit(frame, node, Kind.READ, "its elements are read", target=atom.key, field=ELEMENTS)
            note_order(state, frame, frame.module.location(node), atom.key)
        if cls == "builtins.dict":
            return state.heap.read(atom.key, KEYS)
        if cls.startswith("builtins."):
            return state.heap.read(atom.key, ELEMENTS)
        if cls == "tensorflow.data.Dataset":
            found = state.heap.field(atom.key, ELEMENTS)
            return UNKNOWN if found is None else found
        if cls.startswith("collections."):
            return state.heap.read(atom.key, KEYS if cls in _MAPPINGS else ELEMENTS)
        return UNKNOWN

    def item(self, state: State, frame: Frame, node: ast.Subscript, atom: Ref, index: Value) -> Value:
        if not isinstance(state.heap.type_of(atom.key), str) and has_method(state, atom, "__getitem__"):
            with frame.indirectly():
                return call_method(state, frame, node, atom, "__getitem__", (index,))
        found = state.heap[atom.key]
        kind = classes.container_of(state, found.cls)
        state.emit(frame, node, Kind.READ, "an element is read", target=atom.key, field=ELEMENTS)
        missing = special_methods.invoke(state, frame, node, atom, ("__missing__",), (index,)) or NOTHING
        if missing:
            return union(missing, found.fields.get(ELEMENTS, NOTHING))
        if kind is None:
            named = isinstance(found.cls, ClassCode) and classes.descends(
                state, found.cls, "typing.NamedTuple"
            )
            return union(*found.fields.values()) if named or "_fields" in found.fields else UNKNOWN
        if kind == "collections.defaultdict":
            state.heap.write(atom.key, KEYS, index)
            change_object(state, frame, node, atom.key, ELEMENTS, NOTHING, "filled by being read")
        if found.exact is not None and not found.multiple:
            return item_of_sequence(state, frame, node, one(atom), index)
        if isinstance(node.slice, ast.Slice):
            return one(Iterator(found.fields.get(ELEMENTS, NOTHING), source="slice"))
        field = item_field(index)
        if field is not None and field in found.fields and KEYS in found.fields:
            return union(found.fields[field], found.fields.get("[?]", NOTHING))
        if found.cls == "builtins.dict" and has_no_entry(found.fields, index):
            if untaken.is_possible(frame):
                untaken.note(state, frame, node, "a dict seems to have no such entry")
            return UNKNOWN  # where it is not an error, code that cannot be seen has set it
        return found.fields.get(ELEMENTS, NOTHING)

    def set_item(
        self, state: State, frame: Frame, target: ast.Subscript, atom: Ref, index: Value, value: Value
    ) -> None:
        if has_method(state, atom, "__setitem__"):
            with frame.indirectly():
                call_method(state, frame, target, atom, "__setitem__", (index, value))
            return
        if has_tensor(index):
            state.emit(frame, target, Kind.PYTHON_VALUE, "a Python container is indexed with a tensor")
        entry = item_field(index)
        state.heap.write(atom.key, KEYS, index)
        state.heap.write(atom.key, entry or "[?]", value)
        change_object(state, frame, target, atom.key, ELEMENTS, value, "changed")
        if entry is not None and state.heap.recorded_change(atom.key, ELEMENTS) is not None:
            state.bind_cell(SET_ANEW, entry, NOTHING, frame.module.location(target), again=True)


def note_order(state: State, frame: Frame, where: Location, key: str) -> None:
    """A function takes the elements of an object one after the other.  key: the object."""
    state.note(IN_ORDER, key, where)
    if frame.function is not None:
        state.note(READ_BY, (key, frame.function), where)
