"""Lists and dicts that a function makes of its arguments, whose lengths its own graph knows although those of its callers do not."""

import tensorflow as tf


# tf: same
def weighted(parts):  # expect: convert
    weights = tf.ones([parts[0].shape[0], 1]) * 0.25
    return weights * parts[0] + (1.0 - weights) * parts[1]


# tf: same
def weighted_by_name(parts):  # expect: convert
    weights = tf.ones([parts["a"].shape[0], 1]) * 0.25
    return weights * parts["a"] + (1.0 - weights) * parts["b"]


def alone(x):
    return [x]


# tf: same
def of_a_list(x):  # expect: convert
    return tf.reduce_sum(weighted([x, tf.exp(x)]))


# tf: same
def of_a_dict(x):  # expect: convert
    return tf.reduce_sum(weighted_by_name({"a": x, "b": tf.exp(x)}))


# tf: same
def of_an_appended_list(x):  # expect: convert
    parts = [x]
    parts.append(tf.exp(x))
    return tf.reduce_sum(weighted(parts))


# tf: raises TypeError "TypeError: Expected int32, but got None of type 'NoneType'."
def of_rows_that_it_chooses(x):  # expect: HYB105
    rows = tf.boolean_mask(x, x[:, 0] > 0.3)
    return tf.reduce_sum(weighted([rows, tf.exp(rows)]))


# tf: raises TypeError "same dtype"
def of_two_lists_of_one_place(x):  # expect: HYB105
    rows = alone(tf.boolean_mask(x, x[:, 0] > 0.3))
    whole = alone(x)
    return tf.reduce_sum(whole[0]) / len(rows[0])


# tf: raises TypeError "same dtype"
def of_two_lists_of_one_place_backwards(x):  # expect: HYB105
    whole = alone(x)
    rows = alone(tf.boolean_mask(x, x[:, 0] > 0.3))
    return tf.reduce_sum(whole[0]) / len(rows[0])


class Keeper:
    def __init__(self):
        self.parts = []

    def keep(self, x):
        self.parts = [tf.boolean_mask(x, x[:, 0] > 0.3)]

    # tf: raises TypeError "same dtype"
    def mean(self, x):  # expect: HYB105
        self.keep(x)
        return tf.reduce_sum(x) / len(self.parts[0])


# tf: same
def given_a_list_of_that_place(parts, x):  # expect: convert
    whole = alone(x)
    return tf.reduce_sum(whole[0]) / len(parts[0])


# tf: raises TypeError "same dtype"
def makes_the_list(x):  # expect: HYB105
    return given_a_list_of_that_place(alone(tf.boolean_mask(x, x[:, 0] > 0.3)), x)


def run(batches):
    keeper = Keeper()
    results = []
    for batch in batches:
        results.append(of_a_list(batch))
        results.append(of_a_dict(batch))
        results.append(of_an_appended_list(batch))
        results.append(of_rows_that_it_chooses(batch))
        results.append(of_two_lists_of_one_place(batch))
        results.append(of_two_lists_of_one_place_backwards(batch))
        results.append(keeper.mean(batch))
        results.append(makes_the_list(batch))
    return results


data = tf.constant([[0.9, 0.8], [0.2, 0.1], [0.5, 0.6], [0.7, 0.4], [0.4, 0.2]])
RESULTS = run(tf.data.Dataset.from_tensor_slices(data).batch(3))
