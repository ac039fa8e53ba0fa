"""Steps of training as people write them."""

import collections
import time

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)
train_loss = tf.keras.metrics.Mean()
test_loss = tf.keras.metrics.Mean()
loss_object = tf.keras.losses.MeanSquaredError()
history = {"loss": []}
global_step = 0
ema = tf.train.ExponentialMovingAverage(0.9)


def train_step(x, y):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        loss = loss_object(y, prediction)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    train_loss(loss)
    return loss


def test_step(x, y):  # fact: side_effects=false verdict=convert safe=true
    test_loss(loss_object(y, model(x, training=False)))


def train_step_history(x, y):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    loss = train_step(x, y)
    history["loss"].append(loss)
    return loss


def train_step_counts(x, y):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    global global_step
    loss = train_step(x, y)
    global_step += 1
    return loss


def train_step_clipped(x, y):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
        loss += 1e-4 * tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables])
    gradients = tape.gradient(loss, model.trainable_variables)
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return {"loss": loss, "norm": norm}


def train_epoch(dataset):  # fact: side_effects=false verdict=convert refusals=-
    train_loss.reset_state()
    for x, y in dataset:
        train_step(x, y)
    return train_loss.result()


def train_steps(x, y, n):  # fact: side_effects=false verdict=convert refusals=-
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = train_step(x, y)
    return loss


def manual_sgd(x, y):  # fact: side_effects=false verdict=convert safe=true
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    for v, g in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        v.assign_sub(0.1 * g)
    return loss


def evaluate(x, y):  # fact: side_effects=false verdict=convert safe=true
    prediction = model(x)
    return {"mse": tf.reduce_mean(tf.square(prediction - y)), "mae": tf.reduce_mean(tf.abs(prediction - y))}


class ReplayBuffer:
    def __init__(self, size):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.size = size
        self.items = collections.deque(maxlen=size)
        self.states = np.zeros((size, 3), np.float32)
        self.count = 0

    def add(self, state, reward):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect
        self.items.append((state, reward))
        self.count += 1

    def store(self, state):  # fact: side_effects=true verdict=keep refusals=frozen-state,numpy-on-tensor,python-side-effect
        self.states[self.count % self.size] = state
        return tf.reduce_sum(state)

    def sample(self, n):  # fact: side_effects=false verdict=keep refusals=ambient-state,no-tensor-parameter
        indices = np.random.choice(len(self.items), n)
        return tf.stack([self.items[i][0] for i in indices])


class TensorBuffer(tf.Module):
    def __init__(self, size):  # fact: side_effects=true verdict=keep refusals=no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.size = size
        self.states = tf.Variable(tf.zeros([size, 3]))
        self.position = tf.Variable(0)

    def add(self, state):  # fact: side_effects=false verdict=convert safe=true
        self.states[self.position].assign(state)
        self.position.assign((self.position + 1) % self.size)
        return state * 2.0

    def sample(self, indices):  # fact: side_effects=false verdict=convert safe=true
        return tf.gather(self.states, indices)


class EarlyStopping:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.best = None
        self.wait = 0

    def update(self, loss):  # fact: side_effects=true verdict=keep refusals=python-side-effect,temporary-receiver,tensor-control-flow
        if self.best is None or loss < self.best:
            self.best = loss
            self.wait = 0
        else:
            self.wait += 1
        return self.wait > 3


