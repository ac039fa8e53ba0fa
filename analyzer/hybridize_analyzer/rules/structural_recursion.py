"""A function calls itself on the parts of a tree, and computes a few small operations at each of them.

## What it finds

A function that calls itself on what it finds in a Python value (attributes, elements, children), and computes with
tensors on the way: tree-LSTMs, recursive networks over parse trees, expression trees.

## Why it matters

Every vertex is executed on its own, with matrices of one row. The time goes into calls, and hardly any into
arithmetic. A graph helps little: it would be traced anew for every form of tree. Vertices that do not depend on each other
can be computed together, over all trees of a batch: on one core that makes training about a hundred times as fast.

## Example

```python
def encode(tree):
    if isinstance(tree, Leaf):
        return leaf(tree.value)
    return combine(encode(tree.left), encode(tree.right))

states = [encode(tree) for tree in trees]
```

## Use instead

```python
from hybridize_runtime import batching, cell

leaf, combine = cell(leaf), cell(combine)

with batching():
    states = [encode(tree) for tree in trees]
```

`hybridize fix --select HYB136 --unsafe` writes this: `@cell` above the functions that compute, a function of its own for
what computes between the calls, and the scope around the outermost call.

## Fix safety

The results are the same up to rounding. A cell has to be free of side effects, which is looked up in the analysis and
tried when it is traced; its calls are executed later, and in another order. The edit is unsafe where the analysis
assumes something of the cells.

## Limits

Only functions that call themselves directly, more than once or in a loop, and use what they get: of a list that is gone
through link by link, each part waits for the next. Where Python needs the value of a tensor before the structure is
known, the rule says where; there is no edit for that.

## Threads

* tensorflow/tensorflow#2237: recursive networks, one graph for every tree
* tensorflow/models#7947: models over constituency trees in TensorFlow 2
"""

from __future__ import annotations

from hybridize_analyzer.report import Severity
from hybridize_analyzer.rules.rule import Rule, from_patterns

RULE = Rule(
    "structural-recursion",
    "HYB136",
    __doc__ or "",
    Severity.NOTE,
    from_patterns("structural-recursion"),
    blocks=False,
    on_request=True,
)
