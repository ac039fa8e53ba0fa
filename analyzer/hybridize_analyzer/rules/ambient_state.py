"""A function reads the clock, the environment, or Python or NumPy randomness.

## What it finds

`time.time()` and its relatives, `os.environ`, `sys.argv`, what files there are, the `random` module, `numpy.random`
and generators of both: in the function itself or in anything it calls. Also layers such as `BatchNormalization` and
`Dropout` that a `call` runs without telling them `training`, where the program calls layers with `training=True`: Keras
hands them that of the layer call around them, and a graph keeps what its first call said.

It is told of functions that the program makes graphs, and of those of which a library makes one: what `Dataset.map` is given
and `train_step` under `fit`. An initializer of Keras that a call makes without a seed gets one from Python, too.

## Why it matters

The value is read while TensorFlow traces and becomes a constant of the graph. Noise is the same noise at every call, an
augmentation always flips or never does, a duration is always the duration of tracing.

## Example

```python
def noisy(x):
    return x + np.random.normal(size=2).astype(np.float32)
```

Every call adds other numbers. Under `@tf.function` every call adds those of the first.

## Use instead

TensorFlow's random operations are part of the graph. The stateless ones give the same numbers in both worlds:

```python
def stateless_noise(x, step):
    return x + tf.random.stateless_normal([2], seed=tf.stack([step, 0]))
```

A time or a setting is read by the caller and passed as a tensor. `tf.timestamp()` reads the clock in the graph. A `call` has
a parameter `training`, and hands it on to its layers.

## Fix safety

The rule only refuses: other random operations draw other numbers.

## Limits

`tf.random.normal` and other stateful operations of TensorFlow are not reported. A graph draws other numbers from
them than eager execution under the same seed, which is stated as an assumption. In an existing `tf.function`, what stays
the same while a program runs is not reported: `platform`, `os.environ`, `sys.platform` and the like. Of a branch on
`tf.executing_eagerly()` the side for graphs counts, and that it does the same is the assumption `both-modes`.

## Threads

- tensorflow/tensorflow#44980: state captured by a trace, "bugs very difficult to detect"
- tensorflow/tensorflow#31362
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Aspect, Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of

_SETTLED = frozenset({"executing_eagerly", "executing_eagerly_outside_functions", "inside_function"})
"""What the author of a graph asks to tell it from eager code: no trace differs by these."""
_OF_THE_MACHINE = (
    "platform.",
    "os.environ",
    "os.getenv",
    "os.name",
    "sys.platform",
    "sys.version",
)
"""What stays the same while a program runs, as a rule."""


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.AMBIENT):
        if event.aspect is Aspect.BOTH_MODES:
            continue
        settled = facts.hybrid and (
            event.member.rpartition(".")[2] in _SETTLED or event.member.startswith(_OF_THE_MACHINE)
        )
        # Of layers that are not told whether they train one graph may serve only calls that all do, or do not.
        yield refusal_of(event, certain=not settled and event.aspect is not Aspect.MODE)


RULE = Rule("ambient-state", "HYB103", __doc__ or "", Severity.WARNING, check, per_trace=True, silent=True)
