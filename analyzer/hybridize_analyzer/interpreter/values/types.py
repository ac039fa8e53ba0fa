"""Types of abstract values: what `isinstance` and `issubclass` would answer, where that is known."""

from __future__ import annotations

from collections.abc import Sequence

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    MADE,
    Array,
    Atom,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Opaque,
    Partial,
    Ref,
    Scalar,
    Tensor,
    Tuple,
    Value,
    tensors,
)
from hybridize_analyzer.knowledge.tensors import HAS, HAS_ALWAYS
from hybridize_analyzer.program.code import ClassCode

ARRAY_TESTED = "whether it is a NumPy array or a tensor is tested, and a graph gets arrays as tensors"
_ANY = ("builtins.object", "typing.Any")
_CONCRETE = frozenset("int float complex str bytes list tuple dict set frozenset NoneType bool type".split())
_TENSORS = {
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.SparseTensor": "sparse",
    "tensorflow.sparse.SparseTensor": "sparse",
    "tensorflow.IndexedSlices": "slices",
    "tensorflow.TensorArray": "array",
}

_OBJECTS = (
    "tensorflow.data.", "tensorflow.python.data.ops.", "tensorflow.train.Checkpoint", "tensorflow.Module", "keras.Model",
    "keras.Sequential", "keras.layers.", "keras.losses.", "keras.metrics.", "keras.optimizers.",
)  # fmt: skip
"""How the names of classes begin of which no tensor and no tuple is an instance."""


def is_instance(state: State, value: Value, kinds: Value) -> bool | None:
    """`isinstance(value, kinds)`: True or False where it holds for all that the value may be."""
    wanted = flattened(kinds)
    answers = {any_of([instance_of(state, atom, kind) for kind in wanted]) for atom in value}
    return answers.pop() if len(answers) == 1 else None


def notes_array(value: Value, kinds: Value) -> bool:
    """Whether a test tells an array that a call was given from the tensor that `tf.function` makes of it."""
    names = [kind.name for kind in flattened(kinds) if isinstance(kind, External)]
    telling = any(name.startswith(("numpy.", "numbers.")) or name == "tensorflow.Tensor" for name in names)
    return telling and any(isinstance(atom, Array) and atom.homes != (MADE,) for atom in value)


def tells_variables(kinds: Value) -> bool:
    """Whether a test tells a variable of Keras from the tensor that `tf.function` makes of it."""
    names = [kind.name for kind in flattened(kinds) if isinstance(kind, External)]
    return any(name in ("keras.Variable", "tensorflow.Tensor") for name in names)


def any_of(answers: Sequence[bool | None]) -> bool | None:
    """Three-valued `or`."""
    return True if True in answers else None if None in answers else False


def flattened(kinds: Value) -> list[Atom]:
    """The classes that a second argument of `isinstance` names, tuples taken apart."""
    found: list[Atom] = []
    for atom in kinds:
        if isinstance(atom, Tuple):
            for element in atom.elements:
                found += flattened(element)
        else:
            found.append(atom)
    return found


def instance_of(state: State, atom: Atom, kind: Atom) -> bool | None:
    """Whether one atom is an instance of one class; None where that cannot be told."""
    if isinstance(kind, Const) and kind.value is None:
        return isinstance(atom, Const) and atom.value is None if not isinstance(atom, Opaque) else None
    if isinstance(kind, External) and kind.name in _ANY:
        return True
    if isinstance(atom, Opaque) or not isinstance(kind, (Class, External)):
        return None
    if isinstance(kind, Class) and kind.code.module.installed:
        return None  # the program knows it under a name of its package
    if isinstance(atom, Ref):
        return subclass_of(state, state.heap.type_of(atom.key), kind)
    if isinstance(atom, Const) and atom.member is not None and isinstance(kind, Class):
        return subclass_of(state, atom.member, kind)
    if isinstance(kind, Class):
        return None if _answers_itself(state, kind.code) or _may_be_member(state, atom, kind) else False
    return _plain_instance(atom, kind.name)


def _may_be_member(state: State, atom: Atom, kind: Atom) -> bool:
    """A number that comes from somewhere may be the member of an `IntEnum`, which stands as its value."""
    number = isinstance(atom, (Const, Scalar)) and atom.type in ("int", "str", "float")
    number = number and not (isinstance(atom, Const) and atom.member is not None)
    return number and isinstance(kind, Class) and classes.is_enum(state, kind.code)


def notes_member(state: State, value: Value, kinds: Value) -> bool:
    """Whether a test asks if a number is the member of an enumeration, of which one graph serves both."""
    return any(_may_be_member(state, atom, kind) for atom in value for kind in flattened(kinds))


REGISTERED = "registered"
"""The name under which it stands that classes are registered at one of `abc`."""


def registry_of(kind: Class | External) -> str:
    """Where that is recorded."""
    return f"class:{kind.code.key}" if isinstance(kind, Class) else f"class:{kind.name}"


