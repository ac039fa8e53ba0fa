"""Packages that cannot be seen: what they have for TensorFlow, by its module, computes; of the rest nothing is known."""

import tensorflow as tf

try:
    from house.tf.kernels import lengths, softened, watch
except ImportError:
    softened, watch = tf.nn.softplus, tf.debugging.assert_all_finite

    def lengths(x):
        return x.shape.as_list()


try:
    from house.tf2utils import weighted
except ImportError:
    weighted = tf.multiply

try:
    from house.tfrecords import packed
except ImportError:
    packed = tf.identity

try:
    from house.kernels import hardened
except ImportError:
    hardened = tf.nn.relu


# tf: same
def through_its_kernel(x):  # expect: convert unsafe
    return softened(x) * 2.0


# tf: same
def by_its_lengths(x):  # expect: convert unsafe
    return x * tf.cast(lengths(x)[0], tf.float32)


# tf: same
def through_its_helpers(x):  # expect: convert unsafe
    return weighted(x, 3.0) + 1.0


# tf: same
def through_its_records(x):  # expect: undetermined HYB121
    return packed(x) + 1.0


# tf: same
def through_a_package(x):  # expect: undetermined HYB121
    return hardened(x) * 2.0


# tf: same
def drops_what_it_gives(x):  # expect: undetermined HYB121
    watch(x, "finite")
    return x * 2.0


value = tf.constant([1.0, -2.0])
through_its_helpers(value)
through_its_records(value)
for function in (through_its_kernel, by_its_lengths, through_a_package, drops_what_it_gives):
    function(value)
