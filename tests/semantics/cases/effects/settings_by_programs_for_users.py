import tensorflow as tf
from tensorflow.keras import mixed_precision


def set_precision(precision=16):
    if precision == 16:
        mixed_precision.set_global_policy("mixed_float16")


class Cell(tf.Module):
    def initial(self, count):
        return tf.zeros([count, 4], mixed_precision.global_policy().compute_dtype)

    def observe(self, x):  # fact: verdict=convert
        state = self.initial(tf.shape(x)[0])
        return tf.concat([state, tf.cast(x, state.dtype)], -1)


def main(config):
    set_precision(config.precision)
    cell = Cell()
    for _ in range(10):
        print(cell.observe(tf.ones([8, 4])))
