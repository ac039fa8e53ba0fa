import numpy as np
import tensorflow as tf


def batches(images, targets):
    for start in range(0, len(images), 8):
        yield tf.constant(images[start : start + 8]), tf.constant(targets[start : start + 8])


def train(images, targets, epochs):
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
    model.build((None, 4))
    optimizer = tf.keras.optimizers.SGD(0.1)
    for epoch in range(epochs):
        for x, y in batches(images, targets):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(x) - y))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        print(epoch)
    return model


tf.keras.utils.set_random_seed(1)
found = train(
    np.random.RandomState(0).rand(32, 4).astype("float32"), np.random.RandomState(1).rand(32, 1).astype("float32"), 3
)
print(round(float(tf.reduce_sum(found(tf.ones([2, 4])))), 3))
