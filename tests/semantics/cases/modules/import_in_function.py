"""Imports below the top level: in functions, under `try`, under a condition."""

try:
    import tensorflow as tf
except ImportError:
    raise SystemExit("TensorFlow is needed") from None

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tensorflow.keras as keras


def late(x):  # fact: tensor_parameter=true tensor_computation=true x:tensor:float32:[3]
    import tensorflow as tf2

    return tf2.square(x)


def guarded(x):  # fact: tensor_parameter=true verdict=convert safe=true
    return tf.square(x)


late(tf.constant([1.0, 2.0, 3.0]))
guarded(tf.constant([1.0, 2.0, 3.0]))
