"""Variables that only count up, where tensors are indexed with them, and where they are compared or computed with tensors."""

import tensorflow as tf

LIMIT = 3
names = ["a", "b", "c"]


# tf: same
def up_to_length(x):  # expect: convert
    i = 0
    total = tf.constant(0.0)
    while i < tf.shape(x)[0]:
        total += x[i]
        i += 1
    return total


# tf: same
def by_operation(x):  # expect: convert
    i = 0
    total = tf.constant(0.0)
    while tf.less(i, tf.size(x)):
        total += tf.gather(x, [0])[0] + x[i]
        i = i + 1
    return total


# tf: same
def all_but_the_first(x):  # expect: convert
    i = 0
    total = tf.constant(0.0)
    for v in x:
        if i > 0:
            total += v
        i += 1
    return total


# tf: same
def every_second_pair(x):  # expect: convert
    i = 0
    total = tf.constant(0.0)
    for v in x:
        if i % 2 == 0 and not i // 2 > 1:
            total += v * x[i]
        i += 1
    return total


# tf: same
def positive_ones(x):  # expect: convert
    n = 0
    found = tf.TensorArray(tf.float32, 1, dynamic_size=True)
    for v in x:
        if v > 1.0:
            continue
        for _ in tf.range(2):
            if v > 0.0:
                found = found.write(n, v)
                n += 1
    return found.stack()


# tf: same
def columns(table):  # expect: convert
    i = 0
    total = tf.zeros([2])
    while i < tf.shape(table)[1]:
        total += table[:, i]
        i += 1
    return total


# tf: same
def before(x):  # expect: convert
    i = 1
    total = tf.constant(0.0)
    for _ in tf.range(2):
        total += x[i - 1] + x[i]
        i += 1
    return total


# tf: same
def limited(x):  # expect: convert
    steps = 0
    while tf.reduce_sum(x) > 0.1 and steps < LIMIT:
        x = x * 0.5
        steps += 1
    return x


# tf: same
def offset(x, start):  # expect: convert
    i = 0
    total = tf.constant(0)
    for _ in x:
        total = total + (start + i)
        i += 1
    return total


# tf: same
def chosen_by_count(x):  # expect: convert
    n = 0
    for v in x:
        if v > 0.0:
            n += 1
    return x * 2.0 if n > 1 else x


# tf: raises TypeError "Input 'y' of 'Less' Op has type int64 that does not match type int32"
def up_to_long(x):  # expect: undetermined HYB109
    i = 0
    total = tf.constant(0.0)
    while i < tf.size(x, out_type=tf.int64):
        total += x[i]
        i += 1
    return total


# tf: raises TypeError "Input 'y' of 'Mul' Op has type int32 that does not match type float32"
def weighted_by_count(x):  # expect: HYB114
    i = 0
    total = tf.constant(0.0)
    for v in x:
        total += v * i
        i += 1
    return total


# tf: raises TypeError "int32"
def added_to_float(x):  # expect: HYB109
    i = 0
    total = tf.constant(0.0)
    for v in x:
        i += 1
        total += i
    return total


# tf: raises TypeError "list indices must be integers or slices, not"
def names_by_count(x):  # expect: HYB105
    i = 0
    total = tf.constant(0.0)
    for v in x:
        if names[i] != "a":
            total += v
        i += 1
    return total


# tf: same
def ranges_of_count(x):  # expect: undetermined HYB109
    i = 0
    total = tf.constant(0.0)
    for v in x:
        for _ in range(i):
            total += v
        i += 1
    return total


# tf: raises NotImplementedError "condition of while loop started as non-Tensor, then changed to Tensor"
def python_first(x):  # expect: HYB109
    i = 0
    while i < 3:
        if tf.reduce_sum(x) > -10.0:
            i += 1
    return x * 2.0


# tf: raises TypeError "int32"
def sum_of_comparisons(x):  # expect: HYB109, HYB114
    i = 0
    total = tf.constant(0.0)
    for v in x:
        total += v * ((i > 1) + 1)
        i += 1
    return total


# tf: raises TypeError "int64"
def index_beside_long(table, column):  # expect: undetermined HYB109
    i = 0
    total = tf.constant(0.0)
    for _ in tf.range(2):
        total += table[i, column]
        i += 1
    return total


# tf: raises TypeError "int32"
def after_a_turn(x):  # expect: HYB114
    n = 0
    total = tf.constant(0.0)
    for _ in range(2):
        total += x[0] * n
        if tf.reduce_sum(x) > 0.0:
            n += 1
    return total


