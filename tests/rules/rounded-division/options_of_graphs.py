"""Other options of the optimizer change no results, nor does mixed precision that is turned off."""

import tensorflow as tf

tf.config.optimizer.set_experimental_options({"constant_folding": True, "auto_mixed_precision": False})
w, v = (tf.Variable(tf.random.stateless_normal([512, 512], [1, seed])) for seed in (2, 3))


# tf: same
def step(x):  # expect: convert
    return tf.matmul(tf.nn.relu(tf.matmul(x, w)), v)


x = tf.random.stateless_normal([256, 512], [3, 4])
RESULTS = [step(x) for _ in range(3)]
