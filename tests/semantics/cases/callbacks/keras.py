"""Keras runs methods of the program: what they write, and who runs them."""

import numpy as np
import tensorflow as tf

LOG = []


class Noisy(tf.keras.layers.Layer):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.calls = 0
        self.last = None

    def build(self, shape):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        self.kernel = self.add_weight(shape=(shape[-1], 2), name="kernel")

    def call(self, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.calls += 1
        return x @ self.kernel


class Leaky(tf.keras.layers.Layer):
    def build(self, shape):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        self.kernel = self.add_weight(shape=(shape[-1], 2), name="kernel")

    def call(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        y = x @ self.kernel
        self.last = y
        return y


class Quiet(tf.keras.layers.Layer):
    def __init__(self, units=2, **kwargs):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(**kwargs)
        self.units = units

    def build(self, shape):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        self.kernel = self.add_weight(shape=(shape[-1], self.units), name="kernel")
        self.bias = self.add_weight(shape=(self.units,), initializer="zeros", name="bias")

    def call(self, x, training=False):  # fact: side_effects=false verdict=undetermined safe=false
        if training:
            x = x * 0.5
        return tf.nn.relu(x @ self.kernel + self.bias)

    def get_config(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return {**super().get_config(), "units": self.units}


class Stateful(tf.keras.layers.Layer):
    def build(self, shape):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        self.average = self.add_weight(shape=(), initializer="zeros", trainable=False, name="average")

    def call(self, x):  # fact: side_effects=false verdict=convert safe=true
        self.average.assign(0.9 * self.average + 0.1 * tf.reduce_mean(x))
        return x - self.average


class WithLoss(tf.keras.layers.Layer):
    def call(self, x):  # fact: side_effects=true verdict=keep safe=false
        self.add_loss(tf.reduce_sum(x * x))
        return x * 2.0


class Block(tf.keras.Model):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.inner = [Quiet(2), Quiet(2)]
        self.norm = tf.keras.layers.LayerNormalization()

    def call(self, x, training=False):  # fact: side_effects=false verdict=undetermined refusals=variable-creation
        for layer in self.inner:
            x = layer(x, training=training)
        return self.norm(x)


class Custom(tf.keras.Model):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.tracker = tf.keras.metrics.Mean(name="loss")
        self.seen = []

    def call(self, x):  # fact: side_effects=false verdict=keep refusals=already-in-graph,variable-creation
        return self.dense(x)

    def train_step(self, data):  # fact: side_effects=true verdict=keep refusals=already-in-graph,python-side-effect
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self.tracker.update_state(loss)
        self.seen.append(1)
        return {"loss": self.tracker.result()}

    @property
    def metrics(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return [self.tracker]


class Tracker(tf.keras.callbacks.Callback):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        super().__init__()
        self.losses = []

    def on_epoch_end(self, epoch, logs=None):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-output,python-side-effect
        self.losses.append(logs["loss"])
        print("epoch", epoch)


class Accuracy(tf.keras.metrics.Metric):
    def __init__(self, name="accuracy", **kwargs):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(name=name, **kwargs)
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y, p, sample_weight=None):  # fact: side_effects=false verdict=convert safe=true
        same = tf.cast(tf.equal(tf.argmax(y, 1), tf.argmax(p, 1)), tf.float32)
        self.hits.assign_add(tf.reduce_sum(same))
        self.total.assign_add(tf.cast(tf.size(same), tf.float32))

    def result(self):  # fact: side_effects=false verdict=convert refusals=-
        return self.hits / self.total


class Counting(tf.keras.metrics.Metric):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__(name="counting")
        self.history = []
        self.value = self.add_weight(name="value", initializer="zeros")

    def update_state(self, y, p, sample_weight=None):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        self.history.append(1)
        self.value.assign_add(1.0)

    def result(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
        return self.value


class Weighted(tf.keras.losses.Loss):
    def __init__(self, weight):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        super().__init__()
        self.weight = weight
        self.calls = 0

    def call(self, y, p):  # fact: side_effects=false verdict=convert safe=true
        return self.weight * tf.reduce_mean((y - p) ** 2, -1)


class CountedLoss(tf.keras.losses.Loss):
    def __init__(self):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition
        super().__init__()
        self.calls = 0

    def call(self, y, p):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
        self.calls += 1
        return tf.reduce_mean((y - p) ** 2, -1)


class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, size):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-side-effect,unsupported-definition,variable-creation
        super().__init__()
        self.size = size

    def __call__(self, step):  # fact: side_effects=false verdict=keep safe=false refusals=untraceable-argument
        step = tf.cast(step, tf.float32)
        return self.size**-0.5 * tf.minimum(step**-0.5, step * 4.0**-1.5)

    def get_config(self):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result,unsupported-definition
        return {"size": self.size}


class Clip(tf.keras.constraints.Constraint):
    def __call__(self, w):  # fact: side_effects=true verdict=keep refusals=python-side-effect,unsupported-definition
        LOG.append("clip")
        return tf.clip_by_value(w, -1.0, 1.0)


class Penalty(tf.keras.regularizers.Regularizer):
    def __call__(self, w):  # fact: side_effects=false verdict=keep safe=false
        return 0.01 * tf.reduce_sum(w * w)


def apply(layer, x):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return layer(x) * 2.0


def apply_training(layer, x):  # fact: side_effects=false verdict=convert safe=true
    return layer(x, training=True)


def use_loss(loss, y, p):  # fact: side_effects=true verdict=keep refusals=frozen-state,python-side-effect
    return loss(y, p)


def use_metric(metric, y, p):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    metric.update_state(y, p)
    return metric.result()


def update(optimizer, variable, gradient):  # fact: side_effects=false verdict=convert safe=true
    optimizer.apply_gradients([(gradient, variable)])


def step(model, optimizer, x, y):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def loss_with_penalty(model, x):  # fact: side_effects=false verdict=convert safe=true
    y = model(x)
    return tf.reduce_mean(y) + sum(model.losses)


def lambda_layer(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return LAMBDA(x) + 1.0


x = tf.ones([4, 3])
noisy, leaky, quiet, stateful, block = Noisy(), Leaky(), Quiet(), Stateful(), Block()
LAMBDA = tf.keras.layers.Lambda(lambda v: LOG.append(1) or v * 2.0)
for layer in (noisy, leaky, quiet, stateful):
    layer(x)
block(x)
apply(noisy, x)
apply(leaky, x)
apply(stateful, x)
apply(quiet, x)
apply_training(quiet, x)
apply_training(block, x)
custom = Custom()
custom.compile(optimizer=tf.keras.optimizers.SGD(0.01))
custom.fit(x, tf.ones([4, 1]), epochs=2, verbose=0, callbacks=[Tracker()])
y, p = tf.one_hot([0, 1, 2, 0], 3), tf.one_hot([0, 1, 1, 0], 3)
use_loss(Weighted(2.0), y, p)
use_loss(CountedLoss(), y, p)
use_metric(Accuracy(), y, p)
use_metric(Counting(), y, p)
weights = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(Warmup(4.0))
optimizer.build([weights])
update(optimizer, weights, tf.constant([0.1, 0.1]))
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_regularizer=Penalty())])
clipped = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_constraint=Clip())])
adam = tf.keras.optimizers.Adam(0.01)
adam.build(model.trainable_variables)
step(model, adam, x, tf.ones([4, 1]))
sgd = tf.keras.optimizers.SGD(0.01)
sgd.build(clipped.trainable_variables)
step(clipped, sgd, x, tf.ones([4, 1]))
loss_with_penalty(model, x)
lambda_layer(x)
