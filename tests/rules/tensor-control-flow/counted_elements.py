"""Loops that count the elements of a dataset: what may be done with the counter, which a graph makes a tensor of int64."""

import tensorflow as tf

dataset = tf.data.Dataset.range(6).map(lambda t: tf.cast(t, tf.float32)).batch(2)
weights = [1.0, 2.0, 3.0]


# tf: same
def weighted(x):  # expect: convert
    for i, b in enumerate(dataset):
        x = x + tf.cast(i, tf.float32) * tf.reduce_sum(b)
    return x


# tf: same
def weighted_from_one(x):  # expect: convert
    for i, b in enumerate(dataset, start=1):
        x = x + tf.cast(2 * i - 1, tf.float32) * tf.reduce_sum(b)
    return x


# tf: same
def every_second(x):  # expect: convert
    for i, b in enumerate(dataset):
        if i % 2 == 0:
            x = x + tf.reduce_sum(b)
    return x


# tf: same
def in_the_middle(x):  # expect: convert
    for i, b in enumerate(dataset):
        if i > 0 and i < 2:
            x = x + tf.reduce_sum(b)
        elif not (i == 0 or i // 2 == 2):
            x = x - 1.0
    return x


# tf: same
def chosen(x):  # expect: convert
    for i, b in enumerate(dataset):
        x = x + (tf.reduce_sum(b) if 0 < i < 2 else tf.constant(0.5))
    return x


# tf: same
def first_two(x):  # expect: convert
    for i, b in enumerate(dataset):
        if i >= 2:
            break
        x = x + tf.reduce_sum(b)
    return x


# tf: raises TypeError "Input 'y' of 'Mul' Op has type float32 t"
def multiplied(x):  # expect: HYB109
    for i, b in enumerate(dataset):
        x = x + i * tf.reduce_sum(b)
    return x


# tf: raises TypeError "Input 'y' of 'Less' Op has type int32 th"
def below(x, n):  # expect: HYB109
    for i, b in enumerate(dataset):
        if i < n:
            x = x + tf.reduce_sum(b)
    return x


# tf: raises TypeError "'i' has dtype int32 before the loop, but"
def last(x):  # expect: HYB109
    i = -1
    for i, b in enumerate(dataset):
        x = x + tf.reduce_sum(b)
    return tf.cast(i, tf.float32) + x


# tf: raises ValueError "'i' must be defined before the loop"
def last_of(x):  # expect: HYB109, HYB112
    for i, b in enumerate(dataset):
        x = x + tf.reduce_sum(b)
    return i, x


# tf: raises ValueError "condition of if statement expected to be"
def truth(x):  # expect: HYB109
    for i, b in enumerate(dataset):
        if i:
            x = x + tf.reduce_sum(b)
    return x


# tf: raises TypeError "Input 'x' of 'LogicalNot' Op has type in"
def not_odd(x):  # expect: HYB109
    for i, b in enumerate(dataset):
        if not i % 2:
            x = x + tf.reduce_sum(b)
    return x


# tf: raises TypeError "list indices must be integers or slices,"
def by_index(x):  # expect: HYB109
    for i, b in enumerate(dataset):
        x = x + weights[i] * tf.reduce_sum(b)
    return x


# tf: differs
def as_text(x):  # expect: HYB109
    texts = tf.constant("")
    for i, b in enumerate(dataset):
        texts = texts + f"{i} "
    return texts


# tf: raises OutOfRangeError "IteratorGetNext"
def of_both(x):  # expect: HYB105, HYB109
    for i, (b, w) in enumerate(zip(dataset, weights)):
        if i > 0:
            x = x + w * tf.reduce_sum(b)
    return x


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor 'cond/Sum:0' shape"
def in_a_list(x):  # expect: HYB109
    parts = []
    for i, b in enumerate(dataset):
        if i > 0:
            parts.append(tf.reduce_sum(b))
    return tf.add_n(parts)


# tf: same
def of_another_dtype(x):  # expect: convert
    total = 0.0
    for i, b in enumerate(dataset):
        if i > 0:
            total = tf.reduce_sum(b)
    return x * total


strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
distributed = strategy.experimental_distribute_dataset(dataset)


# tf: raises NotImplementedError "enumerate not supported"
def of_distributed(x):  # expect: HYB109
    for i, b in enumerate(distributed):
        if i > 0:
            x = x + tf.reduce_sum(b)
    return x


results = []
for _ in range(2):
    x = tf.constant(0.25)
    results += [weighted(x), weighted_from_one(x), every_second(x), in_the_middle(x), chosen(x), first_two(x)]
    results += [multiplied(x), below(x, 2), below(x, tf.constant(2)), last(x), last_of(x), truth(x), not_odd(x)]
    results += [by_index(x), as_text(x), of_both(x), in_a_list(x), of_another_dtype(x)]
    results += [of_distributed(x)]
