"""What a graph would save, from what a run measured."""

from __future__ import annotations

from hybridize_analyzer.observed.profile import FunctionRun
from hybridize_analyzer.verdict.gain import EAGER_OPERATION, GRAPH_CALL, GRAPH_OPERATION

_MICRO = 1e-6


def seconds_each(run: FunctionRun) -> float | None:
    """Seconds of a call that was timed."""
    timed = run.calls - run.counted
    return run.seconds / timed if timed > 0 else None


def operations_each(run: FunctionRun) -> float | None:
    """Eager operations of a call that was timed, with those of what it calls."""
    timed = run.calls - run.counted
    return run.operations / timed if timed > 0 else None


def expected_after(run: FunctionRun, dispatch: float = 0.0) -> float | None:
    """Seconds of a call as a graph, once traced: what is computed in it now, with the dispatch of a graph.

    A graph pays for what operations compute, and neither for dispatching them one by one nor for what Python does between
    them: layers and optimizers of Keras, and the tapes that record gradients, take more time there than dispatch.
    dispatch: as `Profile.dispatch`; a machine on which it takes longer takes longer to compute and to call graphs, too.
    Where the profile does not tell what is computed, that is all but a constant for each operation.
    None where nothing was timed, or no operation was executed.
    """
    seconds, operations = seconds_each(run), operations_each(run)
    if not seconds or not operations:
        return None
    slower = max(1.0, dispatch / (EAGER_OPERATION * _MICRO))
    unit = slower * _MICRO
    left = max(0.0, seconds - EAGER_OPERATION * operations * unit)
    if run.computing is not None:
        left = min(seconds, slower * run.computing / (run.calls - run.counted))
    return left + (GRAPH_CALL + GRAPH_OPERATION * operations) * unit


def measured_speed_up(run: FunctionRun, dispatch: float = 0.0) -> float | None:
    """How many times faster a call is expected to be as a graph."""
    seconds, after = seconds_each(run), expected_after(run, dispatch)
    return None if seconds is None or after is None else seconds / after


def seconds_saved(run: FunctionRun, dispatch: float = 0.0) -> float:
    """Seconds of the recorded runs that a graph is expected to save; never below 0."""
    seconds, after = seconds_each(run), expected_after(run, dispatch)
    if seconds is None or after is None:
        return 0.0
    return max(0.0, (seconds - after) * (run.eager_calls - run.counted))
