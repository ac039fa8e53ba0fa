# unsafe
import tensorflow as tf


def step(x):
    loss = tf.reduce_mean(x)
    print("loss %.3f" % loss)
    print(f"loss {loss:.3f}")
    print("loss {}".format(loss))
    return loss


results = [step(tf.constant([1.0, 2.0]))]
