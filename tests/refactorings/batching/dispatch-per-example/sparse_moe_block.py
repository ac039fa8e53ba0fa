"""A transformer block with a sparse mixture of experts, in the style of readable reference code: token by token."""

import keras
import numpy as np
import tensorflow as tf


class FeedForward(keras.layers.Layer):
    """One expert."""

    def __init__(self, hidden_dim, dim):
        super().__init__()
        self.gate = keras.layers.Dense(hidden_dim, use_bias=False)
        self.up = keras.layers.Dense(hidden_dim, use_bias=False)
        self.down = keras.layers.Dense(dim, use_bias=False)

    def call(self, x):
        return self.down(tf.nn.silu(self.gate(x)) * self.up(x))


class SparseMoE(keras.layers.Layer):
    """Every token goes through the two experts that its router prefers."""

    def __init__(self, dim, hidden_dim, num_experts, top_k=2):
        super().__init__()
        self.top_k = top_k
        self.router = keras.layers.Dense(num_experts, use_bias=False)
        self.experts = [FeedForward(hidden_dim, dim) for _ in range(num_experts)]
        self.tokens_per_expert = [0] * num_experts

    def forward_token(self, token):
        scores = self.router(token)
        values, indices = tf.math.top_k(scores[0], k=self.top_k)
        weights = tf.nn.softmax(values)
        first = int(indices[0])
        second = int(indices[1])
        self.tokens_per_expert[first] += 1
        self.tokens_per_expert[second] += 1
        return weights[0] * self.experts[first](token)[0] + weights[1] * self.experts[second](token)[0]

    def call(self, x):
        shape = x.shape
        flat = tf.reshape(x, [-1, shape[-1]])
        outputs = []
        for i in range(flat.shape[0]):
            outputs.append(self.forward_token(flat[i : i + 1]))
        return tf.reshape(tf.stack(outputs), shape)


class Block(keras.layers.Layer):
    def __init__(self, dim, heads, hidden_dim, num_experts):
        super().__init__()
        self.attention = keras.layers.MultiHeadAttention(heads, dim // heads)
        self.norm_1 = keras.layers.LayerNormalization()
        self.norm_2 = keras.layers.LayerNormalization()
        self.moe = SparseMoE(dim, hidden_dim, num_experts)

    def call(self, x):
        h = self.norm_1(x)
        x = x + self.attention(h, h)
        return x + self.moe(self.norm_2(x))


def train_step(block, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(block(x) - y))
    variables = block.trainable_variables
    gradients = tape.gradient(loss, variables)
    for variable, gradient in zip(variables, gradients):
        if gradient is not None:
            variable.assign_sub(0.1 * gradient)
    return loss


keras.utils.set_random_seed(3)
block = Block(dim=8, heads=2, hidden_dim=16, num_experts=4)
rng = np.random.default_rng(0)
x = tf.constant(rng.normal(size=[2, 5, 8]).astype("float32"))
y = tf.constant(rng.normal(size=[2, 5, 8]).astype("float32"))
losses = [float(train_step(block, x, y)) for _ in range(3)]
used = list(block.moe.tokens_per_expert)
weights = block.moe.experts[0].down.kernel.numpy()
print(np.round(losses, 4), used)
