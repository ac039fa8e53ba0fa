"""Operations without a gradient in functions that a tape records: a graph has the gradients of all that goes into it."""

import tensorflow as tf

weight = tf.Variable(2.0)


# tf: raises LookupError "No gradient defined for operation"
def hued(x):  # expect: undetermined HYB109
    return tf.image.adjust_hue(x, 0.1) * weight


# tf: raises LookupError "No gradient defined for operation"
def contrasted(x):  # expect: undetermined HYB109
    return tf.image.adjust_contrast(x, 2.0) * weight


# tf: raises LookupError "No gradient defined for operation"
def shrunk(x):  # expect: undetermined HYB109
    return tf.image.resize(x, [2, 2], method="area") * weight


# tf: same
def enlarged(x):  # expect: convert
    return tf.image.resize(x, [6, 6], method="bilinear") * weight


# tf: raises LookupError "No gradient defined for operation"
def factored(x):  # expect: undetermined HYB109
    return tf.linalg.lu(x[0, :3, :3, 0] + tf.eye(3))[0] * weight


# tf: raises NotImplementedError "full_matrices"
def decomposed(x):  # expect: undetermined HYB109
    return tf.linalg.qr(x[0, :, :2, 0], full_matrices=True)[1] * weight


# tf: raises InvalidArgumentError "Requires delta != 0"
def ordered(x):  # expect: undetermined HYB109
    return tf.sort(x) * weight


# tf: same
def counted(labels):  # expect: convert
    return tf.cast(tf.unique(labels)[0], tf.float32) * weight


# tf: same
def brightened(x):  # expect: convert
    return tf.image.adjust_brightness(x, 0.1) * weight


# The tape inside asks for the gradient of the weight alone.
# tf: same
def stepped(x):  # expect: convert
    x = tf.image.adjust_hue(x, 0.1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(x * weight)
    return tape.gradient(loss, weight)


def slope(function, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(function(x))
    return tape.gradient(loss, weight)


image = tf.reshape(tf.linspace(0.0, 1.0, 48), [1, 4, 4, 3])
results = [slope(f, image) for f in (hued, contrasted, shrunk, enlarged, factored, decomposed, brightened)]
results += [slope(ordered, tf.zeros([0])), slope(counted, tf.constant([1, 2, 1])), stepped(image)]
