"""Trace keys: what TensorFlow's cache of graphs tells apart (tensorflow/core/function/trace_type).

Tensors differ by kind, dtype and shape; Python values by `==` (1, 1.0 and True are one); lists, tuples and dicts by
structure; all else by identity.  NumPy arrays and Keras variables are tensors, variables are told apart by alias only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from hybridize_analyzer.domain.classes import descends, find_attribute, linearise
from hybridize_analyzer.domain.contents import KEYS
from hybridize_analyzer.domain.heap import Object
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    Array,
    Atom,
    Bound,
    Class,
    Const,
    External,
    Function,
    Hybrid,
    Iterator,
    Module,
    Partial,
    Ref,
    Scalar,
    Shape,
    Tensor,
    Tuple,
    Value,
)
from hybridize_analyzer.interpreter.tracing.placeholders import is_keras_variable
from hybridize_analyzer.interpreter.tracing.runs import defined_once, dict_keys, environment_once, made_once
from hybridize_analyzer.program.code import ClassCode, FunctionCode
from hybridize_analyzer.shapes.dtypes import is_dtype

_DEPTH = 5
_TENSORS = ("tensor", "variable", "sparse", "ragged", "slices")
_PYTHON = ("literal", "number", "among")
_NUMBERS = ("int", "float", "bool", "complex", "Decimal", "Fraction")
_MAPPINGS = ("builtins.dict", "collections.OrderedDict")


@dataclass(frozen=True, slots=True)
class Part:
    """An argument, or a part of one.

    tag: a kind of tensor, `literal`, `number` (of unknown value), `among` (every value of a range), `list`, `tuple`, `dict`,
    `named`, `object`, `dataset`, `fresh` (another one at every call), `choice` (one of its parts) or `unknown`.
    content: what tells it from others with the same tag, None where it is not known.
    compared: an object with an `==` of its own, which counts as the same while an equal one lives.
    parts: of a structure; of a tensor, the batches of a dataset, all but the last and the last.
    origin: equal ones stand for the same object at run time, known or not.
    """

    tag: str
    content: object = None
    parts: tuple[Part, ...] = ()
    origin: object = None
    compared: bool = False

    @property
    def exact(self) -> bool:
        """Whether equal parts are one key."""
        if self.origin is not None:
            return True
        if self.tag in ("tensor", "variable", "sparse"):
            dtype, shape = self.spec
            return dtype is not None and shape is not None and None not in shape
        if self.tag in ("literal", "object"):
            return self.content is not None or self.tag == "literal"
        return self.tag in ("list", "tuple", "dict", "named") and all(p.exact for p in self.parts)

    @property
    def spec(self) -> tuple[str | None, Shape | None]:
        """dtype and shape of a tensor."""
        assert isinstance(self.content, tuple)
        return self.content

    def pinned(self, origin: object) -> Part:
        """The same, when everything that is not known about it is known to be one thing."""
        return self if self.exact else replace(self, origin=origin)


UNKNOWN = Part("unknown")


def differ(a: Part, b: Part) -> bool:
    """Whether the two certainly have different keys."""
    if a.compared and b.compared:
        return False
    if "fresh" in (a.tag, b.tag):
        return a != b or a.origin is None
    if a.tag == "choice" or b.tag == "choice":
        options = a.parts if a.tag == "choice" else (a,)
        return all(differ(o, p) for o in options for p in (b.parts if b.tag == "choice" else (b,)))
    if "unknown" in (a.tag, b.tag):
        return False
    if a.tag in _PYTHON and b.tag in _PYTHON:
        return _python_values_differ(a, b)
    if a.tag != b.tag:
        return True
    if a.tag in _TENSORS:
        return _specs_differ(a, b)
    if a.parts or b.parts:
        return a.content != b.content or len(a.parts) != len(b.parts) or any(map(differ, a.parts, b.parts))
    known = a.content is not None and b.content is not None
    return known and a.content != b.content and a.tag != "dataset"


def _python_values_differ(a: Part, b: Part) -> bool:
    if a.tag == b.tag == "literal":
        return a.content != b.content
    return (_kind(a) in _NUMBERS) is not (_kind(b) in _NUMBERS)


def _kind(part: Part) -> str:
    if part.tag == "literal":
        return "float" if part.content is NAN else type(part.content).__name__
    return str(part.content) if part.tag == "number" else "int"


def _specs_differ(a: Part, b: Part) -> bool:
    (dtype, shape), (other_dtype, other) = a.spec, b.spec
    if dtype != other_dtype and None not in (dtype, other_dtype):
        return True
    if shape is None or other is None:
        return False
    return len(shape) != len(other) or any(
        m != n for m, n in zip(shape, other, strict=True) if m is not None and n is not None
    )


NAN = "not a number"
"""Stands for every NaN: they are one key, although Python says that they differ."""


def part_of(state: State, value: Value) -> Part:
    """What the cache sees of an argument; a structure of very many parts is not known."""
    return _part(state, value, _DEPTH) if _size(state, value, _DEPTH, {}) <= _MOST_PARTS else UNKNOWN


_MOST_PARTS = 1000


def _size(state: State, value: Value, depth: int, known: dict[tuple[Value, int], int]) -> int:
    """How many parts a value has that tuples, lists and dicts take apart; each is counted wherever it stands."""
    containers = [atom for atom in value if type(atom) is Tuple or type(atom) is Ref] if depth else ()
    if not containers:
        return 1
    size = known.get((value, depth))
    if size is None:
        parts = (part for atom in containers for part in _inside(state, atom))
        size = known[value, depth] = 1 + sum(_size(state, part, depth - 1, known) for part in parts)
    return size


def _inside(state: State, atom: Atom) -> Iterable[Value]:
    if isinstance(atom, Tuple):
        return atom.elements
    found = state.heap[atom.key] if isinstance(atom, Ref) else None
    if found is not None and found.cls == "builtins.list":
        return found.exact or ()
    return found.fields.values() if found is not None and found.cls in _MAPPINGS else ()


def _part(state: State, value: Value, depth: int) -> Part:
    if not depth or not value:
        return UNKNOWN
    parts = [_atom(state, atom, depth) for atom in value]
    if len(parts) == 1:
        return parts[0]
    return UNKNOWN if UNKNOWN in parts else Part("choice", parts=tuple(sorted(parts, key=repr)))


def _atom(state: State, atom: Atom, depth: int) -> Part:
    model = _MODELS.get(type(atom))
    return UNKNOWN if model is None else model(state, atom, depth)


def _tensor(state: State, atom: Tensor, depth: int) -> Part:
    kind = "tensor" if atom.kind == "truth" or is_keras_variable(atom) else atom.kind
    if kind not in _TENSORS:
        return UNKNOWN
    batches: tuple[Part, ...] = ()
    if atom.batches is not None and atom.shape and atom.shape[0] is None:
        batches = tuple(Part(kind, (atom.dtype, (length, *atom.shape[1:]))) for length in atom.batches)
    alike = atom.origin is not None and made_once(state, Ref(atom.origin[0]))
    shape = None if kind == "slices" or atom.in_rows else atom.shape
    return Part(kind, (atom.dtype, shape), batches, atom.origin if alike else None)


def _array(state: State, atom: Array, depth: int) -> Part:
    return Part("tensor", (atom.dtype, atom.shape))


def _const(state: State, atom: Const, depth: int) -> Part:
    value = atom.value
    return Part("literal", NAN if isinstance(value, float) and value != value else value)


def _scalar(state: State, atom: Scalar, depth: int) -> Part:
    return Part("number", atom.type) if atom.among is None else Part("among", atom.among)


def _tuple(state: State, atom: Tuple, depth: int) -> Part:
    return Part("tuple", parts=_parts(state, atom.elements, depth))


def _iterator(state: State, atom: Iterator, depth: int) -> Part:
    if atom.source == "range" and atom.items is not None:
        items = tuple(a.value for item in atom.items for a in item if isinstance(a, Const))
        return Part("object", ("range", items))
    return UNKNOWN


def _function(state: State, atom: Function, depth: int) -> Part:
    return function_part(state, atom.code, atom.env)


def _hybrid(state: State, atom: Hybrid, depth: int) -> Part:
    return _part(state, frozenset({atom.function}), depth - 1)


def _class(state: State, atom: Class, depth: int) -> Part:
    return Part("object", atom.code.key) if atom.code.parent is None else UNKNOWN


def _named(state: State, atom: External | Module, depth: int) -> Part:
    return Part("object", _as_dtype(atom.name) if isinstance(atom, External) else atom.path)


def _as_dtype(name: str) -> str:
    """The name of what the cache takes for the same: dtypes of TensorFlow equal NumPy's types, and two of Python's."""
    root, _, last = name.partition(".")
    if root == "numpy" and is_dtype(last.rstrip("_")):
        return f"tensorflow.{last.rstrip('_')}"
    return _OF_PYTHON.get(name, name)


_OF_PYTHON = {"builtins.float": "tensorflow.float32", "builtins.bool": "tensorflow.bool"}


def _fresh(state: State, atom: Bound, depth: int) -> Part:
    """A bound method is made by every `object.method`, and its weak reference dies with it."""
    return Part("fresh")


def _partial(state: State, atom: Partial, depth: int) -> Part:
    once = atom.made is not None and made_once(state, Ref(atom.made))
    return Part("object", atom.made) if once else Part("fresh")


def _object(state: State, atom: Ref, depth: int) -> Part:
    found = state.heap[atom.key]
    if found.cls == "builtins.list":
        exact = found.exact
        return UNKNOWN if exact is None else Part("list", parts=_parts(state, exact, depth))
    if found.cls in _MAPPINGS:
        return _mapping(state, found, depth)
    if found.cls == "tensorflow.data.Dataset":
        return Part("dataset", origin=atom.key if made_once(state, atom) else None)
    if found.cls == "collections.namedtuple-instance":
        return UNKNOWN
    if not isinstance(found.cls, str) and descends(state, found.cls, "typing.NamedTuple"):
        return Part("named", found.type_name, _parts(state, tuple(found.fields.values()), depth))
    known = atom.key if made_once(state, atom) else None
    if _compares(state, found.cls):
        return Part("object", origin=known, compared=True)
    return Part("object", known)


def _compares(state: State, cls: ClassCode | str) -> bool:
    """Whether objects of a class may be equal without being the same; two of them may be one key."""
    if isinstance(cls, str):
        return False
    line = [c for c in linearise(state, cls) if isinstance(c, ClassCode)]
    dataclass = any(state.class_facts(c).frozen_dataclass is not None for c in line)
    return dataclass or find_attribute(state, cls, "__eq__") is not None


def _parts(state: State, values: tuple[Value, ...], depth: int) -> tuple[Part, ...]:
    return tuple(_part(state, value, depth - 1) for value in values)


def _mapping(state: State, found: Object, depth: int) -> Part:
    keys = dict_keys(state, found)
    if keys is None:
        return UNKNOWN
    fields = tuple(found.fields[f"[{key!r}]"] for key in keys)
    return Part("dict", keys, _parts(state, fields, depth))


def keyword_part(state: State, value: Value) -> Part:
    """What `**keywords` receives: each of them is an argument of its own."""
    atom = next(iter(value)) if len(value) == 1 else None
    if not isinstance(atom, Ref) or state.heap[atom.key].multiple:
        return UNKNOWN
    fields = state.heap[atom.key].fields
    names = sorted(name for name in fields if name.startswith("['"))
    if "[?]" in fields or len(names) != len(fields.get(KEYS, ())):
        return UNKNOWN
    return Part("dict", tuple(n[2:-2] for n in names), _parts(state, tuple(fields[n] for n in names), _DEPTH))


_MODELS: dict[type, Callable[..., Part]] = {
    Tensor: _tensor,
    Array: _array,
    Const: _const,
    Scalar: _scalar,
    Tuple: _tuple,
    Iterator: _iterator,
    Function: _function,
    Hybrid: _hybrid,
    Class: _class,
    External: _named,
    Module: _named,
    Bound: _fresh,
    Partial: _partial,
    Ref: _object,
}


def function_part(state: State, code: FunctionCode, env: str | None) -> Part:
    """The function object itself: every run of `def` makes another one, with graphs of its own."""
    if env is not None and (code.parent is None or not environment_once(state, code.parent, env)):
        return Part("object")
    return Part("object", (code.key, env)) if defined_once(state, code) else Part("fresh")
