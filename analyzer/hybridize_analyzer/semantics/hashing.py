"""Hashes that are the same in every process.

Values are sets, and what is found first when a set is walked decides which evidence is shown.  Python's own hashes
of texts, of None and of plain objects differ from run to run, and so would the order of a set.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Any


@cache
def text_hash(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


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


def stable_hash(atom: Any) -> int:
    """`__hash__` for a dataclass with slots."""
    parts = [stable(getattr(atom, name)) for name in atom.__slots__]
    return hash((text_hash(type(atom).__name__), *parts))
