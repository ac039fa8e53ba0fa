"""The last bit of a quotient in texts, bytes and integers, and in what rounds on its own."""

import tensorflow as tf


# tf: differs
def bits(values):  # expect: HYB115
    return tf.bitcast(values / 0.7, tf.int32)


# tf: differs
def stored(values):  # expect: HYB115
    return tf.io.serialize_tensor(values / 0.7)


# tf: differs
def told(values):  # expect: HYB115
    return tf.strings.format("{}", values / 0.7, summarize=-1)


# tf: differs
def quantized(values):  # expect: HYB115
    return tf.quantization.quantize(values / 0.7, 0.0, 10.0, tf.quint8)[0]


# tf: differs
def as_if_quantized(values):  # expect: HYB115
    return tf.quantization.fake_quant_with_min_max_args(values / 0.7, 0.0, 10.0)


# tf: differs
def as_pixels(values):  # expect: HYB115
    return tf.image.convert_image_dtype(tf.floor(values) / 133.0, tf.int32)


# tf: differs
def how_many(end):  # expect: HYB115
    return tf.size(tf.range(0.0, end / 3.0, 0.1))


# tf: differs
def cast_raw(values):  # expect: HYB115
    return tf.raw_ops.Cast(x=values / 0.1, DstT=tf.int32)


# tf: differs
def bits_of_sum(values):  # expect: convert unsafe
    return tf.bitcast(values + 0.0, tf.int32)


# tf: same
def bits_of_given(values):  # expect: convert
    return tf.bitcast(values * 0.7, tf.int32)


# tf: same
def pixels_of_given(values):  # expect: convert
    return tf.image.convert_image_dtype(values, tf.uint8)


# tf: same
def as_image(pixels):  # expect: convert
    return tf.image.convert_image_dtype(pixels, tf.float32) / 0.7


# tf: same
def positions(values):  # expect: convert
    return values / 0.7 * tf.cast(tf.range(tf.shape(values)[0]), tf.float32)


# tf: same
def steps_to(end):  # expect: convert
    return tf.range(0.0, end, 0.5)


readings = tf.range(400, dtype=tf.float32) / 3.0 + 0.1
for task in (bits, stored, told, quantized, as_if_quantized, as_pixels, bits_of_given, pixels_of_given, positions):
    shown = task(readings)
signs = bits_of_sum(tf.negative(tf.zeros([16])))
whole = cast_raw(tf.constant([0.3, 0.6, 2.7, 4.2]))
images = as_image(tf.cast(readings, tf.uint8))
counts = [how_many(readings[place]) for place in range(1, 40)]
stepped = steps_to(tf.constant(4.0))
