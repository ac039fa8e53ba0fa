import tensorflow as tf

weights = tf.Variable([1.0, 2.0])
biases = tf.Variable([0.5, 0.5])
optimizer = tf.keras.optimizers.SGD(0.1)
data = tf.data.Dataset.from_tensor_slices(tf.ones([8, 2])).batch(4)


def train(epochs):
    history = []
    for epoch in range(epochs):
        total = 0.0
        for step, x in enumerate(data):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(x * weights + biases))
            total += loss.numpy()
            history.append(float(loss))
            grads = tape.gradient(loss, [weights, biases])
            if step % 2 == 0:
                print(f"{epoch} {step} {float(loss):.4f}")
            optimizer.apply_gradients(zip(grads, [weights, biases]))
        print(f"{total:.4f}", len(history))
    return history


RESULT = [round(each, 4) for each in train(2)]
