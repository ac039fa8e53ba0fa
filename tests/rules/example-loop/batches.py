import tensorflow as tf


# tf: same
def of_a_batch(images, labels):  # expect: convert
    found = tf.reduce_mean(tf.tanh(images) * 2.0, axis=1)
    return tf.reduce_sum(tf.cast(labels, tf.float32) * found)


# tf: same
def of_an_example(image, label):  # expect: convert HYB137
    return tf.cast(label, tf.float32) * tf.reduce_mean(tf.tanh(image) * 2.0)


# tf: same
def of_rows(images, labels):  # expect: convert
    found = tf.reduce_mean(tf.tanh(images) * 2.0, axis=1)
    return tf.reduce_sum(labels * found)


def run(dataset, single, batches):
    losses = []
    for images, labels in dataset:
        losses.append(of_a_batch(images, labels))
    for image, label in single:
        losses.append(of_an_example(image, label))
    for images, labels in batches:
        losses.append(of_rows(images, labels))
    return tf.add_n(losses)


rows = tf.data.Dataset.from_tensor_slices((tf.ones([10, 3]), tf.range(10)))
print(run(rows.batch(5), rows, [(tf.ones([4, 3]), tf.ones([4]))] * 2))
