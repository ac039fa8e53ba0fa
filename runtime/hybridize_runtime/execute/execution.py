"""One call of a network: from rows and arrays to the states that were read and the results that were pushed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tensorflow as tf

from hybridize_runtime.compile.cells import Rows
from hybridize_runtime.compile.partition import Program, captured
from hybridize_runtime.compile.replay import Replay
from hybridize_runtime.errors import InputError
from hybridize_runtime.execute.backward import backward
from hybridize_runtime.execute.kits import Kit
from hybridize_runtime.execute.loop import Named, Setting, dimension, forward
from hybridize_runtime.execute.weights import placeholders_outside
from hybridize_runtime.graph.batches import margin_of, pushers


def execute(
    programs: Sequence[Program],
    state: Mapping[str, Rows],
    kit: Kit,
    rows: Mapping[str, Any],
    arrays: Mapping[str, Any],
    keep: bool,
    outside: Sequence[Named] | None = None,
) -> tuple[Named, Named]:
    """States read, and pushed rows, both padded.  `rows` are those of `before`; `keep`: gradients will be asked for.

    `outside`: what `outside_products` yields, where weight gradients are to be computed outside of this call.
    """
    replays = [_replay(k, program, kit, rows, arrays) for k, program in enumerate(programs)]
    invariants = [{t.name: replays[k](t) for t in p.invariants} for k, p in enumerate(programs)]
    hoisted = [{t.name: replays[k](t) for t in p.hoisted} for k, p in enumerate(programs)]
    sources = {k: _source_states(replays[k], p, state) for k, p in enumerate(programs) if p.source}
    reads, exports = _loop(
        programs, state, kit, arrays, keep, (invariants, hoisted, sources, outside or [{} for _ in programs])
    )
    for k, (replay, rows) in enumerate(zip(replays, exports, strict=True)):
        real = (
            (name, _real_rows(programs[k], name, value, kit.pad, arrays[f"rows/{k}"]))
            for name, value in rows.items()
        )
        replay.values.update(real)
    return reads, _pushed(programs, replays, arrays)


def before(
    programs: Sequence[Program],
    kit: Kit,
    inputs: Mapping[str, Any],
    arrays: Mapping[str, Any],
    seeds: Mapping[str, Any],
) -> Named:
    """Rows of all vertices that follow from inputs and seeds alone: pulled, and for XLA also hoisted; and the seeds.

    Products with inputs are not left to XLA: it would compute gradients of the inputs even where nobody asks for them.
    """
    result: Named = {}
    for k, program in enumerate(programs):
        drawn = {symbol.name: seeds[f"{k}/{i}"] for i, (symbol, _) in enumerate(program.trace.seeds)}
        some = arrays[f"rows/{k}"] > 0
        pulled = {
            t.name: _guarded(tf.gather(inputs[n], arrays[f"pull/{k}/{n}"]), some, kit)
            for n, t in program.trace.pulls.items()
        }
        replay = _replay(
            k, program, kit, {f"{k}/{name}": t for name, t in {**pulled, **drawn}.items()}, arrays
        )
        hoisted = {t.name: replay(t) for t in program.hoisted} if kit.tiled else {}
        result |= {f"{k}/{name}": rows for name, rows in {**drawn, **pulled, **hoisted}.items()}
    return result


def _count(k: int, program: Program, kit: Kit, arrays: Mapping[str, Any]) -> Any:
    """How many rows the arrays of a kind have."""
    return dimension(arrays[f"children/{k}"], 0) - 2 * (kit.pad - margin_of(program, kit.pad))


def _replay(k: int, program: Program, kit: Kit, rows: Mapping[str, Any], arrays: Mapping[str, Any]) -> Replay:
    known = {name.split("/", 1)[1]: value for name, value in rows.items() if name.startswith(f"{k}/")}
    count = _count(k, program, kit, arrays)
    some = arrays[f"rows/{k}"] > 0
    outside = {name: _guarded(value, some, kit) for name, value in captured(program.trace).items()}
    replay = Replay(program.trace, {**known, **outside}, count, program.factors)
    replay.read = lambda variable: _guarded(variable.read_value(), some, kit)
    margin = margin_of(program, kit.pad)
    if margin or kit.tiled:
        replay.drawn = lambda name, numbers: (
            _real_rows(program, name, numbers, margin, arrays[f"rows/{k}"])
            if name in program.factors
            else numbers
        )
    return replay


def outside_products(programs: Sequence[Program], kit: Kit, arrays: Mapping[str, Any]) -> list[Named]:
    """By kind, what lets products of weight gradients be taken outside of `execute`."""
    replays = [_replay(k, program, kit, {}, arrays) for k, program in enumerate(programs)]
    none = tf.minimum(arrays["count"], 0)
    return [placeholders_outside(p, replays[k], none) for k, p in enumerate(programs)]


def _guarded(value: Any, some: Any, kit: Kit) -> Any:
    """The value; its gradient is zero when the batch has no vertex of the kind, whatever padding would make of it."""

    def only_some(arrived: Any) -> Any:
        if kit.tiled:  # XLA makes a copy of it part of what is done with it
            return tf.where(some, arrived, tf.zeros_like(arrived))
        if isinstance(arrived, tf.IndexedSlices):  # of look-ups
            return tf.IndexedSlices(only_some(arrived.values), arrived.indices, arrived.dense_shape)
        return tf.cond(some, lambda: arrived, lambda: tf.zeros_like(arrived))

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def same(value: Any) -> Any:
        return tf.identity(value), only_some

    return same(value) if value.dtype.is_floating else value


def _real_rows(program: Program, name: str, rows: Any, margin: int, count: Any) -> Any:
    """Padding replaced by rows of the first vertex, as in pulled rows, on which every operation of the cell is defined.

    What arrives there in the backward pass is zero, but zero times the derivative at arbitrary numbers need not be.
    `margin`: rows of vertices before the first one.
    """
    factor = program.factors[name]
    index = tf.range(dimension(rows, 0))
    vertex = index // factor
    real = (vertex >= margin) & (vertex < margin + count)
    return tf.gather(rows, tf.where(real, index, margin * factor + index % factor))


def _source_states(replay: Replay, program: Program, state: Mapping[str, Rows]) -> Named:
    return {name: _full(replay(t), replay.rows, state[name].shape) for name, t in program.trace.state.items()}


def _full(rows: Any, count: Any, shape: Sequence[int]) -> Any:
    """Rows that are the same for all vertices, once per vertex."""
    return tf.broadcast_to(rows, [count, *shape]) if rows.shape[0] == 1 else rows


def _loop(
    programs: Sequence[Program],
    state: Mapping[str, Rows],
    kit: Kit,
    arrays: Mapping[str, Any],
    keep: bool,
    given: Any,
) -> tuple[Named, list[Named]]:
    """The loop as one differentiable operation."""
    names = [[t.name for t in p.exports] for p in programs]

    def setting(flat: Sequence[Any]) -> tuple[Setting, Any]:
        invariants, hoisted, sources, outside = tf.nest.pack_sequence_as(given, list(flat))
        return Setting(kit, programs, state, arrays, invariants, hoisted, outside), sources

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def run(*flat: Any) -> Any:
        s, sources = setting(flat)
        states, saved = forward(s, sources, keep)
        reads = {name: tf.gather(rows, arrays["reads"]) for name, rows in states.items()}
        exports = [{name: saved[k][name] for name in names[k]} for k in range(len(programs))]
        results = (reads, exports)
        # What the backward pass keeps becomes an output of the function that is compiled.  Where that is differentiated a
        # second time (eagerly, then inside of another function), TensorFlow asks for the gradient of these outputs, too.
        kept = tf.nest.map_structure(tf.stop_gradient, (states, saved)) if kit.compiled else (states, saved)

        def gradient(*arrived: Any) -> list[Any]:
            dense = [  # integers have no gradient
                tf.zeros_like(r) if a is None else tf.convert_to_tensor(a)
                for r, a in zip(tf.nest.flatten(results), arrived, strict=True)
            ]
            if kit.tiled and not keep:
                raise InputError(
                    "gradients are asked of a batch that was computed without preparing for them: no tape was recording "
                    "when the function around it was traced; call the network with `gradients=True` in there"
                )
            d_reads, d_exports = tf.nest.pack_sequence_as(results, dense)
            return _aligned(given, backward(s, kept[0], kept[1], d_reads, d_exports))

        return tf.nest.flatten(results), gradient

    flat = run(*tf.nest.flatten(given))
    like = (dict.fromkeys(state, 0), [dict.fromkeys(n, 0) for n in names])
    return tf.nest.pack_sequence_as(like, list(flat) if isinstance(flat, (list, tuple)) else [flat])  # type: ignore[no-any-return]


def _aligned(given: Any, found: Any) -> list[Any]:
    """Gradients in the order of the arguments, None where there is none."""
    invariants, hoisted, sources, outside = given
    result = [found.invariants[k].get(name) for k, named in enumerate(invariants) for name in sorted(named)]
    result += [found.hoisted[k].get(name) for k, named in enumerate(hoisted) for name in sorted(named)]
    result += [found.sources[k][name] for k in sorted(sources) for name in sorted(sources[k])]
    return result + [found.outside[k][name] for k, named in enumerate(outside) for name in sorted(named)]


def _pushed(programs: Sequence[Program], replays: Sequence[Replay], arrays: Mapping[str, Any]) -> Named:
    result = {}
    for name, kinds in pushers([p.trace for p in programs]).items():
        parts = []
        for k in kinds:
            symbol = programs[k].trace.pushes[name]
            rows = replays[k](symbol)
            parts.append(_full(rows, replays[k].rows, rows.shape[1:]))
        result[name] = tf.gather(tf.concat(parts, 0) if len(parts) > 1 else parts[0], arrays[f"push/{name}"])
    return result
