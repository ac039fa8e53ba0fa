"""Methods of static shapes, also of parts between bounds that are not written out: nothing moves on."""

import tensorflow as tf


def batch_shapes(tensors, first, last):
    return [tensor.shape[a : b + 1] for tensor, a, b in zip(tensors, first, last)]


def same_batches(tensors, first, last):
    shapes = batch_shapes(tensors, first, last)
    ranks = [shape.rank for shape in shapes]
    lengths = [shape.as_list() for shape in shapes]
    if len(set(ranks)) != 1 or any(n != lengths[0] for n in lengths):
        raise ValueError(f"{lengths} differ")


# tf: same
def checked(x, y):  # expect: convert
    same_batches([x, y], [0, 0], [x.shape.rank - 2, y.shape.rank - 2])
    return tf.reduce_sum(x * y)


# tf: same
def joined(x, k):  # expect: convert
    shape = x.shape[: -k.shape.rank].concatenate(k.shape)
    return tf.broadcast_to(k, shape) * x


# tf: same
def of_a_rank(x, n):  # expect: convert
    shape = x.shape[: n.shape.rank + 1].with_rank_at_least(1)
    return tf.reduce_sum(x) * float(shape.num_elements())


# tf: raises TypeError ""
def of_chosen_rows(x, n):  # expect: HYB105
    rows = tf.boolean_mask(x, x[:, 0] > 0.5)
    shape = rows.shape[: n.shape.rank + 1]
    return tf.reduce_sum(x) * float(shape.concatenate([2]).num_elements())


class Taken:
    def __init__(self, items):
        self.items = iter(items)

    # tf: differs
    def step(self, x):  # expect: HYB102
        return x * next(self.items)


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
taken = Taken([1.0, 2.0, 3.0, 4.0])
RESULTS = [
    [checked(x, x), joined(x, x[0]), of_a_rank(x, tf.constant(0)), of_chosen_rows(x, tf.constant(0)), taken.step(x)]
    for _ in range(2)
]
