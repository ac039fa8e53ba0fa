"""Examples are sent one after the other to the part of the model that is chosen for each.

## What it finds

A comprehension or loop that takes one result per example, where the code for one example calls `experts[i](x)`, an
element of a list or dictionary that a value of the example selects, or chooses by `if kind == 0: … elif …`.

## Why it matters

Every example is executed on its own, with matrices of one row. Examples that choose the same expert can run together:
as many calls as there are experts, whatever the number of examples.

## Example

```python
def predict(self, x):
    weights = self.gate(x)
    i = int(tf.argmax(weights[0]))
    return weights[0, i] * self.experts[i](x)[0]

outputs = tf.stack([self.predict(x[row : row + 1]) for row in range(len(x))])
```

## Use instead

```python
from hybridize_runtime import map_examples

weights, best = map_examples(self.scores, x)           # for all examples at once
chosen = [int(i) for i in best]                        # Python, one example after the other
outputs = map_examples(self.answer, weights, x, keys=chosen)    # once per expert
```

`hybridize fix --select HYB140 --unsafe` writes this. What Python decides is a barrier: what is before it runs for all
examples, then Python for each of them in order, then what follows it.

## Fix safety

Results and gradients are the same up to rounding; an expert that no example chooses has no gradient, as before.
Counts and prints that go with the choice keep their order. The edit is unsafe: that the tensors of all examples have
the same shapes is not proved.

## Limits

Side effects in more than one place between tensor code would change places with each other: such loops stay, with the
line. Choices inside a loop over the items of an example stay, too. A branch on the number of the turn, such as the first,
chooses nothing.

## Threads

* NVIDIA/TransformerEngine#2642: many small products per layer, one for each expert
* ByteDance-Seed/VeOmni#1155: grouping what is routed to the same expert
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "dispatch-per-example",
    "HYB140",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("dispatch-per-example"),
    blocks=False,
    on_request=True,
)
