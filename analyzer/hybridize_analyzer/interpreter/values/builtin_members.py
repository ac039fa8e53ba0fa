"""Members of Python's own types."""

from __future__ import annotations

import collections

from hybridize_analyzer.domain.values import NOTHING, STR, Atom, Bound, Const, External, Scalar, Value, one

_TYPES = {t.__name__: t for t in (int, float, str, bool, bytes, complex, tuple, list, dict, set)}


_OF_ARRAYS = ("shape", "dtype", "ndim", "size", "T", "item", "astype", "numpy", "tolist")


_OF_SHAPES = frozenset(
    """as_list dims num_elements is_compatible_with is_fully_defined concatenate merge_with with_rank with_rank_at_least
    with_rank_at_most assert_has_rank assert_is_compatible_with assert_is_fully_defined assert_same_rank as_proto
    most_specific_compatible_shape""".split()
)
"""Members of `TensorShape`, which stands among the tuples."""


_COLLECTIONS = {
    f"collections.{t.__name__}": t
    for t in (
        collections.OrderedDict,
        collections.defaultdict,
        collections.Counter,
        collections.deque,
        collections.UserDict,
        collections.UserList,
    )
}


def may_inherit(base: str, name: str) -> bool:
    """Whether a class below one of Python's own (`builtins.dict`) can have an attribute from there."""
    found = _TYPES.get(base.removeprefix("builtins.")) or _COLLECTIONS.get(base)
    return found is None or hasattr(found, name)


def is_member(base: str | None, name: str) -> bool:
    """Whether one of Python's own classes certainly has an attribute."""
    return base is not None and base.partition(".")[2] in _TYPES and may_inherit(base, name)


def has_member(kind: str, name: str) -> bool:
    """Whether a value of a built-in type can have an attribute: reading any other is an exception."""
    found = _TYPES.get(kind)
    if found is None or name in _OF_ARRAYS or (found is tuple and name in _OF_SHAPES):
        return True
    return hasattr(found, name) or (found is tuple and hasattr(list, name))  # a slice of a list


def member_of_enumeration(atom: Atom, name: str) -> Value:
    """The members of an enumeration stand as their values."""
    if isinstance(atom, (Const, Scalar)) and name in ("name", "value"):
        return STR if name == "name" else one(atom)
    return NOTHING


def member_of_builtin(kind: str, atom: Atom, name: str) -> Value:
    """An attribute of a value of a built-in type; nothing where reading it is an exception."""
    if not has_member(kind, name):
        return member_of_enumeration(atom, name)
    return one(Bound(External(f"builtins.{kind}.{name}"), atom))
