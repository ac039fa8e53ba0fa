"""The loop over groups backwards: gradients of states, of hoisted rows, and of weights.

It writes the gradients of children to one row per edge, numbered by parent, so that a child gathers them: there is no
scatter in it.  Gradients of weights follow after it, one product each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.partition import Program
from hybridize_runtime.compile.replay import Replay
from hybridize_runtime.execute import passing
from hybridize_runtime.execute.loop import Named, Setting, dimension, gathered, seen, where, zeros
from hybridize_runtime.execute.weights import bias_gradient, weight_gradients


@dataclass(frozen=True, eq=False)
class Gradients:
    """What the backward pass yields, by kind and name: of invariants, of hoisted rows, of the states of sources.

    `outside`: factors of products that are taken outside (see `weights.placeholders_outside`).
    """

    invariants: list[Named]
    hoisted: list[Named]
    sources: dict[int, Named]
    outside: list[Named]


def backward(s: Setting, states: Named, saved: list[Named], reads: Named, exports: list[Named]) -> Gradients:
    """Gradients from those of the states that were read, [reads, ...], and of the exports, [rows, ...] by kind."""
    slots = [p.trace.kind.slots for p in s.programs]
    front = s.kit.pad * max(slots)
    edges = sum((s.rows(k) - 2 * s.kit.pad) * n for k, n in enumerate(slots))
    last = front + edges + dimension(s.arrays["reads"], 0) + 1
    number = count()
    by_edge = {
        name: s.kit.write(zeros(s, _room(s, last), rows, next(number)), front + edges, reads[name])
        for name, rows in s.state.items()
    }
    rows = [_gradient_buffers(s, k, number) for k in range(len(s.programs))]
    sums = [
        {w.name: tf.zeros_like(s.invariants[k][w.name]) for w in _added_up(s, p)}
        for k, p in enumerate(s.programs)
    ]
    like = (by_edge, rows, sums)
    flipped = [
        {name: tf.transpose(t) for name, t in named.items() if t.shape.rank == 2} for named in s.invariants
    ]
    context = (states, saved, exports, front, last - 1, flipped)

    def step(i: Any, flat: list[Any]) -> list[Any]:
        group = s.arrays["steps"][i]
        bodies = {kind: _backward_part(s, kind, (i, group), like, context) for kind in s.looped}
        return s.kit.run(group[0], group[1], bodies, flat, down=True)

    flat = tf.nest.flatten(like)
    if s.looped:
        _, *flat = tf.while_loop(
            lambda i, *_: i >= s.arrays["first"],
            lambda i, *flat: [i - 1, *step(i, list(flat))],
            [s.arrays["count"] - 1, *flat],
        )
    by_edge, rows, sums = tf.nest.pack_sequence_as(like, flat)
    rows = [{name: _ended(s, k, name, buffer) for name, buffer in rows[k].items()} for k in range(len(rows))]
    sources = {k: _source_gradients(s, k, by_edge, last - 1) for k in s.sources}
    return _collected(s, states, saved, rows, sums, sources)


def _room(s: Setting, rows: Any) -> Any:
    """Rows of a buffer with one for each edge: a tile of the kind with most slots fits, also where no vertex is of it."""
    if not isinstance(rows, int):  # then `Network` rounds numbers of vertices up to a tile
        return rows
    return max(rows, s.kit.least * max(program.trace.kind.slots for program in s.programs))


def _added_up(s: Setting, program: Program) -> list[Any]:
    """Weights whose gradients are added up in the loop; for XLA also biases: rows of a tile are in the cache."""
    biases = [use.weight for use in program.biases] if s.kit.tiled and not program.source else []
    return list({w.name: w for w in (*(w for w, _ in program.summed), *biases)}.values())


def _gradient_buffers(s: Setting, kind: int, number: Iterator[int]) -> Named:
    """Buffers for gradients with rows: of hoisted tensors and at the uses of weights."""
    program = s.programs[kind]
    if program.source:
        return {}
    if not s.kit.tiled:  # and room for the rows before and behind all groups
        return {name: passing.room(t, s.arrays["count"] + 2) for name, t in _row_symbols(program).items()}
    return {
        name: zeros(s, s.rows(kind) * program.factors[name], t, next(number))
        for name, t in _row_symbols(program).items()
    }


def _ended(s: Setting, kind: int, name: str, buffer: Any) -> Any:
    """The rows of a buffer, with zeros where the lowest tile reached over the start."""
    factor = s.programs[kind].factors[name]
    if s.kit.tiled:
        none = tf.zeros([s.kit.pad * factor, *buffer.shape[1:]], buffer.dtype)
        return s.kit.write(buffer, 0, none)
    kinds, sizes = s.arrays["steps"][:, 0], s.arrays["steps"][:, 1]
    mine = tf.pad(tf.where(kinds == kind, sizes, 0), [[1, 1]], constant_values=s.kit.pad)
    return passing.joined(buffer, mine * factor, _row_symbols(s.programs[kind])[name])


def _backward_part(s: Setting, kind: int, numbered: tuple[Any, Any], like: Any, context: Any) -> Any:
    program, kit, (number, group) = s.programs[kind], s.kit, numbered
    symbols = {t.name: t for t in program.saved}
    states, saved, exports, front, nothing, flipped = context
    slots, factors = program.trace.kind.slots, program.factors
    hoisted = [
        t for t in program.hoisted if t.name in program.read_again
    ]  # XLA copies all that comes from the forward pass

    def body(rows: Any, before: Any, flat: list[Any]) -> list[Any]:
        by_edge, buffers, sums = tf.nest.pack_sequence_as(like, flat)
        at = kit.pad + group[3] + before
        known = seen(s, kind, states, at, rows, hoisted)
        for name, kept in saved[kind].items():
            known[name] = (
                passing.take(kept, number, symbols[name])
                if name in s.passing(kind)
                else kit.read(kept, at * factors[name], rows * factors[name])
            )
        if program.summed and kit.tiled:
            known = _only_real(s, kind, known, before)
        known |= _seeds(s, kind, by_edge, exports, (kit.pad + group[2] + before, at, rows, nothing), before)
        replay = Replay(program.trace, known, rows, program.factors)
        replay.flipped = flipped[kind]  # a transposed operand costs time in every small product
        edge = front + group[4] + before * slots
        new_edges = {name: _edge_rows(program, name, replay, rows * slots, by_edge[name]) for name in by_edge}
        new_rows = {name: replay(symbol) for name, symbol in _row_symbols(program).items()}
        for weight, gradient in program.summed:
            sums[kind][weight.name] += tf.ensure_shape(replay(gradient), weight.shape)
        if kit.tiled:
            valid = tf.range(rows) + before >= 0
            for use in program.biases:
                real = where(
                    valid, replay(use.gradient), tf.zeros([], use.gradient.dtype), factors[use.gradient.name]
                )
                sums[kind][use.weight.name] += bias_gradient(use, real)
        if slots:
            by_edge = {name: kit.write(by_edge[name], edge, new_edges[name]) for name in by_edge}
        for name, value in new_rows.items():
            buffers[kind][name] = (
                kit.write(buffers[kind][name], at * program.factors[name], value)
                if kit.tiled
                else passing.put(buffers[kind][name], number + 1, value)
            )
        return tf.nest.flatten((by_edge, buffers, sums))  # type: ignore[no-any-return]

    return body


def _only_real(s: Setting, kind: int, known: Named, before: Any) -> Named:
    """Where a tile reaches over the start of its group, the rows of the first vertex instead of what happens to be there.

    Their gradients are sums over rows, to which these add nothing: what arrives there is zero.  But zero times what
    the derivative is at arbitrary numbers need not be zero.
    """
    result = dict(known)
    for name in set(known) - set(s.invariants[kind]):
        factor = s.programs[kind].factors.get(name, 1)
        first = tf.maximum(-before, 0) * factor
        index = tf.range(known[name].shape[0])
        result[name] = tf.gather(known[name], tf.where(index < first, first + index % factor, index))
    return result


def _row_symbols(program: Program) -> Named:
    symbols = [*program.hoisted_gradients.values(), *(use.gradient for use in program.uses)]
    return {t.name: t for t in symbols}


def _edge_rows(program: Program, name: str, replay: Replay, count: Any, like: Any) -> Any:
    """Gradients of one component of the children's states, a row per edge."""
    if name not in program.child_gradients:
        return tf.zeros([count, *like.shape[1:]], like.dtype)
    return tf.reshape(replay(program.child_gradients[name]), [count, *like.shape[1:]])


