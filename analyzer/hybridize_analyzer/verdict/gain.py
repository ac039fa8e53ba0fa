"""How much a function would gain as a graph, from what it computes and how often it is called.

Eager execution pays Python and dispatch for every operation.  A graph pays for every call, and for every tensor that goes
into it, less for every operation, and once for tracing; arithmetic costs both the same.  So many small operations gain,
few large ones do not, and nothing is gained where every call traces again, or makes the function anew, or where the
caller is a graph already.  The constants are fitted to measurements: `python -m corpus.gain`, docs/measured/gain.md.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import replace

from hybridize_analyzer.domain.events import Event, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.program.modules import is_test
from hybridize_analyzer.report import GAINS, FunctionReport, Location

EAGER_OPERATION = 28.0
GRAPH_OPERATION = 1.0
GRAPH_CALL = 200.0
GRAPH_ARGUMENT = 30.0
"""Microseconds: for an operation, for an operation in a graph, for the call of a graph, for a tensor that it is given."""
ARITHMETIC = 5e-5
"""Microseconds for a multiplication or an addition."""
FEWEST = math.ceil((GRAPH_CALL + GRAPH_ARGUMENT) / (EAGER_OPERATION - GRAPH_OPERATION))
"""Small operations on one tensor from which a graph is faster than running them one by one."""
ACCELERATED = 100
"""How many times as fast arithmetic is on a graphics card as on the processor that `ARITHMETIC` was measured on; operations
are dispatched by that processor all the same."""
MEDIUM, HIGH = 2.0, 3.0
"""The speed-ups from which a gain is medium, and high."""
WORTH_A_CALL = 2000.0
"""Microseconds that a call has to save in a loop, where it is no step."""
WORTH_A_SHARE = 0.5
"""The part of a turn of a loop that a function has to be, where it is no step: docs/measured/findings.md."""
WORTH_A_RUN = 3e6
"""Microseconds that a run of the program has to save, where it shows how often a function is called."""
UNSEEN_CALL = 10
"""Operations of a call that computes with tensors, and of which no more is known."""
UNSEEN_MOST = 50_000.0
"""Microseconds that a graph saves at most of such a call: those of a model of two thousand operations."""
_CONTAINER = 6  # tensors in a list, tuple or dict of them
_SMALL = 500_000  # multiplications and additions, which take as long as dispatching one operation


def speed_up(ops: int, work: int, given: int = 1) -> float:
    """How many times faster a call is as a graph, once traced.

    ops, work: as in `semantics.costs`.  given: tensors that a call gets.
    """
    eager, graph = _times(ops, work, given)
    return eager / graph


def _times(ops: int, work: int, given: int) -> tuple[float, float]:
    """Microseconds of a call, eagerly and as a graph."""
    arithmetic = work * ARITHMETIC
    call = GRAPH_CALL + GRAPH_ARGUMENT * given
    return EAGER_OPERATION * ops + arithmetic, call + GRAPH_OPERATION * ops + arithmetic


def size_of(factor: float) -> str:
    """The class of a speed-up: `low`, `medium` or `high`."""
    return "high" if factor >= HIGH else "medium" if factor >= MEDIUM else "low"


def is_at_least(gain: str | None, least: str) -> bool:
    """Whether a gain is `least` or more; one that cannot be estimated may be."""
    return gain is None or GAINS.index(gain) >= GAINS.index(least)


def pays(report: FunctionReport) -> bool:
    """Whether a graph of the function is expected to be worth its edit."""
    return report.gain is not None and is_at_least(report.gain, "medium")


def to_be_gained(report: FunctionReport) -> tuple[float, float]:
    """For sorting: the time that a call saves, so that callers stand before what they call, then the factor."""
    return -(report.saving or 0.0), -(report.speed_up or 0.0)


def operations(facts: FunctionFacts) -> int:
    """The operations of a call, those of unseen code among them."""
    return facts.ops + UNSEEN_CALL * _unseen_calls(facts) + _unknown_operations(facts)


def tensors_given(facts: FunctionFacts) -> int:
    """The tensors that a call gets as arguments."""
    sizes = (_CONTAINER if p.kind == "container" else 1 for p in facts.parameters if p.tensor is not False)
    return sum(sizes)


def expected_speed_up(facts: FunctionFacts) -> float:
    """How many times faster a call of the function is as a graph, once traced."""
    return speed_up(operations(facts), facts.work, tensors_given(facts))


def expected_saving(facts: FunctionFacts) -> float:
    """Microseconds that a call of the function is expected to be shorter as a graph, once traced."""
    eager, graph = _times(operations(facts), facts.work, tensors_given(facts))
    return eager - graph


def is_faster(facts: FunctionFacts) -> bool:
    """Whether a call is expected to be faster as a graph, once traced."""
    return expected_speed_up(facts) >= 1.0


def estimate_gain(facts: FunctionFacts) -> str | None:
    """`none`, `low`, `medium` or `high`; None when it cannot be seen what the function executes."""
    if not operations(facts):
        return None if facts.computes is None else "none"
    if facts.traced_everywhere or facts.wrapped is not None or facts.in_layer:
        return "none"
    if facts.per_call or any(p.varying or p.refilled for p in facts.parameters):
        return "none"
    if facts.framework is not None or facts.eagerly:
        return "none"
    if facts.once or _doubt(facts):
        return "low"
    return "medium" if _pays_on_accelerators_only(facts) else size_of(expected_speed_up(facts))


def _pays_on_accelerators_only(facts: FunctionFacts) -> bool:
    """Whether it is a training step, and faster where such models are trained, as arithmetic takes most of its time here."""
    if not facts.takes_gradients or size_of(expected_speed_up(facts)) != "low":
        return False
    there = speed_up(operations(facts), round(facts.work / ACCELERATED), tensors_given(facts))
    return size_of(there) != "low"


def _doubt(facts: FunctionFacts) -> str | None:
    """Why a graph of a function that is faster by itself need not make a program faster.

    What takes gradients is a step of something, which is made more than once, unless all its calls are seen and none stands
    in a loop.  So is what replicas run: a strategy starts threads for them at every eager call.  Of other functions
    maintainers want few as graphs: those that save milliseconds at each turn of a loop that can be seen
    (docs/measured/findings.md).
    """
    if facts.repeats_steps:
        return "a graph would unroll its loop, with gradients in each turn"
    if not facts.ops:
        return "all that it computes is in code that cannot be seen"
    if resized := _resized(facts):
        return f"the lengths of `{resized}` depend on values, and every other length is traced anew"
    if facts.growing is not None:
        return f"`{facts.growing}` is longer in each turn of the loop that calls it, and every length is traced anew"
    if facts.of_a_step:
        return "a step makes the object that it is a method of, and each object has graphs of its own"
    if facts.hook:
        return "what calls it, in another class, in Keras or in a graph, is a graph or is to become one"
    if facts.of_datasets:
        return "`map` of a dataset leads to all its calls, and runs them in a graph"
    if facts.traced_somewhere and (facts.driven is None or facts.in_one_loop):
        return "what repeats it runs as a graph"
    if facts.nested and facts.mapped is not None and not facts.defined_rarely:
        return "each run of the function around it makes it anew, and hands it to an operation"
    if facts.constructing and facts.driven is None:
        return "constructors alone are seen to call it, each for a new object"
    return _doubt_of_calls(facts)


def _doubt_of_calls(facts: FunctionFacts) -> str | None:
    """Why a program calls a function too rarely, or saves too little where it does."""
    if (saved := _saved_by_a_run(facts)) is not None and saved < WORTH_A_RUN:
        return f"a run calls it {facts.most_calls:,} times at most, and saves {saved / 1e6:.1g} seconds"
    if facts.called and facts.driven is None and _is_private(facts.name):
        return "no loop is seen to call it, and its name says that nothing else does"
    if facts.debugging:
        return "the program calls it in what it names its eager mode alone"
    return _doubt_of_step(facts) if facts.takes_gradients or facts.distributes else _doubt_of_part(facts)


def _saved_by_a_run(facts: FunctionFacts) -> float | None:
    """Microseconds that a run saves at most; None where it does not show how often it calls it, or what that does."""
    if facts.most_calls is None or facts.of(Kind.UNKNOWN):
        return None
    return facts.most_calls * (expected_saving(facts) + UNSEEN_MOST * _unseen_calls(facts))


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _is_called_in_sight(facts: FunctionFacts) -> bool:
    """Whether the top level of a program makes all calls of a step, each once, as a lesson does to show what it gives."""
    unseen = facts.unseen_root is not None or facts.escaped is not None or facts.mapped is not None
    called = bool(facts.sites) and not any(is_test(site.path) for site in facts.sites)
    return called and facts.driven is None and not (unseen or facts.recursive)


def _doubt_of_step(facts: FunctionFacts) -> str | None:
    """Why a function that takes gradients need not be called often, or is a small part of a step that stays eager."""
    if _is_called_in_sight(facts):
        return "no loop calls it, and nothing that cannot be seen"
    return _LITTLE if facts.share < WORTH_A_SHARE else None


_LITTLE = "most of what the loop that calls it computes eagerly is elsewhere"


def _doubt_of_part(facts: FunctionFacts) -> str | None:
    """Why a function that takes no gradients need not be called often, or saves too little where it is."""
    if facts.driven is None:
        return "no loop is seen to call it"
    if facts.unseen_root is not None:
        return f"the loop that calls it is a part of `{facts.unseen_root}`, which nothing visible calls"
    if facts.seldom:
        return "the loop that calls it does its work in a loop inside, or makes the call in few turns"
    if expected_saving(facts) < WORTH_A_CALL:
        return "a call saves less than two milliseconds"
    return _LITTLE if facts.share < WORTH_A_SHARE else None


def _resized(facts: FunctionFacts) -> str | None:
    """A parameter whose lengths are others from call to call, where that may make many graphs.

    It does not stop the steps of a training, whose batches come in a few lengths, nor functions that can do without lengths:
    `reduce_retracing` leaves these open in the second graph.
    """
    if facts.takes_gradients or facts.relaxable:
        return None
    return next((p.name for p in facts.parameters if p.resized), None)


def gain_reason(facts: FunctionFacts, gain: str | None) -> str:
    """Why: `27 small operations per call, called in a loop at train.py:87`; and where that is a loss.

    gain: what the report says, which is less than that of the function by itself where what calls it decides.
    """
    alone, text = estimate_gain(facts), _why(facts)
    if gain == alone or gain is None or alone is None:
        return text
    less = (
        "graphs alone call it, once these are converted"
        if gain == "none"
        else "nothing in the program uses it"
    )
    return f"{text}; {less}"


def _why(facts: FunctionFacts) -> str:
    text = _counted(facts)
    if facts.framework is not None:
        return f"{text}; the file is written for {facts.framework}"
    if facts.eagerly:
        return f"{text}; the program runs its graphs eagerly (`tf.config.run_functions_eagerly(True)`)"
    if facts.once:
        return text
    if is_faster(facts):
        if doubt := _doubt(facts):
            return f"{text}; {doubt}"
        only = _pays_on_accelerators_only(facts)
        return f"{text}; on a graphics card dispatching them takes longer than computing" if only else text
    return f"{text}; no gain expected below {FEWEST} operations"


def _counted(facts: FunctionFacts) -> str:
    sizes = "" if not facts.ops else "small " if facts.work <= _SMALL * facts.ops else "large "
    counted = f"{facts.ops} {sizes}operation{'' if facts.ops == 1 else 's'} per call{_unseen(facts)}"
    if facts.driven is not None:
        return f"{counted}, called in a loop at {facts.driven.path}:{facts.driven.line}"
    return f"{counted}, called once" if facts.once else counted


def _unseen(facts: FunctionFacts) -> str:
    calls = _unseen_calls(facts)
    return (
        f" and what {calls} unseen call{'' if calls == 1 else 's'} compute{'s' * (calls == 1)}"
        if calls
        else ""
    )


def _unseen_calls(facts: FunctionFacts) -> int:
    """Calls of code that cannot be seen and that Python makes: what a graph below computes, it dispatches by itself."""
    return len(_unseen_places(facts, of_tensorflow=False))


def _unknown_operations(facts: FunctionFacts) -> int:
    """Calls of what TensorFlow does not export: its inner parts, which are hardly more than an operation."""
    return len(_unseen_places(facts, of_tensorflow=True))


def _unseen_places(facts: FunctionFacts, *, of_tensorflow: bool) -> Set[Location]:
    """Where Python calls code that cannot be seen, outside of the graphs below."""
    events = (e for e in facts.of(Kind.UNSEEN) if _is_of_tensorflow(e) == of_tensorflow)
    return {e.where for e in events} - facts.in_graphs


def _is_of_tensorflow(event: Event) -> bool:
    return event.member.startswith("tensorflow.")


_Key = tuple[str, int]


def without_unused(reports: Sequence[FunctionReport], unused: Collection[_Key]) -> list[FunctionReport]:
    """The reports, with a low gain for the edits of functions that no part of a program can mean.

    unused: the paths and lines of these functions.  Those that they alone call are as unused.
    """
    callers = {_key(r): r.callers for r in reports}
    found = set(unused)
    while more := {
        key for key, above in callers.items() if above and found.issuperset(above) and key not in found
    }:
        found |= more
    return [
        replace(r, gain="low") if r.verdict == "convert" and pays(r) and _key(r) in found else r
        for r in reports
    ]


def without_nested(reports: Sequence[FunctionReport]) -> list[FunctionReport]:
    """The reports, with gain `none` for functions that only run inside graphs once their callers are converted.

    A `tf.function` called in a graph adds to tracing and nothing to running: only the outermost is worth it, if it pays by
    itself.  That holds for the parts of one whose edit rests on assumptions, too: it is the one to look at first, unless it
    is a test.  Nor does it matter that a method may be called by code that is given its object and cannot be seen.
    """
    graphs = {
        _key(r)
        for r in reports
        if r.in_layer
        or (r.hybrid and r.verdict in ("keep", "reconfigure"))
        or (r.verdict == "convert" and pays(r) and (r.safe or not is_test(r.path)))
    }
    inside = _inside(reports, graphs)
    return [
        replace(r, gain="none") if r.verdict == "convert" and r.gain != "none" and _key(r) in inside else r
        for r in reports
    ]


def _key(report: FunctionReport) -> _Key:
    return report.path, report.line


def _inside(reports: Iterable[FunctionReport], graphs: Set[_Key]) -> set[_Key]:
    """The functions that run only inside `graphs`, called by them or by others that do."""
    callers = {_key(r): set(r.callers or r.seen_callers) - {_key(r)} for r in reports}
    # What is called now and then, and in the turns of a loop from graphs alone, runs in these as good as always.
    once = {_key(r) for r in reports if not r.driven} - graphs
    looping = {_key(r): r.looping for r in reports}
    callers = {
        key: found - (once - looping[key]) if found & graphs else found for key, found in callers.items()
    }
    open_ = {key: found for key, found in callers.items() if found and None not in found}
    inside: set[_Key] = set()
    while more := {key for key, found in open_.items() if all(c in graphs or c in inside for c in found)}:
        inside |= more
        open_ = {key: found for key, found in open_.items() if key not in more}
    return inside
