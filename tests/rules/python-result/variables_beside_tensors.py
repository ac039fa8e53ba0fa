"""Steps that return a variable beside tensors, mostly the number of steps, which callers read and print."""

import keras
import tensorflow as tf

optimizer = keras.optimizers.SGD(0.1)
weights = tf.Variable([1.0, 2.0])
optimizer.build([weights])


# tf: differs
def step(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(weights * x))
    optimizer.apply_gradients(zip(tape.gradient(loss, [weights]), [weights]))
    return optimizer.iterations, loss


# tf: same
def step_of_numbers(x):  # expect: convert
    loss = tf.reduce_sum(tf.square(weights * x))
    return tf.convert_to_tensor(optimizer.iterations), loss


# tf: differs
def all_variables(x):  # expect: HYB112
    weights.assign_add(x)
    return weights, optimizer.iterations


# tf: differs
def with_a_number(x):  # expect: HYB112
    weights.assign_add(x)
    return weights, tf.reduce_sum(x), 3


for _ in range(3):
    x = tf.constant([0.1, 0.2])
    number, loss = step(x)
    print(int(number), float(loss))
    print(step_of_numbers(x)[1], all_variables(x)[0].shape, with_a_number(x)[2] + 1)
