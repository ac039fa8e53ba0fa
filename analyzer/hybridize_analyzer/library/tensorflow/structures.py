"""`tf.nest.map_structure`: a function is called for every leaf, and what it gives takes the place of the leaf."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import descends
from hybridize_analyzer.domain.computed import COMPUTED, is_computed
from hybridize_analyzer.domain.contents import KEYS, contains_tensor, items_of
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import (
    NOTHING,
    UNKNOWN,
    Atom,
    Iterator,
    Opaque,
    Ref,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of
from hybridize_analyzer.interpreter.values.allocation import allocate
from hybridize_analyzer.library.common import call_callback
from hybridize_analyzer.program.code import ClassCode

_DEPTH = 4
_MOST_PARTS = 32
"""So many entries of a dict, or elements of a list, are followed one by one."""
_DICTS = ("builtins.dict", "collections.OrderedDict")
_SEQUENCES = ("tuple", "list", "slice")


def map_structure(call: Call) -> Value:
    """`tf.nest.map_structure(func, *structure)`."""
    if len(call.args) < 2:
        return UNKNOWN
    with call.frame.indirectly():
        return _mapped(call, call.args[1:], "", _DEPTH)


def _mapped(call: Call, structures: tuple[Value, ...], path: str, depth: int) -> Value:
    """What the function makes of structures that belong together; the first says which structure the result has.

    path: where they stand in the whole, which tells the containers of the result apart.
    """
    first, *rest = structures
    return union(NOTHING, *(_of_atom(call, atom, tuple(rest), path, depth) for atom in first))


def _of_atom(call: Call, atom: Atom, rest: tuple[Value, ...], path: str, depth: int) -> Value:
    of_kind = _OF_KIND.get(type(atom))
    return _leaf(call, (one(atom), *rest)) if of_kind is None else of_kind(call, atom, rest, path, depth)


def _of_unseen(call: Call, atom: Opaque, rest: tuple[Value, ...], path: str, depth: int) -> Value:
    """It may be a leaf, or a structure of leaves of which as little is known."""
    result = _leaf(call, (one(atom), *rest))
    return COMPUTED if contains_tensor(call.state, result) or is_computed(result) else UNKNOWN


def _of_lazy(call: Call, atom: Iterator, rest: tuple[Value, ...], path: str, depth: int) -> Value:
    """A tuple or a list of which the number of elements is not known; a generator is a leaf."""
    if atom.source not in _SEQUENCES:
        return _leaf(call, (one(atom), *rest))
    if not depth:
        return _too_deep(call, rest)
    given = tuple(_elements(call, value) for value in (one(atom), *rest))
    source = "tuple" if atom.source == "tuple" else "list"
    return one(Iterator(_mapped(call, given, path, depth - 1), None, source))


def _of_object(call: Call, atom: Ref, rest: tuple[Value, ...], path: str, depth: int) -> Value:
    """A list, a dict or a named tuple; any other object is a leaf."""
    cls = call.state.heap.type_of(atom.key)
    record = cls == "collections.namedtuple-instance" if isinstance(cls, str) else _is_record(call, cls)
    if not record and cls not in ("builtins.list", *_DICTS):
        return _leaf(call, (one(atom), *rest))
    if not depth:
        return _too_deep(call, rest)
    if cls == "builtins.list":
        return _of_sequence(call, atom, rest, path, depth)
    return _of_fields(call, atom, rest, path, depth, record=record)


def _is_record(call: Call, cls: ClassCode) -> bool:
    return descends(call.state, cls, "typing.NamedTuple")


def _too_deep(call: Call, rest: tuple[Value, ...]) -> Value:
    _leaf(call, (UNKNOWN, *rest))
    return UNKNOWN


def _of_sequence(call: Call, atom: Tuple | Ref, rest: tuple[Value, ...], path: str, depth: int) -> Value:
    """A tuple or a list: element by element where they are known, and else all of them together."""
    state, frame = call.state, call.frame
    if not depth:
        return _too_deep(call, rest)
    items = items_of(state, one(atom))
    if items is None or len(items) > _MOST_PARTS:
        given = tuple(_elements(call, value) for value in (one(atom), *rest))
        results = None
        element = _mapped(call, given, path, depth - 1)
    else:
        beside = [_parts(call, value, len(items)) for value in rest]
        results = tuple(
            _mapped(call, (item, *(parts[at] for parts in beside)), f"{path}[{at}]", depth - 1)
            for at, item in enumerate(items)
        )
        element = union(NOTHING, *results)
    if isinstance(atom, Tuple):
        return one(Tuple(results)) if results is not None else one(Iterator(element, None, "tuple"))
    made = allocate(state, frame, call.node, "builtins.list", suffix=path)
    state.heap.write(made.key, ELEMENTS, element)
    state.heap.make_exact(made.key, results)
    return one(made)


def _of_fields(
    call: Call, atom: Ref, rest: tuple[Value, ...], path: str, depth: int, *, record: bool
) -> Value:
    """A dict, entry by entry under the keys that it has, or a named tuple, field by field."""
    state = call.state
    fields = dict(state.heap[atom.key].fields)
    made = allocate(state, call.frame, call.node, state.heap.type_of(atom.key), suffix=path)
    parts = [n for n in fields if n not in (ELEMENTS, KEYS) and (record or n.startswith("["))]
    if len(parts) > _MOST_PARTS:
        parts = []
    results = []
    for name in parts or [ELEMENTS]:
        given = (fields.get(name, NOTHING), *(_entry(state, value, name) for value in rest))
        results.append(_mapped(call, given, path + name, depth - 1))
        state.heap.write(made.key, name if parts else "[?]", results[-1])
    state.heap.write(made.key, ELEMENTS, union(NOTHING, *results))
    if record:
        state.heap.make_exact(made.key, tuple(results) if parts and _is_exact(state, atom, results) else None)
    else:
        state.heap.write(made.key, KEYS, fields.get(KEYS, NOTHING))
    return one(made)


def _is_exact(state: State, atom: Ref, results: list[Value]) -> bool:
    """Whether the fields of a named tuple are known one by one."""
    exact = state.heap[atom.key].exact
    return exact is not None and len(exact) == len(results)


def _entry(state: State, value: Value, name: str) -> Value:
    """What another structure has in the place of an entry."""
    found: list[Value] = []
    for atom in value:
        fields: Mapping[str, Value] = state.heap[atom.key].fields if isinstance(atom, Ref) else {}
        found.append(fields.get(name) or fields.get(ELEMENTS) or UNKNOWN)
    return union(NOTHING, *found)


def _elements(call: Call, value: Value) -> Value:
    return elements_of(call.state, call.frame, value, call.node)


def _parts(call: Call, value: Value, number: int) -> tuple[Value, ...]:
    """The elements of another structure, in the places of those of the first."""
    items = items_of(call.state, value)
    return items if items is not None and len(items) == number else (_elements(call, value),) * number


def _leaf(call: Call, leaves: tuple[Value, ...]) -> Value:
    return call_callback(call, call.args[0], leaves, traced=False)


_OF_KIND: dict[type, Callable[..., Value]] = {
    Opaque: _of_unseen,
    Iterator: _of_lazy,
    Tuple: _of_sequence,
    Ref: _of_object,
}
"""What is made of the kinds of values that are no leaves, or may be none."""
