"""A last batch that is shorter than the others is one trace more, beside that of the first call, which makes variables."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)


# tf: same, traces 3
@tf.function
def step(x):  # expect: keep
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for _ in range(2):
    for size in (4, 3):
        step(tf.ones([size, 2]))
RESULT = [variable.numpy() for variable in model.trainable_variables]
