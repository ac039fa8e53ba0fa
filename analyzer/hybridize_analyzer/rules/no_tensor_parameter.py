"""No tensor reaches the function, only Python values.

## What it finds

A function whose parameters receive Python values (numbers, strings, lists of them, objects of the program), and no
tensor, variable, NumPy array or container of tensors, at any visible call. A function that takes nothing at all is not
meant, nor one that takes models and iterators: a training step may draw its noise, take its batch from an iterator and
read variables itself. Nor is one that takes gradients or assigns variables, and gets a few constants besides.

## Why it matters

Tensors are what a graph is parameterised over. Python arguments are not: each value of them is baked into a
trace of its own. A function that takes only Python values is traced once per combination of values, and its
graph computes the same constants each time, so there is little to gain; while everything that it reads
besides (a file, a list, an attribute) is frozen as it was at the first call.

## Example

```python
def positional_table(length, depth):
    positions = tf.range(length, dtype=tf.float32)[:, tf.newaxis]
    rates = tf.pow(10000.0, -tf.range(depth, dtype=tf.float32) / depth)
    return tf.sin(positions * rates)
```

## Use instead

Nothing: call it eagerly, once, and pass its result on as a tensor. If it is called at every step with
numbers that change, pass those numbers as tensors:

```python
def warmup(step):
    return tf.minimum(1.0, step / 100.0)


warmup(tf.constant(step, tf.float32))
```

## Fix safety

There is no automatic edit. For a function that has the decorator already, `needless-hybrid` offers to
remove it.

## Limits

What counts is what reaches the parameters. Parameters of functions that nobody calls are judged by type hints, by the
conventions of Keras, and by the operations that receive them. Where an argument cannot be followed, the verdict assumes
that `tf.function` can take it (`opaque-argument`).

## Threads

* tensorflow/tensorflow#34025: Python arguments that make a new graph each time
* tensorflow/tensorflow#44980: attributes frozen at the first call
* tensorflow/tensorflow#35840: where a decorator helps and where it does not
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.tensor_parameter is None:
        computes = facts.computes or bool(facts.of(Kind.UNSEEN))
        if not computes or any(p.asked for p in facts.parameters):
            text = "it cannot be seen whether a tensor reaches its parameters"
            yield Refusal(text, (), certain=False)
    elif not (facts.tensor_parameter or (facts.computes and facts.parameterised)):
        yield Refusal("no tensor reaches its parameters", ())


RULE = Rule("no-tensor-parameter", "HYB116", __doc__ or "", Severity.NOTE, check, in_graphs=False)
