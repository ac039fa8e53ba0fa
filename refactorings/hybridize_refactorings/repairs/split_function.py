"""The tensor core of an impure function becomes a function of its own, which can run as a graph.

## What it does

A function that prints, logs, fills a list or asks for `.numpy()` stays eager. Most of its time goes into tensor
operations all the same. The longest run of statements (or the largest expression) that does none of these things is
moved into a new function, and a call takes its place:

    def epoch(w, x, y):                      def _epoch_core(w, x, y):
        p = tf.sigmoid(x @ w)                    p = tf.sigmoid(x @ w)
        loss = tf.reduce_mean((p - y) ** 2)      return tf.reduce_mean((p - y) ** 2)
        history.append(float(loss))
        return loss                          def epoch(w, x, y):
                                                 loss = _epoch_core(w, x, y)
                                                 history.append(float(loss))
                                                 return loss

Attributes of `self` that the new function reads become parameters, so that a graph does not freeze them. Python numbers
that would make it trace again are passed as tensors, where operations make tensors of one dtype of them; so are arrays,
and what NumPy computes of them, where a graph would not convert them to the dtype of the tensor beside them.

What only shows or counts the results of a step before its optimizer is done (`print(loss)`, `total += float(loss)`, also
while the tape records) is put behind the step where that makes it one part.

## Fix safety

Safe: the same operations run in the same order on the same values. The new function must itself be convertible by the
rules, which the analyzer decides on the edited source. What may be unset, is bound by a function inside, or stands in
a `try` is not moved.
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_refactorings.cores import core_mend, hazard_spans, runs_in_parts
from hybridize_refactorings.parts import (
    CODES,
    FEWEST_OPERATIONS,
    Unfit,
    clean_regions,
    heaviest,
    may_be_a_number,
    mend_of,
    shown,
)
from hybridize_refactorings.refusals import Refused
from hybridize_refactorings.regions import Flow, Region
from hybridize_refactorings.repairs.repair import Mend, Outcome, Repair
from hybridize_refactorings.scalars import is_array, scalars_of
from hybridize_refactorings.subjects import Subject


def plan(subject: Subject) -> Iterator[Outcome]:
    """The best region first; refusals only where there is nothing to move."""
    if runs_in_parts(subject.node):
        yield Refused(f"`{subject.node.name}` is a coroutine or a generator, whose parts run at other times")
        return
    spans = hazard_spans(subject)
    found = heaviest(clean_regions(subject, spans))
    reasons = []
    for region in found:
        outcome = _mend(subject, region)
        if isinstance(outcome, Mend):
            yield outcome
        else:
            reasons.append(outcome)
    if reasons:
        yield reasons[0]
    elif not found:
        yield Refused(
            f"no part of `{subject.node.name}` executes {FEWEST_OPERATIONS} operations without a side effect"
        )


def _mend(subject: Subject, region: Region) -> Outcome:
    def mend(part: Region, taken: Flow) -> Outcome | Unfit:
        refused = [n for n in taken.inputs if n in subject.turned_down or may_be_a_number(subject, part, n)]
        given = {name: bool(scalars_of(subject, part.content, name)) for name in refused}
        if refused and not any(given.values()):
            arrays = tuple(name for name in refused if is_array(subject.held_by_name(name)))
            return Unfit(arrays or tuple(refused))
        return core_mend(subject, part, taken, shown(part))

    return mend_of(subject, region, mend)


REPAIR = Repair("split-function", CODES, __doc__ or "", plan, order=9)
