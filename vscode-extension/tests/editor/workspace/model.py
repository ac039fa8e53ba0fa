import tensorflow as tf

WEIGHTS = tf.Variable(tf.random.normal([4, 3]))


def step(inputs, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(inputs @ WEIGHTS))
    gradient = tape.gradient(loss, WEIGHTS)
    WEIGHTS.assign_sub(rate * gradient)
    return loss


def report(loss):
    print("loss", loss)
    return tf.sqrt(loss)


for batch in tf.data.Dataset.from_tensor_slices(tf.random.normal([32, 4])).batch(8):
    report(step(batch, tf.constant(0.1)))
