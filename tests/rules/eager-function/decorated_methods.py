"""Methods below another decorator, which passes the receiver on as the first argument: a signature would name it."""

import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)

    # tf: same
    @tf.Module.with_name_scope
    def scored(self, x):  # expect: convert
        return tf.tanh(x * self.w)


net = Net()
for n in range(1, 9):
    net.scored(tf.ones([n]))
