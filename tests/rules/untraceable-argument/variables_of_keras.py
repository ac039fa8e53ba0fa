"""Variables of Keras 3 as arguments: a graph gets tensors, which eager code alone can make of them."""

import keras
import tensorflow as tf

layer = keras.layers.Dense(2)
layer.build((None, 3))
optimizer = keras.optimizers.SGD(0.1)
optimizer.build(layer.trainable_variables)


# tf: same
def penalty(w):  # expect: convert
    return tf.reduce_sum(tf.square(w))


# tf: same
def inner_penalty(w):  # expect: HYB120 "inside another"
    return tf.reduce_sum(tf.square(w))


# tf: same
def loss(x):  # expect: convert
    return tf.reduce_sum(tf.square(layer(x))) + inner_penalty(layer.kernel)


@tf.function
def graph(w):
    return tf.reduce_sum(w)


# tf: raises NotImplementedError "eager execution"
def around_a_graph(x):  # expect: HYB106 "only eager code"
    return tf.reduce_sum(x) + graph(layer.kernel)


# tf: same
def around_a_graph_with_a_tensor(x):  # expect: convert
    return tf.reduce_sum(x) + graph(tf.convert_to_tensor(layer.kernel))


# tf: same
def decayed(w, rate):  # expect: convert
    return tf.reduce_sum(w) * rate


def report(rate):  # expect: HYB101
    """Is no graph, and will be none."""
    print("rate", rate)
    return decayed(layer.bias, rate)


# tf: differs
def counted(gradients, step):  # expect: HYB120 "keeps its value"
    optimizer.apply_gradients(zip(gradients, layer.trainable_variables))
    return tf.cast(step, tf.float32)


# tf: differs
def twice(w):  # expect: HYB106 "asks for the type"
    factor = 2.0 if isinstance(w, keras.Variable) else 1.0
    return factor * tf.reduce_sum(tf.square(w))


class Warmup(keras.optimizers.schedules.LearningRateSchedule):
    # tf: same
    def __call__(self, step):  # expect: HYB120 "inside another"
        return 0.1 * tf.minimum(1.0, (tf.cast(step, tf.float32) + 1.0) / 2.0)


weights = tf.Variable([[0.1], [0.2], [0.3]])
scheduled = keras.optimizers.SGD(Warmup())


# tf: same
def train_step(x, y):  # expect: convert
    with tf.GradientTape() as tape:
        error = tf.reduce_mean(tf.square(x @ weights - y))
    scheduled.apply_gradients([(tape.gradient(error, weights), weights)])
    return error


x, y = tf.ones((4, 3)), tf.ones((4, 1))
gradients = [tf.ones_like(v) for v in layer.trainable_variables]
for _ in range(2):
    results = [penalty(layer.kernel), loss(x), around_a_graph(x), around_a_graph_with_a_tensor(x)]
    results += [report(tf.constant(0.5)), counted(gradients, optimizer.iterations), twice(layer.kernel)]
    results += [train_step(x, y)]
