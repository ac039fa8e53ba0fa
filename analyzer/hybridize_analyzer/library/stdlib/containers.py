"""Methods of Python's containers, strings and iterators."""

from __future__ import annotations

import ast

from hybridize_analyzer.domain.calls import Call
from hybridize_analyzer.domain.classes import container_of
from hybridize_analyzer.domain.contents import KEYS, item_field
from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.domain.heap import ELEMENTS
from hybridize_analyzer.domain.state import Bindings, Frame, State
from hybridize_analyzer.domain.values import (
    BOOL,
    INT,
    NONE,
    NOTHING,
    SHAPES,
    STR,
    UNKNOWN,
    Atom,
    Const,
    Iterator,
    Ref,
    Tuple,
    Value,
    one,
    union,
)
from hybridize_analyzer.interpreter.dispatch import elements_of, read_attribute
from hybridize_analyzer.interpreter.values import messages
from hybridize_analyzer.interpreter.values.allocation import (
    add_entries,
    add_entry,
    allocate,
    new_dict,
    new_list,
)
from hybridize_analyzer.interpreter.values.objects import note_order
from hybridize_analyzer.interpreter.values.special_methods import (
    ask_elements,
    hashed,
    note_content,
    text,
)
from hybridize_analyzer.interpreter.values.writes import change_object
from hybridize_analyzer.library.common import (
    call_callback,
    contains_tensor,
    invoke_callbacks,
)
from hybridize_analyzer.library.stdlib.copying import copied
from hybridize_analyzer.library.stdlib.iteration import DATASET, advance, sort_key, taken

Args = tuple[Value, ...]
_ADD_ONE = frozenset({"append", "add", "appendleft", "insert", "put", "put_nowait"})
_ADD_MANY = frozenset(
    {
        "extend",
        "extendleft",
        "update",
        "intersection_update",
        "difference_update",
        "symmetric_difference_update",
        "subtract",
        "fromlist",
    }
)
_CHANGE = frozenset(
    {"sort", "reverse", "clear", "remove", "discard", "rotate", "move_to_end", "__setitem__", "__delitem__"}
)
_TAKE = frozenset({"pop", "popleft", "popitem", "setdefault", "get_nowait"})
_IN_PLACE = frozenset({"__iadd__", "__ior__", "__iand__", "__isub__", "__ixor__", "__imul__"})
MUTATORS = _ADD_ONE | _ADD_MANY | _CHANGE | _TAKE | _IN_PLACE
_READERS = frozenset(
    """items keys values get __getitem__ copy index count __len__ union intersection difference symmetric_difference
    most_common elements issubset issuperset isdisjoint __contains__ __iter__ __eq__ __ne__""".split()
)


def knows(name: str) -> bool:
    """Whether a method is one of Python's containers."""
    return name in MUTATORS or name in _READERS


_COMPARING = frozenset(
    "get __getitem__ index count remove add discard pop setdefault __contains__ __setitem__ __delitem__".split()
)
"""Methods that hash what they are given, or compare it with what is there."""
_OF_KEYS = frozenset(
    "builtins.dict collections.OrderedDict collections.defaultdict collections.Counter collections.UserDict".split()
)


def fill(call: Call, kind: str, ref: Ref) -> None:
    """What the constructor of a container puts into it."""
    args = call.args
    if kind == "collections.defaultdict":
        made = call_callback(call, args[0], (), traced=False) if args else NOTHING
        call.state.heap.write(ref.key, ELEMENTS, made)
        call.state.heap.write(ref.key, KEYS, NOTHING)
        args = args[1:]
    added = union(NOTHING, *call.keywords.values())
    if kind in _OF_KEYS:
        _update_mapping(call, ref, args, call.keywords)
        call.state.heap.write(ref.key, ELEMENTS, added)
    else:
        content = (elements_of(call.state, call.frame, a, call.node) for a in args[:1])
        call.state.heap.write(ref.key, ELEMENTS, union(added, *content))


