"""Classes: method resolution order, attribute lookup, and which library classes a project class descends from."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Class,
    External,
    Function,
    Ref,
    Value,
    union,
)
from hybridize_analyzer.program.code import ClassCode

DEFAULT_FACTORY = "dataclasses.default_factory"
"""What `dataclasses.field(default_factory=…)` stands for in the body of a class."""


def unmangled(state: State, name: str) -> str:
    """A name as it is written in a class: `__k` for the `_C__k` by which others reach it."""
    if not name.startswith("_") or name.endswith("__"):
        return name
    at = name.find("__", 1)
    while at > 0:
        if any(cls.name.lstrip("_") == name[1:at] for cls in [*state.classes]):
            return name[at:]
        at = name.find("__", at + 1)
    return name


def define(state: State, cls: ClassCode, bases: tuple[Value, ...]) -> None:
    """Sets the bases of a class; one that a function makes may have others each time."""
    known = state.class_facts(cls).bases
    if cls.parent is not None and known is not None and len(known) == len(bases):
        bases = tuple(union(x, y) for x, y in zip(known, bases, strict=True))
    if state.class_facts(cls).bases == bases:
        return
    for below in list(state.class_line(cls).below):
        state.define_class(below, order=None)
    state.define_class(cls, bases=bases, order=None)
    state.track.changed(_ORDERS)


def linearise(state: State, cls: ClassCode, below: tuple[ClassCode, ...] = ()) -> list[ClassCode | str]:
    """Method resolution order (C3; depth first where the hierarchy is inconsistent), `object` left out.

    below: the classes whose order is being found; a class that inherits from itself ends there.
    """
    if cls in below:
        return [cls]
    facts = state.class_line(cls)
    if facts.order is None:
        facts.order = _linearise(state, cls, (*below, cls))
        for above in facts.order:
            if isinstance(above, ClassCode):
                state.class_line(above).below[cls] = None
    return facts.order


def _linearise(state: State, cls: ClassCode, below: tuple[ClassCode, ...]) -> list[ClassCode | str]:
    parents: list[ClassCode | str] = []
    for value in state.class_facts(cls).bases or ():
        atom = next(iter(value), None) if len(value) == 1 else None
        if isinstance(atom, Class):
            parents.append(atom.code)
        elif isinstance(atom, External):
            parents.append(atom.name)
        else:
            parents.append("?")
    sequences: list[list[ClassCode | str]] = [
        linearise(state, p, below) if isinstance(p, ClassCode) else [p, *_above_in_package(state, p)]
        for p in parents
    ]
    return [cls, *_merge([*sequences, parents])]


def _merge(sequences: list[list[ClassCode | str]]) -> list[ClassCode | str]:
    result: list[ClassCode | str] = []
    rest = [list(s) for s in sequences if s]
    while rest:
        head = next((s[0] for s in rest if not any(s[0] in other[1:] for other in rest)), rest[0][0])
        result.append(head)
        rest = [[c for c in s if c != head] for s in rest]
        rest = [s for s in rest if s]
    return result


def _above_in_package(state: State, name: str) -> tuple[str, ...]:
    """What stands above a class of an installed package, as far as its source tells."""
    return () if state.installed is None else state.installed.ancestors(name)


def package_base(state: State, cls: ClassCode) -> str | None:
    """The class of an installed package, not Keras itself, from which a class of the project inherits."""
    return next((base for base in library_bases(state, cls) if _above_in_package(state, base)), None)


def find_attribute(
    state: State, cls: ClassCode, name: str, *, after: ClassCode | None = None
) -> tuple[Value, ClassCode | str] | None:
    """The attribute `name` and the class that defines it; library classes answer with their name."""
    if after is None:
        facts = state.class_line(cls)
        if name not in facts.found:
            facts.found[name] = _first_with(state, linearise(state, cls), name)
        return facts.found[name]
    order = linearise(state, cls)
    return _first_with(state, order[order.index(after) + 1 :] if after in order else order, name)


def _first_with(
    state: State, order: list[ClassCode | str], name: str
) -> tuple[Value, ClassCode | str] | None:
    for candidate in order:
        if isinstance(candidate, str):
            continue
        value = state.class_line(candidate).attributes.get(name)
        if value is not None:
            return value, candidate
    return None


def with_instances(state: State, cls: ClassCode) -> list[ClassCode]:
    """The class and its subclasses, as far as the program makes objects of them."""
    made = len(state.heap.instances)
    state.track.read(_ORDERS)
    if state.family_stamp != (made, state.track.stamps.get(_ORDERS, 0)):
        state.families.clear()
        for other in state.heap.instances:
            for above in dict.fromkeys((other, *linearise(state, other))):
                if isinstance(above, ClassCode):
                    state.families.setdefault(above, []).append(other)
        state.family_stamp = (made, state.track.stamps.get(_ORDERS, 0))
    return state.families.get(cls, [])


_ORDERS = "orders of classes"
"""Stands for the orders of all classes among tokens."""


def library_bases(state: State, cls: ClassCode) -> list[str]:
    """Names of the library classes (and `?` for unknown ones) among the ancestors."""
    return [c for c in linearise(state, cls) if isinstance(c, str) and c != "builtins.object"]


CONTAINERS = {
    **{f"builtins.{name}": f"builtins.{name}" for name in ("list", "dict", "set", "bytearray")},
    **{
        f"collections.{name}": f"collections.{name}"
        for name in (
            "OrderedDict",
            "defaultdict",
            "Counter",
            "deque",
            "UserDict",
            "UserList",
            "array",
            "queue",
        )
    },
    "typing.TypedDict": "builtins.dict",
    "typing_extensions.TypedDict": "builtins.dict",
}
"""Classes whose instances hold elements, with the class that says how."""


def container_of(state: State, cls: ClassCode | str) -> str | None:
    """The container that instances of a class are, of Python's own classes or of a class below one; None for others."""
    if isinstance(cls, str):
        return cls if cls.startswith(("builtins.", "collections.")) else None
    for base in library_bases(state, cls):
        if base in CONTAINERS:
            return CONTAINERS[base]
    return None


