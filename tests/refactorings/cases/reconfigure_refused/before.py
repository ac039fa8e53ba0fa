import tensorflow as tf

OPTIONS = {"autograph": False}


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):
    return x


@tf.function(reduce_retracing=False)
def decided(x):
    return x


@tf.function(experimental_relax_shapes=False)
def old(x):
    return x


@tf.function(**OPTIONS)
def starred(x):
    return x


@tf.function
@tf.function
def twice(x):
    return x


def nowhere(x):
    return x


def in_two_places(x):
    return x


a = tf.function(in_two_places)
b = tf.function(in_two_places)
