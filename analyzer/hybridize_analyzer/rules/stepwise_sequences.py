"""Sequences of different lengths are read one after the other, step by step.

## What it finds

A comprehension or loop that takes one result per example, where the code for one example (written there, or in
functions that it calls) runs over the items of that example and carries tensors from item to item: recurrent networks
over sentences, traces, time series of their own lengths.

## Why it matters

Every step is executed on its own, with matrices of one row: as many calls as there are items in all examples. A graph
does not help: it would be traced anew for every length. The examples do not depend on each other, so that step `t` of
all of them can be one call; that makes as many calls as the longest example has items.

## Example

```python
def read(self, symbols):
    h = c = tf.zeros([1, self.units])
    for symbol in symbols:
        h, c = self.cell(self.embedding[symbol][None], h, c)
    return tf.matmul(h, self.readout)[0, 0]

logits = tf.stack([self.read(symbols) for symbols in strings])
```

## Use instead

```python
from hybridize_runtime import fold_examples, map_examples, take_row

def step(self, symbol, h, c):
    return self.cell(take_row(self.embedding, symbol)[None], h, c)

h, c = fold_examples(self.step, strings, (h, c))        # h, c: the first states, [examples, ...]
logits = map_examples(self.logit, h)
```

`hybridize fix --select HYB139 --unsafe` writes this: the code for one example stays as it is, for other callers; what
runs for all is put beside it.

## Fix safety

Results and gradients are the same up to rounding. The edit is made where the code for one example has no side effects
and changes no variables, no choice inside the loop over items depends on values, and the state has a value before the
loop. It is unsafe: that the shapes of states are the same for all examples, and from item to item, is not proved. The
runtime says so where they are not.

## Limits

Loops that may end early, collect a value per item, or choose by an item stay; the reason names the line. Only
functions of the same file are opened.

## Threads

* tensorflow/tensorflow#15952: an LSTM step by step in eager mode takes 15 times as long
* tensorflow/tensorflow#3738: sequences of different lengths, padded to the longest
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "stepwise-sequences",
    "HYB139",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("stepwise-sequences"),
    blocks=False,
    on_request=True,
)
