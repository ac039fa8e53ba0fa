# Eager: 1 x, then 2 x. The graph keeps the number of the variables at the trace.
import tensorflow as tf


class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)

    def count(self, x):
        return x * float(len(self.variables))


m = M()
x = tf.constant([1.0, 2.0])
print(m.count(x))
m.extra = tf.Variable(1.0)
print(m.count(x))
