"""Operations without a result: None eagerly, a `tf.Operation` inside a graph, which no graph returns."""

import tensorflow as tf

table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)
total = tf.Variable(0.0)


# tf: raises TypeError "return value of type Operation"
def insert(keys, values):  # expect: HYB112
    return table.insert(keys, values)


# tf: raises TypeError "return value of type Operation"
def check(x):  # expect: HYB112
    return tf.debugging.assert_positive(x)


# tf: raises TypeError "return value of type Operation"
def show(x):  # expect: HYB112
    return x * 2.0, tf.print("x", x)


# tf: raises TypeError "return value of type Operation"
def both(x):  # expect: HYB112
    return tf.group(total.assign_add(x), total.assign_sub(x))


# tf: raises TypeError "return value of type Operation"
def without_reading(x):  # expect: HYB112
    return total.assign(x, read_value=False)


# tf: raises TypeError "return value of type Operation"
def nothing(x):  # expect: HYB112
    total.assign_add(x)
    return tf.no_op()


# tf: raises TypeError "return value of type Operation"
def asserted(x):  # expect: HYB103, HYB112
    return tf.raw_ops.Assert(condition=x > 0.0, data=[x])


# tf: differs
def printed_by_branch(x):  # expect: HYB112
    return tf.cond(x > 0.0, lambda: tf.print("more"), lambda: tf.print("less"))


# tf: same
def checked(x):  # expect: convert
    checks = [tf.debugging.assert_positive(x), tf.group(total.assign_add(x))]
    with tf.control_dependencies(checks):
        return x * 2.0


# tf: same
def of_static_check(x):  # expect: convert
    return tf.debugging.assert_shapes([(x, ())])


one = tf.constant([1.0])
results = [insert(tf.constant([1], tf.int64), one), check(one), show(one), both(one[0])]
results += [f(one[0]) for f in (without_reading, nothing, asserted, printed_by_branch, checked, of_static_check)]
