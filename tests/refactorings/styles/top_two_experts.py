"""A mixture that adds up the two best experts of each row."""

import tensorflow as tf

EXPERTS, SIZE = 4, 3
gate = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, SIZE * EXPERTS), [SIZE, EXPERTS]))
weights = [tf.Variable(tf.eye(SIZE) * (0.5 + i)) for i in range(EXPERTS)]
biases = [tf.Variable(tf.fill([SIZE], 0.1 * i)) for i in range(EXPERTS)]


def expert(i, x):
    return tf.nn.relu(tf.matmul(x, weights[i]) + biases[i])


def mixture(x):
    scores = tf.nn.softmax(tf.matmul(x, gate))
    values, indices = tf.math.top_k(scores, k=2)
    result = tf.zeros_like(x)
    for k in range(2):
        result += values[0, k] * expert(int(indices[0, k]), x)
    return result


def forward(rows):
    outputs = []
    for i in range(rows.shape[0]):
        outputs.append(mixture(rows[i : i + 1]))
    return tf.concat(outputs, 0)


def step(rows):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(forward(rows) ** 2)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [gate, *weights, *biases])]


loss, gradients = step(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, 3]))
