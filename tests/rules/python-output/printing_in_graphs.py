"""What a `tf.function` prints that a trace knows, and that would be the same in the next call, is meant to be said once."""

import logging

import tensorflow as tf

logger = logging.getLogger(__name__)


class Block(tf.Module):
    def __init__(self, name):
        super().__init__(name=name)
        self.scale = tf.Variable(2.0)

    def __call__(self, x):
        return x * self.scale


blocks = [Block("first"), Block("second")]


# tf: differs
@tf.function
def shown(x):  # expect: HYB101
    for block in blocks:
        x = block(x)
        print(block.name, x.shape, len(blocks))
        logger.info("block %s", block.name)
    logging.info("all blocks done")
    return x


# tf: differs
@tf.function
def shown_values(x):  # expect: HYB101, HYB105
    for block in blocks:
        x = block(x)
        print(f"{block.name}: {x}")
    return x


# tf: differs
@tf.function
def logged_values(x):  # expect: HYB101, HYB105
    logging.warning("values %s", x)
    return x * 2.0


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    shown(value)
    shown_values(value)
    logged_values(value)
