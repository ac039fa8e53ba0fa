"""The calls of two runs of the original and one of the edited program, put side by side."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from hybridize_refactorings.proof.records import CallRecord, Process

Where = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Matched:
    """One call in all three runs."""

    first: CallRecord
    second: CallRecord
    edited: CallRecord


@dataclass(frozen=True, slots=True)
class Alignment:
    """calls: what was matched, in the order of the program as far as it is known.

    By function: total: own calls of the original.  varying: calls that the original itself does not make twice.
    missing, added: calls that only the original, or only the edited program, makes.
    """

    calls: tuple[Matched, ...]
    total: Counter[str]
    varying: Counter[str]
    missing: Counter[str]
    added: Counter[str]


@dataclass(slots=True)
class _Side:
    """The recorded calls of one place of one run, by their number, and how many there were."""

    calls: dict[int, CallRecord] = field(default_factory=dict)
    count: int = 0


def align(
    first: Iterable[Process], second: Iterable[Process], edited: Iterable[Process], covered: frozenset[str]
) -> Alignment:
    """Matches calls by place and number; where the order varies by itself, by what they received.

    covered: functions that run as graphs in the edited program; what they call is not a call of its own there.
    """
    a, b, c = (_sides(processes, covered) for processes in (first, second, edited))
    done = Alignment((), Counter(), Counter(), Counter(), Counter())
    matched: list[Matched] = []
    for where in sorted({*a, *b, *c}, key=repr):
        x, y, z = a.get(where, _Side()), b.get(where, _Side()), c.get(where, _Side())
        key = str(where[-1])
        done.total[key] += x.count
        if x.count != y.count:
            done.varying[key] += max(x.count, y.count) - min(x.count, y.count)
        else:
            done.missing[key] += max(0, x.count - z.count)
            done.added[key] += max(0, z.count - x.count)
        matched += _by_arguments(x, y, z) if _only_reordered(x, y) else _by_number(x, y, z)
    return replace(done, calls=tuple(matched))


def _sides(processes: Iterable[Process], covered: frozenset[str]) -> dict[Where, _Side]:
    """Calls by place.  A test is the same place in whichever process it runs."""
    found: defaultdict[Where, _Side] = defaultdict(_Side)
    seen: Counter[tuple[str, ...]] = Counter()
    for process in processes:
        start = (*process.command, str(seen[process.command]))
        seen[process.command] += 1
        for (context, around, key), count in process.counts.items():
            if not covered.intersection(around):
                found[_where(start, context, around, key)].count += count
        for call in process.calls:
            if not covered.intersection(call.around):
                found[_where(start, *call.place)].calls[call.index] = call
    return dict(found)


def _where(start: tuple[str, ...], context: str, around: tuple[str, ...], key: str) -> Where:
    return (() if "::" in context else start, context, around, key)


def _by_number(a: _Side, b: _Side, c: _Side) -> Iterator[Matched]:
    for number in sorted({*a.calls, *b.calls, *c.calls}):
        if number < min(a.count, b.count, c.count):
            some = next(side.calls[number] for side in (a, b, c) if number in side.calls)
            found = [side.calls.get(number) or _quiet(some) for side in (a, b, c)]
            yield Matched(*found)


def _quiet(call: CallRecord) -> CallRecord:
    """The same call where it left no record, because it was none to be recorded, raised nothing and printed nothing."""
    return replace(call, before=None, after=None, result=None, error=None, said=None)


def _only_reordered(a: _Side, b: _Side) -> bool:
    x = [_received(a.calls[number]) for number in sorted(a.calls)]
    y = [_received(b.calls[number]) for number in sorted(b.calls)]
    return x != y and a.count == b.count and Counter(x) == Counter(y)


def _by_arguments(a: _Side, b: _Side, c: _Side) -> Iterator[Matched]:
    others, edited = _pool(b), _pool(c)
    for _, call in sorted(a.calls.items()):
        received = _received(call)
        if edited.get(received):
            yield Matched(call, others[received].pop(0), edited[received].pop(0))


def _pool(side: _Side) -> dict[int, list[CallRecord]]:
    pool: defaultdict[int, list[CallRecord]] = defaultdict(list)
    for _, call in sorted(side.calls.items()):
        pool[_received(call)].append(call)
    return pool


def _received(call: CallRecord) -> int:
    return hash(None if call.before is None else tuple(call.before.items()))
