"""Unseen objects that are told the numbers of a step: by methods that variables and metrics alone have, or named as metrics."""

import tensorflow as tf

_METRIC = tf.keras.metrics.Mean()
_STEP = tf.Variable(0)


class _History(list):
    def __call__(self, value):
        self.append(float(value))

    def update(self, value):
        self.append(1.0)


_HISTORY = _History()


class _Kept:
    def __new__(cls, name):
        return globals()[name]


train_loss = globals()["_Kept"]("_METRIC")
counter = globals()["_Kept"]("_STEP")
loss_history = globals()["_Kept"]("_HISTORY")
metrics = {"accuracy": globals()["_Kept"]("_METRIC")}
model = tf.keras.layers.Dense(2)
model.build([None, 3])


# tf: same
def named_as_a_metric(x):  # expect: convert unsafe
    loss = tf.reduce_mean(model(x) ** 2.0)
    train_loss(loss)
    return loss


# tf: same
def in_a_dict(x):  # expect: convert unsafe
    loss = tf.reduce_mean(model(x) ** 2.0)
    metrics["accuracy"](loss)
    return loss


# tf: same
def counted(x):  # expect: convert unsafe
    counter.assign_add(1)
    return tf.exp(x)


# tf: same
def told_a_number(x):  # expect: convert unsafe
    train_loss.update_state(1.0)
    return tf.exp(x)


# tf: differs
def remembered(x):  # expect: undetermined HYB121
    loss = tf.reduce_mean(model(x) ** 2.0)
    loss_history.update(loss)
    return loss


# tf: differs
def called_history(x):  # expect: undetermined HYB121
    loss = tf.reduce_mean(model(x) ** 2.0)
    loss_history(loss)
    return loss


# tf: same
def told_nothing(x):  # expect: undetermined HYB121
    train_loss(1.0)
    return tf.exp(x)


for _ in range(3):
    named_as_a_metric(tf.ones([4, 3]))
    in_a_dict(tf.ones([4, 3]))
    counted(tf.ones([3]))
    told_a_number(tf.ones([3]))
    remembered(tf.ones([4, 3]))
    called_history(tf.ones([4, 3]))
    told_nothing(tf.ones([3]))
results = [_METRIC.result(), _STEP, len(_HISTORY)]
