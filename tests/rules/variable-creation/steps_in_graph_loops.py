"""An optimizer takes its first step in a loop over a dataset, which a graph traces once."""

import tensorflow as tf

DATA = tf.data.Dataset.from_tensor_slices((tf.ones([8, 2]), tf.ones([8, 1]))).batch(2, drop_remainder=True)
MODEL = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
OPTIMIZER = tf.keras.optimizers.Nadam(0.1)


# tf: same
def epoch():  # expect: convert
    for x, y in DATA:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((MODEL(x) - y) ** 2)
        gradients = tape.gradient(loss, MODEL.trainable_variables)
        OPTIMIZER.apply_gradients(zip(gradients, MODEL.trainable_variables))


for _ in range(2):
    epoch()
RESULTS = [tf.convert_to_tensor(v) for v in MODEL.trainable_variables]

BUILT = tf.keras.Sequential(
    [tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="zeros")]
)
ADAM = tf.keras.optimizers.Adam(0.1)


# tf: same as written
@tf.function
def counted():  # expect: keep
    count, loss = 0, 0.0
    for x, y in DATA:
        count += 1
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((BUILT(x) - y) ** 2) * tf.cast(count, tf.float32)
        ADAM.apply_gradients(zip(tape.gradient(loss, BUILT.trainable_variables), BUILT.trainable_variables))
    return loss


for _ in range(2):
    counted()