# tf: same
def chosen_by_sides(x):  # expect: convert
    i = 0
    total = tf.constant(0.0)
    kept = 0
    for v in x:
        if i > 1:
            kept = v
        i += 1
    return total


# tf: raises TypeError "TypeError: 'total' has dtype float32 in the main branch, but"
def sides_differ(x):  # expect: HYB109
    i = 0
    total = 0
    for v in x:
        if i > 1:
            total = v
        i += 1
    return tf.cast(total, tf.float32) * 2.0


# tf: same
def handed_on(x):  # expect: undetermined HYB109
    i = 0
    total = tf.constant(0.0)
    for v in x:
        total += scaled(v, i)
        i += 1
    return total


def scaled(v, i):
    return v if i == 0 else v * 2.0


# tf: differs
def counted_positives(x):  # expect: convert unsafe
    n = 0
    for v in x:
        if v > 0.0:
            n += 1
    return tf.reduce_sum(x), n


# tf: same
def counted_down(x):  # expect: convert
    n = 3
    while tf.reduce_sum(x) > 0.1 and n > 0:
        x = x * 0.5 + x[n - 2]
        n -= 1
    return x


# tf: same
def in_pairs(x):  # expect: convert
    at = 0
    n = 0
    sums = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    while at < tf.shape(x)[0]:
        sums = sums.write(n, tf.reduce_sum(x[at : at + 2]))
        at += 2
        n += 1
    return sums.stack()


# tf: same
def longest_run(x):  # expect: convert
    best = 0
    now = 0
    for v in x:
        if v > 0.0:
            now += 1
            if now > best:
                best = now
        else:
            now = 0
    return x * tf.cast(best, tf.float32)


# tf: same
def most_in_a_row(x):  # expect: HYB109
    best = 0
    now = 0
    for v in x:
        now = now + 1 if v > 0.0 else 0
        best = tf.maximum(best, now)
    return x * tf.cast(best, tf.float32)


# tf: same
def searched(rows, wanted):  # expect: convert
    low, high = 0, tf.shape(rows)[0] - 1
    while low < high:
        middle = (low + high) // 2
        if rows[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return rows[low]


# tf: raises ValueError "shape"
def first_ones(x):  # expect: HYB105, HYB109
    n = 0
    kept = x[:1]
    for v in x:
        n += 1
        kept = x[:n]
    return tf.ones([kept.shape[0]]) + kept


# tf: same
def slices_beside_long(x, end):  # expect: undetermined HYB109
    n = 0
    total = tf.constant(0.0)
    for v in x:
        total += tf.reduce_sum(x[n:end])
        n += 1
    return total


# tf: raises TypeError "float32"
def copied_and_multiplied(x):  # expect: HYB114
    n = 0
    m = 0
    for v in x:
        n += 1
        m = n
    return x * m


# tf: raises TypeError "int64"
def copied_behind(x):  # expect: undetermined HYB109
    n = 0
    m = 0
    for v in x:
        n += 1
    m = n
    return x * tf.cast(tf.constant(2, tf.int64) * m, tf.float32)


# tf: raises TypeError "int64"
def larger_of_long(x):  # expect: HYB109, HYB114
    n = 0
    total = tf.constant(0, tf.int64)
    for v in x:
        total += tf.maximum(n, tf.constant(1, tf.int64))
        n += 1
    return total


x = tf.constant([1.0, 0.5, -1.0])
for _ in range(2):
    up_to_length(x), by_operation(x), all_but_the_first(x), every_second_pair(x), positive_ones(x)
    columns(tf.ones([2, 3])), before(x), limited(x), offset(x, tf.constant(1)), chosen_by_count(x)
    up_to_long(x), weighted_by_count(x), added_to_float(x), names_by_count(x), ranges_of_count(x)
    python_first(x), sum_of_comparisons(x), index_beside_long(tf.ones([2, 3]), tf.constant(1, tf.int64))
    after_a_turn(x), chosen_by_sides(x), sides_differ(x), handed_on(x), range(counted_positives(x)[1])
    counted_down(x), in_pairs(x), longest_run(x), most_in_a_row(x), searched(tf.constant([1, 3, 5, 9]), tf.constant(5))
    first_ones(x), slices_beside_long(x, tf.constant(2, tf.int64)), copied_and_multiplied(x), larger_of_long(x), copied_behind(x)
