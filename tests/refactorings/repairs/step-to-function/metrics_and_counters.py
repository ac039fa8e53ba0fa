import tensorflow as tf


def train(epochs):
    model = tf.keras.layers.Dense(3, kernel_initializer=tf.keras.initializers.Constant(0.1))
    optimizer = tf.keras.optimizers.SGD(0.1)
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
    mean = tf.keras.metrics.Mean()
    x = tf.reshape(tf.range(24.0), (8, 3)) / 24.0
    y = tf.constant([0, 1, 2, 0, 1, 2, 0, 1])
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(4)
    count = 0
    told = []
    for epoch in range(epochs):
        accuracy.reset_state()
        mean.reset_state()
        for step, (xb, yb) in enumerate(data):
            with tf.GradientTape() as tape:
                logits = model(xb)
                losses = tf.keras.losses.sparse_categorical_crossentropy(yb, logits, from_logits=True)
                loss = tf.reduce_mean(losses)
            optimizer.apply_gradients(
                zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
            )
            accuracy.update_state(yb, logits)
            mean.update_state(loss)
            count += 1
            if step % 2 == 0:
                told.append((epoch, count, loss.numpy()))
        told.append((accuracy.result().numpy(), mean.result().numpy()))
    return told


result = train(3)
