"""Variables whose `shape=` leaves lengths or the number of axes open: a graph does not know those of their values."""

import tensorflow as tf

anything = tf.Variable(0.0, shape=tf.TensorShape(None))
rows = tf.Variable([[1.0, 2.0]], shape=[None, 2])
vector = tf.Variable([1.0, 2.0], shape=tf.TensorShape((None,)))
fixed = tf.Variable([1.0, 2.0], shape=[2])


# tf: differs
def shape_of_what_it_holds(x):  # expect: HYB105
    anything.assign(x)
    return x * 2.0 if anything.read_value().shape == x.shape else x


# tf: differs
def rank_of_a_result(x):  # expect: HYB105
    anything.assign(x)
    return x * (2.0 if (anything + 1.0).shape.rank == 1 else 1.0)


# tf: differs
def rank_of_a_converted_one(x):  # expect: HYB105
    anything.assign(x)
    return x * (2.0 if tf.convert_to_tensor(anything).shape.rank == 1 else 1.0)


# tf: raises TypeError "NoneType"
def length(x):  # expect: HYB105
    return x * float(tf.reduce_sum(rows, 1).shape[0])


# tf: raises TypeError "NoneType"
def length_of_a_value(x):  # expect: HYB105
    return x * float(vector.value().shape[0])


# tf: same
def other_axis(x):  # expect: convert
    return x * float(rows.read_value().shape[1] + fixed.read_value().shape[0])


# tf: same
def only_computed_with(x):  # expect: convert
    anything.assign(x)
    return anything + tf.reduce_sum(rows, 0) * x


def main():
    x = tf.constant([1.0, 2.0])
    for _ in range(2):
        shape_of_what_it_holds(x)
        rank_of_a_result(x)
        rank_of_a_converted_one(x)
        length(x)
        length_of_a_value(x)
        other_axis(x)
        only_computed_with(x)


main()
