"""Variables that a graph loop first sets: AutoGraph traces a turn to find what they are, if every turn sets them anew."""

import tensorflow as tf

DATA = tf.data.Dataset.from_tensor_slices(tf.ones([6, 2])).batch(4)
WEIGHT = tf.Variable([2.0, 2.0])


# tf: same
def last_of_rows(x):  # expect: convert
    for row in tf.range(tf.shape(x)[0]):
        value = x[row] * 2.0
    return value + 1.0


# tf: same
def last_of_steps(x):  # expect: convert
    while tf.reduce_sum(x) > 1.0:
        x = x / 2.0
        with tf.name_scope("step"):
            first, second = x + 1.0, x + 2.0
    return first * second


# tf: same
def on_both_sides(x):  # expect: convert
    for row in tf.range(tf.shape(x)[0]):
        if row > 0:
            value = x[row]
        else:
            value = x[row] * 2.0
    return value


# tf: same
def left_behind_it(x):  # expect: convert
    for row in tf.range(tf.shape(x)[0]):
        value = x[row]
        if x[row] > 2.0:
            break
    return value


# tf: same
def of_a_tape(x):  # expect: convert
    for row in tf.range(tf.shape(x)[0]):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(WEIGHT * WEIGHT) * x[row]
        WEIGHT.assign_sub(0.01 * tape.gradient(loss, WEIGHT))
    return loss


# tf: same
def in_a_pair(x):  # expect: convert
    for row in x:
        pair = (row, row * 2.0)
    return pair[0] + pair[1]


# tf: same
def in_an_inner_loop(x):  # expect: convert
    total = tf.zeros([])
    for row in tf.range(3):
        for column in tf.range(2):
            value = x[column] * tf.cast(row, tf.float32)
        if value > 100.0:
            break
        total += value
    return total


# tf: same
def in_a_loop_on_one_side(x):  # expect: convert
    if x[0] > 1.0:
        for row in tf.range(2):
            value = x[row]
        x = x + value
    return x


# tf: raises ValueError "'value' must be defined before the loop"
def in_a_loop_inside_one_over_a_dataset(x):  # expect: HYB109
    total = tf.zeros([])
    for batch in DATA:
        for row in tf.range(2):
            value = tf.reduce_sum(batch) * x[row]
        total += value
    return total


# tf: raises ValueError "Note: AutoGraph tried to define it automatically, but ran in"
def in_a_loop_that_some_turns_reach(x):  # expect: HYB109
    total = tf.zeros([])
    for row in tf.range(3):
        if row > 1:
            continue
        for column in tf.range(2):
            value = x[column]
        total += value
    return total


# tf: raises ValueError "Note: AutoGraph tried to define it automatically, but ran in"
def of_the_turn_before(x):  # expect: HYB109
    total = tf.zeros([])
    for row in tf.range(3):
        if row > 0:
            total += previous
        previous = x[row]
    return total


# tf: raises ValueError "Note: AutoGraph tried to define it automatically, but ran in"
def only_on_one_side(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        if row > 0:
            value = x[row]
    return value


# tf: raises ValueError "Note: AutoGraph tried to define it automatically, but ran in"
def left_before_it(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        if x[row] > 2.0 * x[0]:
            break
        value = x[row]
    return value


# tf: raises ValueError "Note: AutoGraph tried to define it automatically, but ran in"
def goes_on_from_itself(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        if row == 0:
            value = x[row]
        else:
            value = value + x[row]
    return value


# tf: raises ValueError "'value' must be defined before the loop"
def of_a_dataset(x):  # expect: HYB109
    for batch in DATA:
        value = tf.reduce_sum(batch)
    return value + x


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type int32 that does no"
def a_number_beside_it(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        pair = (x[row], 2)
    return pair[0] * pair[1]


# tf: raises TypeError "None"
def sparse(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        rows = tf.sparse.from_dense(x * x[row])
    return rows.values


# tf: raises TypeError "None"
def ragged(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        rows = tf.RaggedTensor.from_row_lengths(x * 2.0, [1, 2])
    return rows.values


# tf: differs
def a_number(x):  # expect: HYB109
    for row in tf.range(tf.shape(x)[0]):
        value = 3
    return value


for scale in (1.0, 2.0, 3.0):
    values = tf.constant([1.0, 2.0, 3.0]) * scale
    last_of_rows(values)
    last_of_steps(values)
    on_both_sides(values)
    left_behind_it(values)
    of_a_tape(values)
    in_a_pair(values)
    in_an_inner_loop(values)
    in_a_loop_on_one_side(values)
    in_a_loop_inside_one_over_a_dataset(values)
    in_a_loop_that_some_turns_reach(values)
    of_the_turn_before(values)
    only_on_one_side(values)
    left_before_it(values)
    goes_on_from_itself(values)
    of_a_dataset(values)
    a_number_beside_it(values)
    sparse(values)
    ragged(values)
    a_number(values)
