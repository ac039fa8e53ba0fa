"""Functions that a library calls for each of some things: AutoGraph converts those that stand in the converted function."""

import functools

import tensorflow as tf


def clip(g):
    n = tf.norm(g)
    if n > 1.0:
        g = g / n
    return g


# tf: same
def clipped(gs):  # expect: convert
    return tf.nest.map_structure(lambda g: clip(g), gs)


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def clipped_without(gs):  # expect: HYB109
    return tf.nest.map_structure(clip, gs)


apart = lambda g: clip(g)  # noqa: E731


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def clipped_apart(gs):  # expect: HYB109
    return tf.nest.map_structure(apart, gs)


# tf: same
def clipped_inside(gs, factor):  # expect: convert
    def scaled(g):
        if tf.reduce_sum(g) > 1.0:
            return clip(g) * factor
        return g * factor

    return tf.nest.map_structure(scaled, gs)


def clipping(factor):
    return lambda g: clip(g) * factor


# tf: same
def clipped_by(gs):  # expect: HYB109
    return tf.nest.map_structure(clipping(2.0), gs)


# tf: same
def of_ragged(r):  # expect: convert
    return tf.ragged.map_flat_values(lambda values: clip(values), r)


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def of_ragged_without(r):  # expect: HYB109
    return tf.ragged.map_flat_values(clip, r)


# tf: same
def mapped(gs):  # expect: convert
    return list(map(lambda g: clip(g), gs))


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def mapped_without(gs):  # expect: HYB109
    return list(map(clip, gs))


# tf: same
def reduced(gs):  # expect: convert
    return functools.reduce(lambda a, g: a + clip(g), gs)


# tf: raises OperatorNotAllowedInGraphError "tf.Tensor"
def two_ways(gs, which):  # expect: HYB109
    return tf.nest.map_structure((lambda g: clip(g)) if which else clip, gs)


results = []
for k in (1.0, 0.1):
    gs = [tf.constant([3.0, 4.0]) * k, tf.constant([0.3, 0.1])]
    r = tf.ragged.constant([[3.0, 4.0], [1.0]])
    results += [clipped(gs), clipped_without(gs), clipped_apart(gs), clipped_inside(gs, k), clipped_by(gs)]
    results += [of_ragged(r * k), of_ragged_without(r * k), mapped(gs), mapped_without(gs), reduced(gs)]
    results += [two_ways(gs, k > 0.5)]
