"""Arguments that a graph gets as other objects: TensorFlow takes structures apart and puts them together again.

Of a subclass of `list` or `tuple` nothing but the elements arrives, in a plain list or tuple; a `range` arrives as a list.
A subclass of `dict` is made anew by its class: what its `__init__` needs is not given, and attributes are gone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from hybridize_analyzer.domain.classes import descends, find_attribute, library_bases, linearise
from hybridize_analyzer.domain.contents import nested
from hybridize_analyzer.domain.state import Context, State
from hybridize_analyzer.domain.values import NOTHING, Atom, Ref, Tuple, Value
from hybridize_analyzer.domain.values import Iterator as LazySequence
from hybridize_analyzer.interpreter.values.objects import VIEWED
from hybridize_analyzer.program.code import ClassCode, FunctionCode, found_once, walk

_DEPTH = 3
_SEQUENCES = {"builtins.list": "list", "builtins.tuple": "tuple", "collections.UserList": ""}
_NAMED = ("typing.NamedTuple", "collections.namedtuple")
_TAKING = frozenset(
    "len sum tuple list set frozenset zip enumerate sorted min max reversed any all map dict".split()
)
"""Functions of Python that look at the elements alone."""
_READING = frozenset("get items keys values copy index count".split())
"""Methods that the plain structure has, too."""


def rebuilt_parameter(state: State, code: FunctionCode, name: str, contexts: Sequence[Context]) -> str | None:
    """Why a function would notice that one of its arguments arrives as another object; None where it would not."""
    values = NOTHING.union(*(c.arguments.get(name, NOTHING) for c in contexts))
    reasons = {
        reason
        for atom in values
        if (reason := _rebuilt(state, atom)) is not None
        and (_is_always_seen(state, atom) or not meets_elements_only(code, name))
    }
    inner = (part for part in nested(values, lambda atom: _inside(state, atom), _DEPTH) if part is not values)
    return min(
        reasons or {r for part in inner for atom in part if (r := _rebuilt(state, atom))}, default=None
    )


def _inside(state: State, atom: Atom) -> Iterable[Value]:
    if isinstance(atom, Tuple):
        return atom.elements
    found = state.heap[atom.key] if isinstance(atom, Ref) else None
    return found.fields.values() if found is not None and found.cls in _PLAIN else ()


_PLAIN = ("builtins.list", "builtins.dict", "collections.OrderedDict")


def _rebuilt(state: State, atom: Atom) -> str | None:
    if isinstance(atom, LazySequence) and atom.source == "range":
        return "a `range` is a list inside a graph"
    if not isinstance(atom, Ref):
        return None
    cls = state.heap.type_of(atom.key)
    if isinstance(cls, str):
        view = state.noted(VIEWED, atom.key) is not None
        return "a view of a dict cannot be made anew for a graph" if view else None
    if descends(state, cls, *_NAMED) or not _has_something(state, cls, atom):
        return None
    plain = next((base for base in library_bases(state, cls) if base in _SEQUENCES), None)
    if plain is not None:
        return f"a `{cls.name}` is a plain {_SEQUENCES[plain]} inside a graph" if _SEQUENCES[plain] else None
    if descends(state, cls, "builtins.dict", "collections.OrderedDict", "collections.UserDict"):
        return _rebuilt_mapping(state, cls, atom)
    return None


def _has_something(state: State, cls: ClassCode, ref: Ref) -> bool:
    """Whether objects of a class have more than their elements."""
    own = (c for c in linearise(state, cls) if isinstance(c, ClassCode))
    return any(_names(state, c) for c in own) or bool(_attributes(state, ref))


def _names(state: State, cls: ClassCode) -> set[str]:
    return set(state.class_facts(cls).attributes) - {"__doc__", "__module__", "__slots__"}


def _attributes(state: State, ref: Ref) -> list[str]:
    return [name for name, value in state.heap[ref.key].fields.items() if value and name.isidentifier()]


def _rebuilt_mapping(state: State, cls: ClassCode, ref: Ref) -> str | None:
    if (
        find_attribute(state, cls, "__init__") is not None
        or find_attribute(state, cls, "__new__") is not None
    ):
        return f"a `{cls.name}` is made anew for a graph, without the arguments of its `__init__`"
    kept = _attributes(state, ref)
    return f"a `{cls.name}` is made anew for a graph, without its attribute `{kept[0]}`" if kept else None


def _is_always_seen(state: State, atom: Atom) -> bool:
    """Whether the elements alone arrive otherwise, or not at all."""
    if not isinstance(atom, Ref):
        return False
    cls = state.heap.type_of(atom.key)
    if isinstance(cls, str):
        return True
    own = frozenset[str]().union(
        *(_names(state, c) for c in linearise(state, cls) if isinstance(c, ClassCode))
    )
    mapping = descends(state, cls, "builtins.dict", "collections.OrderedDict", "collections.UserDict")
    return not own.isdisjoint(_OF_ELEMENTS) or (mapping and not own.isdisjoint(("__init__", "__new__")))


_OF_ELEMENTS = frozenset(
    "__iter__ __len__ __getitem__ __contains__ __reversed__ __bool__ __eq__ __add__ __mul__".split()
)


def meets_elements_only(code: FunctionCode, name: str) -> bool:
    """Whether a function does nothing with a parameter but to look at its elements."""
    uses, harmless = found_once(code.node, _uses)
    return all(use in harmless for use in uses if use.id == name)


def _uses(root: ast.AST) -> tuple[list[ast.Name], set[ast.AST]]:
    names = [n for n in walk(root) if isinstance(n, ast.Name)]
    return names, {element for node in walk(root) for element in _elements_of(node)}


def _elements_of(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions of which a piece of syntax takes the elements."""
    if isinstance(node, (ast.For, ast.comprehension)):
        yield node.iter
    elif isinstance(node, (ast.Subscript, ast.Starred)):
        yield node.value
    elif isinstance(node, ast.Compare) and all(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops):
        yield from node.comparators
    elif isinstance(node, ast.Call):
        callee = node.func
        if isinstance(callee, ast.Name) and callee.id in _TAKING:
            yield from node.args
        elif isinstance(callee, ast.Attribute):
            yield from node.args if ast.unparse(callee).startswith(("tf.", "np.")) else ()
            yield from (callee.value,) if callee.attr in _READING else ()
        yield from (k.value for k in node.keywords if k.arg is None)
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List)):
        yield node.value
