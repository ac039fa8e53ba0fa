"""A call works only on eager tensors.

## What it finds

`.numpy()`, `.item()`, `.tolist()`, `int()`, `float()` and `bool()` on tensors, and the methods of Keras that start graphs
of their own (`fit`, `predict`, `evaluate`, …), and questions that a traced tensor answers differently (`id(x)`,
`hasattr(x, "numpy")`): in the function itself or in anything it calls.

## Why it matters

While TensorFlow traces, tensors have no values to give. `.numpy()` raises
`AttributeError: 'SymbolicTensor' object has no attribute 'numpy'`, and `predict` fails likewise.

## Example

```python
def as_numpy(x):
    return x * x.numpy().max()
```

Eagerly this scales by the largest element. Under `@tf.function` it raises `AttributeError`.

## Use instead

```python
def as_tensor(x):
    return x * tf.reduce_max(x)
```

Convert to NumPy in the caller, where the result is eager again. Call a model (`model(x)`) instead of `predict`.

## Fix safety

The rule only refuses.

## Limits

A method named `numpy` of the project's own classes is followed, not reported. AutoGraph rewrites a plain `int(x)` or
`float(x)`, which then yields a tensor; such functions are refused because the Python number may be needed. Of a
`tf.function` that its author made this is no finding: the tensor is what its code gets.

## Threads

- tensorflow/tensorflow#27519
- tensorflow/tensorflow#40880
- WuZifan/KaggleRecords#1
- TensorSpeech/TensorFlowASR#51
- fivosts/BenchPress#11
"""

from __future__ import annotations

from collections.abc import Iterator

from hybridize_analyzer.domain.events import Kind
from hybridize_analyzer.facts.function import FunctionFacts
from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Refusal, Rule, refusal_of

_CASTS = frozenset({"builtins.int", "builtins.float"})
"""What AutoGraph makes a cast of, which works in a graph."""


def check(facts: FunctionFacts) -> Iterator[Refusal]:
    for event in facts.of(Kind.EAGER_ONLY, Kind.RECORDED):
        yield refusal_of(event, certain=not (facts.hybrid and event.member in _CASTS))


RULE = Rule("eager-only-call", "HYB106", __doc__ or "", Severity.ERROR, check)
