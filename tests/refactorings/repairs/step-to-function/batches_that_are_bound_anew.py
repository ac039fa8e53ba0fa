"""A batch that a step binds anew is its result where somebody reads it before the next turn binds it."""

import tensorflow as tf

images = tf.reshape(tf.range(96.0), [6, 4, 4]) / 96.0
pairs = tf.data.Dataset.from_tensor_slices((images, tf.reduce_sum(images, axis=[1, 2]))).batch(2)


def train(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.build((None, 16))
    optimizer = tf.keras.optimizers.SGD(0.001)
    for step, (x, y) in enumerate(data):
        with tf.GradientTape() as tape:
            x = tf.reshape(x, (-1, 16))
            loss = tf.reduce_mean(tf.square(model(x)[:, 0] - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print(step, "%.4f" % float(loss))


def train_prepared(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.build((None, 16))
    optimizer = tf.keras.optimizers.SGD(0.001)
    for batch, y in data:
        print(batch.shape)
        x = batch * 2.0
        print(x.shape)
        x = tf.reshape(x, (-1, 16))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)[:, 0] - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print("%.4f" % float(loss))


def train_and_show_the_last(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.build((None, 16))
    optimizer = tf.keras.optimizers.SGD(0.001)
    x = tf.zeros([1, 16])
    for images, y in data:
        print("%.4f" % float(tf.reduce_sum(x)))
        x = tf.reshape(images, (-1, 16))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)[:, 0] - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print("%.4f" % float(loss))


def train_and_return_the_last(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.build((None, 16))
    optimizer = tf.keras.optimizers.SGD(0.001)
    for x, y in data:
        x = tf.reshape(x, (-1, 16))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)[:, 0] - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        print("%.4f" % float(loss))
    else:
        print(x.shape)
    return x


train(pairs)
train_prepared(pairs)
train_and_show_the_last(pairs)
last = train_and_return_the_last(pairs)