def call_member(call: Call, cls: str, name: str, ref: Ref) -> Value:
    """A method of a list, set, dict, deque, …"""
    read = call.state.heap.read
    if name in _COMPARING:
        given = union(NOTHING, *call.args[:1])
        hashed(call.state, call.frame, call.node, given)
        ask_elements(call.state, call.frame, call.node, read(ref.key, ELEMENTS), "__eq__", given)
    if name in MUTATORS or (name == "get" and cls == "collections.queue"):
        return _mutate(call, name, ref)
    call.emit(Kind.READ, "its content is read", target=ref.key, field=ELEMENTS)
    if name in ("items", "keys", "values", "copy"):
        note_order(call.state, call.frame, call.where, ref.key)
    if name in ("items", "keys", "values"):
        return _view(call.state, name, ref)
    if name in _LOOK_UP and call.args and contains_tensor(call.state, call.args[0]):
        call.emit(Kind.PYTHON_VALUE, f"`{name}()` of a Python container takes a tensor")
    if name in ("get", "__getitem__"):
        return _get(call.state, ref, call.args)
    if name == "copy":
        return one(copied(call.state, call.frame, call.node, ref, {}))
    if name in ("index", "count", "__len__"):
        if any(contains_tensor(call.state, a) for a in call.args):
            call.emit(Kind.PYTHON_VALUE, f"`{name}()` compares tensors in Python")
        return INT
    if name in ("union", "intersection", "difference", "symmetric_difference", "most_common", "elements"):
        return new_list(
            call.state,
            call.frame,
            call.node,
            union(
                read(ref.key, ELEMENTS),
                *(elements_of(call.state, call.frame, a, call.node) for a in call.args),
            ),
            cls=cls,
        )
    if name in ("issubset", "issuperset", "isdisjoint", "__contains__"):
        return BOOL
    if name in ("_asdict",):
        return new_dict(
            call.state, call.frame, call.node, [(STR, v) for v in call.state.heap[ref.key].fields.values()]
        )
    if name == "_replace":
        return _replace(call.state, call.frame, call.node, ref, call.keywords)
    return invoke_callbacks(call, f"`{name}()` of a container")


def _view(state: State, name: str, ref: Ref) -> Value:
    """The keys of a dict, its values, or both."""
    read = state.heap.read
    if name == "items":
        element = one(Tuple((read(ref.key, KEYS), read(ref.key, ELEMENTS))))
    else:
        element = read(ref.key, KEYS if name == "keys" else ELEMENTS)
    return one(Iterator(element, source=name, view_of=ref.key))


_LOOK_UP = ("get", "__getitem__", "__contains__")


def _mutate(call: Call, name: str, ref: Ref) -> Value:
    value = NOTHING
    if name in _ADD_ONE and call.args:
        value = call.args[-1]
    elif name in _ADD_MANY or name in _IN_PLACE:
        value = union(NOTHING, *(elements_of(call.state, call.frame, a, call.node) for a in call.args))
        entries = _update_mapping(call, ref, call.args, call.keywords)
        value = value if entries is None else entries
    elif name == "__setitem__" and len(call.args) > 1:
        value = call.args[1]
        call.state.heap.write(ref.key, KEYS, call.args[0])
        call.state.heap.write(ref.key, item_field(call.args[0]) or "[?]", value)
    elif name == "setdefault" and call.args:
        value = call.args[1] if len(call.args) > 1 else NONE
        call.state.heap.write(ref.key, KEYS, call.args[0])
        call.state.heap.write(ref.key, "[?]", value)
    found = call.state.heap[ref.key]
    change_object(call.state, call.frame, call.node, ref.key, ELEMENTS, value, f"changed by `{name}()`")
    if name == "sort" and contains_tensor(
        call.state,
        sort_key(call, found.fields.get(ELEMENTS, NOTHING)),
    ):
        call.emit(Kind.PYTHON_VALUE, "`sort()` needs the value of a tensor")
    if name == "popitem":
        return one(Tuple((call.state.heap.read(ref.key, KEYS), call.state.heap.read(ref.key, ELEMENTS))))
    if name in _IN_PLACE:
        return one(ref)
    taken = name in _TAKE or name == "get"
    return union(call.state.heap.read(ref.key, ELEMENTS), *call.args[1:2]) if taken else NONE


def _are_mappings(state: State, value: Value) -> bool:
    return all(isinstance(a, Ref) and KEYS in state.heap[a.key].fields for a in value)


def _update_mapping(call: Call, ref: Ref, args: Args, keywords: Bindings) -> Value | None:
    """Puts entries into a mapping, and returns their values; None for what is no mapping."""
    kind = container_of(call.state, call.state.heap.type_of(ref.key))
    if kind not in _OF_KEYS:
        return None
    added = union(NOTHING, *keywords.values())
    if args and kind == "collections.Counter" and not _are_mappings(call.state, args[0]):
        add_entry(call.state, ref, elements_of(call.state, call.frame, args[0], call.node), INT)
        added = union(added, INT)
    elif args:
        added = union(added, add_entries(call.state, call.frame, call.node, ref, args[0]))
    for key, value in keywords.items():
        add_entry(call.state, ref, one(Const("str", key)), value)
    return added


def _get(state: State, ref: Ref, args: Args) -> Value:
    fields = state.heap[ref.key].fields
    default = args[1] if len(args) > 1 else NONE
    field = item_field(args[0]) if args else None
    if field is not None and field in fields:
        return union(fields[field], default)
    return union(fields.get(ELEMENTS, NOTHING), default)


