"""The function computes nothing with TensorFlow.

## What it finds

A function that no visible call makes execute a TensorFlow operation: no arithmetic on tensors, no `tf.`
operation, no layer, here or in what it calls.

## Why it matters

A graph saves the cost of starting operations one by one. Without operations there is nothing to save; what
remains is the price of tracing, of wrapping the arguments, and of returning tensors where Python values
were expected.

## Example

```python
def select(batch):
    features, labels = batch
    return features, labels
```

## Use instead

Nothing: leave it as it is. Inside the graph of a caller it costs nothing, since it runs only while tracing.

## Fix safety

There is no automatic edit. For a function that has the decorator already, `needless-hybrid` offers to
remove it.

## Limits

Operations are counted along the branches that the visible calls can take. Code that cannot be seen counts
as no operation, and is reported by `unseen-code`.

## Threads

* tensorflow/tensorflow#35840: where a decorator helps and where it does not
* tensorflow/addons#13: decorators on small functions
* tensorflow/tensorflow#34231: a function that is slower with the decorator
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.computes is None and (facts.of(Kind.UNKNOWN) or not facts.contexts):
        yield Refusal("it cannot be seen whether it executes a TensorFlow operation", (), certain=False)
    elif facts.computes is False:
        yield Refusal("it executes no TensorFlow operation", ())


RULE = Rule("no-tensor-computation", "HYB118", __doc__ or "", Severity.NOTE, check, in_graphs=False)