def descends(state: State, cls: ClassCode | str, *roots: str) -> bool:
    """Whether a class is, or descends from, a library class whose name starts with one of `roots`."""
    if isinstance(cls, str):
        return cls.startswith(roots)
    return any(base.startswith(roots) for base in library_bases(state, cls))


def is_keras_callable(state: State, cls: ClassCode | str) -> bool:
    """Whether instances are Keras layers or models, whose `__call__` builds and then runs `call`."""
    return descends(
        state, cls, "keras.layers.", "keras.Model", "keras.Layer", "keras.Sequential", "keras.applications."
    )


def metaclass(state: State, cls: ClassCode) -> Value:
    """The metaclasses that a class names or inherits; nothing for `type`."""
    facts = (state.class_facts(c) for c in linearise(state, cls) if isinstance(c, ClassCode))
    return next((f.metaclass for f in facts if f.metaclass), NOTHING)


def is_enum(state: State, cls: ClassCode) -> bool:
    return descends(state, cls, "enum.")


def enum_members(state: State, cls: ClassCode, wanted: Value | None = None) -> Value:
    """The members of an enumeration: all of them, or those of a value."""
    members = union(NOTHING, *(
        v for n, v in state.class_facts(cls).attributes.items()
        if not n.startswith("_") and not any(isinstance(a, (Function, External)) for a in v)
    ))  # fmt: skip
    if wanted is None or not members:
        return members or UNKNOWN
    chosen = frozenset(a for a in members if isinstance(a, Ref) and state.heap.read(a.key, "value") == wanted)
    return chosen or members


def record_fields(state: State, cls: ClassCode) -> dict[str, tuple[Value, bool]] | None:
    """Fields of a dataclass or NamedTuple in order: default, and whether its `__init__` takes it; None for others."""
    fields: dict[str, tuple[Value, bool]] = {}
    generated = False
    for ancestor in reversed(linearise(state, cls)):
        if isinstance(ancestor, str):
            generated = generated or ancestor == "typing.NamedTuple"
            continue
        facts = state.class_facts(ancestor)
        attributes, decorated = facts.attributes, facts.frozen_dataclass is not None
        if "__init__" in attributes:
            generated = False
        if decorated or descends(state, ancestor, "typing.NamedTuple"):
            generated = generated or (decorated and "__init__" not in attributes)
            fields.update(_own_fields(ancestor, attributes))
    return fields if generated else None


def _own_fields(cls: ClassCode, attributes: dict[str, Value]) -> dict[str, tuple[Value, bool]]:
    found: dict[str, tuple[Value, bool]] = {}
    for statement in cls.node.body:
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        if "ClassVar" in ast.dump(statement.annotation):
            continue
        accepted = not (
            isinstance(statement.value, ast.Call)
            and any(
                k.arg == "init" and isinstance(k.value, ast.Constant) and k.value.value is False
                for k in statement.value.keywords
            )
        )
        name = statement.target.id
        missing = UNKNOWN if accepted else NOTHING
        found[name] = (attributes.get(name, missing) if statement.value is not None else missing, accepted)
    return found
