"""Variables are created at every call.

## What it finds

`tf.Variable(…)`, a Keras layer, an optimizer or a `keras.random.SeedGenerator` that is made inside the function or inside
anything it calls. Also the first step of an optimizer, which makes variables, where it can come in a later trace than the
first: a step with one of several optimizers that is not the same in all traces, or one behind a condition.

## Why it matters

Eagerly every call makes new variables. A graph cannot: TensorFlow traces a second time to see whether the
function still makes some, and raises `ValueError: tf.function only supports singleton tf.Variables created on the first
call` if so.

## Example

```python
def local_variable(x):
    w = tf.Variable([1.0, 2.0])
    return x * w
```

## Use instead

Make variables once: in `__init__`, in a Keras layer's `build`, or outside and passed as an argument.

```python
class Linear(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])

    def __call__(self, x):
        return x * self.w
```

For an optimizer, `optimizer.build(model.trainable_variables)` before the first call does the same.

What is no variable need not be one: `tf.constant` may be made anywhere.

## Fix safety

The rule only refuses.

## Limits

A layer without variables, such as `Flatten`, is reported as well. Variables that the first call makes and keeps
(`if self.w is None: self.w = tf.Variable(…)`) are accepted where the function runs for one object only, makes them
at every first call, and does nothing else behind the test: TensorFlow traces once more after it has made variables.
So are those that it keeps in a dict (`if name not in self.parts: self.parts[name] = Dense(…)`) under keys that are
written out, count the turns of a loop or belong to the object: a key that comes from an argument or a shape is another
one in a later trace, which may make no variables. A layer that was never called creates its variables when it is first
called. A graph does the same while it is traced for the first time, so a step or a loss around an unbuilt model is
accepted. Where a later trace may be the first to reach a layer (a condition on an argument, another model at every
call), that it was built before is stated as an assumption; so it is where `build` computes more than `add_weight` does.
Keras 3 builds a model without `build` by tracing its `call`: there, and in what `call` calls, weights have no gradients
in a graph, or keep their initial values, and the verdict is left open. Keras 2 (`tf_keras`) has no such phase.

## Threads

- tensorflow/tensorflow#27120
- tensorflow/tensorflow#40381
- tensorflow/tensorflow#33576
- tensorflow/tensorflow#36574
- ageron/handson-ml2#440
- bryanlimy/tf2-transformer-chatbot#8
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import SEEDS, Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Evidence, Location, Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in (e for e in facts.of(Kind.VARIABLE) if e.aspect is not Aspect.FIRST):
        yield refusal_of(event)
    if facts.building is not None:
        yield from _while_keras_builds(facts, facts.building)


def _while_keras_builds(facts: FunctionFacts, through: Location) -> Iterator[Refusal]:
    """What Keras 3 itself traces to build a model keeps no gradients, or the initial values of weights."""
    events = [e for e in facts.of(Kind.UNBUILT) if e.member != SEEDS]
    message = "its first call builds layers, and Keras 3 has no gradients for what a graph builds while it is traced"
    if not events:
        events = [*facts.of(Kind.WEIGHT)]
        message = "Keras 3 traces it while it builds a model, and a graph keeps the initial values that weights have then"
    if events:
        seen = [Evidence(e.message, e.where) for e in events[:1]]
        calls = [Evidence("through this call", w) for e in events[:1] for w in e.path]
        around = [Evidence("called here while Keras builds", through)] if through.line != facts.line else []
        yield Refusal(message, (*seen, *calls, *around), certain=False)


RULE = Rule(
    "variable-creation",
    "HYB108",
    __doc__ or "",
    Severity.ERROR,
    check,
    of_values=True,
    per_trace=True,
    when_traced=True,
)
