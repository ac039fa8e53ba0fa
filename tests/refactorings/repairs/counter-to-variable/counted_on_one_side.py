import tensorflow as tf

clipped = 0


def clip(x):
    global clipped
    size = tf.norm(x)
    if size > 1.0:
        clipped += 1
        x = x / size
    return tf.tanh(x) * tf.exp(-tf.square(x)) + tf.sqrt(tf.abs(x))


x = tf.constant([3.0, 4.0])
for _ in range(4):
    x = clip(x * 1.5)
    print(clipped, x.numpy())
