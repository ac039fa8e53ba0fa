"""A model is called for one example after the other, and the results are collected.

## What it finds

A loop or comprehension that gives a function of the project one example at a time (an object, a tensor with one row) and
appends, adds up or joins what it returns, where the function computes with tensors.

## Why it matters

Every example pays for all calls of its operations. Examples that do not depend on each other can be computed together:
what they have in common runs once for all of them, whatever form each has.

## Example

```python
def loss_of(model, samples):
    losses = [tf.square(model.predict(sample) - sample.target) for sample in samples]
    return tf.add_n(losses) / len(samples)
```

## Use instead

Examples of one form belong into one tensor with a row for each. Where their forms differ:

```python
from hybridize_runtime import batching, cell

class Model:
    @cell(example=True)
    def step(self, state, x): ...

with batching():
    losses = [error(model.predict(sample), sample.target) for sample in samples]
```

`hybridize fix --select HYB137 --unsafe` writes this: what computes becomes cells, the loop a scope.

## Fix safety

The results are the same up to rounding. Cells have no side effects, as far as the analysis sees; the rest of the loop
runs as before. The edit is unsafe where something is assumed of the cells.

## Limits

Loops in functions only, and only where what the loop goes through is seen to be passed on as one example. A loop that
trains (it takes gradients, assigns variables, writes, calls a training step) is no such loop.

## Threads

* tensorflow/fold#87: batching of examples of different form, and eager execution
* tensorflow/tensorflow#48844: small steps are all overhead
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "example-loop",
    "HYB137",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("example-loop"),
    blocks=False,
    on_request=True,
)