def _seeds(s: Setting, kind: int, by_edge: Named, exports: list[Named], place: Any, before: Any) -> Named:
    """Gradients that arrive at a part of a group: of its states and its exports."""
    program = s.programs[kind]
    at_state, at_rows, rows, nothing = place
    result = {}
    index = s.kit.read(s.arrays["first_use"], at_state, rows)
    counts = s.kit.read(s.arrays["use_count"], at_state, rows)
    starts = s.kit.read(s.arrays["use_start"], at_state, rows)
    arriving = used_rows(s, by_edge, index, counts, starts, nothing)
    for name, symbol in program.state_gradients.items():
        result[symbol.name] = arriving[name]
    for name, symbol in program.export_gradients.items():
        factor = program.factors[name]
        result[symbol.name] = s.kit.read(exports[kind][name], at_rows * factor, rows * factor)
    if program.summed and s.kit.tiled:
        valid = tf.range(rows) + before >= 0
        result = {
            name: where(valid, value, tf.zeros([], value.dtype), program.factors.get(name, 1))
            for name, value in result.items()
        }
    return result


def used_rows(s: Setting, by_edge: Named, first: Any, counts: Any, starts: Any, nothing: Any) -> Named:
    """Sums of the gradients that the readers of each state have left, [rows, ...] per component."""
    names = list(by_edge)

    def more(p: Any, *sums: Any) -> list[Any]:
        entry = tf.gather(s.arrays["uses"], tf.where(p < counts, starts + p, 0))
        index = tf.where(p < counts, entry, nothing)
        return [
            p + 1,
            *(total + tf.gather(by_edge[name], index) for name, total in zip(names, sums, strict=True)),
        ]

    sums = [tf.gather(by_edge[name], first) for name in names]
    most = tf.reduce_max(counts)
    _, *sums = tf.while_loop(lambda p, *_: p < most, more, [tf.constant(1), *sums])
    return dict(zip(names, sums, strict=True))


