"""An argument has no effect.

## What it finds

* `validate_indices` of `tf.gather`;
* `input_shape` or `input_dim` of a layer that a subclassed `keras.Model` makes.

## Why it matters

Both look as if they did something. `validate_indices` is deprecated and ignored: indices are checked on a CPU, and
not on a GPU, whatever it says. `input_shape` is read by `keras.Sequential` only: in a subclassed model the layer
stays unbuilt, so that variables are created by the first call, and Keras 3 has no gradients for them if that call is
traced.

## Example

```python
class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, input_shape=(3,))      # is not built
```

## Use instead

Leave `validate_indices` off, and clip the indices where they may be out of range. Build the layers of a subclassed
model:

```python
class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.dense.build((None, 3))
```

## Fix safety

Advice only: removing the argument changes nothing, which the cases execute, and there is no edit yet.

## Limits

Other arguments that TensorFlow ignores are not known to the rule.

## Threads

* keras-team/keras#19315: what a subclassed model knows before its first call
* tensorflow/tensorflow#36574: variables that a first call creates
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, from_events


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    yield from (refusal for refusal in from_events(facts, Kind.IGNORED) if len(refusal.evidence) == 1)


RULE = Rule("ignored-argument", "HYB135", __doc__ or "", Severity.NOTE, check, blocks=False, on_request=True)
