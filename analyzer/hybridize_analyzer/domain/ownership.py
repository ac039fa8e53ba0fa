"""What belongs to the running call alone: arrays that it made, iterators that nobody else takes from."""

from __future__ import annotations

from dataclasses import replace

from hybridize_analyzer.domain.values import (
    MADE,
    Array,
    Atom,
    Bound,
    Home,
    Iterator,
    Partial,
    Tuple,
    Value,
    parts_of,
)

USED_UP = frozenset(
    {
        "iterator", "generator", "map", "filter", "zip", "enumerate", "reversed", "itertools",
        "generator expression",
    }
)  # fmt: skip
HELD, GIVEN = "held ", "given "
"""Iterators that outlive the call, and those that a caller has made."""


def held(value: Value) -> Value:
    """As read from outside a function: an iterator there moves on when anybody takes from it."""
    for atom in value:
        if type(atom) is Iterator and atom.source in USED_UP:
            break
    else:
        return value
    return frozenset(
        Iterator(a.element, None, HELD + a.source) if isinstance(a, Iterator) and a.source in USED_UP else a
        for a in value
    )


def kept(value: Value, home: Home | None) -> Value:
    """As it is once it is kept at `home` (None: handed to a callee): what the call made is no longer its own."""
    for atom in value:
        if type(atom) in _KEEPING and _holds_made(atom):
            return frozenset(_kept(atom, home) for atom in value)
    return value


_KEEPING = frozenset({Array, Bound, Iterator, Tuple, Partial})
"""Kinds of values that may have something of the running call in them."""


def _holds_made(atom: Atom) -> bool:
    kind = type(atom)
    if kind is Array:
        return MADE in atom.homes  # type: ignore[union-attr]
    if kind is Bound:
        return _holds_made(atom.receiver)  # type: ignore[union-attr]
    if kind is Iterator and atom.source in USED_UP:  # type: ignore[union-attr]
        return True
    if kind is Tuple or kind is Iterator or kind is Partial:
        return any(_holds_made(inner) for value in parts_of(atom) for inner in value)
    return False


def _kept_at(homes: tuple[Home, ...], home: Home | None) -> tuple[Home, ...]:
    others = {each for each in homes if each != MADE}
    return tuple(sorted(others | {home} if home is not None else others))


def _kept(atom: Atom, home: Home | None) -> Atom:
    if isinstance(atom, Array):
        return replace(atom, homes=_kept_at(atom.homes, home)) if MADE in atom.homes else atom
    if isinstance(atom, Bound):
        return Bound(atom.function, _kept(atom.receiver, home))
    if isinstance(atom, Tuple):
        return Tuple(tuple(kept(e, home) for e in atom.elements))
    if isinstance(atom, Iterator):
        items = None if atom.items is None else tuple(kept(i, home) for i in atom.items)
        if atom.source not in USED_UP:
            return Iterator(kept(atom.element, home), items, atom.source, atom.view_of)
        return Iterator(
            kept(atom.element, home), None if home else items, (HELD if home else GIVEN) + atom.source
        )
    if isinstance(atom, Partial):
        keywords = tuple((name, kept(v, home)) for name, v in atom.keywords)
        return replace(atom, args=tuple(kept(v, home) for v in atom.args), keywords=keywords)
    return atom
