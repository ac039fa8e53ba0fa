"""Mixed precision among the options of the optimizer is a rewrite of graphs: what runs eagerly stays as exact as it is."""

import tensorflow as tf

tf.config.optimizer.set_experimental_options({"auto_mixed_precision_onednn_bfloat16": True})
w, v = (tf.Variable(tf.random.stateless_normal([512, 512], [1, seed])) for seed in (2, 3))


# tf: same
def step(x):  # expect: convert unsafe
    return tf.matmul(tf.nn.relu(tf.matmul(x, w)), v)


x = tf.random.stateless_normal([256, 512], [3, 4])
RESULTS = [step(x) for _ in range(3)]
tf.config.optimizer.set_experimental_options({"auto_mixed_precision_onednn_bfloat16": False})
