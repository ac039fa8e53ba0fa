"""A `tf.function` that only other graphs call.

## What it finds

A function with the decorator `@tf.function` all of whose visible callers are traced by `tf.function` themselves.

## Why it matters

Inside a graph the inner `tf.function` makes nothing faster. It has a cache of its own, with its own ways to retrace, and
adds a call and a layer of error messages to the outer graph.

## Example

```python
@tf.function
def normalise(x):
    return x / tf.reduce_sum(x)


@tf.function
def predict(x):
    return normalise(x) * 2.0
```

## Use instead

```python
def normalise(x):
    return x / tf.reduce_sum(x)


@tf.function
def predict(x):
    return normalise(x) * 2.0
```

## Fix safety

Advice only, there is no edit: a graph of its own can be wanted, to trace a large part once for many outer graphs, or for its
options (`jit_compile`, `autograph=False`, `experimental_implements`).

## Limits

A program without the decorator is hardly faster, so that this is reported with `--min-gain none` or by name. Callers outside
the analysed files are not seen. A function with options in its decorator is not reported.

## Threads

* tensorflow/addons#13: nested decorators
* tensorflow/addons#2264: redundant decorators in a library
* tensorflow/tensorflow#42429: what is wrapped already
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.hybrid and facts.traced_everywhere and not facts.configured:
        called = tuple(Evidence("called here", where) for where in facts.sites[:2])
        yield Refusal("all its callers are graphs, so that its own `tf.function` gains nothing", called)


RULE = Rule("nested-hybrid", "HYB132", __doc__ or "", Severity.NOTE, check, blocks=False, on_request=True)
