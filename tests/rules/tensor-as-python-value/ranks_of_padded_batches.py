"""Batches that are padded to shapes have as many axes as these say, where nothing is known of the elements."""

import numpy as np
import tensorflow as tf

LENGTHS = {"ids": [None], "waves": [None, None], "size": []}


def examples():
    for size in (1, 3, 2, 4):
        yield {"ids": np.arange(size, dtype=np.int32), "size": size}


def with_waves(example):
    waves = tf.numpy_function(lambda n: np.ones([n, 2], np.float32), [example["size"]], tf.float32)
    return {"ids": example["ids"], "waves": waves, "size": example["size"]}


def dataset():
    made = tf.data.Dataset.from_generator(examples, output_types={"ids": tf.int32, "size": tf.int32})
    return made.map(with_waves).repeat()


def pairs():
    for size in (1, 3, 2, 4):
        yield np.arange(size, dtype=np.int32), size


# tf: same
def of_a_dict(batches):  # expect: convert
    batch = next(batches)
    ranks = float(batch["ids"].shape.rank or 7) + float(batch["waves"].shape.rank or 7)
    return tf.reduce_sum(batch["waves"]) * ranks * float(batch["size"].shape.rank or 7)


# tf: same
def of_a_layer(batches):  # expect: convert
    return tf.reduce_sum(tf.keras.layers.Softmax()(next(batches)["waves"]))


# tf: differs
def a_length(batches):  # expect: HYB105
    batch = next(batches)
    return tf.reduce_sum(batch["waves"]) * float(batch["waves"].shape[1] or 7)


# tf: differs
def not_padded(batches):  # expect: HYB105
    example = next(batches)
    return tf.reduce_sum(example["waves"]) * float(7 if example["waves"].shape.rank is None else 1)


# tf: same
def of_a_tuple(batches):  # expect: convert
    ids, sizes = next(batches)
    return tf.reduce_sum(ids + sizes[:, None]) * (ids.shape.rank or 7)


# tf: differs
def padded_to_the_longest(batches):  # expect: HYB105
    ids, sizes = next(batches)
    return tf.reduce_sum(ids) * (1 if ids.shape[1] else 7)


# tf: same
def described(batches):  # expect: convert
    batch = next(batches)
    return tf.reduce_sum(batch["ids"]) * (batch["ids"].shape.rank or 7)


# tf: differs
def described_in_part(batches):  # expect: HYB105
    batch = next(batches)
    return tf.reduce_sum(batch["ids"]) * (
        batch["size"].shape.rank if batch["size"].shape.rank is not None else 7
    )


def nested():
    for size in (1, 3, 2, 4):
        yield {"inputs": {"ids": np.arange(size, dtype=np.int32)}, "size": size}


# tf: same
def of_nested_dicts(batches):  # expect: HYB105
    batch = next(batches)
    return tf.reduce_sum(batch["inputs"]["ids"]) * (batch["inputs"]["ids"].shape.rank or 7) * batch["size"].shape.rank


padded = iter(dataset().padded_batch(2, padded_shapes=LENGTHS))
of_a_dict(padded)
of_a_dict(padded)
of_a_layer(iter(dataset().padded_batch(2, padded_shapes=LENGTHS)))
a_length(iter(dataset().padded_batch(2, padded_shapes=LENGTHS)))
not_padded(iter(dataset()))
of_a_tuple(
    iter(
        tf.data.Dataset.from_generator(pairs, output_types=(tf.int32, tf.int32))
        .repeat()
        .padded_batch(2, padded_shapes=([None], []))
    )
)
padded_to_the_longest(
    iter(
        tf.data.Dataset.from_generator(pairs, output_types=(tf.int32, tf.int32), output_shapes=([None], []))
        .repeat()
        .padded_batch(2)
    )
)
described(
    iter(
        tf.data.Dataset.from_generator(
            examples,
            output_signature={"ids": tf.TensorSpec([None], tf.int32), "size": tf.TensorSpec([], tf.int32)},
        ).repeat()
    )
)
described_in_part(
    iter(
        tf.data.Dataset.from_generator(
            examples,
            output_types={"ids": tf.int32, "size": tf.int32},
            output_shapes={"ids": [None], "size": None},
        ).repeat()
    )
)
of_nested_dicts(
    iter(
        tf.data.Dataset.from_generator(nested, output_types={"inputs": {"ids": tf.int32}, "size": tf.int32})
        .repeat()
        .padded_batch(2, padded_shapes={"inputs": {"ids": [None]}, "size": []})
    )
)
