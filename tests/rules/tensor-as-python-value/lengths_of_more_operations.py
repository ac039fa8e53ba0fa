"""Results whose lengths a graph does not know: sizes that tensors tell, parts of sparse tensors, windows, arrays of any shape."""

import keras
import tensorflow as tf


# tf: raises TypeError "None"
def windows(x, n):  # expect: HYB105
    return x * float(tf.signal.hann_window(n).shape[0])


# tf: raises TypeError "None"
def frames(x, n):  # expect: HYB105
    return x * float(tf.signal.frame(x, n, 1).shape[0])


# tf: raises TypeError "None"
def bins(x, n):  # expect: HYB105
    return x * float(tf.histogram_fixed_width(x, [0.0, 1.0], n).shape[0])


# tf: raises TypeError "None"
def crops(x, n):  # expect: HYB105
    image = tf.reshape(x, [1, 2, 2, 1])
    cut = tf.image.crop_and_resize(image, [[0.0, 0.0, 1.0, 1.0]], [0], tf.stack([n, n]))
    return x * float(cut.shape[1])


# tf: raises TypeError "None"
def segments(x, n):  # expect: HYB105
    return x * float(tf.sparse.segment_sum(x, [0, 1], [0, 0]).shape[0])


# tf: raises TypeError "None"
def axes_of_reductions(sparse):  # expect: HYB105
    return sparse.values * float(tf.sparse.reduce_sum(sparse, 1).shape.rank)


# tf: raises TypeError "None"
def filled_rows(x, n):  # expect: HYB105
    filled, _ = tf.sparse.fill_empty_rows(tf.sparse.from_dense(x[None]), 0.0)
    return x * float(filled.values.shape[0])


# tf: raises TypeError "None"
def decoded(x, n):  # expect: HYB105
    paths, _ = tf.nn.ctc_greedy_decoder(tf.reshape(x, [2, 1, 2]), [2])
    return x * float(paths[0].values.shape[0])


# tf: raises TypeError "None"
def mapped_positive(x, n):  # expect: HYB105
    return x * float(tf.map_fn(lambda v: v * 2.0, tf.boolean_mask(x, x > 0.0)).shape[0])


# tf: raises TypeError "None"
def arrays_of_any_shape(x, n):  # expect: HYB105
    array = tf.TensorArray(tf.float32, 2, infer_shape=False, clear_after_read=False)
    array = array.write(0, x).write(1, x[:2])
    return x * float(array.read(0).shape.rank)


# tf: raises TypeError "None"
def eyes(x, n):  # expect: HYB105
    return x * float(keras.ops.eye(n).shape[0])


# tf: raises TypeError "None"
def tiles(x, n):  # expect: HYB105
    return x * float(tf.experimental.numpy.tile(x, n).shape[0])


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def resized(x, n):  # expect: HYB105
    return tf.reduce_sum(keras.ops.image.resize(tf.reshape(x, [1, 2, 2, 1]), (n, 2)))


# tf: raises TypeError "TypeError: 'SymbolicTensor' object cannot be interpreted as "
def products(x, n):  # expect: HYB106
    return keras.ops.kron(x, x) * tf.reduce_sum(x)


# tf: differs
def shape_returned(x, n):  # expect: HYB112
    return keras.ops.shape(x), x * 2.0


# tf: differs
def rank_returned(x, n):  # expect: HYB112
    return keras.ops.ndim(x), x * 2.0


# tf: same
def shape_as_numbers(x, n):  # expect: convert
    return x * float(keras.ops.shape(x)[0]) + float(keras.ops.ndim(x))


# tf: same
def shape_of_unknown_length(x, n):  # expect: convert
    positive = tf.boolean_mask(x, x > 0.0)
    return keras.ops.reshape(positive, (keras.ops.shape(positive)[0], 1))


# tf: same
def constant_window(x, n):  # expect: convert
    return x * float(tf.signal.hann_window(4).shape[0])


# tf: same
def window_measured(x, n):  # expect: convert
    return x * tf.cast(tf.shape(tf.signal.hann_window(n))[0], tf.float32)


# tf: same
def window_of_the_length(x, n):  # expect: convert
    return tf.signal.hann_window(tf.shape(x)[0]) * x


# tf: same
def segments_told(x, n):  # expect: convert
    return x * float(tf.sparse.segment_sum(x, [0, 1], [0, 0], num_segments=2).shape[0])


# tf: same
def mapped_all(x, n):  # expect: convert
    return x * float(tf.map_fn(lambda v: v * 2.0, x).shape[0])


x, n = tf.constant([1.0, -2.0, 3.0, 0.5]), tf.constant(3)
results = [
    function(x, n)
    for function in (
        windows,
        frames,
        bins,
        crops,
        segments,
        filled_rows,
        decoded,
        mapped_positive,
        arrays_of_any_shape,
        eyes,
        tiles,
        resized,
        products,
        shape_returned,
        rank_returned,
        shape_as_numbers,
        shape_of_unknown_length,
        constant_window,
        window_measured,
        window_of_the_length,
        segments_told,
        mapped_all,
    )
]
results.append(axes_of_reductions(tf.sparse.from_dense(x[None])))
