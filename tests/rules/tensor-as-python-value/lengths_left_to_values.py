"""Operations that take a length from values unless an argument gives it."""

import tensorflow as tf


# tf: raises TypeError "NoneType"
def mask_of_the_longest(x):  # expect: HYB105
    return x * float(tf.sequence_mask(tf.cast(x, tf.int32), dtype=tf.float32).shape[1])


# tf: same
def mask_of_a_length(x):  # expect: convert
    return x * float(tf.sequence_mask(tf.cast(x, tf.int32), 4).shape[1])


# tf: raises TypeError "NoneType"
def where_it_holds(x):  # expect: HYB105
    return x * float(tf.where(x > 1.0, name="found").shape[0])


# tf: same
def chosen(x):  # expect: convert
    return x * float(tf.where(x > 1.0, x=x, y=-x).shape[0])


# tf: raises TypeError "NoneType"
def bytes_of_texts(x):  # expect: HYB105
    return x * float(tf.io.decode_raw(tf.strings.join(["a", "b"]), tf.uint8).shape[0])


# tf: raises TypeError "NoneType"
def sliced_to(x):  # expect: HYB105
    return x * float(tf.strided_slice(x, [0], [tf.cast(x[1], tf.int32)]).shape[0])


# tf: raises TypeError "NoneType"
def cropped_to(x):  # expect: HYB105
    image = tf.image.crop_to_bounding_box(tf.zeros((8, 8, 1)), 0, 0, tf.cast(x[1], tf.int32), 2)
    return x * float(image.shape[0])


def main():
    x = tf.constant([1.0, 2.0, 1.0])
    for _ in range(2):
        mask_of_the_longest(x)
        mask_of_a_length(x)
        where_it_holds(x)
        chosen(x)
        bytes_of_texts(x)
        sliced_to(x)
        cropped_to(x)


main()
