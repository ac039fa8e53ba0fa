import tensorflow as tf


# above
@tf.function(
    input_signature=[  # one
        tf.TensorSpec([None], tf.float32),
    ],
    # two )
    jit_compile=True,
)
def f(x):
    return x * 2
