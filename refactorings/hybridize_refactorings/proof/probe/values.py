"""What a value is, as a list of leaves: a path inside it, and what stands there.

A leaf says enough to be compared without the value: a digest for equality, and for floats a few numbers (extent, norm,
four fixed random projections, all elements of small arrays) from which the size of a difference can be told.
"""

from __future__ import annotations

import hashlib
import re
import sys
import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from . import arrays, tensors

Leaf = list[Any]
DEEPEST = 12
LARGEST = 4000  # leaves of one argument or result; what lies behind is left out, in every run alike

_PLAIN = (bool, int, str, bytes, bytearray, complex, type(None), type(Ellipsis), range)
CODE = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType)
_LIBRARIES = frozenset({"tensorflow", "keras", "tf_keras"})
_KNOWN = frozenset(
    {"ListWrapper", "_DictWrapper", "_TupleWrapper"}
)  # what tf.Module makes of plain containers


def leaves(value: Any) -> list[tuple[str, Leaf]]:
    """(path, leaf) for everything inside `value`, in an order that depends on the value only."""
    found = []
    for pair in _walk(value, "", 0, {}):
        found.append(pair)
        if len(found) >= LARGEST:
            break
    return found


def _walk(value: Any, path: str, depth: int, seen: dict[int, Any]) -> Iterator[tuple[str, Leaf]]:
    odd = not tensors.tells_class(value)  # asking whether it is a mapping would raise
    leaf = None if odd else _leaf(value)
    if leaf is not None:
        yield path, leaf
        return
    if id(value) in seen or depth > DEEPEST:
        yield path, ["again" if id(value) in seen else "deep"]
        return
    seen[id(value)] = value  # kept, so that its id is not used again meanwhile
    if odd:
        yield from _object(value, path, depth, seen)
        return
    parts = tensors.components(value)
    if parts is not None:
        yield path, ["structure", type(value).__name__, len(parts)]
        for number, part in enumerate(parts):
            yield from _walk(part, f"{path}<{number}>", depth + 1, seen)
    elif isinstance(value, Mapping):
        yield path, ["mapping", _kind(value), len(value)]
        for key, item in _sorted_items(value):
            yield from _walk(item, f"{path}[{key}]", depth + 1, seen)
    elif isinstance(value, (list, tuple)):
        yield path, ["sequence", _kind(value), len(value)]
        for number, item in enumerate(value):
            yield from _walk(item, f"{path}[{number}]", depth + 1, seen)
    else:
        yield from _object(value, path, depth, seen)


def _leaf(value: Any) -> Leaf | None:
    if isinstance(value, _PLAIN):
        return ["value", type(value).__name__, _short(value)]
    if isinstance(value, float):
        return ["float", repr(float(value))]
    name = code_name(value)
    if name is not None:
        return ["code", name]
    if isinstance(value, (set, frozenset)):
        return ["value", type(value).__name__, _short(sorted(map(_key, value)))]
    return tensors.leaf(value) or arrays.leaf(value)


def is_plain(value: Any) -> bool:
    """Whether a value is a number, a text or code, in which no state of the program is looked for."""
    return isinstance(value, (*_PLAIN, float)) or code_name(value) is not None


def code_name(value: Any) -> str | None:
    """The name of a function, method, class or module, also of one behind a `tf.function`; None for other values."""
    if isinstance(value, CODE):
        return str(getattr(value, "__name__", "code"))
    return tensors.function_name(value)


def _object(value: Any, path: str, depth: int, seen: dict[int, Any]) -> Iterator[tuple[str, Leaf]]:
    kind: Any = type(value)
    state = state_of(value)
    if state is None:
        yield path, ["opaque", kind.__qualname__]
        return
    yield path, ["object", kind.__qualname__]
    library, owned = _is_of_library(kind), _names_of_libraries(kind)
    for name in sorted(state, key=str):
        item = state[name]
        if library and isinstance(item, (*_PLAIN, float, set, frozenset)):
            continue  # counters, flags and identities of a library: nobody's business but its own
        if tensors.is_machinery(item) or _is_bookkeeping(item):
            continue
        if name.startswith(_TRACKED) and (library or name in owned):
            continue
        if isinstance(item, str) and (name in owned or (owned and name in _NAMES)):
            item = _COUNTED.sub("", item)
        if name in owned and issubclass(type(item := _unwrapped(item)), (dict, list, tuple)):
            if _is_index(item):
                continue
            item = _by_position(item)
        yield from _walk(item, f"{path}.{name}", depth + 1, seen)


