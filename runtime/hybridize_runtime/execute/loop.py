"""The loop over groups, for any cells and either kit.

Buffers are structures of arrays: one per component of the state, one per saved tensor of a kind.  The loop gathers
children and writes slices; there is no scatter in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.compile.partition import Program
from hybridize_runtime.compile.replay import Replay
from hybridize_runtime.execute import passing
from hybridize_runtime.execute.kits import Kit

Named = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Setting:
    """What the loops of one trace share.  `programs`: by kind; kinds without slots are sources, computed before.

    `invariants`, `hoisted`: by kind and name of the symbolic tensor.  Rows of a kind start at row `kit.pad`.
    `outside`: by kind, see `weights.placeholders_outside`.
    """

    kit: Kit
    programs: Sequence[Program]
    state: Mapping[str, Rows]
    arrays: Mapping[str, Any]
    invariants: Sequence[Named]
    hoisted: Sequence[Named]
    outside: Sequence[Named]

    @property
    def looped(self) -> list[int]:
        """The kinds that the loop runs."""
        return [k for k, program in enumerate(self.programs) if not program.source]

    @property
    def sources(self) -> list[int]:
        """The kinds that are computed before the loop."""
        return [k for k, program in enumerate(self.programs) if program.source]

    def passing(self, kind: int) -> frozenset[str]:
        """Names of the saved tensors of a kind that are kept group by group."""
        return frozenset() if self.kit.tiled else self.programs[kind].passing

    def children(self, kind: int) -> Any:
        """Rows of children in the state buffers, [pad + rows + pad, slots]."""
        return self.arrays[f"children/{kind}"]

    def rows(self, kind: int) -> Any:
        """How many rows the arrays of a kind have, padding included."""
        return dimension(self.children(kind), 0)


def dimension(tensor: Any, axis: int) -> Any:
    """A dimension as a number where it is known, else as a tensor."""
    known = tensor.shape[axis]
    return tf.shape(tensor)[axis] if known is None else known


def zeros(s: Setting, rows: Any, like: Any, number: int) -> Any:
    """The buffer of this number: `rows` rows like those of a symbolic tensor or a `Rows`.

    XLA would fill one of equal buffers and copy it, which takes longer than to fill them all.  So each has its own zero,
    and XLA does not see that it is one (`count` is never negative).
    """
    shape = like.shape if isinstance(like, Rows) else like.shape[1:]
    if not s.kit.tiled:
        return tf.zeros([rows, *shape], like.dtype)
    zero = tf.minimum(s.arrays["count"], number) // (number + 1)
    return tf.fill([rows, *shape], tf.cast(zero, like.dtype))


def forward(s: Setting, source_states: Mapping[int, Named], keep: bool) -> tuple[Named, list[Named]]:
    """State buffers, and saved tensors by kind (exports only, unless `keep`)."""
    total = 2 * s.kit.pad + sum(s.rows(k) - 2 * s.kit.pad for k in range(len(s.programs)))
    number = count()
    states = {name: zeros(s, total, rows, next(number)) for name, rows in s.state.items()}
    for kind in s.sources:
        at = s.kit.pad + s.arrays[f"start/{kind}"]
        states = {name: s.kit.write(states[name], at, source_states[kind][name]) for name in states}
    saved = [
        {
            t.name: passing.room(t, s.arrays["count"])
            if t.name in s.passing(k)
            else zeros(s, s.rows(k) * p.factors[t.name], t, next(number))
            for t in _stored(p, keep)
        }
        for k, p in enumerate(s.programs)
    ]

    def step(i: Any, flat: list[Any]) -> list[Any]:
        group = s.arrays["steps"][i]
        bodies = {kind: _forward_part(s, kind, (i, group), (states, saved)) for kind in s.looped}
        return s.kit.run(group[0], group[1], bodies, flat, down=False)

    flat = tf.nest.flatten((states, saved))
    if s.looped:
        _, *flat = tf.while_loop(
            lambda i, *_: i < s.arrays["count"],
            lambda i, *flat: [i + 1, *step(i, list(flat))],
            [s.arrays["first"], *flat],
        )
    states, saved = tf.nest.pack_sequence_as((states, saved), flat)
    return states, [
        {name: _ended(s, k, name, buffer) for name, buffer in named.items()} for k, named in enumerate(saved)
    ]


def _ended(s: Setting, kind: int, name: str, buffer: Any) -> Any:
    """Zeros where the last tile reached over the end: what stands there can be no number at all."""
    if not s.kit.tiled:
        return buffer
    factor = s.programs[kind].factors[name]
    rest = tf.zeros([s.kit.pad * factor, *buffer.shape[1:]], buffer.dtype)
    return s.kit.write(buffer, (s.kit.pad + s.arrays[f"rows/{kind}"]) * factor, rest)


def _stored(program: Program, keep: bool) -> Sequence[Any]:
    if program.source:
        return ()
    return program.saved if keep else program.exports


def _forward_part(s: Setting, kind: int, numbered: tuple[Any, Any], like: Any) -> Any:
    program, kit, (number, group) = s.programs[kind], s.kit, numbered

    def body(rows: Any, before: Any, flat: list[Any]) -> list[Any]:
        states, saved = tf.nest.pack_sequence_as(like, flat)
        at = kit.pad + group[3] + before
        known = seen(s, kind, states, at, rows, program.hoisted)
        replay = Replay(program.trace, known, rows, program.factors)
        new = {name: replay(tensor) for name, tensor in program.trace.state.items()}
        kept = {t.name: replay(t) for t in program.saved if t.name in saved[kind]}
        place = kit.pad + group[2] + before
        if _is_before_a_source(s, kind):
            new = _within(s, new, states, (place, rows, group[1] - before))
        states = {name: kit.write(states[name], place, new[name]) for name in states}
        for name, value in kept.items():
            saved[kind][name] = (
                passing.put(saved[kind][name], number, value)
                if name in s.passing(kind)
                else kit.write(saved[kind][name], at * program.factors[name], value)
            )
        return tf.nest.flatten((states, saved))  # type: ignore[no-any-return]

    return body


def _is_before_a_source(s: Setting, kind: int) -> bool:
    """Whether a tile that reaches over the end of the group may reach rows that were written before the loop.

    Kinds without children come first in every plan, in the order of their numbers.
    """
    return s.kit.tiled and not s.programs[kind].trace.kind.slots and any(k > kind for k in s.sources)


def _within(s: Setting, new: Named, states: Named, place: tuple[Any, Any, Any]) -> Named:
    """New rows up to the end of the group, and what stands there behind it."""
    at, rows, left = place
    real = tf.range(rows) < left
    return {name: where(real, new[name], s.kit.read(states[name], at, rows)) for name in new}


def seen(s: Setting, kind: int, states: Named, at: Any, rows: Any, hoisted: Sequence[Any]) -> Named:
    """What a part of a group reads: states of children, these hoisted rows, invariants."""
    program = s.programs[kind]
    factors = program.factors
    read = {
        t.name: s.kit.read(s.hoisted[kind][t.name], at * factors[t.name], rows * factors[t.name])
        for t in hoisted
    }
    below = (
        gathered(s, kind, states, s.kit.read(s.children(kind), at, rows)) if program.trace.kind.slots else {}
    )
    return {**below, **read, **s.invariants[kind]}


def gathered(s: Setting, kind: int, states: Named, index: Any) -> Named:
    """States of children, [rows, slots, ...] per component, and which slots are used."""
    trace, result = s.programs[kind].trace, {}
    flat = tf.reshape(index, [-1])
    read = s.kit.gather([states[name] for name in trace.children], flat)
    for symbol, rows in zip(trace.children.values(), read, strict=True):
        result[symbol.name] = tf.reshape(rows, [dimension(index, 0), *symbol.shape[1:]])
    if trace.used is not None:
        result[trace.used.name] = tf.cast(index[:, :, None] >= s.kit.pad, trace.used.dtype)
    return result


def where(valid: Any, value: Any, other: Any, factor: int = 1) -> Any:
    """Rows of `value` where vertices are valid, `factor` rows per vertex, and of `other` elsewhere."""
    shape = [-1, *[1] * (value.shape.rank - 1)]
    return tf.where(tf.reshape(tf.repeat(valid, factor), shape), value, other)
