"""Variables that a turn of a graph loop, or a side of a branch, sets for itself, whatever else reads the same name."""

import tensorflow as tf

WEIGHT = tf.Variable([1.0, 2.0])
DATA = tf.data.Dataset.from_tensor_slices(tf.ones([6, 2])).batch(4)
MORE = tf.data.Dataset.from_tensor_slices(tf.ones([6, 2], tf.int32)).batch(2)


# tf: same
def inner_loop(x):  # expect: convert
    total = tf.zeros_like(x)
    for row in tf.range(2):
        for column in tf.range(2):
            with tf.GradientTape() as tape:
                tape.watch(x)
                value = tf.reduce_sum(x * x) * tf.cast(row + column, tf.float32)
            total = total + tape.gradient(value, x)
    return total


# tf: same
def one_loop_after_another(x):  # expect: convert
    total = tf.reduce_sum(x)
    for _ in tf.range(2):
        for batch in DATA:
            total += tf.reduce_sum(batch)
        for batch in MORE:
            total += tf.reduce_sum(tf.cast(batch, tf.float32))
    return total


# tf: same
def set_anew_before_it_is_read(x):  # expect: convert
    part = x[0]
    if tf.reduce_sum(x) > 2.0:
        part = tf.size(x)
        tf.print(part)
    part = x * 2.0
    return part


# tf: raises TypeError "TypeError: 'part' has dtype float32 before the loop, but dty"
def read_in_the_next_turn(x):  # expect: HYB109
    part = x[0]
    for _ in tf.range(2):
        x = x + tf.cast(part, tf.float32)
        part = tf.size(x)
    return x


# tf: raises TypeError "TypeError: 'batch' has dtype float32 before the loop, but dt"
def read_behind_both(x):  # expect: HYB109
    batch = x
    for batch in MORE:
        tf.print(tf.reduce_sum(batch))
    return batch


# tf: same
def read_behind(x):  # expect: convert
    for row in x:
        part = row * 2.0
    return part


# tf: raises TypeError "'part' has dtype int32 in the main branch, but dtype float32 in the else branch"
def read_on_a_way_round(x):  # expect: HYB109
    total = tf.zeros([])
    part = x[0]
    for number in range(2):
        if number > 0:
            total += tf.cast(part, tf.float32)
        if tf.reduce_sum(x) > 2.0:
            part = tf.size(x)
        else:
            part = x[1]
    return total


# tf: raises TypeError "'part' has dtype int32 in the main branch, but dtype float32 in the else branch"
def read_by_a_nested_function(x):  # expect: HYB109
    part = x[0]

    def of_part():
        return tf.cast(part, tf.float32)

    if tf.reduce_sum(x) > 2.0:
        part = tf.size(x)
    return of_part()


# tf: raises TypeError "'part' has dtype int32 in the main branch, but dtype float32 in the else branch"
def read_unless_it_is_set(x, anew):  # expect: HYB109
    part = x[0]
    if tf.reduce_sum(x) > 2.0:
        part = tf.size(x)
    if anew:
        part = x[1]
    return part


for number in range(2):
    value = tf.constant([1.0, 2.0]) * (number + 1.0)
    inner_loop(value)
    one_loop_after_another(value)
    set_anew_before_it_is_read(value)
    read_in_the_next_turn(value)
    read_behind_both(value)
    read_behind(value)
    read_on_a_way_round(value)
    read_by_a_nested_function(value)
    read_unless_it_is_set(value, number > 0)
