"""What a layer that runs in both directions gives without merging is unpacked, and so is what a copied model gives."""

import tensorflow as tf

both = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(3, return_sequences=True), merge_mode=None)
merged = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(3, return_sequences=True))
states = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(3, return_state=True), merge_mode=None)
inputs = tf.keras.Input((4,))
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(2)(inputs), tf.keras.layers.Dense(1)(inputs)])
copy = tf.keras.models.clone_model(model)


# tf: same
def apart(x):  # expect: convert
    forward, backward = both(x)
    return tf.concat([forward, backward], -1)


# tf: same
def with_states(x):  # expect: convert
    forward, backward, first, second = states(x)
    return forward + backward + first + second


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def together(x):  # expect: HYB105
    forward, backward = merged(x)
    return forward + backward


# tf: same
def copied(x):  # expect: convert
    probabilities, value = copy(x)
    return tf.nn.softmax(probabilities) * value


for part in (both, merged, states):
    part(tf.ones([2, 5, 4]))
for _ in range(3):
    apart(tf.ones([2, 5, 4]))
    with_states(tf.ones([2, 5, 4]))
    together(tf.ones([2, 5, 4]))
    copied(tf.ones([2, 4]))
