import tensorflow as tf

W = tf.Variable(tf.ones([3]) * 0.1)


# tf: same
def first(x):  # expect: convert HYB137
    return tf.reduce_sum(x * W)


# tf: same
def second(x):  # expect: convert HYB137
    return tf.reduce_sum(x - W)


experts = [first, second]


# tf: same
def by_number(rows, numbers):  # expect: convert HYB140
    return tf.stack([experts[number](x) for x, number in zip(rows, numbers)])


# tf: same
def by_branch(rows, kinds):  # expect: convert HYB140
    total = 0.0
    for x, kind in zip(rows, kinds):
        if kind == "a":
            y = first(x)
        else:
            y = second(x)
        total += y
    return total


# tf: same
def all_experts(x):  # expect: convert
    return tf.stack([expert(x) for expert in experts])


# tf: same
def by_turn(x):  # expect: convert HYB142
    total = 0.0
    for i in range(3):
        if i == 0:
            y = first(x[i])
        else:
            y = second(x[i])
        total += y
    return total


# tf: same
def levels(x):  # expect: convert
    found = []
    for i, part in enumerate((x, x + 1.0)):
        found.append(experts[i](part))
    return tf.add_n(found)


rows = [tf.constant([1.0, 2.0, 3.0]), tf.constant([0.5, 0.25, 0.125])]
by_number(rows, [0, 1])
by_branch(rows, ["a", "b"])
all_experts(rows[0])
by_turn(tf.ones([3, 3]))
levels(tf.ones([3]))
