"""What cannot be seen gets lists of what cannot be seen, as a layer that joins tensors does."""

import lpips_tf
import sonnet
import tensorflow as tf
import tf_slim
import trfl

from house_layers import modules, registry

joined = modules[0]
net = sonnet.nets.MLP([3, 4])
optimizer = sonnet.optimizers.Adam(0.1)


def branches(x):  # expect: convert unsafe
    return tf.nn.relu(joined([module(x) for module in modules]))


def noted(x):  # expect: undetermined HYB121
    registry.add([module(x) for module in modules])
    return tf.nn.relu(x)


def perceptual(x, y):  # expect: convert unsafe
    return lpips_tf.lpips(x, y) * 2.0


def narrowed(x):  # expect: convert unsafe
    return tf_slim.fully_connected(x, 3) + 1.0


def returns(values, rewards, discounts, last):  # expect: convert unsafe
    return trfl.td_lambda(values, rewards, discounts, last, 0.9).loss + tf.reduce_sum(values)


def step(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x) ** 2)
    optimizer.apply(tape.gradient(loss, net.trainable_variables), net.trainable_variables)
    return loss


def forwarded(image):  # expect: convert unsafe
    return net(image, training=False)


x = tf.ones([3, 4])
for _ in range(20):
    branches(x)
    noted(x)
    perceptual(x, x)
    narrowed(x)
    returns(x, x, x, x)
    step(x)
