"""`locals()` has more variables in what AutoGraph converts: what runs over them finds these, too."""

import tensorflow as tf


# tf: differs
def counted(x):  # expect: undetermined HYB121
    scale = 2.0
    return x * scale * float(len(locals()))


# tf: same
def written(x):  # expect: convert
    scale = 2.0
    return x * scale * float(len({"x": x, "scale": scale}))


x = tf.constant([1.0, 2.0])
results = [counted(x), written(x)]