def _answers_itself(state: State, cls: ClassCode) -> bool:
    """Protocols, classes whose metaclass answers `isinstance`, and those at which others are registered."""
    if state.cell(f"class:{cls.key}", REGISTERED) is not None:
        return True
    for base in classes.linearise(state, cls):
        if isinstance(base, str):
            if base == "?" or base.endswith(".Protocol"):
                return True
            continue
        for atom in state.class_line(base).metaclass:
            if isinstance(atom, Class) and classes.find_attribute(state, atom.code, "__instancecheck__"):
                return True
    return False


def _plain_instance(atom: Atom, name: str) -> bool | None:
    if isinstance(atom, (Const, Scalar)):
        own = f"builtins.{atom.type}"
        if name.startswith("builtins.") and name.rpartition(".")[2] in _CONCRETE:
            return name == own or (own == "builtins.bool" and name == "builtins.int")
        return False if name in _TENSORS or name.startswith(("keras.", "numpy.nd")) else None
    if isinstance(atom, (Tensor, Tuple)) and name.startswith(_OBJECTS):
        return False
    if isinstance(atom, Tensor):
        if name in _TENSORS:
            return atom.kind == _TENSORS[name] if atom.kind in _TENSORS.values() else None
        return False if name.rpartition(".")[2] in _CONCRETE and name.startswith("builtins.") else None
    if isinstance(atom, Tuple):
        if name.startswith("builtins."):
            return name == "builtins.tuple"
        return False if name in _TENSORS else None
    if isinstance(atom, (Function, Bound, Hybrid, Partial, Array, Class)):
        plain = name.startswith("builtins.") and name.rpartition(".")[2] in _CONCRETE - {"type", "float"}
        return False if plain or name in _TENSORS else None
    return None


def subclass_of(state: State, cls: ClassCode | str, kind: Atom) -> bool | None:
    """Whether a class is, or descends from, another; None where that cannot be told."""
    if isinstance(kind, External) and kind.name in _ANY:
        return True
    if isinstance(cls, str):
        if isinstance(kind, Class):
            return None if _answers_itself(state, kind.code) else False
        if isinstance(kind, External):
            return _library_subclass(cls, kind.name)
        return None
    order = classes.linearise(state, cls)
    if isinstance(kind, Class):
        if kind.code in order:
            return True
        return None if "?" in order or _answers_itself(state, kind.code) else False
    if isinstance(kind, External):
        if kind.name in order:
            return True
        answers = [_library_subclass(base, kind.name) for base in order if isinstance(base, str)]
        return any_of(answers)
    return None


def _library_subclass(name: str, other: str) -> bool | None:
    if name == other:
        return True
    if name in ("?", other):
        return None
    plain = [n.startswith("builtins.") and n.rpartition(".")[2] in _CONCRETE for n in (name, other)]
    if all(plain):
        return (name, other) == ("builtins.bool", "builtins.int")
    if name.startswith(("abc.", "typing.Generic", "typing.Protocol")):
        return False
    if name.startswith(("builtins.", "collections.")) and other.startswith(
        ("tensorflow.", "keras.", "numpy.")
    ):
        return False
    return False if plain[1] and name.startswith(("keras.", "tensorflow.")) else None


def is_subclass(state: State, value: Value, kinds: Value) -> bool | None:
    """`issubclass(value, kinds)` for one class; None where that cannot be told."""
    answers: set[bool | None] = set()
    for atom in flattened(value):
        own = atom.code if isinstance(atom, Class) else atom.name if isinstance(atom, External) else None
        if own is None:
            return None
        answers.add(any_of([subclass_of(state, own, kind) for kind in flattened(kinds)]))
    return answers.pop() if len(answers) == 1 else None


_OF_NUMBERS = frozenset({"tensor", "variable", "ragged", "sparse"})


def plain_tensors(*values: Value) -> Value:
    """The tensors among values that a graph gets as other objects: all but variables."""
    return frozenset(a for v in values for a in v if isinstance(a, Tensor) and a.kind != "variable")


def is_otherwise(plain: Value, name: tuple[Value, ...]) -> bool:
    """Whether tensors inside a graph may not have an attribute that they have outside, or the other way round."""
    return bool(plain) and (not name or has(plain, name[0]) is None)


def has(value: Value, name: Value) -> bool | None:
    """What `hasattr` says of tensors; None for other values, and where a graph says otherwise."""
    asked = [a.value for a in name if isinstance(a, Const)]
    if not value or len(value) != len(tensors(value)) or not len(asked) == len(name) == 1:
        return None
    if asked[0] in HAS_ALWAYS and all(t.kind in _OF_NUMBERS for t in tensors(value)):
        return True
    dense = all(t.kind == "tensor" and t.dtype for t in tensors(value))
    return HAS.get(str(asked[0])) if dense else None
