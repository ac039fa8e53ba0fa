"""Which functions of a profile are worth a graph: those that take time eagerly, the outermost first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from hybridize_analyzer.observed.profile import FunctionRun, Node, Profile
from hybridize_analyzer.observed.runs import Runs
from hybridize_analyzer.report import FunctionReport, Report

from hybridize_refactorings.proof.probe.profiling import TESTS

LEAST_SHARE = 0.01  # of the time of all runs; what takes less is left alone
_FEWEST_CALLS = 3  # one of them traces
_TRIED = ("convert", "undetermined")


@dataclass(frozen=True, slots=True)
class StaysEager:
    """A function that took a part of the run that matters, and for which there is nothing to try.

    share: of the time of all runs, with all that it calls.
    """

    function: FunctionReport
    share: float


def staying_eager(report: Report, runs: Runs, tried: Collection[tuple[str, int]]) -> tuple[StaysEager, ...]:
    """The hot functions of a report for which there is nothing to try, the longest first; of tests, what they call.

    tried: path and line of functions for which there is an edit.
    """
    found = []
    for function in report.functions:
        run = runs.of(function.path, function.qualname, function.line)
        known = run is None or (function.path, function.line) in tried or _is_test(run)
        if run is not None and not known and is_hot(function, runs):
            found.append(StaysEager(function, run.seconds / runs.seconds))
    return tuple(sorted(found, key=lambda each: -each.share))


def _is_test(run: FunctionRun) -> bool:
    """Whether a function is itself one of the tests that called it."""
    name = run.qualname.rpartition(".")[2]
    return any(test.partition("[")[0].rpartition("::")[2] == name for test in run.tests)


def candidates(report: Report, runs: Runs) -> Report:
    """The functions to try as graphs: convertible ones, and those of which only a run can tell.

    What was never called, called rarely, or executes no operation is left out, and so is what certainly must stay eager.
    """
    found = tuple(_as_candidate(f) for f in report.functions if f.verdict in _TRIED and is_hot(f, runs))
    return replace(report, functions=found)


def is_hot(function: FunctionReport, runs: Runs) -> bool:
    """Whether an eager function took a part of the recorded runs that matters."""
    run = runs.of(function.path, function.qualname, function.line)
    return (
        run is not None
        and not function.hybrid
        and run.eager_calls >= _FEWEST_CALLS
        and run.operations > 0
        and run.seconds >= LEAST_SHARE * runs.seconds
    )


def was_called(function: FunctionReport, runs: Runs) -> bool:
    """Whether a function was called in the recorded runs."""
    run = runs.of(function.path, function.qualname, function.line)
    return run is not None and run.calls > 0


def _as_candidate(function: FunctionReport) -> FunctionReport:
    """The same as a function to convert, whatever the analysis expects to be gained: that will be measured."""
    gain = "low" if function.gain in (None, "none") else function.gain
    return replace(
        function, verdict="convert", safe=function.safe and function.verdict == "convert", gain=gain
    )


def covering_tests(profile: Profile, places: Collection[tuple[str, str, int]]) -> frozenset[str]:
    """The tests of pytest that called some functions, told by path, qualified name and line.

    None where one of them was called by more tests than a profile names, and where none was recorded.
    """
    runs = [run for run in profile.functions if (run.path, run.qualname, run.line) in places]
    if any(not run.tests or len(run.tests) >= TESTS for run in runs):
        return frozenset()
    return frozenset(test for run in runs for test in run.tests)


def outermost(profile: Profile, names: Collection[str], open_names: Collection[str] = ()) -> tuple[str, ...]:
    """Of some functions those that are called by none of the others on some way, the one that took longest first.

    names: as the tree names functions.  open_names: of them those that stay eager themselves; what they call is looked at.
    What takes less than `LEAST_SHARE` where none of the others calls it is left out: its time is that of the others.
    """
    seconds: dict[str, float] = {}
    for node in _outermost(profile.tree, frozenset(names), frozenset(open_names)):
        seconds[node.function] = seconds.get(node.function, 0.0) + node.seconds
    matters = (name for name in seconds if seconds[name] >= LEAST_SHARE * profile.seconds)
    return tuple(sorted(matters, key=lambda name: (-seconds[name], name)))


def surrounding(profile: Profile, names: Collection[str], least: float = 0.5) -> frozenset[str]:
    """The functions around some others that spend at least this share of their time in these.

    names: as the tree names functions.
    """
    own: defaultdict[str, float] = defaultdict(float)
    inner: defaultdict[str, float] = defaultdict(float)
    for node in profile.tree:
        _spent(node, frozenset(names), own, inner)
    return frozenset(
        name for name, seconds in own.items() if inner[name] > 0 and inner[name] >= least * seconds
    )


def _spent(node: Node, names: frozenset[str], own: dict[str, float], inner: dict[str, float]) -> float:
    """Adds the time of a place, and that of some functions in it, to what is known of its function; gives the latter."""
    if node.function in names:
        return node.seconds
    found = sum(_spent(each, names, own, inner) for each in node.nodes)
    own[node.function] += node.seconds
    inner[node.function] += found
    return found


def _outermost(nodes: Collection[Node], names: frozenset[str], open_names: frozenset[str]) -> Iterator[Node]:
    for node in nodes:
        if node.function in names:
            yield node
        if node.function not in names or node.function in open_names:
            yield from _outermost(node.nodes, names, open_names)
