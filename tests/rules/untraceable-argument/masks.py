"""Arguments with a mask of Keras, and what reads the mask."""

import tensorflow as tf

layers = tf.keras.layers
embedding = layers.Embedding(10, 4, mask_zero=True)
dense = layers.Dense(4)
recurrent = layers.LSTM(3)
sequences = layers.GRU(4, return_sequences=True)
pool = layers.GlobalAveragePooling1D()
flat = layers.Flatten()
attention = layers.Attention()
stack = tf.keras.Sequential([layers.Dropout(0.5), layers.GRU(3)])
flat_stack = tf.keras.Sequential([layers.Dense(4), layers.Flatten(), layers.Dense(2)])
entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
crossentropy = tf.keras.metrics.SparseCategoricalCrossentropy(from_logits=True)
average = tf.keras.metrics.Mean()


class Encoder(layers.Layer):
    def __init__(self):
        super().__init__()
        self.embedding = layers.Embedding(10, 4)

    def compute_mask(self, ids, mask=None):
        return tf.not_equal(ids, 0)

    # tf: same
    def call(self, ids):  # expect: undetermined HYB108
        return self.embedding(ids) * 2.0


class Tagger(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = layers.Embedding(10, 4, mask_zero=True)
        self.head = layers.Dense(10)

    # tf: differs
    def call(self, ids):  # expect: HYB112
        return self.head(self.embedding(ids))


class Weighted(layers.Layer):
    # tf: same
    def call(self, x, mask=None):  # expect: convert
        return x if mask is None else x * tf.cast(mask, x.dtype)[..., tf.newaxis]


# tf: differs
def last_state(hidden):  # expect: HYB120
    return recurrent(hidden)


# tf: differs
def after_dense(hidden):  # expect: HYB120
    return recurrent(dense(hidden))


# tf: differs
def of_sequences(hidden):  # expect: HYB120
    return recurrent(hidden)


# tf: differs
def in_a_pair(pair):  # expect: HYB120
    hidden, scale = pair
    return recurrent(hidden) * scale


# tf: differs
def in_a_dict(batch):  # expect: HYB120
    return pool(batch["hidden"])


# tf: differs
def attended(hidden):  # expect: HYB120
    return tf.reduce_sum(attention([hidden, hidden]))


# tf: differs
def stacked(hidden):  # expect: HYB120
    return stack(hidden, training=False)


# tf: differs
def of_an_encoder(hidden):  # expect: HYB120
    return recurrent(hidden)


# tf: differs
def loss_of(target, logits):  # expect: HYB120
    return entropy(target, logits)


# tf: differs
def measured(target, logits):  # expect: HYB120
    crossentropy.update_state(target, logits)


# tf: differs
def weighed(hidden):  # expect: HYB120
    return tf.reduce_sum(weighted(hidden))


# tf: same
def flattened(hidden):  # expect: convert
    return flat(hidden) * 2.0


# tf: same
def flat_stacked(hidden):  # expect: convert
    return flat_stack(hidden)


# tf: same
def averaged(hidden):  # expect: convert
    average.update_state(hidden)


# tf: same
def unmasked(hidden):  # expect: convert
    return recurrent(hidden)


# tf: same
def computed(hidden):  # expect: convert
    return recurrent(hidden * 2.0)


# tf: same
def from_ids(ids):  # expect: convert
    return recurrent(embedding(ids))


# tf: same
def function_of_losses(target, logits):  # expect: convert
    return tf.keras.losses.sparse_categorical_crossentropy(target, logits, from_logits=True)


ids = tf.constant([[1, 2, 0, 0], [3, 0, 0, 0]])
target = tf.constant([[1, 2, 3, 4], [4, 3, 2, 1]])
encoder, tagger, weighted = Encoder(), Tagger(), Weighted()
results = {
    "last state": last_state(embedding(ids)),
    "after dense": after_dense(embedding(ids)),
    "of sequences": of_sequences(sequences(embedding(ids))),
    "in a pair": in_a_pair((embedding(ids), tf.constant(2.0))),
    "in a dict": in_a_dict({"hidden": embedding(ids)}),
    "attended": attended(embedding(ids)),
    "stacked": stacked(embedding(ids)),
    "of an encoder": of_an_encoder(encoder(ids)),
    "loss": loss_of(target, tagger(ids)),
    "weighed": weighed(embedding(ids)),
    "flattened": flattened(embedding(ids)),
    "flat stacked": flat_stacked(embedding(ids)),
    "unmasked": unmasked(tf.identity(embedding(ids))),
    "computed": computed(embedding(ids)),
    "from ids": from_ids(ids),
    "function of losses": function_of_losses(target, tagger(ids)),
}
measured(target, tagger(ids))
averaged(embedding(ids))
measures = crossentropy.result(), average.result()
