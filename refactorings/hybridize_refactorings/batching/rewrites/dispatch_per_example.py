"""Examples that choose the same part of a model run together.

## What it does

    outputs = tf.stack([self.predict(x[i : i + 1]) for i in range(len(x))])    →    outputs = self._predict_each(x[:, None])

    def _predict_each(self, x_i):
        weights, value = map_examples(self._predict_part, x_i)
        i = [int(value) for value in tf.unstack(value)]
        return map_examples(self._predict_part_2, weights, x_i, keys=i)

The code for one example is cut where Python needs a value: what is before it runs for all examples, Python for each
of them in order, and what follows once for each value that was chosen.

## Fix safety

Unsafe: the tensors of all examples have to have the same shapes. Side effects keep their order. Results and gradients
differ by rounding.
"""

from hybridize_refactorings.batching.lifting.planning import plan_loop
from hybridize_refactorings.batching.rewrite import Rewrite

REWRITE = Rewrite("dispatch-per-example", "HYB140", __doc__ or "", plan_loop)
