import model as m
import tensorflow as tf


def run(layer, x):  # fact: side_effects=true tensor_parameter=true layer:object x:tensor:float32:[1,2]
    return layer(x)


batch = tf.constant([[1.0, 2.0]])
for layer in [m.Dense(2.0), m.Counted(3.0)]:
    run(layer, batch)
