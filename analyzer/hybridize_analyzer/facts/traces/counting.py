"""From keys to numbers: at least so many traces, at most so many."""

from __future__ import annotations

from itertools import combinations, islice, permutations

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import Shape
from hybridize_analyzer.facts.traces.calls import Key, TracedCall
from hybridize_analyzer.facts.traces.keys import Part, differ
from hybridize_analyzer.interpreter.tracing.runs import is_certain

_MAX_COMPARED = 64
_MAX_ORDERS = 120


def bounds(state: State, calls: list[TracedCall], *, reduce: bool) -> tuple[int, int | None, bool]:
    """The least and the greatest number of traces (None: not known), and whether it grows with the calls.

    reduce: TensorFlow relaxes shapes that differ (`reduce_retracing`).
    """
    exact = dict.fromkeys(call.key for call in calls if call.exact)
    loose = [call for call in calls if not call.exact]
    if reduce:
        return _relaxed(list(exact), bool(loose))
    most = None if loose else len(exact)
    least = 1 if most == 1 else max(1, _apart(state, calls))
    return least, most, any(_grows(call) for call in loose)


def _grows(call: TracedCall) -> bool:
    """Whether every turn of a loop brings another key."""
    changing = [part for _, part in call.key if not part.exact]
    return call.site.loop and any(part.tag in ("fresh", "number", "among") for part in changing)


def _apart(state: State, calls: list[TracedCall]) -> int:
    """How many keys of certain calls are certainly different."""
    chosen: list[Key] = []
    certain: dict[object, bool] = {}
    for call in calls:
        if call.partial:
            continue
        if call.site not in certain:
            certain[call.site] = is_certain(state, call.site)
        if certain[call.site] and all(_keys_differ(call.key, other) for other in chosen[-_MAX_COMPARED:]):
            chosen.append(call.key)
    return len(chosen)


def _keys_differ(a: Key, b: Key) -> bool:
    other = dict(b)
    return any(name not in other or differ(part, other[name]) for name, part in a)


def _relaxed(keys: list[Key], loose: bool) -> tuple[int, int | None, bool]:
    """Tensors that differ in shape only share a relaxed graph; the order of the calls may matter."""
    groups: dict[object, list[tuple[Shape, ...]]] = {}
    for key in keys:
        shapes: list[Shape] = []
        rest = tuple((name, _without_shapes(part, shapes)) for name, part in key)
        groups.setdefault(rest, []).append(tuple(shapes))
    counts = [_relaxed_counts(group) for group in groups.values()]
    most = None if loose else sum(max(c) for c in counts)
    return max(1, sum(min(c) for c in counts)), most, False


def _without_shapes(part: Part, shapes: list[Shape]) -> Part:
    if part.tag in ("tensor", "variable", "sparse") and part.origin is None:
        dtype, shape = part.spec
        shapes.append(shape or ())
        return Part(part.tag, (dtype, None))
    return Part(part.tag, part.content, tuple(_without_shapes(p, shapes) for p in part.parts), part.origin)


_Shapes = tuple["Shape | None", ...]


def _relaxed_counts(keys: list[tuple[Shape, ...]]) -> set[int]:
    """The number of graphs for every order of the calls (for some, where there are many)."""
    if len(keys) == 1:
        return {1}
    if len(keys) > 5:
        return {2} if _relax_alike(keys) else {2, len(keys)}
    return {_traced_in_order(order) for order in islice(permutations(keys), _MAX_ORDERS)}


def _relax_alike(keys: list[tuple[Shape, ...]]) -> bool:
    """Whether any two of the keys relax to shapes that fit all of them."""
    whole: _Shapes = keys[0]
    for key in keys:
        whole = tuple(map(_common, whole, key))
    pairs = combinations(keys[:_MAX_COMPARED], 2)
    return len(keys) <= _MAX_COMPARED and all(tuple(map(_common, a, b)) == whole for a, b in pairs)


def _traced_in_order(keys: tuple[tuple[Shape, ...], ...]) -> int:
    graphs: list[_Shapes] = []
    for key in keys:
        if not any(all(map(_fits, key, graph)) for graph in graphs):
            relaxed: _Shapes = key
            for graph in graphs:
                relaxed = tuple(map(_common, relaxed, graph))
            graphs.append(relaxed)
    return len(graphs)


def _fits(shape: Shape | None, relaxed: Shape | None) -> bool:
    if relaxed is None:
        return True
    same = shape is not None and len(shape) == len(relaxed)
    return same and all(r is None or s == r for s, r in zip(shape or (), relaxed, strict=True))


def _common(a: Shape | None, b: Shape | None) -> Shape | None:
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(m if m == n else None for m, n in zip(a, b, strict=True))