_INNER = ("tensorflow.python.", "tf_keras.")
_IDENTITY = re.compile(
    r".*_\d+"
)  # TensorFlow makes a variable's own name unique by a count of all that is named
_TRACKED = "_self_unconditional_"  # for checkpoints: what stands in other attributes, once more
_NAMES = frozenset({"name", "_name"})  # that a layer, a loss or a model is given where the program gives none
_COUNTED = re.compile(
    r"_\d+(?=/|$)"
)  # in such names, and in paths of them: what was made before, in fewer calls where a graph runs


def _is_of_library(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in _LIBRARIES


@cache
def _names_of_libraries(kind: Any) -> frozenset[str]:
    """Private names that the code of the library classes above an object uses: of its attributes, those that are theirs."""
    names: set[str] = set()
    for base in kind.__mro__:
        if _is_of_library(base):
            for member in base.__dict__.values():
                inner = getattr(member, "fget", None) or getattr(member, "__wrapped__", member)
                code = getattr(inner, "__code__", None)
                names.update(getattr(code, "co_names", ()))
    return frozenset(name for name in names if name.startswith("_"))


def _unwrapped(item: Any) -> Any:
    """The container behind what tf.Module makes of it, which only claims to be one."""
    kind = type(item)
    is_proxy = kind.__name__ in _KNOWN and kind.__module__.startswith("tensorflow.")
    return getattr(item, "__wrapped__", item) if is_proxy else item


def _is_index(item: Any, depth: int = 0) -> bool:
    """Whether a container holds nothing but texts and whole numbers: what a library looks its own things up by."""
    if depth > DEEPEST or not issubclass(type(item), (dict, list, tuple)):
        return isinstance(item, _PLAIN)
    inner = dict.values(item) if issubclass(type(item), dict) else item
    return all(_is_index(part, depth + 1) for part in inner)


def _by_position(item: Any) -> Any:
    """A dict of a library whose keys are identities, as a list; everything else as it is."""
    if not issubclass(type(item), dict):
        return item
    pairs = list(dict.items(item))
    identities = all(
        isinstance(key, int) or (isinstance(key, str) and _IDENTITY.fullmatch(key)) for key, _ in pairs
    )
    return [part for _, part in pairs] if pairs and identities else item


def _is_bookkeeping(value: Any) -> bool:
    """The record of what a layer or optimizer tracks, by identities, which vary; what it tracks stands elsewhere."""
    kind = type(value)
    if kind.__name__ == "Tracker":
        return kind.__module__.startswith("keras.")
    # Keras 2 counts who refers to a variable, and a graph refers to it once more.
    return kind.__name__.startswith("ObjectIdentity") and kind.__module__.startswith(_INNER)


def state_of(value: Any) -> dict[str, Any] | None:
    """Attributes, read without running any code of the class."""
    state: dict[str, Any] = {}
    if isinstance(value, BaseException):
        state["args"] = value.args
    random: Any = sys.modules.get("random")
    if random is not None and isinstance(value, random.Random):
        return {"state": repr(random.Random.getstate(value))}
    generator = arrays.generator_state(value)
    if generator is not None:
        return {"state": repr(generator)}
    for base in type(value).__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            descriptor = base.__dict__.get(name)
            if isinstance(descriptor, types.MemberDescriptorType):
                try:
                    state[name] = descriptor.__get__(value)
                except AttributeError:
                    continue
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return state or None
    if isinstance(own, dict):
        state.update((name, item) for name, item in own.items() if isinstance(name, str))
    return state


def _kind(value: Any) -> str:
    name = type(value).__name__
    if name not in _KNOWN:
        return name
    return {"ListWrapper": "list", "_DictWrapper": "dict", "_TupleWrapper": "tuple"}[name]


def _sorted_items(value: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    # A dict is read as one, past what a subclass makes of it; what only claims to be one (a proxy) is asked.
    is_dict = issubclass(type(value), dict)
    pairs = dict.items(cast("dict[Any, Any]", value)) if is_dict else ((key, value[key]) for key in value)
    return sorted(((_key(key), item) for key, item in pairs), key=lambda pair: pair[0])


def _key(key: Any) -> str:
    """A key of a mapping or member of a set, as text; of an object only its kind, because its id varies."""
    if isinstance(key, (*_PLAIN, float)):
        return repr(key)
    if isinstance(key, tuple):
        return f"({', '.join(map(_key, key))})"
    return code_name(key) or type(key).__name__


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:40]}… {digest(text.encode('utf-8', 'surrogatepass'))}"


def digest(data: Any) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