class Schedule:
    def __init__(self, rate):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.rate = rate
        self.steps = 0

    def __call__(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.steps += 1
        return x * self.rate / float(self.steps)

    def peek(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x * self.rate


class PureSchedule:
    def __init__(self, rate, decay):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.rate = rate
        self.decay = decay

    def __call__(self, step):  # fact: side_effects=false verdict=convert safe=true
        return self.rate * tf.pow(self.decay, tf.cast(step, tf.float32))


class RunningMean(tf.Module):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.count = tf.Variable(0.0)
        self.mean = tf.Variable(0.0)

    def update(self, x):  # fact: side_effects=false verdict=convert safe=true
        self.count.assign_add(1.0)
        self.mean.assign_add((tf.reduce_mean(x) - self.mean) / self.count)
        return self.mean.read_value()

    def normalize(self, x):  # fact: side_effects=false verdict=convert safe=true
        return x - self.mean


class RunningMeanNumpy:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        self.count = 0
        self.mean = np.zeros(1, np.float32)

    def update(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.count += 1
        self.mean += 0.1
        return x - self.mean


class Agent:
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition,variable-creation
        self.network = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
        self.target = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
        self.gamma = 0.9
        self.buffer = TensorBuffer(8)

    def act(self, state):  # fact: side_effects=false verdict=convert safe=true
        return tf.argmax(self.network(state[None])[0])

    def act_greedily(self, state, epsilon):  # fact: side_effects=false verdict=keep refusals=ambient-state
        if np.random.rand() < epsilon:
            return tf.constant(0, tf.int64)
        return tf.argmax(self.network(state[None])[0])

    def soft_update(self, tau):  # fact: side_effects=false verdict=convert safe=true
        for a, b in zip(self.target.variables, self.network.variables):
            a.assign(tau * b + (1.0 - tau) * a)
        return tau

    def td_target(self, reward, state):  # fact: side_effects=false verdict=convert safe=true
        return reward + self.gamma * tf.reduce_max(self.target(state), -1)

    def remember(self, state):  # fact: side_effects=false verdict=convert safe=true
        return self.buffer.add(state)


def accumulate(gradients, accumulators):  # fact: side_effects=false verdict=convert safe=true
    for a, g in zip(accumulators, gradients):
        a.assign_add(g)
    return tf.linalg.global_norm(gradients)


def accumulate_list(gradients, totals):  # fact: side_effects=false verdict=convert safe=true
    return [t + g for t, g in zip(totals, gradients)]


def timed(x):  # fact: side_effects=true verdict=keep refusals=ambient-state,python-side-effect
    start = time.perf_counter()
    y = model(x)
    history["time"] = time.perf_counter() - start
    return y


def beam(x):  # fact: side_effects=false verdict=convert safe=true
    beams = [(x, 0.0)]
    for _ in range(2):
        beams = [(b * f, s + f) for b, s in beams for f in (1.0, 2.0)][:2]
    return beams[0][0]


def pad(x):  # fact: side_effects=false verdict=convert safe=true
    mask = tf.sequence_mask([1, 2], 2, tf.float32)
    return x * mask[0]


def rollout(x):  # fact: side_effects=false verdict=convert safe=true
    states = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        x = x * 1.1
        states = states.write(i, x)
    return states.stack()


def rollout_list(x):  # fact: side_effects=false verdict=convert safe=true
    states = []
    for _ in range(3):
        x = x * 1.1
        states.append(x)
    return tf.stack(states)


x, y = tf.ones([4, 3]), tf.ones([4, 1])
value = tf.constant([1.0, 2.0])
for _ in range(2):
    train_step(x, y)
    test_step(x, y)
train_step_history(x, y)
train_step_counts(x, y)
train_step_clipped(x, y)
train_epoch(tf.data.Dataset.from_tensor_slices((x, y)).batch(2))
train_steps(x, y, tf.constant(2))
manual_sgd(x, y)
evaluate(x, y)
replay = ReplayBuffer(8)
replay.add(tf.ones([3]), tf.constant(1.0))
replay.store(tf.ones([3]))
replay.sample(2)
buffer = TensorBuffer(4)
buffer.add(tf.ones([3]))
buffer.sample(tf.constant([0, 1]))
EarlyStopping().update(tf.constant(1.0))
schedule = Schedule(0.5)
schedule(value)
schedule.peek(value)
PureSchedule(0.1, 0.9)(tf.constant(3))
mean = RunningMean()
mean.update(value)
mean.normalize(value)
numpy_mean = RunningMeanNumpy()
numpy_mean.update(value)
agent = Agent()
agent.act(tf.ones([3]))
agent.act_greedily(tf.ones([3]), 0.5)
agent.soft_update(tf.constant(0.1))
agent.td_target(tf.ones([2]), tf.ones([2, 3]))
agent.remember(tf.ones([3]))
accumulate([value], [tf.Variable(value)])
accumulate_list([value, value], [value, value])
timed(x)
beam(value)
pad(value)
rollout(value)
rollout_list(value)
