"""Where AutoGraph is switched off, or has no source to read."""

import tensorflow as tf


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool` is not allow"
@tf.function(autograph=False)
def without_autograph(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x


# tf: same
@tf.function(autograph=True)
def with_autograph(x):  # expect: keep
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x


# tf: same
@tf.function(autograph=False)
def needs_no_autograph(x):  # expect: keep
    return tf.where(x > 0.0, x * 2.0, x)


def positive(x):
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool` is not allow"
@tf.function(autograph=False)
def calls_a_branch(x):  # expect: HYB109
    return positive(x) + 1.0


namespace = {"tf": tf}
exec("def unseen(x):\n    return x * 2.0 if tf.reduce_sum(x) > 0.0 else x\n", namespace)
unseen = namespace["unseen"]


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def without_source(x):  # expect: undetermined HYB112, HYB118, HYB121
    return unseen(x) * 2.0


value = tf.constant([1.0, 2.0])
for function in (without_autograph, calls_a_branch):
    try:
        function(value)
    except Exception:
        pass
with_autograph(value)
needs_no_autograph(value)
without_source(value)
