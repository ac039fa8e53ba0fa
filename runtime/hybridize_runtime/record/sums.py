"""Sums of many results, as `sum(losses)` and `total += loss` record them: one addition after the other, executed as one.

A chain of n additions would be n groups of one call each, of which every one waits for the one before.
"""

from __future__ import annotations

import operator

import numpy as np
import tensorflow as tf

from hybridize_runtime.graph.graphs import Ints, ranges
from hybridize_runtime.record.call_arrays import CallArrays, Mask
from hybridize_runtime.record.stages import Stage


def run_sums(recorded: CallArrays, stage: Stage, read: Mask) -> bool:
    """Computes the results of a stage of additions that are read, without those in between; whether that was possible.

    It is not where something reads what is in between, or reads it twice.  `read`: calls whose results are wanted.
    """
    calls = stage.calls
    if not _adds(recorded, calls):
        return False
    given = recorded.given(calls)
    inside = _inside(recorded, calls, given)
    uses = np.bincount(inside[inside >= 0], minlength=len(calls))
    if (uses > 1).any() or (read[calls] & (uses > 0)).any():
        return False
    sums = _sums(inside)
    tops, numbers = np.unique(sums, return_inverse=True)
    call, side = np.nonzero(inside < 0)
    rows = recorded.rows[calls[tops]]
    starts = np.cumsum(rows) - rows
    summands = recorded.column(given[call, side], recorded.signatures[recorded.codes[calls[0]]].rows[0].dtype)
    mine = numbers.reshape(-1)[call]
    recorded.put(
        calls[tops],
        [
            tf.math.unsorted_segment_sum(
                summands.joined(rows[mine]), ranges(starts[mine], rows[mine]), int(rows.sum())
            )
        ],
    )
    return True


def _adds(recorded: CallArrays, calls: Ints) -> bool:
    """Whether all of these calls add two results of the same form to one more of it."""
    codes = np.unique(recorded.codes[calls])
    signature = recorded.signatures[codes[0]]
    forms = [*signature.rows, *signature.row_specs]
    return len(codes) == 1 and signature.function is operator.add and len(forms) == 3 and len(set(forms)) == 1


def _inside(recorded: CallArrays, calls: Ints, given: Ints) -> Ints:
    """For each argument which of the calls it is the result of; -1 where it is another."""
    place = np.full(len(recorded), -1)
    place[calls] = np.arange(len(calls))
    return np.where(given >= 0, place[recorded.owner[np.maximum(given, 0)]], -1)


def _sums(inside: Ints) -> Ints:
    """For each call the last one of its sum; calls come after those that they read."""
    found = np.arange(len(inside))
    for call in range(len(inside) - 1, -1, -1):
        below = inside[call]
        found[below[below >= 0]] = found[call]
    return found
