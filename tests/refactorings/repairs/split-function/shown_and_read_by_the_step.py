import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1)


def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(x * weights))
    scale = float(loss)
    print(scale, f"{weights.numpy()}")
    grads = [scale * each for each in tape.gradient(loss, [weights])]
    optimizer.apply_gradients(zip(grads, [weights]))


for _ in range(3):
    train(tf.ones([4, 2]))
