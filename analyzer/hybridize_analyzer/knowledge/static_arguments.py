"""Which arguments of an operation a graph takes as Python values only, or as one dtype only.

Eager TensorFlow takes a NumPy number there, and often a tensor: both have a value.  Inside a graph a NumPy argument is a
tensor, which has none, and keeps the dtype that NumPy gave it.  `tests/knowledge/test_static_arguments.py` executes it.
"""

from __future__ import annotations

_PYTHON_VALUES = """
keepdims: reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_any reduce_all reduce_logsumexp
    math.reduce_std math.reduce_variance math.reduce_euclidean_norm math.count_nonzero
axis: nn.softmax nn.log_softmax stack sort argsort squeeze unstack one_hot
ksize: nn.max_pool2d nn.avg_pool2d nn.max_pool1d nn.avg_pool1d
strides: nn.max_pool2d nn.avg_pool2d nn.max_pool1d nn.avg_pool1d nn.conv2d nn.conv1d
stride: nn.conv2d nn.conv1d
num: unstack
num_or_size_splits: split
ord: norm
batch_dims: gather
axes: nn.moments
approximate: nn.gelu
block_size: nn.space_to_depth
depth_radius: nn.lrn
type: signal.dct
N: experimental.numpy.eye experimental.numpy.tri keras.ops.tri
bottom_cropping: keras.ops.image.crop_images
bottom_padding: keras.ops.image.pad_images
left_cropping: keras.ops.image.crop_images
left_padding: keras.ops.image.pad_images
right_cropping: keras.ops.image.crop_images
right_padding: keras.ops.image.pad_images
size: keras.ops.image.resize
target_height: keras.ops.image.crop_images keras.ops.image.pad_images
target_width: keras.ops.image.crop_images keras.ops.image.pad_images
top_cropping: keras.ops.image.crop_images
top_padding: keras.ops.image.pad_images
a_is_sparse: linalg.matvec matmul
adjoint_a: linalg.matvec matmul
adjoint_b: matmul
allow_fast_lookup: nn.embedding_lookup_sparse nn.safe_embedding_lookup_sparse
alpha: keras.activations.elu
aminusb: sets.difference
antialias: image.resize image.resize_with_pad
approximate: keras.activations.gelu
axis: experimental.numpy.cumsum experimental.numpy.flip experimental.numpy.sort experimental.numpy.stack
    keras.activations.softmax keras.losses.sparse_categorical_crossentropy keras.ops.one_hot keras.ops.softmax
    keras.ops.sort keras.ops.stack math.bincount nn.isotonic_regression nn.softmax_cross_entropy_with_logits
    signal.dct signal.idct sparse.bincount sparse.concat split
axis1: experimental.numpy.trace
axis2: experimental.numpy.trace
b_is_sparse: linalg.matvec matmul
batch_axis: reverse_sequence
batch_dims: conv gather_nd
beam_width: nn.ctc_beam_search_decoder
begin_mask: strided_slice
block_size: nn.depth_to_space
channels: io.decode_and_crop_jpeg io.decode_jpeg io.decode_png
compression: io.encode_png
compute_full_loss: nn.log_poisson_loss
conjugate: transpose
conjugate_rhs: linalg.tridiagonal_solve
ddof: experimental.numpy.var
decreasing: nn.isotonic_regression
desired_channels: audio.decode_wav
desired_samples: audio.decode_wav
eigvals_only: linalg.eigh_tridiagonal
ellipsis_mask: strided_slice
end_mask: strided_slice
endpoint: experimental.numpy.linspace keras.ops.linspace
ensure_minimum_range: quantization.quantize
expand_nonconcat_dims: sparse.concat
filter_sigma: image.ssim
filter_size: image.ssim
from_logits: keras.losses.binary_crossentropy keras.losses.categorical_crossentropy
    keras.losses.sparse_categorical_crossentropy
groups: conv
k: approx_top_k experimental.numpy.eye experimental.numpy.rot90 experimental.numpy.tri experimental.numpy.tril
    experimental.numpy.triu nn.approx_max_k
keepdims: experimental.numpy.sum keras.backend.mean keras.ops.argmax keras.ops.logsumexp keras.ops.max
    keras.ops.mean keras.ops.norm keras.ops.std keras.ops.sum nn.moments nn.sufficient_statistics
    nn.weighted_moments norm
label_smoothing: keras.losses.binary_crossentropy keras.losses.categorical_crossentropy
logits_time_major: nn.ctc_loss
lower: image.random_contrast image.random_saturation image.stateless_random_contrast
    image.stateless_random_saturation
lower_edge_hertz: signal.linear_to_mel_weight_matrix
max_delta: image.random_brightness image.random_hue image.stateless_random_brightness image.stateless_random_hue
max_jpeg_quality: image.random_jpeg_quality image.stateless_random_jpeg_quality
max_value: keras.activations.relu
maxsplit: strings.split
min_jpeg_quality: image.random_jpeg_quality image.stateless_random_jpeg_quality
n: signal.dct
negative_slope: keras.activations.relu
new_axis_mask: strided_slice
ngram_width: strings.ngrams
num: keras.ops.linspace
num_bits: quantization.fake_quant_with_min_max_args quantization.fake_quant_with_min_max_args_gradient
    quantization.fake_quant_with_min_max_vars quantization.fake_quant_with_min_max_vars_gradient
    quantization.fake_quant_with_min_max_vars_per_channel quantization.quantize_and_dequantize
num_buckets: ragged.cross_hashed sparse.cross_hashed strings.to_hash_bucket strings.to_hash_bucket_fast
num_classes: nn.nce_loss nn.sampled_softmax_loss
num_mel_bins: signal.linear_to_mel_weight_matrix
num_partitions: dynamic_partition
num_reserved_ids: nn.fixed_unigram_candidate_sampler
num_sampled: nn.all_candidate_sampler nn.fixed_unigram_candidate_sampler nn.learned_unigram_candidate_sampler
    nn.nce_loss nn.sampled_softmax_loss random.log_uniform_candidate_sampler random.uniform_candidate_sampler
num_shards: nn.fixed_unigram_candidate_sampler
num_split: sparse.split
num_true: nn.all_candidate_sampler nn.compute_accidental_hits nn.fixed_unigram_candidate_sampler
    nn.learned_unigram_candidate_sampler random.log_uniform_candidate_sampler random.uniform_candidate_sampler
offset: experimental.numpy.trace
output_is_sparse: sparse.reduce_max sparse.reduce_sum
pad_end: signal.frame signal.mdct signal.stft
pad_to_max_output_size: image.non_max_suppression_padded
pad_width: keras.ops.pad
precision: as_string
preserve_aspect_ratio: image.resize
quality: io.encode_jpeg
range_max: nn.fixed_unigram_candidate_sampler nn.learned_unigram_candidate_sampler
    random.log_uniform_candidate_sampler random.uniform_candidate_sampler
ranks: debugging.assert_rank_in
rate: nn.atrous_conv2d
ratio: io.decode_and_crop_jpeg io.decode_jpeg
record_defaults: io.decode_csv
reduction_dimension: approx_top_k nn.approx_max_k
reduction_input_size_override: approx_top_k nn.approx_max_k
remove_accidental_hits: nn.nce_loss nn.sampled_softmax_loss
repeats: experimental.numpy.repeat keras.ops.tile
replacement_char: strings.unicode_decode strings.unicode_decode_with_offsets strings.unicode_encode
    strings.unicode_split strings.unicode_split_with_offsets
retstep: experimental.numpy.linspace keras.ops.linspace
return_index_map: image.ssim
returned: experimental.numpy.average
saturate: image.convert_image_dtype
scale_after_normalization: nn.batch_norm_with_global_normalization
seed: image.sample_distorted_bounding_box nn.fractional_avg_pool nn.fractional_max_pool
seq_axis: reverse_sequence
shape: ensure_shape
shard: nn.fixed_unigram_candidate_sampler
shrink_axis_mask: strided_slice
sparse: keras.ops.one_hot
start: experimental.numpy.arange
step: experimental.numpy.arange
strides: nn.pool
summarize: strings.format
threshold: keras.activations.relu
top_paths: nn.ctc_beam_search_decoder
upper: image.random_contrast image.random_saturation image.stateless_random_contrast
    image.stateless_random_saturation
upper_edge_hertz: signal.linear_to_mel_weight_matrix
validate_args: linalg.lu_matrix_inverse linalg.lu_reconstruct linalg.lu_solve
width: as_string
window_shape: nn.pool
x_density: io.encode_jpeg
y_density: io.encode_jpeg
antialias: keras.ops.image.resize
axes: keras.ops.transpose nn.weighted_moments tensordot
axis: quantization.quantize_and_dequantize quantization.quantize_and_dequantize_v2
back_prop: while_loop
blank_index: nn.ctc_loss
channels: io.decode_bmp
conjugate: linalg.matrix_transpose
crop_to_aspect_ratio: keras.ops.image.resize
dilations: nn.conv1d nn.conv1d_transpose nn.conv2d nn.conv2d_transpose nn.conv3d nn.conv3d_transpose
    nn.conv_transpose nn.convolution nn.depthwise_conv2d nn.dilation2d nn.erosion2d nn.pool
k: keras.ops.tri
key: strings.to_hash_bucket_strong
ksize: nn.avg_pool nn.avg_pool3d nn.max_pool nn.max_pool3d nn.max_pool_with_argmax
ksizes: extract_volume_patches
num_bits: quantization.quantize_and_dequantize_v2
num_buckets: strings.to_hash_bucket_strong
pad_to_aspect_ratio: keras.ops.image.resize
padding: nn.conv2d nn.depthwise_conv2d nn.max_pool nn.max_pool2d nn.max_pool1d nn.conv2d_transpose
parallel_iterations: while_loop
rate: nn.atrous_conv2d_transpose
rates: image.extract_patches
replacement_char: strings.unicode_transcode
sizes: image.extract_patches
strides: conv extract_volume_patches image.extract_patches nn.avg_pool nn.avg_pool3d nn.conv1d_transpose
    nn.conv2d_transpose nn.conv3d nn.conv3d_transpose nn.conv_transpose nn.convolution nn.depthwise_conv2d
    nn.dilation2d nn.erosion2d nn.max_pool nn.max_pool3d nn.max_pool_with_argmax nn.separable_conv2d
transpose_a: linalg.matvec matmul
transpose_b: matmul
"""
_INT32 = """
depth: one_hot
axis: split
k: linalg.diag image.rot90
size: image.resize
target_height: image.resize_with_pad image.crop_to_bounding_box
target_width: image.resize_with_pad image.crop_to_bounding_box
crop_size: image.crop_and_resize
offset_height: image.crop_to_bounding_box
offset_width: image.crop_to_bounding_box
max_output_size: image.non_max_suppression
num_samples: random.categorical
minlength: math.bincount
maxlength: math.bincount
fft_length: signal.rfft
window_length: signal.hann_window
max_index: random.experimental.index_shuffle
frame_step: signal.inverse_stft signal.overlap_and_add
num_columns: eye
num_upper: linalg.band_part
len: strings.substr
maximum_iterations: while_loop
"""


def _by_operation(table: str) -> dict[str, tuple[str, ...]]:
    """The parameters of each operation; a line that begins with a space goes on with the parameter above it."""
    found: dict[str, tuple[str, ...]] = {}
    parameter = ""
    for word in table.split():
        if word.endswith(":"):
            parameter = word[:-1]
        elif parameter not in found.get(word, ()):
            found[word] = (*found.get(word, ()), parameter)
    return found


PYTHON_VALUES = _by_operation(_PYTHON_VALUES)
"""By canonical name: a tensor raises `OperatorNotAllowedInGraphError`, `TypeError` or `ValueError`."""

INT32 = _by_operation(_INT32)
"""By canonical name: a tensor of another dtype, such as the int64 of a NumPy number, raises `TypeError` or `ValueError`."""
