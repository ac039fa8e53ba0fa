"""A function runs eagerly and can run as a graph.

## What it finds

A function that gets tensors, computes with TensorFlow and has none of the hazards that the other rules look for.
The message names its tensor parameters, the calls it was judged by, and the gain to expect.

## Why it matters

Eager execution pays for every operation in Python. A graph is entered once per call, runs without Python and is
optimised as a whole. Many small operations in a training loop gain most.

## Example

```python
class Trainer:
    def __init__(self):
        self.weights = tf.Variable(tf.zeros([3, 1]))

    def step(self, images, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(images @ self.weights - labels))
        self.weights.assign_sub(0.1 * tape.gradient(loss, self.weights))
        return loss
```

## Use instead

```python
    @tf.function
    def step(self, images, labels):
```

`hybridize fix` adds the decorator, and the import where it is missing.

## Fix safety

Safe where everything that the decision rests on is seen in the project: results, objects, output and errors stay the same.
Where something is assumed (a caller that is not visible, random numbers, a layer that has not been built), the message lists
it, and only `hybridize fix --unsafe` makes the edit. Under equal seeds, stateful random operations draw
other numbers in a graph.

## Limits

Rounding may differ in the last digits, because the graph is optimised. Breakpoints and `print` debugging stop inside
a graph; `tf.config.run_functions_eagerly(True)` brings them back. The gain is an estimate: measure it.

## Threads

- tensorflow/tensorflow#30596: a custom training loop far slower than `fit`
- tensorflow/tensorflow#31938
- tensorflow/tensorflow#33898
- tensorflow/addons#13: where to put the decorator, and is it worth it
- jason9693/MusicTransformer#60: what the edit gained in one project
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule

RULE = Rule("eager-function", "HYB001", __doc__ or "", Severity.NOTE)