def make_namedtuple(call: Call, ref: Ref) -> Value:
    """Calls a type made by `collections.namedtuple`."""
    names = [a.value for v in call.state.heap[ref.key].exact or () for a in v if isinstance(a, Const)]
    made = allocate(call.state, call.frame, call.node, "collections.namedtuple-instance")
    values: list[Value] = []
    for index, name in enumerate(names):
        value = call.keywords.get(name, call.args[index] if index < len(call.args) else UNKNOWN)
        call.state.heap.write(made.key, name, value)
        values.append(value)
    call.state.heap.write(made.key, ELEMENTS, union(NOTHING, *values))
    call.state.heap.make_exact(made.key, tuple(values))
    return one(made)


def _replace(state: State, frame: Frame, node: ast.AST, ref: Ref, keywords: Bindings) -> Value:
    made = allocate(state, frame, node, "collections.namedtuple-instance")
    for field, value in list(state.heap[ref.key].fields.items()):
        state.heap.write(made.key, field, union(value, keywords.get(field, NOTHING)))
    return one(made)


def call_value_member(call: Call, name: str, receiver: Atom) -> Value:
    """Methods of strings, numbers, tuples and iterators: they change nothing."""
    _, kind, method = name.split(".", 2)
    if kind == "str":
        for value in call.values if method in ("format", "format_map") else ():
            text(call.state, call.frame, call.node, value)
        if method == "format" and isinstance(receiver, Const) and isinstance(receiver.value, str):
            _show_parts(call, receiver.value)
        told = messages.is_plain_format(call.node) and messages.only_tells(call.state, call.frame, call.node)
        if not told and any(contains_tensor(call.state, v) for v in call.values):
            messages.note_formatted(call.state, call.frame, call.node, call.node)
        return _string_method(call.state, call.frame, call.node, method)
    if kind == "tuple":
        return _of_tuple(receiver, method)
    if kind == "iterator":
        if isinstance(receiver, Iterator) and receiver.source == DATASET and method == "get_next":
            call.frame.ops += 1
        elif isinstance(receiver, Iterator) and method in _UNCHANGING.get(receiver.source, ()):
            return _of_sequence(call, receiver, method)
        elif method not in ("__iter__", "close"):
            advance(call.state, call.frame, call.node, receiver, "a Python iterator moves on")
        return taken(call, one(receiver))
    return UNKNOWN


def _show_parts(call: Call, shown: str) -> None:
    """`"{0.rate} {options[k]}".format(…)` reads attributes and elements.  shown: what it is called on."""
    for name, parts in messages.parts_shown(shown):
        given = (call.argument(int(name), name) if name.isdigit() else call.keywords.get(name)) or NOTHING
        for is_attribute, part in parts:
            if not is_attribute:
                note_content(call.state, call.frame, call.node, given, "its content is shown")
                given = elements_of(call.state, call.frame, given, call.node)
            elif isinstance(call.node, ast.expr):
                given = read_attribute(call.state, call.frame, call.node, given, part)
            text(call.state, call.frame, call.node, given)


def _of_tuple(receiver: Atom, method: str) -> Value:
    """Methods of tuples, and of static shapes, which stand among them."""
    if method == "as_list" or method.startswith("with_rank"):
        return one(receiver)
    if method in ("concatenate", "merge_with", "most_specific_compatible_shape", "as_proto"):
        return UNKNOWN
    return BOOL if method.startswith("is_") else NONE if method.startswith("assert_") else INT


def _of_sequence(call: Call, receiver: Iterator, method: str) -> Value:
    """Methods of sequences of unknown length, and of static shapes, which stand among them."""
    if method in _JOINING:
        parts = (elements_of(call.state, call.frame, a, call.node) for a in call.args)
        return one(Iterator(union(receiver.element, *parts), None, "shape"))
    if method == "as_list" or method.startswith("with_rank"):
        return one(receiver)
    return BOOL if method.startswith("is_") else NONE if method.startswith("assert_") else INT


_JOINING = frozenset({"concatenate", "merge_with", "most_specific_compatible_shape"})
_SHAPE = """as_list num_elements concatenate merge_with most_specific_compatible_shape with_rank with_rank_at_least
    with_rank_at_most is_compatible_with is_fully_defined assert_has_rank assert_is_compatible_with
    assert_is_fully_defined assert_same_rank index count"""
_UNCHANGING = {
    **dict.fromkeys((*SHAPES, "slice"), _SHAPE.split()),
    **dict.fromkeys(("tuple", "list"), ("index", "count")),
}
"""Methods of sequences of unknown length, by where they come from."""


def _string_method(state: State, frame: Frame, node: ast.AST, method: str) -> Value:
    if method in ("split", "rsplit", "splitlines"):
        return new_list(state, frame, node, STR)
    if method in ("partition", "rpartition"):
        return one(Tuple((STR, STR, STR)))
    if method in ("startswith", "endswith") or method.startswith("is"):
        return BOOL
    if method in ("find", "index", "count", "rfind", "rindex"):
        return INT
    return STR
