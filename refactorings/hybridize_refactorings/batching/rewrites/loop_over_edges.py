"""The messages of all edges are computed together, and added up in one operation.

## What it does

    for source, target in edges:
        incoming[target] += self.message(nodes[source])
                                                        →
    incoming = sum_examples(self._message, [target for source, target in edges], incoming, [source for …], shared=(nodes,))

What the loop computes for one edge becomes a function; the numbers of nodes are tensors there, so that
`nodes[source]` is `take_row(nodes, source)`.

## Fix safety

Unsafe: all messages have to have one shape. Results and gradients differ by rounding.
"""

from hybridize_refactorings.batching.lifting.edges import plan_edges
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("loop-over-edges", "HYB141", __doc__ or "", plan_edges)
