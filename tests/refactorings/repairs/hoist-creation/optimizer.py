# unsafe
import tensorflow as tf

RATE = 0.25
WEIGHT = tf.Variable([1.0, -2.0])


def step(x):
    optimizer = tf.keras.optimizers.SGD(RATE)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(WEIGHT - x))
    optimizer.apply_gradients([(tape.gradient(loss, WEIGHT), WEIGHT)])
    return loss


results = [step(tf.constant([0.5, 0.5])) for _ in range(3)]
weight = WEIGHT.numpy()
