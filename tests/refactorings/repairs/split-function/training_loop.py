import tensorflow as tf


def train(w, x, y, steps):
    losses = []
    for step in range(steps):
        with tf.GradientTape() as tape:
            # linear model
            p = tf.linalg.matvec(x, w)
            loss = tf.reduce_mean(tf.square(p - y))
        w.assign_sub(0.1 * tape.gradient(loss, w))

        if step % 2 == 0:
            print("step", step, "loss %.3f" % float(loss))
        losses.append(loss.numpy())
    return losses


X = tf.constant([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0]])
Y = tf.constant([0.0, 1.0, 1.0])
W = tf.Variable([0.1, 0.2])
results = train(W, X, Y, 5)
