"""The rows of a tensor are computed one after the other, in a Python loop.

## What it finds

`[f(x[i]) for i in range(n)]`, and loops that append or add up `f(x[i])`, where `f` computes with TensorFlow and no
turn needs the one before.

## Why it matters

Every row is executed on its own. The same operations on all rows take hardly longer than on one of them.

## Example

```python
scores = tf.stack([self.score(x[i], y[i]) for i in range(len(x))])
```

## Use instead

```python
from hybridize_runtime import map_examples

scores = map_examples(self.score, x, y)
```

This is `tf.vectorized_map` with a trace that is kept: in eager code, `tf.vectorized_map` itself traces at every call.
Inside a `tf.function` use that one, and where the operations take a batch as they are, call them with the batch.
`hybridize fix --select HYB142 --unsafe` writes the call.

## Fix safety

Results and gradients are the same up to rounding. The edit is made where the code for one row has no side effects,
changes no variables and needs no value of a tensor in Python. It is unsafe: that all rows have the same shape is not
proved where they stand in a list.

## Limits

Only loops over `range`, whose number stands in brackets: `x[i]`, `x[i : i + 1]`. `*args`, and lists that the function
makes itself, have no rows. Random numbers are drawn otherwise
for all rows than for each, so that code with them stays.

## Threads

* tensorflow/tensorflow#43710: `vectorized_map` traces again at every call
* tensorflow/tensorflow#24774: `map_fn` takes long, operation by operation
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "loop-over-rows",
    "HYB142",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("loop-over-rows"),
    blocks=False,
    on_request=True,
)
