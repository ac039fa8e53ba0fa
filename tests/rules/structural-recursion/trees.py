import tensorflow as tf

W = tf.Variable(tf.ones([4, 4]) * 0.1)
U = tf.Variable(tf.ones([8, 4]) * 0.1)


class Node:
    def __init__(self, value, children=()):
        self.value = value
        self.children = list(children)


# tf: same
def merge(left, right):  # expect: convert
    return tf.tanh(tf.matmul(tf.concat([left, right], 1), U))


# tf: same
def fold(tree):  # expect: HYB116, HYB136
    if isinstance(tree, float):
        return tree * W[:1]
    return merge(fold(tree[0]), fold(tree[1]))


# tf: same
def encode(node):  # expect: HYB116, HYB136
    total = tf.fill([1, 4], node.value)
    for child in node.children:
        total += tf.matmul(encode(child), W)
    return tf.tanh(total)


# tf: raises NotImplementedError "See https://github.com/tensorflow/tensorflow/blob/master/ten"
def stops_early(node):  # expect: HYB109, HYB111, HYB116, HYB136
    state = tf.fill([1, 4], node.value)
    for child in node.children:
        state = state + stops_early(child)
        if tf.reduce_sum(state) > 10.0:
            break
    return state


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def depth(node):  # expect: HYB112, HYB116, HYB118
    return 1 + max([depth(child) for child in node.children], default=0)


# tf: same
def power(x, n):  # expect: convert unsafe
    if n == 0:
        return tf.ones_like(x)
    return x * power(x, n - 1)


tree = Node(1.0, [Node(2.0), Node(3.0, [Node(0.5)])])
fold((0.5, (1.0, -1.0)))
encode(tree)
stops_early(tree)
depth(tree)
power(tf.constant([2.0]), 3)
