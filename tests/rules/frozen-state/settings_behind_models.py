"""Settings of layers and regularizers that a program reaches through a model, or through the layer that was given them."""

import tensorflow as tf

ones = {"kernel_initializer": "ones"}


def model():
    return tf.keras.Sequential(
        [tf.keras.layers.Dropout(0.5, seed=2, name="drop"), tf.keras.layers.Dense(1, **ones)]
    )


class NoDropout(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.layers[0].rate = 0.0


named, listed, called_back = model(), model(), model()
callbacks = tf.keras.callbacks.CallbackList([NoDropout()], model=called_back)
squared = tf.keras.regularizers.L2(0.1)
given = tf.keras.layers.Dense(1, kernel_regularizer=squared, **ones)
by_name = tf.keras.layers.Dense(1, kernel_regularizer="l2", **ones)


# tf: differs
def of_named(x):  # expect: HYB104
    return tf.exp(named(x, training=True))


# tf: differs
def of_listed(x):  # expect: HYB104
    return tf.exp(listed(x, training=True))


# tf: differs
def of_called_back(x):  # expect: HYB104
    return tf.exp(called_back(x, training=True))


# tf: differs
def of_given(x):  # expect: HYB104
    return tf.exp(given(x)) + tf.add_n(given.losses)


# tf: differs
def of_regularizer_by_name(x):  # expect: HYB104
    return tf.exp(by_name(x)) + tf.add_n(by_name.losses)


def ended(x, epoch):  # expect: undetermined HYB121
    callbacks.on_epoch_end(epoch)
    return tf.exp(x)


x = tf.ones([2, 3])
results = []
for epoch in range(3):
    results += [of_named(x), of_listed(x), of_called_back(x), of_given(x), of_regularizer_by_name(x)]
    named.get_layer("drop").rate = 0.0
    for layer in listed._flatten_layers():
        if hasattr(layer, "rate"):
            layer.rate = 0.0
    squared.l2 = squared.l2 * 0.1
    by_name.kernel_regularizer.l2 = 0.5
    results.append(ended(x, epoch))
