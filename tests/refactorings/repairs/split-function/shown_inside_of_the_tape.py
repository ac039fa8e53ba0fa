import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices(tf.ones([8, 2])).batch(4)


def train(epochs):
    for epoch in range(epochs):
        for step, x in enumerate(data):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(x * weights))
                grads = tape.gradient(loss, [weights])
                optimizer.apply_gradients(zip(grads, [weights]))
                if step % 2 == 0:
                    print(epoch, step, f"{float(loss):.4f}")
                    print("more")


train(2)
