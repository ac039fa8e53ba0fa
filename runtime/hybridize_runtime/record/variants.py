"""Vertex functions of traced cells: by where their arguments come from, and as few of them as possible.

An argument is *pulled* where it was known in every call so far, and *gathered* where it was a result of a call of the same
batch; where it was both, known rows become vertices of their own, which hand them on.  So the vertex functions of a cell
only change a few times, and with them the networks that have to be traced anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Cell, Rows, Vertex

if TYPE_CHECKING:
    from hybridize_runtime.record.forms import Signature

Reads = tuple[
    tuple[int, str] | None, ...
]  # by argument: child and component, or None where the rows are known


@dataclass(eq=False)
class Made:
    """A vertex function, with the components of state and the inputs that it needs of its network."""

    cell: Cell
    signature: Signature | None
    state: Mapping[str, Rows]
    inputs: Mapping[str, Rows]
    current: bool = True  # not replaced by one for more ways to get arguments


@dataclass(eq=False)
class Variant:
    """A cell whose gathered arguments are these components.

    `slots`: for each child the components and arguments that are read from it.  `pulls`: name of the input, argument.
    """

    slots: list[tuple[tuple[str, ...], tuple[int, ...]]]
    pulls: list[tuple[str, int]]
    made: Made


@dataclass(eq=False)
class Variants:
    """All vertex functions of one signature."""

    signature: Signature
    known: dict[Reads, Variant] = field(default_factory=dict)
    joined: list[tuple[Reads, Variant]] = field(default_factory=list)

    def find(self, reads: Reads) -> Variant:
        """The variant for a call; made, or extended to calls like this one, where necessary."""
        found = self.known.get(reads)
        if found is None:
            found = self.known[reads] = self._extended(reads)
        return found

    def _extended(self, reads: Reads) -> Variant:
        for i, (other, variant) in enumerate(self.joined):
            if (both := _join(other, reads)) is not None:
                if both != other:
                    variant.made.current = False
                    fresh = _variant(self.signature, both)
                    variant.slots, variant.pulls, variant.made = fresh.slots, fresh.pulls, fresh.made
                    self.joined[i] = both, variant
                return variant
        self.joined.append((reads, _variant(self.signature, reads)))
        return self.joined[-1][1]


def _join(one: Reads, other: Reads) -> Reads | None:
    """What covers both: gathered where one gathers, one child only where both have one.  None: other components."""
    pairs = list(zip(one, other, strict=True))
    if any(a and b and a[1] != b[1] for a, b in pairs):
        return None
    places: dict[Any, int] = {}
    joined: list[tuple[int, str] | None] = []
    for a, b in pairs:
        read = a or b
        if read is None:
            joined.append(None)
        else:
            place = (a[0] if a else None, b[0] if b else None)
            joined.append((places.setdefault(place, len(places)), read[1]))
    return tuple(joined)


def _variant(signature: Signature, reads: Reads) -> Variant:
    slots: dict[int, list[tuple[str, int]]] = {}
    for i, read in enumerate(reads):
        if read is not None:
            slots.setdefault(read[0], []).append((read[1], i))
    known = [i for i, read in enumerate(reads) if read is None]
    names = numbered_specs([signature.rows[i] for i in known])
    children = [(tuple(c for c, _ in slot), tuple(i for _, i in slot)) for slot in slots.values()]
    pulls = list(zip(names, known, strict=True))
    return Variant(children, pulls, _made(signature, children, pulls))


def _made(signature: Signature, slots: Sequence[Any], pulls: Sequence[tuple[str, int]]) -> Made:
    def function(v: Vertex) -> None:
        rows: dict[int, Any] = {index: v.pull(name) for name, index in pulls}
        for slot, (components, indices) in enumerate(slots):
            state = v.gather(slot)._asdict()
            rows |= {index: state[component] for component, index in zip(components, indices, strict=True)}
        _scatter(
            v,
            dict(zip(signature.components, signature.call([rows[i] for i in range(len(rows))]), strict=True)),
        )

    state = dict(zip(signature.components, signature.outputs, strict=True))
    specs = signature.rows
    state |= {
        c: Rows(specs[i].shape, specs[i].dtype) for cs, ids in slots for c, i in zip(cs, ids, strict=True)
    }
    inputs = {name: Rows(specs[i].shape, specs[i].dtype, shared=True) for name, i in pulls}
    # Known rows can come in the place of every child.
    inputs |= {
        name: Rows(rows.shape, rows.dtype, shared=True) for name, rows in state.items() if name not in inputs
    }
    return Made(Cell(_name(signature.name), function, (len(slots), len(slots))), signature, state, inputs)


def _scatter(v: Vertex, results: dict[str, Any]) -> None:
    """The state with zeros for the components that other cells have."""
    for component, spec in v.components.items():
        if component not in results:
            results[component] = tf.zeros([1, *spec.shape], spec.dtype)
    v.scatter(**results)


@cache
def leaf_cell(components: tuple[str, ...]) -> Made:
    """Hands known rows on."""

    def function(v: Vertex) -> None:
        _scatter(v, {name: v.pull(name) for name in components})

    return Made(Cell(f"known {', '.join(components)}", function, (0, 0)), None, {}, {})


_serial: dict[str, Iterator[int]] = {}


def _name(name: str) -> str:
    number = next(_serial.setdefault(name, count(1)))
    return name if number == 1 else f"{name}~{number}"


def numbered_specs(rows: Sequence[Any]) -> list[str]:
    """A name for each: its dtype and shape, and how many such were before."""
    seen: dict[str, int] = {}
    names = []
    for spec in rows:
        text = f"{spec.dtype.name}_{'x'.join(map(str, spec.shape))}"
        names.append(f"{text}_{seen.setdefault(text, 0)}")
        seen[text] += 1
    return names
