# Eager: the table has an entry for x. In the graph x is another (symbolic) tensor, its ref() is not in the table: 0.
import tensorflow as tf


def weighted(x, table):
    return table.get(x.ref(), 0.0) * x


x = tf.constant([3.0, 1.0])
print(weighted(x, {x.ref(): 2.0}))
