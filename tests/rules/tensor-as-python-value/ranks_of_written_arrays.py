"""Arrays that a loop over a tensor writes to have the rank of what is written, also behind the loop."""

import tensorflow as tf

huber = tf.keras.losses.Huber()


# tf: same
def stacked(x):  # expect: convert
    values = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for t in tf.range(4):
        values = values.write(t, tf.reduce_sum(x) * tf.cast(t, tf.float32))
    found = values.stack()
    return huber(tf.ones_like(found), found) * float(found.shape.rank)


# tf: same
def nested(x):  # expect: convert
    values = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for t in tf.range(2):
        for s in tf.range(2):
            values = values.write(2 * t + s, x)
    return values.stack() * float(values.stack().shape[1])


# tf: same
def unwritten(x):  # expect: HYB105, HYB109
    values = tf.TensorArray(tf.float32, size=1, infer_shape=False)
    values = values.unstack(tf.boolean_mask(x, x > 0.0)[tf.newaxis])
    for _ in tf.range(2):
        x = x + values.read(0)[0]
        values = values.write(0, x)
    return x * float(values.stack().shape.rank or 7)


for _ in range(3):
    stacked(tf.ones([3])), nested(tf.ones([3])), unwritten(tf.ones([3]))
