"""An exception handler surrounds TensorFlow operations.

## What it finds

A `try` statement with `except` clauses (or `with contextlib.suppress(...)`) around TensorFlow operations,
in the function itself or in one that it calls.

## Why it matters

A graph reports errors at another time and with another type. Mistakes in shapes and dtypes surface while
the function is traced, as `ValueError` or `TypeError`, where eager execution raises `InvalidArgumentError`:
the handler no longer matches. Mistakes in values surface when the finished graph runs, after every line of
Python has been left: the handler is not there any more. And a handler that does catch an error while
tracing decides once, for all calls.

## Example

```python
def project(features, weights):
    try:
        return tf.matmul(features, weights)
    except tf.errors.InvalidArgumentError:
        return tf.matmul(features, weights, transpose_b=True)
```

Eagerly, weights that lie the other way round are transposed. As a graph the call fails with `ValueError:
Dimensions must be equal`.

## Use instead

Test the condition that the handler waits for; the test is part of the graph, or is made while tracing:

```python
def project(features, weights):
    flipped = weights.shape[0] != features.shape[-1]
    return tf.matmul(features, weights, transpose_b=flipped)
```

For values use `tf.where` or `tf.cond`; for division `tf.math.divide_no_nan`. Or leave the handler in the
eager caller and make the function that it calls a graph, after looking at the exception types it names.

## Fix safety

There is no automatic edit. A `try` with only a `finally` clause is not reported: it does not decide
anything.

## Limits

Whether the operations can fail is not examined: a handler around an operation that never fails is reported
as well. What catches `KeyError`, `ImportError`, `NotImplementedError` or `StopIteration` only is not: no operation
raises these. The end of a dataset does, but not inside a graph, so `StopIteration` counts around its iterator.
Handlers around *calls* of the function, in its callers, do not block the conversion; they become an
assumption that is printed with it.

## Threads

* tensorflow/tensorflow#30576: what a mismatch inside a graph says, "walls of text" at another place than
  the mistake
* tensorflow/tensorflow#31362: Python statements of a traced function that run once or not at all
* tensorflow/tensorflow#36991: shapes that are known eagerly and unknown in a graph, so other errors are
  raised
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.HANDLER):
        # Who handles a `ValueError` in a `tf.function` handles that of its trace.
        meant = facts.hybrid and event.aspect is Aspect.OF_TRACING
        yield refusal_of(event, certain=not meant)


RULE = Rule("exception-handler", "HYB113", __doc__ or "", Severity.WARNING, check)
