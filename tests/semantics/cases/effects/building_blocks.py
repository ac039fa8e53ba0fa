"""Losses, layers, schedules, buffers and pipelines as people write them."""

import collections
import dataclasses
import functools
import math
import random
from typing import NamedTuple

import numpy as np
import tensorflow as tf


def focal_loss(y, p, gamma=2.0, alpha=0.25):  # fact: side_effects=false verdict=convert safe=true
    p = tf.clip_by_value(p, 1e-7, 1.0 - 1e-7)
    loss = -y * alpha * tf.pow(1.0 - p, gamma) * tf.math.log(p)
    return tf.reduce_mean(tf.reduce_sum(loss, axis=-1))


def dice(y, p, smooth=1.0):  # fact: side_effects=false verdict=convert safe=true
    axes = tuple(range(1, len(y.shape)))
    inter = tf.reduce_sum(y * p, axis=axes)
    return tf.reduce_mean((2.0 * inter + smooth) / (tf.reduce_sum(y, axis=axes) + tf.reduce_sum(p, axis=axes) + smooth))


@functools.lru_cache(maxsize=None)
def angles(length, depth):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
    positions = np.arange(length)[:, None]
    rates = 1.0 / np.power(10000, (2 * (np.arange(depth)[None, :] // 2)) / np.float32(depth))
    return (positions * rates).astype(np.float32)


def add_positions(x):  # fact: side_effects=false verdict=convert safe=true
    table = angles(4, 2)
    return x + tf.constant(table)[None]


def causal_mask(n):  # fact: side_effects=false verdict=convert safe=true
    return 1.0 - tf.linalg.band_part(tf.ones((n, n)), -1, 0)


def attention(q, k, v, mask=None):  # fact: side_effects=false verdict=convert safe=true
    logits = tf.matmul(q, k, transpose_b=True) / tf.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))
    if mask is not None:
        logits += mask * -1e9
    weights = tf.nn.softmax(logits, axis=-1)
    return tf.matmul(weights, v), weights


def split_heads(x, heads):  # fact: side_effects=false verdict=convert safe=true
    batch, length, depth = x.shape
    x = tf.reshape(x, [batch, length, heads, depth // heads])
    return tf.transpose(x, [0, 2, 1, 3])


class Encoder(tf.Module):
    def __init__(self, layers, name=None):  # fact: side_effects=true verdict=keep refusals=no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(name=name)
        self.layers = [tf.Variable(tf.eye(2) * float(i + 1)) for i in range(layers)]
        self.activations = {}

    def __call__(self, x, keep=False):  # fact: side_effects=false verdict=convert safe=true
        for i, w in enumerate(self.layers):
            x = tf.nn.relu(x @ w)
            if keep:
                self.activations[i] = x
        return x


class VAE(tf.Module):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.w = tf.Variable(tf.ones([2, 4]))
        self.kl = None

    def encode(self, x):  # fact: side_effects=false verdict=convert safe=true
        return tf.split(x @ self.w, 2, axis=-1)

    def sample(self, mean, logvar, eps):  # fact: side_effects=false verdict=convert safe=true
        return mean + tf.exp(0.5 * logvar) * eps

    def __call__(self, x, eps):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        mean, logvar = self.encode(x)
        z = self.sample(mean, logvar, eps)
        self.kl = -0.5 * tf.reduce_sum(1.0 + logvar - mean**2 - tf.exp(logvar))
        return z

    def pure(self, x, eps):  # fact: side_effects=false verdict=convert safe=true
        mean, logvar = self.encode(x)
        kl = -0.5 * tf.reduce_sum(1.0 + logvar - mean**2 - tf.exp(logvar))
        return self.sample(mean, logvar, eps), kl


class Accumulator:
    def __init__(self, variables):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        self.slots = [tf.Variable(tf.zeros_like(v), trainable=False) for v in variables]
        self.count = tf.Variable(0)
        self.steps = 0

    def add(self, gradients):  # fact: side_effects=false verdict=convert safe=true
        for slot, g in zip(self.slots, gradients):
            slot.assign_add(g)
        self.count.assign_add(1)
        return self.count.read_value()

    def add_counted(self, gradients):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.steps += 1
        for slot, g in zip(self.slots, gradients):
            slot.assign_add(g)
        return gradients[0]

    def mean(self, scale):  # fact: side_effects=false verdict=convert safe=true
        return [s / tf.cast(self.count, tf.float32) * scale for s in self.slots]

    def reset(self, value):  # fact: side_effects=false verdict=convert safe=true
        for slot in self.slots:
            slot.assign(tf.zeros_like(slot) + value)
        self.count.assign(0)
        return value


class EMA:
    def __init__(self, variables, decay=0.9):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        self.decay = decay
        self.shadow = {i: tf.Variable(v) for i, v in enumerate(variables)}
        self.backup = {}

    def update(self, values):  # fact: side_effects=false verdict=convert safe=true
        for i, v in enumerate(values):
            self.shadow[i].assign(self.decay * self.shadow[i] + (1.0 - self.decay) * v)
        return values[0]

    def apply(self, values):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        for i, v in enumerate(values):
            self.backup[i] = v
        return values[0] * 1.0


class Transition(NamedTuple):
    state: tf.Tensor
    reward: tf.Tensor


@dataclasses.dataclass(frozen=True)
class Config:
    gamma: float = 0.9
    clip: float = 0.2
    entropy: float = 0.01


def td_error(batch, values, config):  # fact: side_effects=false verdict=convert safe=true
    return batch.reward + config.gamma * values[1] - values[0]


def ppo_loss(ratio, advantage, config):  # fact: side_effects=false verdict=convert safe=true
    clipped = tf.clip_by_value(ratio, 1.0 - config.clip, 1.0 + config.clip)
    return -tf.reduce_mean(tf.minimum(ratio * advantage, clipped * advantage))


def returns(rewards, gamma=0.9):  # fact: side_effects=false verdict=convert safe=true
    total = tf.zeros([])
    result = []
    for r in tf.unstack(rewards)[::-1]:
        total = r + gamma * total
        result.append(total)
    return tf.stack(result[::-1])


def returns_array(rewards, gamma=0.9):  # fact: side_effects=false verdict=convert safe=true
    n = tf.shape(rewards)[0]
    result = tf.TensorArray(tf.float32, size=n)
    total = tf.constant(0.0)
    total.set_shape([])
    for i in tf.range(n)[::-1]:
        total = rewards[i] + gamma * total
        result = result.write(i, total)
    return result.stack()


def gradient_penalty(critic, real, fake, mix):  # fact: side_effects=false verdict=convert safe=true
    mixed = real * mix + fake * (1.0 - mix)
    with tf.GradientTape() as tape:
        tape.watch(mixed)
        score = critic(mixed)
    g = tape.gradient(score, mixed)
    return tf.reduce_mean((tf.sqrt(tf.reduce_sum(g**2, axis=-1)) - 1.0) ** 2)


def mixup(x, y, weight):  # fact: side_effects=false verdict=convert safe=true
    order = tf.range(tf.shape(x)[0])[::-1]
    return weight * x + (1.0 - weight) * tf.gather(x, order), weight * y + (1.0 - weight) * tf.gather(y, order)


def random_flip(x):  # fact: side_effects=false verdict=keep refusals=ambient-state
    if random.random() > 0.5:
        return x[::-1]
    return x


def cutout(x, size):  # fact: side_effects=false verdict=convert safe=true
    mask = np.ones(x.shape, np.float32)
    mask[:size] = 0.0
    return x * mask


def normalise(x, mean=(0.5, 0.5), std=(0.2, 0.2)):  # fact: side_effects=false verdict=convert safe=true
    return (x - tf.constant(mean)) / tf.constant(std)


def cosine_rate(step, base=0.1, total=100):  # fact: side_effects=false verdict=convert safe=true
    return 0.5 * base * (1.0 + tf.cos(math.pi * tf.cast(step, tf.float32) / total))


class Warmup:
    def __init__(self, steps):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.steps = steps
        self.history = []

    def __call__(self, step):  # fact: side_effects=true verdict=keep refusals=eager-only-call,python-side-effect
        rate = tf.minimum(tf.cast(step, tf.float32) / self.steps, 1.0)
        self.history.append(float(rate))
        return rate

    def pure(self, step):  # fact: side_effects=false verdict=convert safe=true
        return tf.minimum(tf.cast(step, tf.float32) / self.steps, 1.0)


class Lookahead:
    def __init__(self, k):  # fact: side_effects=true verdict=keep refusals=no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        self.k = k
        self.slow = [tf.Variable([0.0, 0.0])]
        self.step_count = tf.Variable(0)

    def step(self, fast):  # fact: side_effects=false verdict=convert safe=true
        self.step_count.assign_add(1)
        if self.step_count % self.k == 0:
            for s, f in zip(self.slow, fast):
                s.assign(s + 0.5 * (f - s))
        return fast[0] * 1.0


def power_iteration(w, u, n=3):  # fact: side_effects=false verdict=convert safe=true
    for _ in range(n):
        v = tf.nn.l2_normalize(tf.linalg.matvec(w, u, transpose_a=True))
        u = tf.nn.l2_normalize(tf.linalg.matvec(w, v))
    return tf.tensordot(u, tf.linalg.matvec(w, v), 1)


def newton(x):  # fact: side_effects=false verdict=convert safe=true
    for _ in range(5):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x**4 + x**2)
        x = x - 0.1 * tape.gradient(y, x)
    return x


def until_small(x):  # fact: side_effects=false verdict=convert refusals=-
    n = 0
    while tf.reduce_sum(x) > 0.1:
        x = x * 0.5
        n += 1
    return x


def until_small_tensor(x):  # fact: side_effects=false verdict=convert safe=true
    n = tf.constant(0)
    while tf.reduce_sum(x) > 0.1:
        x = x * 0.5
        n += 1
    return x, n


def counts(words):  # fact: side_effects=false verdict=convert safe=true
    tally = collections.Counter()
    for w in ("a", "b", "a"):
        tally[w] += 1
    return words * float(tally["a"])


def confusion(y, p, n=2):  # fact: side_effects=false verdict=convert safe=true
    matrix = [[0.0] * n for _ in range(n)]
    matrix[0][1] += 1.0
    return tf.constant(matrix) + tf.one_hot(y, n)[0] * p


class Registry:
    items = {}

    @classmethod
    def register(cls, name):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
        def wrap(function):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,python-side-effect
            cls.items[name] = function
            return function

        return wrap


@Registry.register("double")
def double(x):  # fact: side_effects=false verdict=convert safe=true
    return x * 2.0


def by_registry(x, name):  # fact: side_effects=false verdict=convert refusals=-
    return Registry.items[name](x)


class Pipeline:
    def __init__(self, stages):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.stages = stages
        self.timings = {}

    def __call__(self, x):  # fact: side_effects=false verdict=convert safe=true
        for i, stage in enumerate(self.stages):
            x = stage(x)
        return x

    def recorded(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        for i, stage in enumerate(self.stages):
            x = stage(x)
            self.timings[i] = i
        return x


def clip_gradients(gradients, limit=1.0):  # fact: side_effects=false verdict=convert safe=true
    norm = tf.linalg.global_norm(gradients)
    return [g * limit / tf.maximum(norm, limit) for g in gradients]


def named(outputs):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation
    return {f"layer_{i}": o for i, o in enumerate(outputs)}


def tree_mean(trees):  # fact: side_effects=false verdict=convert safe=true
    return {k: tf.reduce_mean(tf.stack([t[k] for t in trees]), 0) for k in trees[0]}


def topk_accuracy(y, p, k=1):  # fact: side_effects=false verdict=convert safe=true
    hits = tf.math.in_top_k(tf.argmax(y, 1), p, k)
    return tf.reduce_mean(tf.cast(hits, tf.float32))


x = tf.constant([1.0, 2.0])
m = tf.constant([[0.6, 0.4], [0.3, 0.7]])
focal_loss(m, m)
dice(m, m)
add_positions(tf.ones([1, 4, 2]))
causal_mask(tf.constant(3))
attention(tf.ones([1, 2, 2]), tf.ones([1, 2, 2]), tf.ones([1, 2, 2]), tf.zeros([2, 2]))
split_heads(tf.ones([1, 2, 4]), 2)
encoder = Encoder(2)
encoder(m)
vae = VAE()
vae(m, tf.ones([2, 2]))
vae.pure(m, tf.ones([2, 2]))
acc = Accumulator([tf.Variable(x)])
acc.add([x])
acc.add_counted([x])
acc.mean(tf.constant(2.0))
acc.reset(tf.constant(0.0))
ema = EMA([x])
ema.update([x])
ema.apply([x])
td_error(Transition(x, x), (x, x), Config())
ppo_loss(x, x, Config())
returns(x)
returns_array(x)
gradient_penalty(lambda v: tf.reduce_sum(v**2), m, m * 2.0, tf.constant(0.3))
mixup(m, m, tf.constant(0.3))
random_flip(x)
cutout(x, 1)
normalise(x)
cosine_rate(tf.constant(3))
warm = Warmup(10)
warm(tf.constant(2))
warm.pure(tf.constant(2))
look = Lookahead(2)
look.step([x])
power_iteration(m, x)
newton(x)
until_small(x)
until_small_tensor(x)
counts(x)
confusion(tf.constant([0, 1]), x)
by_registry(x, "double")
pipe = Pipeline([tf.nn.relu, tf.square])
pipe(x)
pipe.recorded(x)
clip_gradients([x, x])
named([x, x])
tree_mean([{"a": x}, {"a": x}])
topk_accuracy(m, m)
