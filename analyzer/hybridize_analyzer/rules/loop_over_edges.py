"""Messages are computed edge by edge, and added up in a Python loop.

## What it finds

A loop whose last statement is `incoming[target] += …` for a name that the loop takes from an edge, and whose value is
computed with tensors.

## Why it matters

Every message is executed on its own, with matrices of one row, and every sum is another operation: the time grows
with the number of edges, and so does the tape. All messages of a round can be one call, and all sums one operation.

## Example

```python
incoming = [tf.zeros([1, units]) for _ in nodes]
for source, target in edges:
    incoming[target] += self.message(nodes[source], nodes[target])
```

## Use instead

```python
from hybridize_runtime import sum_examples, take_row

def message_of(self, source, target, nodes):
    return self.message(take_row(nodes, source), take_row(nodes, target))

incoming = sum_examples(self.message_of, targets, incoming, sources, targets, shared=(nodes,))
```

`hybridize fix --select HYB141 --unsafe` writes this.

## Fix safety

Messages to one place are added in the order of the edges, so that results and gradients are the same up to rounding.
The edit is made where the message has no side effects and does not read what the loop changes. It is unsafe: that all
messages have one shape is not proved.

## Limits

Sums only: messages that are collected in lists, or updates in which one edge reads what another has written, stay.
What is added to has to be a list that the function makes.

## Threads

* shawnh2/GNN-CCA#3: sixty times as fast without the loop over subgraphs
* microsoft/gated-graph-neural-network-samples#8: messages gathered by edges
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "loop-over-edges",
    "HYB141",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("loop-over-edges"),
    blocks=False,
    on_request=True,
)
