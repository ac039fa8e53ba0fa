import tensorflow as tf
from tensorflow.keras import mixed_precision


class Cell(tf.Module):
    def observe(self, x):  # fact: verdict=keep
        return tf.cast(x, mixed_precision.global_policy().compute_dtype)


def main(config):
    cell = Cell()
    for precision in config.precisions:
        mixed_precision.set_global_policy(precision)
        print(cell.observe(tf.ones([8, 4])))
