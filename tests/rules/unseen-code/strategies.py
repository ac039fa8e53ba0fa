"""Steps that a distribution strategy runs, where the strategy comes from code that cannot be seen."""


import tensorflow as tf

strategy = globals()["tf"].distribute.get_strategy()
total = tf.Variable(0.0)
seen = []


# tf: same
def train_step(batch):  # expect: convert unsafe
    def replica_step(values):
        loss = tf.reduce_mean(tf.square(values))
        total.assign_add(loss)
        return loss

    return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(replica_step, args=(batch,)), axis=None)


# tf: differs
def logging_step(batch):  # expect: HYB102, HYB104
    def replica_step(values):
        seen.append(1)
        return tf.reduce_mean(tf.square(values))

    return strategy.run(replica_step, args=(batch,)) + float(len(seen))


# tf: same
def handed_over(batch):  # expect: undetermined HYB112, HYB118, HYB121
    return strategy.run(lambda: tf.reduce_sum(tf.square(batch)))


known = tf.distribute.get_strategy()


# tf: same
def gathered(batch):  # expect: convert
    parts = known.run(lambda values: tf.square(values), args=(batch,))
    return known.gather(parts, axis=0) + tf.reduce_sum(tf.stack(known.experimental_local_results(parts)))


for _ in range(3):
    d = gathered(tf.constant([1.0, 2.0]))
    a = train_step(tf.constant([1.0, 2.0]))
    b = logging_step(tf.constant([1.0, 2.0]))
    c = handed_over(tf.constant([1.0, 2.0]))
