import tensorflow as tf

W = tf.Variable(tf.ones([2, 2]) * 0.1)


# tf: same
def received(nodes, edges):  # expect: convert HYB141
    incoming = [tf.zeros([1, 2]) for _ in nodes]
    for source, target in edges:
        incoming[target] += tf.matmul(nodes[source], W)
    return tf.concat(incoming, 0)


# tf: same
def weighted(nodes, edges):  # expect: convert HYB141
    incoming = [tf.zeros([1, 2])] * len(nodes)
    for edge in edges:
        source, target, weight = edge
        sent = tf.matmul(nodes[source], W)
        incoming[target] = incoming[target] + weight * sent
    return tf.concat(incoming, 0)


# tf: same
def degrees(nodes, edges):  # expect: convert
    count = [0 for _ in nodes]
    for _, target in edges:
        count[target] += 1
    return tf.constant(count)


# tf: same
def shifted(nodes):  # expect: convert
    moved = list(nodes)
    for i in range(1, len(nodes)):
        moved[i] = tf.matmul(nodes[i - 1], W)
    return tf.concat(moved, 0)


nodes = [tf.ones([1, 2]), tf.zeros([1, 2])]
received(nodes, [(0, 1), (1, 0)])
weighted(nodes, [(0, 1, 0.5), (1, 0, 2.0)])
degrees(nodes, [(0, 1), (1, 0)])
shifted(nodes)
