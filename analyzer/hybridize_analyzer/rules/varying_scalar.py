"""A Python number takes many values, and every value is one more trace.

## What it finds

A parameter that receives Python numbers (or strings) which change from call to call: a loop counter, an
epoch, a decayed learning rate, a number read off a clock. The message names the argument, where it is passed, its values
and the number of traces. A function that is a `tf.function` already is reported as well.

## Why it matters

`tf.function` compares Python arguments by value. Every new value traces the whole function again, which
costs as much as hundreds of eager calls, and every trace stays in memory. TensorFlow warns after five
("triggered tf.function retracing") but names neither the argument nor the caller.

## Example

```python
def decayed_step(weights, gradient, epoch):
    rate = 0.1 / (1.0 + epoch)
    return weights - rate * gradient


for epoch in range(100):
    weights = decayed_step(weights, gradient, epoch)     # 100 traces
```

## Use instead

Pass the number as a tensor; its value is then an input of one graph:

```python
for epoch in tf.range(100.0):
    weights = decayed_step(weights, gradient, epoch)     # 1 trace
```

(or `tf.constant(float(epoch))` in a Python loop). Where the number selects something in Python, such as the
layers of a stack, it has to stay Python; then the number of traces is the number of its values, and a small
one is fine.

## Fix safety

A `tf.function` that gets another number at every call uses none of its graphs twice. For it the verdict is `remove`, on the
assumption that no invisible call uses one again. Otherwise there is no automatic edit: a number that becomes a tensor
cannot be used any more by `range`, as an index of a list or in an f-string, and takes part in dtype rules.

## Limits

A parameter counts as varying when one call site passes a changing number, or when the visible calls pass
more than eight different ones. How many values an `epoch` really takes is often an argument of the program:
a loop that happens to run twice is reported as well. Numbers inside tuples and dicts are not counted, nor texts that
stand in the program, such as the names of datasets: there are as many as somebody has written.

An existing `tf.function` with an `input_signature` makes tensors of its numbers, and is not reported.

## Threads

* tensorflow/tensorflow#34025: "5 out of the last 5 calls triggered tf.function retracing"
* tensorflow/tensorflow#38561: the same warning, and which argument causes it
* tensorflow/tensorflow#32157: Python numbers passed in a loop
* microsoft/AirSim-Drone-Racing-VAE-Imitation#10: a step number that retraces in a training loop
* tensorflow/tensorboard#6219: a fix declined because the number takes four values: count before you change
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.facts.traces.expectations import retraced
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    if facts.hybrid and facts.signed:
        return  # numbers become tensors of the signature
    causes = {cause.parameter: cause for cause in facts.tracing.causes}
    for parameter in facts.parameters:
        if parameter.varying:
            cause = causes.get(parameter.name)
            if cause is None:
                yield Refusal(
                    f"`{parameter.name}` takes many Python values, each with a trace", parameter.evidence
                )
            else:
                yield Refusal(
                    retraced(cause, facts.tracing),
                    cause.evidence,
                    certain=not (facts.hybrid and cause.guess),
                )


RULE = Rule("varying-scalar", "HYB117", __doc__ or "", Severity.WARNING, check, on_request=True)
