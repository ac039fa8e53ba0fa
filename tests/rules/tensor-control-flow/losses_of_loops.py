"""Variables of loops on tensors that are set to losses of Keras: numbers of one dtype."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])
squared = tf.keras.losses.MeanSquaredError()
by_row = tf.keras.losses.MeanSquaredError(reduction="none")
summed = tf.keras.losses.MeanAbsoluteError(reduction="sum")
in_float64 = tf.keras.losses.MeanSquaredError(dtype="float64")


class Own(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.reduce_sum(tf.abs(y_true - y_pred), axis=-1)


own = Own()
own_rows = Own(reduction="none")


class Named(Own):
    def __init__(self, reduction):
        super().__init__(name="named", reduction=reduction)


named = Named("sum")


# tf: same
def last_of_an_object(x, y, n):  # expect: convert
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = squared(y, model(x))
    return loss


# tf: same
def last_of_a_function(x, y, n):  # expect: convert
    loss = tf.zeros([3])
    for _ in tf.range(n):
        loss = tf.keras.losses.MSE(y, model(x))
    return loss


# tf: same
def sum_of_losses(x, y, n):  # expect: convert
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss += summed(y, model(x))
    return loss


# tf: same
def rows(x, y, n):  # expect: convert
    loss = tf.zeros([3])
    for _ in tf.range(n):
        loss += by_row(y, model(x))
    return loss


# tf: raises ValueError "shape"
def rows_after_a_number(x, y, n):  # expect: HYB109
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = by_row(y, model(x))
    return loss


# tf: raises TypeError "dtype"
def of_another_dtype(x, y, n):  # expect: HYB109
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = in_float64(y, model(x))
    return loss


# tf: raises TypeError "dtype"
def of_predictions_of_another_dtype(x, y, n):  # expect: HYB109
    loss = tf.constant([0.0])
    for _ in tf.range(n):
        loss = tf.keras.losses.MSE(y, tf.cast(model(x), tf.float64))
    return loss


# tf: same
def computed_in_the_dtype_of_the_loss(x, y, n):  # expect: convert
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = squared(tf.cast(y, tf.float64), tf.cast(model(x), tf.float64))
    return loss


# tf: same
def of_a_class_of_the_program(x, y, n):  # expect: convert
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = own(y, model(x))
    return loss


# tf: raises ValueError "shape"
def rows_of_a_class_of_the_program(x, y, n):  # expect: HYB109
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = own_rows(y, model(x))
    return loss


# tf: raises ValueError "shape"
def reduced_after_rows(x, y, n):  # expect: HYB109
    loss = tf.zeros([3])
    for _ in tf.range(n):
        loss = own(y, model(x))
    return loss


# tf: same
def of_a_class_with_a_constructor(x, y, n):  # expect: convert
    loss = tf.constant(0.0)
    for _ in tf.range(n):
        loss = named(y, model(x))
    return loss


x, y, n = tf.constant([[0.5, 0.25], [1.0, 0.5], [0.25, 0.75]]), tf.constant([[1.0], [0.0], [1.0]]), tf.constant(2)
RESULTS = [
    last_of_an_object(x, y, n),
    last_of_a_function(x, y, n),
    sum_of_losses(x, y, n),
    rows(x, y, n),
    rows_after_a_number(x, y, n),
    of_another_dtype(x, y, n),
    of_predictions_of_another_dtype(x, y, n),
    computed_in_the_dtype_of_the_loss(x, y, n),
    of_a_class_of_the_program(x, y, n),
    rows_of_a_class_of_the_program(x, y, n),
    reduced_after_rows(x, y, n),
    of_a_class_with_a_constructor(x, y, n),
]
