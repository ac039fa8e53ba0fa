"""What XLA compiles, and what it does not (TensorFlow 2.21 on a CPU)."""

import tensorflow as tf


# tf: raises InvalidArgumentError "tf2xla conversion failed"
@tf.function(jit_compile=True)
def counts(x):  # expect: HYB130
    return tf.unique_with_counts(x)[2]


# tf: raises InvalidArgumentError "tf2xla conversion failed"
@tf.function(jit_compile=True)
def prints(x):  # expect: HYB130
    tf.print(x)
    return x * 2.0


# tf: raises InvalidArgumentError "tf2xla conversion failed"
@tf.function(jit_compile=True)
def texts(x):  # expect: HYB130
    return tf.strings.as_string(x)


# tf: differs
@tf.function(jit_compile=True)
def collects(x, n):  # expect: HYB130
    found = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(n):
        found = found.write(i, x[0])
    return found.stack()


# tf: differs
@tf.function(jit_compile=True)
def draws(x, n):  # expect: HYB130
    return tf.random.stateless_normal([2], seed=[1, 2]) + x[0]


# tf: same
@tf.function(jit_compile=True)
def masks(x):  # expect: keep
    return tf.boolean_mask(x, x > 1.0)


# tf: same
@tf.function(jit_compile=True)
def sums(x):  # expect: keep
    return tf.reduce_sum(tf.square(x))


# tf: same
@tf.function
def not_compiled(x):  # expect: keep
    return tf.unique_with_counts(x)[2]


values = tf.constant([1.0, 2.0])
for function in (counts, prints, texts, masks, sums, not_compiled):
    try:
        function(values)
    except tf.errors.InvalidArgumentError:
        pass
collects(values, tf.constant(2))
draws(values, tf.constant(2))