def _source_gradients(s: Setting, kind: int, by_edge: Named, nothing: Any) -> Named:
    """Gradients of the states of a kind that was computed before the loop; zero for rows that are padding."""
    size = s.rows(kind) - 2 * s.kit.pad
    at = s.kit.pad + s.arrays[f"start/{kind}"]
    real = tf.range(size) < s.arrays[f"rows/{kind}"]
    first = tf.where(real, s.kit.read(s.arrays["first_use"], at, size), nothing)
    counts = tf.where(real, s.kit.read(s.arrays["use_count"], at, size), 0)
    return used_rows(s, by_edge, first, counts, s.kit.read(s.arrays["use_start"], at, size), nothing)


def _collected(
    s: Setting,
    states: Named,
    saved: list[Named],
    rows: list[Named],
    sums: list[Named],
    sources: dict[int, Named],
) -> Gradients:
    invariants, hoisted, outside = [], [], []
    for kind, program in enumerate(s.programs):
        named = (
            {name: rows[kind][g.name] for name, g in program.hoisted_gradients.items()} if rows[kind] else {}
        )
        hoisted.append(named)
        whole = {name: rows for name, rows in saved[kind].items() if name not in s.passing(kind)}
        known = {**whole, **s.hoisted[kind], **s.invariants[kind]}
        if program.uses and program.trace.kind.slots:
            known |= gathered(s, kind, states, s.children(kind))
        replay = Replay(program.trace, known, s.rows(kind), program.factors)
        found, factors = weight_gradients(program, replay, rows[kind], s.outside[kind], sums[kind])
        invariants.append(found)
        outside.append(factors)
    return Gradients(invariants, hoisted, sources, outside)
