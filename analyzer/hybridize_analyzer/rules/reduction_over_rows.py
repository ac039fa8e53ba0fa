"""Rows of a batch are normalised by a number that all rows share.

## What it finds

`x / tf.reduce_sum(x)` and `x - tf.reduce_mean(x)`, where `x` is a tensor of rank 2 and `axis` is left off.

## Why it matters

Without `axis` a reduction runs over all axes, the batch included. Each row then depends on the other rows of its
batch: results change with the batch size, and a prediction with its neighbours. Usually the last axis was meant.

## Example

```python
def shares(x):                          # x: [batch, classes]
    return x / tf.reduce_sum(x)         # all rows together sum to 1
```

## Use instead

```python
def shares(x):
    return x / tf.reduce_sum(x, axis=-1, keepdims=True)
```

Where the whole table is meant, `axis=None` says so.

## Fix safety

Advice only: the two differ, and a graph computes the same as eager code.

## Limits

Only tensors that are known to have two axes, and a reduction of the very expression that it is combined with. A loss
(`tf.reduce_mean(tf.square(x))`) is never reported, and neither is a single image or a vector.

## Threads

* tensorflow/tensorflow#38561: defaults that nobody notices
* tensorflow/tensorflow#36991: the batch axis and what depends on it
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from (refusal for refusal in from_events(facts, Kind.REDUCTION) if len(refusal.evidence) == 1)


RULE = Rule(
    "reduction-over-rows", "HYB134", __doc__ or "", Severity.NOTE, check, blocks=False, on_request=True
)
