"""What graphs leave in lists and dicts of an object: nothing reads it, or something does."""

import tensorflow as tf


class Attention(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)
        self.weights_by_block = {}
        self.last = [None]
        self.shown = {}
        self.counted = {}
        self.given = {}

    @tf.function
    def unread(self, x):  # expect: keep
        scores = tf.nn.softmax(x * self.w)
        self.weights_by_block["first"] = scores
        self.last[0] = scores
        return scores * x

    @tf.function
    def read(self, x):  # expect: HYB102
        scores = tf.nn.softmax(x * self.w)
        self.shown["first"] = scores
        return scores * x

    @tf.function
    def added_to(self, x):  # expect: HYB102
        scores = tf.nn.softmax(x * self.w)
        self.counted["first"] += 1
        return scores * x

    @tf.function
    def handed_on(self, x):  # expect: HYB102
        scores = tf.nn.softmax(x * self.w)
        self.given["first"] = scores
        return scores * x

    def show(self):
        return self.shown["first"]


attention = Attention()
attention.counted["first"] = 0
for _ in range(3):
    attention.unread(tf.constant([1.0, 2.0]))
    attention.read(tf.constant([1.0, 2.0]))
    attention.added_to(tf.constant([1.0, 2.0]))
    attention.handed_on(tf.constant([1.0, 2.0]))
print(type(attention.show()), sorted(attention.given))
