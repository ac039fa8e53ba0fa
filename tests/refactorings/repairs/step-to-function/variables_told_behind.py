import tensorflow as tf


def train(epochs):
    model = tf.keras.layers.Dense(3, kernel_initializer=tf.keras.initializers.Constant(0.1))
    optimizer = tf.keras.optimizers.SGD(0.1)
    x = tf.reshape(tf.range(24.0), (8, 3)) / 24.0
    data = tf.data.Dataset.from_tensor_slices(x).batch(4)
    told = []
    for _ in range(epochs):
        for xb in data:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(xb) - xb))
            variables = model.trainable_variables
            gradients = tape.gradient(loss, variables)
            optimizer.apply_gradients(zip(gradients, variables))
            told.append(loss.numpy())
            told.append([(v.name, g.numpy().sum()) for v, g in zip(variables, gradients)])
    return told


result = train(3)
