# differs: globals
import numpy as np
import tensorflow as tf

images = np.random.RandomState(0).rand(24, 8).astype("float32")
labels = np.random.RandomState(1).randint(0, 3, 24)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).batch(8)

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(3)])
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean = tf.keras.metrics.Mean()
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def evaluate(x, y):
    mean(loss_of(y, model(x)))


for epoch in range(3):
    for x, y in dataset:
        with tf.GradientTape() as tape:
            loss = loss_of(y, model(x))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    for x, y in dataset:
        evaluate(x, y)
    print(epoch, round(float(mean.result()), 3))
