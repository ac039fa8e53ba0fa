"""What `tf.function` cannot take as an argument or as a receiver, or takes for something else.

It compares arguments by `==` and finds them by `hash`, which may be the program's own; it unpacks what is wrapped, and makes
tensors of what can be an array.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridize_analyzer.domain import classes
from hybridize_analyzer.domain.heap import ELEMENTS, Object
from hybridize_analyzer.domain.ownership import GIVEN, HELD
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    NAMESPACE,
    NOTHING,
    SHAPES,
    Array,
    Atom,
    Bound,
    External,
    Function,
    Module,
    Opaque,
    Partial,
    Ref,
    Tensor,
    Tuple,
    Value,
)
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.facts.traces.confused import left_out_fields
from hybridize_analyzer.interpreter.tracing.function_objects import is_wrapper
from hybridize_analyzer.interpreter.values.indexing import SLICE, SLICE_BY_TENSORS
from hybridize_analyzer.interpreter.values.structures import is_structure
from hybridize_analyzer.program.code import ClassCode, found_once, walk

_TAKEN = (
    "keras.",
    "enum.",
    "tensorflow.lookup.",
    "tensorflow.random.Generator",
    "tensorflow.distribute.Strategy",
    "tensorflow.summary.",
    "tensorflow.train.Checkpoint",
    "tensorflow.train.ExponentialMovingAverage",
)
"""How the names of classes of libraries begin whose objects it compares by identity, as it does those of plain classes."""


def unreferable(state: State, ref: Ref) -> str | None:
    """Why an object cannot be the receiver of a hybrid method."""
    cls = state.heap.type_of(ref.key)
    if isinstance(cls, str):
        return None
    for base in classes.library_bases(state, cls):
        if base in _NO_RECEIVERS or base.startswith("builtins."):
            return f"a `{cls.name}` cannot be weakly referenced or hashed like a plain object"
        if base in _TAKEN_APART:
            return (
                f"a graph takes a `{cls.name}` apart, and puts it together as a `{base.rpartition('.')[2]}`"
            )
    if "__slots__" in state.class_facts(cls).attributes:
        return f"a `{cls.name}` has `__slots__` and cannot be weakly referenced"
    return None


_NO_RECEIVERS = frozenset(
    """typing.NamedTuple collections.namedtuple collections.deque collections.Counter collections.OrderedDict
    collections.defaultdict collections.UserDict collections.UserList collections.ChainMap collections.abc.Mapping
    collections.abc.MutableMapping collections.abc.Set collections.abc.MutableSet types.SimpleNamespace
    argparse.Namespace array.array numpy.ndarray tensorflow.Variable keras.Variable""".split()
)
"""Classes of libraries whose instances have no hash, or cannot be weakly referenced, executed with TensorFlow 2.21."""

_TAKEN_APART = frozenset(
    f"tensorflow_probability.util.{name}" for name in ("DeferredTensor", "TransformedVariable")
)
"""Composite tensors whose subclasses have no specification of their own, executed with TensorFlow Probability 0.25."""


def untraceable(state: State, value: Value) -> str | None:
    """Why `tf.function` cannot take an argument, or cannot tell one from another."""
    return _first_problem(state, value, 3, {})


def _first_problem(state: State, value: Value, depth: int, fine: dict[Atom, int]) -> str | None:
    """fine: what has been looked into before, and how deeply: containers share parts, and may hold each other."""
    for atom in value:
        if fine.get(atom, -1) < depth:
            if (problem := _untraceable(state, atom, depth, fine)) is not None:
                return problem
            fine[atom] = depth
    return None


def _untraceable(state: State, atom: Atom, depth: int, fine: dict[Atom, int]) -> str | None:
    if isinstance(atom, LazySequence):
        if atom.source in ("tuple", "list", "slice"):
            return _first_problem(state, atom.element, depth - 1, fine) if depth else None
        if atom.source in ("range", *SHAPES, "dataset iterator", "unseen iterator"):
            return None
        source = atom.source.removeprefix(HELD).removeprefix(GIVEN)
        return f"{'an' if source[0] in 'aeiou' else 'a'} {source} is used up by one trace"
    if isinstance(atom, Tuple):
        parts = atom.elements if depth else ()
        return next((p for e in parts if (p := _first_problem(state, e, depth - 1, fine))), None)
    if isinstance(atom, Tensor):
        if atom.assigned:
            return "what an assignment to a variable gave cannot be read in another graph"
        return "a TensorArray cannot be an argument" if atom.kind == "array" else None
    if isinstance(atom, Opaque) and atom.origin in (SLICE, SLICE_BY_TENSORS):
        return "a `slice` has no hash before Python 3.12"
    if atom == NAMESPACE:
        return "a `Namespace` of `argparse` has no hash"
    if isinstance(atom, (Module, External, Opaque)):
        return None
    if isinstance(atom, Partial) and atom.function == External("tensorflow.custom_gradient.call"):
        return "a function with `tf.custom_gradient` loses its gradient as an argument"
    return _untraceable_object(state, atom, depth, fine) if isinstance(atom, Ref) else None


def _untraceable_object(state: State, ref: Ref, depth: int, fine: dict[Atom, int]) -> str | None:
    found = state.heap[ref.key]
    cls = found.cls
    if isinstance(cls, str):
        if cls in (
            "builtins.list",
            "builtins.dict",
            "collections.OrderedDict",
            "collections.namedtuple-instance",
        ):
            elements = found.fields.get(ELEMENTS, NOTHING)
            return _first_problem(state, elements, depth - 1, fine) if depth else None
        if cls.startswith(_TAKEN) or cls in ("tensorflow.data.Dataset", "collections.namedtuple"):
            return None
        return f"a `{cls.removeprefix('builtins.')}` is compared by identity or not at all"
    if state.class_facts(cls).frozen_dataclass is False:
        return f"a `{cls.name}` is a mutable dataclass, which has no hash"
    own = classes.find_attribute(state, cls, "__eq__")
    if own is not None and classes.find_attribute(state, cls, "__hash__") is None:
        return f"a `{cls.name}` defines `__eq__` without `__hash__`"
    return _incomparable(state, cls, found)


def _incomparable(state: State, cls: ClassCode, found: Object) -> str | None:
    """Why `==` or `hash` of an object may fail, or give no truth value."""
    record = next((c for c in classes.linearise(state, cls) if _is_record(state, c)), None)
    for name in ("__hash__", "__eq__"):
        own = classes.find_attribute(state, cls, name)
        if own is None and isinstance(record, ClassCode):
            read = set(found.fields) - set(left_out_fields(record))
        elif own is None or not own[0]:
            continue
        else:
            codes = [a.code for a in own[0] if isinstance(a, Function)]
            read = {name for code in codes for name in found_once(code.node, _attributes)}
            if len(codes) < len(own[0]) or not all(found_once(code.node, _only_compares) for code in codes):
                return f"the `{name}` of a `{cls.name}` does more than to compare numbers and texts"
        for field in sorted(read & found.fields.keys()):
            if any(_is_without_hash(state, atom, 3) for atom in found.fields[field]):
                return f"`{field}` of a `{cls.name}` has no hash or is no number, and `{name}` reads it"
    return None


def _is_record(state: State, cls: object) -> bool:
    return (
        isinstance(cls, ClassCode)
        and state.class_facts(cls).frozen_dataclass is True
        and not _by_identity(cls)
    )


def _by_identity(cls: ClassCode) -> bool:
    """Whether `eq=False` says that objects of a dataclass are compared as other objects are."""
    return any("eq=False" in ast.unparse(decorator) for decorator in cls.node.decorator_list)


def _is_without_hash(state: State, atom: Atom, depth: int) -> bool:
    """Whether a value has no hash, or compares with others to something that is no truth value."""
    if isinstance(atom, (Tensor, Array)):
        return True
    if isinstance(atom, Tuple):
        return depth > 0 and any(_is_without_hash(state, a, depth - 1) for e in atom.elements for a in e)
    if not isinstance(atom, Ref):
        return False
    cls = state.heap.type_of(atom.key)
    return cls in _WITHOUT_HASH or (
        isinstance(cls, ClassCode) and state.class_facts(cls).frozen_dataclass is False
    )


_WITHOUT_HASH = (
    "builtins.list",
    "builtins.dict",
    "builtins.set",
    "collections.OrderedDict",
    "collections.defaultdict",
)


def _attributes(root: ast.AST) -> frozenset[str]:
    return frozenset(n.attr for n in walk(root) if isinstance(n, ast.Attribute))


def _only_compares(root: ast.AST) -> bool:
    """Whether a method calls nothing but what gives truth values and hashes."""
    called = (n.func for n in walk(root) if isinstance(n, ast.Call))
    return all((f.id if isinstance(f, ast.Name) else getattr(f, "attr", "")) in _COMPARING for f in called)


_COMPARING = frozenset(
    """isinstance type hash id tuple frozenset sorted len str repr bool int float all any zip super __eq__ __hash__ items
    values keys vars""".split()
)


def converted(state: State, value: Value) -> str | None:
    """Why a function would see something else than an argument: what is wrapped in it, its parts, or a tensor."""
    return _first_converted(state, value, 3, {})


def _first_converted(state: State, value: Value, depth: int, fine: dict[Atom, int]) -> str | None:
    """fine: what has been looked into before, and how deeply: containers share parts, and may hold each other."""
    for atom in value:
        if fine.get(atom, -1) < depth:
            inside = _parts(state, atom) if depth else ()
            problem = _converted(state, atom) or next(
                (p for part in inside if (p := _first_converted(state, part, depth - 1, fine))), None
            )
            if problem is not None:
                return problem
            fine[atom] = depth
    return None


def _parts(state: State, atom: Atom) -> Iterable[Value]:
    if isinstance(atom, Tuple):
        return atom.elements
    if isinstance(atom, Ref) and is_structure(state, atom.key):
        return state.heap[atom.key].fields.values()
    return ()


def _converted(state: State, atom: Atom) -> str | None:
    function = atom.function if isinstance(atom, Bound) else atom
    if isinstance(function, Function) and is_wrapper(state, function.code):
        return f"a graph gets the function that `{function.code.name}` wraps, without what wraps it"
    cls = state.heap.type_of(atom.key) if isinstance(atom, Ref) else None
    if not isinstance(cls, ClassCode) or not isinstance(atom, Ref):
        return None
    for name in _PROTOCOLS:
        if classes.find_attribute(state, cls, name) is not None or name in state.heap[atom.key].fields:
            return f"a `{cls.name}` has `{name}`, by which a graph gets something else in its place"
    if classes.descends(state, cls, "enum."):
        return None
    if any(base in _VALUES for base in classes.library_bases(state, cls)):
        return f"a `{cls.name}` is one trace key with what is equal to it, whatever else it holds"
    return None


_PROTOCOLS = ("__array__", "__wrapped__", "__tf_flatten__", "__tf_tracing_type__")
_VALUES = frozenset(f"builtins.{n}" for n in ("str", "float", "int", "bytes", "complex", "frozenset"))
