"""The variables of a model are listed before the call that may create them.

## What it finds

`model.trainable_variables` (or `weights`, `variables`, …, or `built`) that is read before the model is called in the same
function, where no earlier call or `build` of the model is visible.

## Why it matters

A Keras model that has not been built has no variables. Eagerly the first call of the function works with an empty
list, and the later ones with the variables. A graph is traced with one of the two: the first call creates the
variables and traces again, so that already the first result is another.

## Example

```python
def gradients(x):
    variables = model.trainable_variables      # empty at the first call
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    return tape.gradient(loss, variables)
```

## Use instead

Read the variables behind the call, or build the model first:

```python
def gradients(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    return tape.gradient(loss, model.trainable_variables)
```

## Fix safety

The rule only refuses, and leaves the verdict open: the model may have been built by code that is not seen.

## Limits

The order is that of the lines, in the function and in what it calls. A `tf.Module` or a model that is not called itself
may hold the layers that are.

## Threads

* tensorflow/tensorflow#27120: variables that the first call creates
* tensorflow/tensorflow#36574
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import SEEDS, Event, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Location, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    calls = [e for e in facts.of(Kind.UNBUILT) if e.member != SEEDS]
    called = {call.target for call in calls}
    for read in facts.of(Kind.STALE):
        # What is not called itself may hold layers that are.
        later = [
            c for c in calls if read.target in (c.target, *({read.target} - called)) and _way(c) > _way(read)
        ]
        if later:
            evidence = (Evidence(read.message, read.where), Evidence("called here", _way(later[0])[0]))
            yield Refusal(f"{read.message} before the call that may create them", evidence, certain=False)


def _way(event: Event) -> tuple[Location, ...]:
    """Where it happens in the function itself, and in what that calls."""
    return (*event.path, event.where)


RULE = Rule("stale-variables", "HYB125", __doc__ or "", Severity.WARNING, check)
