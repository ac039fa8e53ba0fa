import tensorflow as tf


def update(params, grads, rate):
    for p, g in zip(params, grads):
        p.assign_sub(rate * g)


def step(params, x, y, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(x, params[0]) + params[1] - y))
    grads = tape.gradient(loss, params)
    update(params, grads, rate)
    return loss


def train(params, x, y, rates):
    return [step(params, x, y, rate) for rate in rates]


W, B = tf.Variable([0.5, -0.5]), tf.Variable(0.1)
X, Y = tf.constant([[1.0, 2.0], [3.0, -1.0]]), tf.constant([0.5, 1.5])
results = [step([W, B], X, Y, rate=0.1 / (k + 1)) for k in range(12)]
results += train([W, B], X, Y, [0.01, 0.02])
weights = [W.numpy(), B.numpy()]
