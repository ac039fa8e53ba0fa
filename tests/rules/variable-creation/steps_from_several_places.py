"""A step that several places call, each of which may come first; and one whose first call may take no step."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(2)])
adam = tf.keras.optimizers.Adam(0.1)
rms = tf.keras.optimizers.RMSprop(0.1)
late = tf.keras.optimizers.Adam(0.1)


# tf: same
def step(x):  # expect: convert
    with tf.GradientTape(persistent=True) as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    variables = model.trainable_variables
    adam.apply_gradients(zip(tape.gradient(loss, variables), variables))
    rms.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


# tf: raises ValueError "non-first call"
def sometimes(x, train):  # expect: HYB108
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    variables = model.trainable_variables
    gradients = tape.gradient(loss, variables)
    if train:
        late.apply_gradients(zip(gradients, variables))
    return loss


def warm_up(x):
    for _ in range(2):
        step(x)


def train(x):
    for _ in range(3):
        step(x)
        step(x[:1])


warm_up(tf.ones([4, 3]))
train(tf.ones([2, 3]))
sometimes(tf.ones([2, 3]), False)
sometimes(tf.ones([2, 3]), True)
