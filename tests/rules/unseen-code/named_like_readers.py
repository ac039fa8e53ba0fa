"""A readout computes, whatever it begins like; what is named for reading, or for training, may do anything."""

import tensorflow as tf

try:
    from house.blocks import Readout
except ImportError:

    class Readout:
        def __call__(self, x):
            return tf.reduce_sum(x, axis=0)

        def read_out(self, x):
            return tf.reduce_sum(x, axis=0)


class Network:
    def __init__(self):
        self.readout = Readout()

    # tf: same
    def summed(self, x):  # expect: convert unsafe
        return self.readout(x) * 2.0

    # tf: same
    def read(self, x):  # expect: undetermined HYB121
        return self.readout.read_out(x) * 2.0


network = Network()
for rows in (1, 2, 3):
    network.summed(tf.ones([rows, 3]))
    network.read(tf.ones([rows, 3]))
