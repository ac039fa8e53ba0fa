import tensorflow as tf

queries = 0


def loss(w, x):
    return tf.reduce_mean(tf.square(tf.tanh(tf.linalg.matvec(x, w)) - 0.5))


def gradient(w, x):
    global queries
    queries += 1
    with tf.GradientTape() as tape:
        tape.watch(w)
        value = loss(w, x)
    return tape.gradient(value, w)


def step(w, x):
    return w - 0.1 * gradient(w, x + 0.01 * gradient(w, x)[0])


w = tf.ones([3])
x = tf.reshape(tf.range(12.0), [4, 3]) / 12.0
for _ in range(3):
    w = step(w, x)
    print(queries, "of", queries + 1)
print("%d queries" % queries, w.numpy())
