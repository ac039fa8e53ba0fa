"""A program is interpreted as calls of modules, one example at a time.

## What it finds

A loop whose element chooses what is called next, from a dictionary, a list or attributes, where each call gets what the
one before returned: neural module networks, and other interpreters.

## Why it matters

Each example runs modules of its own in an order of its own, so that no two can share a batch as the program is written. But
calls of the same module, of different examples and steps, can: that makes training ten times as fast and more.

## Example

```python
def run(self, program, memory):
    for name in program:
        memory = self.modules[name](memory)
    return tf.matmul(memory, self.answer)
```

## Use instead

```python
from hybridize_runtime import batching, cell

class Module(tf.Module):
    @cell(example=True)
    def __call__(self, memory): ...

with batching():
    answers = [interpreter.run(program, memory) for program, memory in samples]
```

`hybridize fix --select HYB138 --unsafe` writes this, in all files that hold the modules.

## Fix safety

The results are the same up to rounding. What the interpreter does besides (counting, logging) is done in the same order.
The edit is unsafe where something is assumed of the modules.

## Limits

The modules have to be functions or methods of the project. A program that a tensor decides is not batched; the rule says
where.

## Threads

* tensorflow/fold#87: models whose structure comes with the data
* tensorflow/tensorflow#2237: one graph for every structure
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "module-program",
    "HYB138",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("module-program"),
    blocks=False,
    on_request=True,
)
