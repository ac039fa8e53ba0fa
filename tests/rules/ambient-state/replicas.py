"""What asks for its replica: a strategy says, unless it is the one who becomes a graph that calls `run`."""

import tensorflow as tf

strategy = tf.distribute.MirroredStrategy(["/cpu:0"])


# tf: same
def share(x):  # expect: HYB103 "the devices are a matter of the process"
    context = tf.distribute.get_replica_context()
    return tf.sqrt(x) * tf.cast(context.replica_id_in_sync_group + 1, tf.float32)


# tf: same
def step(x):  # expect: convert
    return strategy.run(share, (tf.exp(x),))


step(tf.constant([1.0, 4.0]))
step(tf.constant([2.0, 3.0]))
