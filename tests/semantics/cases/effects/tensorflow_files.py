"""Files, summaries and checkpoints of TensorFlow."""

import tensorflow as tf

writer = tf.summary.create_file_writer("logs")
weights = tf.Variable([1.0, 2.0])
checkpoint = tf.train.Checkpoint(w=weights)
manager = tf.train.CheckpointManager(checkpoint, "managed", max_to_keep=2)
step = tf.Variable(0, dtype=tf.int64)
tf.io.write_file("seed.txt", "2.0")


def sets_step(x):  # fact: side_effects=true verdict=keep refusals=python-output
    tf.summary.experimental.set_step(3)
    return x * 2.0


def flushes(x):  # fact: side_effects=true verdict=keep refusals=python-output
    writer.flush()
    return x * 2.0


def writes_file(x):  # fact: side_effects=true verdict=keep refusals=python-output
    tf.io.write_file("x.txt", tf.strings.as_string(x[0]))
    return x * 2.0


def reads_file(x):  # fact: side_effects=true verdict=keep refusals=python-output
    return x * tf.strings.to_number(tf.io.read_file("seed.txt"))


def opens_gfile(x):  # fact: side_effects=true verdict=keep refusals=python-output,unseen-code
    with tf.io.gfile.GFile("g.txt", "a") as file:
        file.write("called")
    return x * 2.0


def makes_folder(x):  # fact: side_effects=true verdict=keep refusals=python-output
    tf.io.gfile.makedirs("made")
    return x * 2.0


def lists_folder(x):  # fact: side_effects=true verdict=keep refusals=eager-only-call,python-output
    return x * float(tf.io.gfile.exists("seed.txt"))


def saves(x):  # fact: side_effects=true verdict=keep refusals=python-output
    checkpoint.save("saved/ck")
    return x * 2.0


def writes_checkpoint(x):  # fact: side_effects=true verdict=keep refusals=python-output
    checkpoint.write("written/ck")
    return x * 2.0


def manages(x):  # fact: side_effects=true verdict=keep refusals=python-output
    manager.save()
    return x * 2.0


def restores(x):  # fact: side_effects=true verdict=keep refusals=python-output
    checkpoint.restore(manager.latest_checkpoint)
    return x * 2.0


def finds(x):  # fact: side_effects=true verdict=keep refusals=python-output
    tf.train.latest_checkpoint("managed")
    return x * 2.0


def prints(x):  # fact: side_effects=false verdict=convert safe=true
    tf.print("x is", x)
    return x * 2.0


def asserts(x):  # fact: side_effects=false verdict=convert safe=true
    tf.debugging.assert_all_finite(x, "bad")
    tf.Assert(tf.reduce_all(x > 0.0), [x])
    return x * 2.0


def writes_records(x):  # fact: side_effects=true verdict=keep refusals=python-output,unseen-code
    with tf.io.TFRecordWriter("r.rec") as records:
        records.write(b"called")
    return x * 2.0


def parses(x):  # fact: side_effects=false verdict=convert safe=true
    return x * 2.0, tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)


def traces(x):  # fact: side_effects=true verdict=keep refusals=python-output
    tf.summary.trace_on(graph=True)
    tf.summary.trace_off()
    return x * 2.0


value = tf.constant([1.0, 2.0])
sets_step(value)
flushes(value)
writes_file(value)
reads_file(value)
opens_gfile(value)
makes_folder(value)
lists_folder(value)
saves(value)
writes_checkpoint(value)
manages(value)
restores(value)
finds(value)
prints(value)
asserts(value)
writes_records(value)
parses(value)
traces(value)
