"""The first step of an optimizer creates variables, which is too late in a second trace."""

import tensorflow as tf


def make_model():
    return tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])


def gradients_of(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(model(x)))
    return tape.gradient(loss, model.trainable_variables)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
# tf_keras: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def train(model, optimizer, x):  # expect: HYB108
    gradients = gradients_of(model, x)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return gradients


first, second, shared = make_model(), make_model(), make_model()
adam, other = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)
one, two, late = tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.Adam(0.1)


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
# tf_keras: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def switches(x, again):  # expect: HYB108
    optimizer = two if again else one
    gradients = gradients_of(shared, x)
    optimizer.apply_gradients(zip(gradients, shared.trainable_variables))
    return gradients


# tf: raises ValueError "Creating variables on a non-first call to a function decorat"
# tf_keras: raises ValueError "Creating variables on a non-first call to a function decorat"
def starts_late(x, step):  # expect: HYB108
    gradients = gradients_of(shared, x)
    if step > 0:
        late.apply_gradients(zip(gradients, shared.trainable_variables))
    return gradients


values = tf.ones([3, 2])
for number in range(2):
    train(first, adam, values)
    train(second, other, values)
    switches(values, number > 0)
    starts_late(values, number)
