import tensorflow as tf


def adversaries(steps):
    constant = tf.keras.initializers.Constant
    generator = tf.keras.Sequential([tf.keras.layers.Dense(4, kernel_initializer=constant(0.1))])
    critic = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer=constant(0.3))])
    first, second = tf.keras.optimizers.Adam(0.01), tf.keras.optimizers.Adam(0.01)
    noise = tf.random.Generator.from_seed(3)
    told = []
    for _ in range(steps):
        z = noise.normal((8, 2))
        real = noise.normal((8, 4)) + 2.0
        with tf.GradientTape() as one, tf.GradientTape() as other:
            fake = critic(generator(z))
            generated = tf.reduce_mean(tf.square(fake - 1.0))
            judged = tf.reduce_mean(tf.square(critic(real) - 1.0)) + tf.reduce_mean(tf.square(fake))
        changes = one.gradient(generated, generator.trainable_variables)
        first.apply_gradients(zip(changes, generator.trainable_variables))
        changes = other.gradient(judged, critic.trainable_variables)
        second.apply_gradients(zip(changes, critic.trainable_variables))
        told.append((float(generated), float(judged)))
    return told, [w.numpy() for w in (*generator.trainable_variables, *critic.trainable_variables)]


result = adversaries(4)
