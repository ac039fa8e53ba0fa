"""The rows of a tensor are computed together.

## What it does

    scores = tf.stack([self.score(x[i], y[i]) for i in range(len(x))])    →    scores = map_examples(self.score, x, y)

What a loop computes itself for one row becomes a function of its own.

## Fix safety

Unsafe: all rows have to have the same shape. Results and gradients differ by rounding.
"""

from hybridize_refactorings.batching.lifting.planning import plan_loop
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("loop-over-rows", "HYB142", __doc__ or "", plan_loop)
