"""A loop over sequences of different lengths runs step by step for all of them.

## What it does

    logits = tf.stack([self.read(s) for s in strings])    →    logits = self._read_each(strings)

    def _read_each(self, symbols):
        h, c = map_examples(self._read_part, count=len(symbols))
        h, c = fold_examples(self._read_step, symbols, (h, c))
        return map_examples(self._read_part_2, h)

The code for one example is cut where its loop over items begins and ends. The functions that the calls name hold it
as it was written; numbers of the example are tensors there, so that `table[i]` becomes `take_row(table, i)`.

## Fix safety

Unsafe: the shapes of states have to be the same for all examples. Results and gradients differ by rounding.
"""

from hybridize_refactorings.batching.lifting.planning import plan_loop
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("stepwise-sequences", "HYB139", __doc__ or "", plan_loop)
