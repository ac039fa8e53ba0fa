"""A Keras symbolic tensor reaches the function.

## What it finds

A function that is called with a `keras.Input` or with what layers return for one, while a functional model is built.

## Why it matters

A `KerasTensor` stands for a tensor and is none. Keras layers accept it, `tf.function` does not:
`ValueError: A KerasTensor is symbolic: it's a placeholder for a shape and dtype`.

## Example

```python
def block(x):
    return tf.keras.layers.Dense(2)(x)


inputs = tf.keras.Input((2,))
hidden = block(inputs)
```

Eagerly `block` adds a layer to the model under construction. Under `@tf.function` the call raises.

## Use instead

Nothing: building a model happens once, and Keras makes a graph of the model itself in `fit` and `predict`. Put the
decorator on what uses the finished model:

```python
def predict(inputs):
    return model(inputs)
```

## Fix safety

The rule only refuses.

## Limits

Symbolic tensors that come from code outside the project are not recognised. A layer's own `call` is
never given a symbolic tensor: Keras hands it a traced one.

## Threads

- tensorflow/tensorflow#42429: what Keras wraps by itself
- keras-team/keras#19315
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from from_events(facts, Kind.SYMBOLIC)


RULE = Rule(
    "keras-symbolic-argument",
    "HYB110",
    __doc__ or "",
    Severity.ERROR,
    check,
    of_values=True,
    when_traced=True,
)
