"""Two runs of the original and one of the edited program → what was compared, function by function."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hybridize_refactorings.proof.matching import Matched, align
from hybridize_refactorings.proof.records import CallRecord, Leaves, Process
from hybridize_refactorings.proof.runs import Run
from hybridize_refactorings.proof.text_output import OutputCompared, output_compared, said_difference
from hybridize_refactorings.proof.tolerance import AMPLIFICATION, Gap, gap, tolerance_of
from hybridize_refactorings.proof.varying import same_end, without_varying

_ROUNDING = 1.2e-7  # relative, of one operation on float32
_NUMERIC = "relative difference"
_UNSEEN = OutputCompared(None, 0)
_NOISE = 4.0  # how much more than two runs of the original the edited program may differ from them


@dataclass(frozen=True, slots=True)
class Compared:
    """What one function did in the edited program, beside the original.

    calls: of the original, those inside functions that became graphs left out.  compared: calls whose values were compared;
    values: how many leaves that were.  largest: largest relative difference of floats.
    varying: calls of which nothing is left that the original itself does twice in the same way.  drifted: calls that
    received something else than in the original, so that nothing follows from what they gave.
    traces: of all its `tf.function` objects.  around: functions that ran it inside their graphs; None where nothing did.
    difference: the first difference, in one clause, or None.  numeric: whether that is one of floats, which other rounding
    may bring about.
    """

    calls: int = 0
    compared: int = 0
    values: int = 0
    largest: float = 0.0
    varying: int = 0
    drifted: int = 0
    traces: int = 0
    graph_calls: int = 0
    around: tuple[str, ...] | None = None
    difference: str | None = None
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """functions: by key.  drift: the first call that received something else, as (function, clause), or None.

    difference: how the program as a whole differs (exit code, time limit, output), or None.  lines: of output compared.
    drifting: of these, lines whose numbers are off by no more than rounding makes them; see `OutputCompared`.
    printed: whether the difference, if there is one, is one of the output.
    """

    functions: dict[str, Compared]
    drift: tuple[str, str] | None
    difference: str | None
    lines: int
    drifting: int = 0
    printed: bool = False

    @property
    def differs(self) -> bool:
        """Whether anything does."""
        return self.drift is not None or self.difference is not None or bool(self.suspects)

    @property
    def may_be_rounding(self) -> bool:
        """Whether all that differs could come of rounding that grows: floats of calls, what calls receive, and output."""
        numeric = all(self.functions[key].numeric for key in self.suspects)
        return self.differs and numeric and (self.difference is None or self.printed)

    @property
    def suspects(self) -> frozenset[str]:
        """Functions that, given the same, did something else."""
        return frozenset(key for key, found in self.functions.items() if found.difference is not None)


@dataclass(slots=True)
class _Tally:
    """Counts of one function while its calls are compared."""

    compared: int = 0
    values: int = 0
    largest: float = 0.0
    varying: int = 0
    drifted: int = 0
    received: float = 0.0  # largest relative difference of what calls received so far
    difference: str | None = None
    numeric: bool = False
    drift: str | None = None
    graphs: dict[tuple[int, int], int] = field(default_factory=dict)
    graph_calls: int = 0


def compare(
    first: Run,
    second: Run,
    edited: Run,
    keys: Iterable[str],
    rtol: float = 1.0,
    rounded: Sequence[Run] = (),
) -> Comparison:
    """Compares runs.

    keys: of the edited functions.  rtol: factor on every tolerance.  rounded: runs of the original that round otherwise.
    What calls do is compared beside one of these, in place of the second run: the first under which nothing differs.
    """
    keys = tuple(keys)
    program = _program_compared(first, second, edited, rounded)
    found = [_beside(first, other, edited, keys, rtol) for other in rounded or (second,)]
    functions, drift = next((one for one in found if not _is_different(*one)), found[0])
    printed = program.printed
    return Comparison(
        functions, drift, program.difference or printed.difference, printed.lines, printed.drifting,
        program.difference is None,
    )  # fmt: skip


def _is_different(functions: dict[str, Compared], drift: tuple[str, str] | None) -> bool:
    return drift is not None or any(found.difference is not None for found in functions.values())


def _beside(
    first: Run, second: Run, edited: Run, keys: Iterable[str], rtol: float
) -> tuple[dict[str, Compared], tuple[str, str] | None]:
    """What the functions do, and the first call that received something else."""
    inside = _inside(edited.processes)
    covered = _graphs(edited.processes) | _graphs(first.processes)
    found = align(first.processes, second.processes, edited.processes, covered)
    tallies: defaultdict[str, _Tally] = defaultdict(_Tally)
    for matched in found.calls:
        _tally(tallies[matched.first.key], matched, rtol)
    _count_traces(tallies, edited.processes)
    functions = {}
    drift = None
    for key in sorted(keys):
        tally = tallies[key]
        difference = tally.difference
        if difference is None and (lost := found.missing[key] or found.added[key]) and key not in inside:
            what = "fewer" if found.missing[key] else "more"
            drift = drift or (key, f"it is called {lost} times {what}")
        drift = drift or ((key, tally.drift) if tally.drift else None)
        functions[key] = Compared(
            found.total[key], tally.compared, tally.values, tally.largest, tally.varying + found.varying[key],
            tally.drifted, sum(tally.graphs.values()), tally.graph_calls, inside.get(key), difference,
            tally.numeric,
        )  # fmt: skip
    return functions, drift


def _graphs(processes: Iterable[Process]) -> frozenset[str]:
    return frozenset(call.key for process in processes for call in process.calls if call.graph is not None)


def _inside(processes: Iterable[Process]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for process in processes:
        for key, around in process.graph.items():
            found[key] = tuple(sorted({*found.get(key, ()), *around} - {key}))
    return found


def _count_traces(tallies: dict[str, _Tally], processes: Iterable[Process]) -> None:
    for number, process in enumerate(processes):
        for call in process.calls:
            if call.graph is not None:
                tally = tallies[call.key]
                tally.graph_calls += 1
                tally.graphs[number, call.graph] = max(tally.graphs.get((number, call.graph), 0), call.traces)


def _tally(tally: _Tally, matched: Matched, rtol: float) -> None:
    """Adds one call.  Only the first difference counts: what follows may be a consequence."""
    steady = without_varying(matched) if same_end(matched.first, matched.second) else None
    if steady is None:
        tally.varying += 1
        return
    first, second, edited = steady.first, steady.second, steady.edited
    own = _received(first, second)
    received = _received(first, edited)
    jumps = received.relative > AMPLIFICATION * max(tally.received, _ROUNDING)
    tally.received = max(tally.received, received.relative)
    if received.exact is not None or received.share > max(1.0, _NOISE * own.share) * rtol:
        tally.drifted += 1
        if (
            received.exact is not None or jumps
        ):  # rounding errors grow from call to call; what jumps is no rounding
            how = received.exact or f"relative difference {received.relative:.1e}"
            tally.drift = tally.drift or f"call {first.index + 1} receives something else: {how}"
        return
    allowed = max(rtol, _NOISE * _noise(first, second), AMPLIFICATION * max(own.share, received.share))
    difference = _differs(first, edited, allowed)
    if difference is not None:
        if tally.difference is None:
            tally.difference = f"call {first.index + 1}: {difference}"
            tally.numeric = _NUMERIC in difference
        return
    if first.before is not None and edited.before is not None:
        tally.compared += 1
        gaps = [gap(first.after or {}, edited.after or {}), gap(first.result or {}, edited.result or {})]
        tally.values += sum(each.values for each in gaps)
        tally.largest = max(tally.largest, *(each.relative for each in gaps))


def _received(a: CallRecord, b: CallRecord) -> Gap:
    return gap(a.before, b.before) if a.before is not None and b.before is not None else Gap()


def _noise(a: CallRecord, b: CallRecord) -> float:
    """How much two calls of the original differ, as a share of the tolerance."""
    return max(gap(a.after or {}, b.after or {}).share, gap(a.result or {}, b.result or {}).share)


def _differs(a: CallRecord, b: CallRecord, allowed: float) -> str | None:
    """What call `b` does otherwise than call `a`, in one clause."""
    if not same_end(a, b):
        return f"{_ended(b)}, and {_ended(a)} before"
    if (said := said_difference(a.said or "", b.said or "")) is not None:
        return f"it {said}"
    if a.before is None or b.before is None:
        return None
    for what, old, new in (("result", a.result, b.result), ("after the call", a.after, b.after)):
        found = _value_difference(old or {}, new or {}, allowed)
        if found is not None:
            return f"{what}: {found}"
    return None


def _ended(call: CallRecord) -> str:
    if call.error is None:
        return "it returned"
    text = next(iter(call.error[1].splitlines()), "")
    return f"it raised {call.error[0]}{f' ({text[:100]})' if text else ''}"


def _value_difference(a: Leaves, b: Leaves, allowed: float) -> str | None:
    found = gap(a, b)
    if found.exact is not None:
        return found.exact
    if found.share <= allowed:
        return None
    tolerances = [tolerance_of(leaf) for path, leaf in a.items() if leaf != b[path]]
    return f"{_NUMERIC} {found.relative:.1e}, allowed {allowed * max(tolerances):.0e}"


@dataclass(frozen=True, slots=True)
class _Program:
    """difference: how the program ended otherwise, or None.  printed: what came of its output."""

    difference: str | None
    printed: OutputCompared = _UNSEEN


def _program_compared(first: Run, second: Run, edited: Run, rounded: Sequence[Run]) -> _Program:
    a, b, c = first.ended, second.ended, edited.ended
    if c.code is None:
        return _Program(f"it was ended after {c.seconds:.0f} s, and took {a.seconds:.0f} s before")
    if a.code == b.code != c.code:
        return _Program(f"the command {c.how}, and {a.how} without the edit")
    return _Program(
        None, output_compared(a.stdout, b.stdout, c.stdout, [run.ended.stdout for run in rounded])
    )
