"""Hashes that are the same in every process.

Values are sets, and what is found first when a set is walked decides which evidence is shown.  Python's own hashes
of texts, of None and of plain objects differ from run to run, and so would the order of a set.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar


@cache
def text_hash(text: str) -> int:
    """The hash of a text, without the lines and columns in it: code that only moves is walked in the same order."""
    return zlib.crc32(_NUMBERS.sub(":", text).encode("utf-8", "surrogatepass"))


_NUMBERS = re.compile(r":\d+(\.\d+)?(e-?\d+)?")


def stable(value: Any) -> int:
    """The hash of a field of an atom."""
    if value is None:
        return 1
    kind = type(value)
    if kind is str:
        return text_hash(value)
    if kind is tuple:
        return hash(tuple([stable(element) for element in value]))
    if kind is bytes:
        return zlib.crc32(value)
    if kind is float and value != value:  # the hash of NaN is its address
        return 2
    return 3 if value is Ellipsis else hash(value)


class Hashed:
    """An immutable value that is hashed once, by its fields; for dataclasses with slots."""

    __slots__ = ("_hash",)
    _hash: int
    _contents: ClassVar[Callable[[Hashed], tuple[Any, ...]]]

    def __init_subclass__(cls) -> None:
        names = cls.__slots__
        get = attrgetter(*names)
        cls._contents = get if len(names) > 1 else lambda value: (get(value),)

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            kind = type(self)
            found = hash((text_hash(kind.__name__), *map(stable, kind._contents(self))))
            _KEEP(self, found)
            return found

    def equals(self, other: object) -> bool:
        """Equality of values that hold values.

        Two that are equal share their content from then on.  So values that hold one thing twice, again and again, are
        compared in as many steps as they have parts, and not in as many as there are ways through them.
        """
        if self is other:
            return True
        kind = type(self)
        if not isinstance(other, kind):
            return False
        if hash(self) != hash(other) or kind._contents(self) != kind._contents(other):
            return False
        for name in kind.__slots__:
            object.__setattr__(self, name, getattr(other, name))
        return True


_KEEP: Callable[[Hashed, int], None] = vars(Hashed)["_hash"].__set__
"""Sets the slot of values that are frozen otherwise."""
