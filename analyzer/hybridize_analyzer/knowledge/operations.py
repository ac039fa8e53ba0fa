"""Which rule gives the dtype and shape of an operation's result.

Reviewed by hand, by canonical name below `tensorflow.` (`python tools/generate_knowledge.py` finds the names); each line is
executed by `tests/knowledge`. A dtype behind the rule is the result's, whatever the arguments' are.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hybridize_analyzer.knowledge.exports import canonical_export

TABLE = """
same: acos acosh asin asinh atan atanh cos cosh exp floor identity negative round sigmoid sign sin sinh
    sqrt square stop_gradient tan tanh math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.ceil
    math.conj math.digamma math.erf math.erfc math.erfcinv math.erfinv math.expm1 math.invert_permutation
    math.lgamma math.log math.log1p math.log_sigmoid math.ndtri math.reciprocal math.reciprocal_no_nan
    math.rint math.rsqrt math.cumprod math.cumulative_logsumexp cumsum math.special.dawsn math.special.expint
    math.special.fresnel_cos math.special.fresnel_sin math.special.spence math.special.bessel_j0
    math.special.bessel_j1 math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1
    math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1 nn.relu nn.relu6 nn.elu nn.selu
    nn.gelu nn.softplus nn.softsign nn.swish nn.leaky_relu nn.softmax nn.log_softmax nn.l2_normalize nn.lrn
    nn.batch_normalization nn.dropout nn.experimental.general_dropout nn.experimental.stateless_dropout
    clip_by_norm reverse reverse_sequence roll sort random.shuffle tensor_scatter_nd_update
    tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_max tensor_scatter_nd_min
    debugging.check_numerics debugging.assert_all_finite grad_pass_through guarantee_const bitwise.invert
    linalg.band_part linalg.set_diag signal.fft signal.fft2d signal.fft3d signal.ifft signal.ifft2d
    signal.ifft3d signal.fftshift signal.ifftshift quantization.fake_quant_with_min_max_args
    quantization.fake_quant_with_min_max_vars quantization.quantize_and_dequantize_v2 image.adjust_brightness
    image.adjust_contrast image.adjust_gamma image.adjust_hue image.adjust_saturation image.flip_left_right
    image.flip_up_down image.hsv_to_rgb image.rgb_to_hsv image.random_flip_left_right
    image.random_flip_up_down image.random_brightness image.random_contrast image.random_hue
    image.random_saturation image.stateless_random_flip_left_right image.stateless_random_flip_up_down
    image.stateless_random_brightness image.stateless_random_contrast image.stateless_random_hue
    image.stateless_random_saturation image.rgb_to_yiq image.rgb_to_yuv image.yiq_to_rgb image.yuv_to_rgb
    strings.lower strings.upper strings.strip strings.regex_replace strings.substr strings.unicode_transcode
    io.encode_base64 io.decode_base64 sparse.from_dense sparse.to_dense sparse.reorder sparse.softmax
same bool: math.is_finite math.is_inf math.is_nan logical_not strings.regex_full_match
same float32: image.per_image_standardization
same string: as_string
same int32: strings.length strings.unicode_script
same int64: strings.to_hash_bucket strings.to_hash_bucket_fast strings.to_hash_bucket_strong
real: abs math.real math.imag math.angle
complex: complex
binary: add subtract multiply maximum minimum pow atan2 math.divide_no_nan math.multiply_no_nan math.floordiv
    math.mod math.squared_difference math.xdivy math.xlogy math.xlog1py math.igamma math.igammac
    math.polygamma math.zeta math.nextafter truncatediv truncatemod bitwise.bitwise_and bitwise.bitwise_or
    bitwise.bitwise_xor bitwise.left_shift bitwise.right_shift
binary bool: equal not_equal greater greater_equal less less_equal logical_and logical_or math.logical_xor
divide: divide truediv
ternary: math.betainc
clip: clip_by_value
cast: cast saturate_cast image.convert_image_dtype
like: zeros_like ones_like
where: where
add_n: add_n math.accumulate_n
one_hot: one_hot
bitcast: bitcast
embedding: nn.embedding_lookup
polyval: math.polyval
scalar_mul: scalar_mul
sequence_mask: sequence_mask
clip_by_global_norm: clip_by_global_norm
reduce: reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_logsumexp
    math.reduce_euclidean_norm
reduce_real: math.reduce_std math.reduce_variance
reduce bool: reduce_all reduce_any
reduce string: strings.reduce_join
count_nonzero: math.count_nonzero
argmax: argmax argmin
top_k: nn.top_k
norm: norm
moments: nn.moments
segments: math.segment_sum math.segment_mean math.segment_max math.segment_min math.segment_prod
unsorted_segments: math.unsorted_segment_sum math.unsorted_segment_mean math.unsorted_segment_max
    math.unsorted_segment_min math.unsorted_segment_prod math.unsorted_segment_sqrt_n
softmax_cross_entropy: nn.softmax_cross_entropy_with_logits
sparse_cross_entropy: nn.sparse_softmax_cross_entropy_with_logits
in_top_k: nn.in_top_k
confusion_matrix: math.confusion_matrix
bincount: math.bincount
drop_last: math.lbeta
drop_image: image.psnr image.ssim image.total_variation
scalar: nn.l2_loss linalg.global_norm
argsort: argsort
searchsorted: searchsorted
unique: unique unique_with_counts
reshape: reshape
transpose: transpose
expand_dims: expand_dims
squeeze: squeeze
concat: concat
stack: stack
unstack: unstack
split: split
tile: tile
repeat: repeat
pad: pad
slice: slice
broadcast_to: broadcast_to
ensure_shape: ensure_shape
gather: gather
gather_nd: gather_nd
scatter_nd: scatter_nd
boolean_mask: boolean_mask
shape: shape
size: size
size int32: rank
meshgrid: meshgrid
broadcast_shape: broadcast_dynamic_shape
space_to_depth: nn.space_to_depth nn.depth_to_space
partitions: dynamic_partition
stitch: dynamic_stitch
each: identity_n
rank_kept: batch_to_space space_to_batch
strided_slice: strided_slice
zeros: zeros ones
fill: fill
constant: constant convert_to_tensor
range: range
linspace: linspace
eye: eye
random: random.normal random.uniform random.truncated_normal random.stateless_normal random.stateless_uniform
    random.stateless_truncated_normal
random_of: random.gamma random.poisson random.stateless_gamma random.stateless_poisson
    random.stateless_binomial random.stateless_parameterized_truncated_normal
categorical: random.categorical random.stateless_categorical
matmul: matmul
matvec: linalg.matvec
tensordot: tensordot
einsum: einsum
square: linalg.cholesky linalg.inv linalg.expm linalg.logm matrix_square_root
matrix_transpose: linalg.matrix_transpose linalg.adjoint linalg.pinv
fold_matrix: linalg.det linalg.logdet linalg.trace
solve: linalg.solve linalg.triangular_solve linalg.cholesky_solve
lstsq: linalg.lstsq
diag_part: linalg.diag_part
diag: linalg.diag
tensor_diag: linalg.tensor_diag
tensor_diag_part: linalg.tensor_diag_part
eigh: linalg.eigh
eigvalsh: linalg.eigvalsh
eig: eig
eigvals: eigvals
svd: linalg.svd
qr: linalg.qr
lu: linalg.lu
slogdet: linalg.slogdet
bias_add: nn.bias_add
conv: nn.conv1d nn.conv2d nn.conv3d nn.convolution
depthwise: nn.depthwise_conv2d nn.separable_conv2d
conv_transpose: nn.conv1d_transpose nn.conv2d_transpose nn.conv3d_transpose
pool: nn.max_pool1d nn.max_pool2d nn.max_pool3d nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d nn.max_pool
    nn.avg_pool
resize: image.resize
resize_to: image.crop_to_bounding_box image.resize_with_crop_or_pad image.pad_to_bounding_box
    image.resize_with_pad
random_crop: image.random_crop image.stateless_random_crop
central_crop: image.central_crop
crop_and_resize: image.crop_and_resize
decoded: io.decode_jpeg io.decode_png io.decode_bmp io.decode_image io.decode_and_crop_jpeg
decoded_film: io.decode_gif
gray: image.rgb_to_grayscale
rgb: image.grayscale_to_rgb
swap_sides: image.rot90 image.transpose
image_gradients: image.image_gradients
rfft: signal.rfft
irfft: signal.irfft
frame: signal.frame
window: signal.hann_window signal.hamming_window signal.kaiser_window signal.vorbis_window
binary_loss: nn.sigmoid_cross_entropy_with_logits nn.weighted_cross_entropy_with_logits
"""


KERAS_TABLE = """
same floats: abs arccos arcsin arctan ceil cos cosh elu erf exp expm1 floor gelu hard_sigmoid leaky_relu log log1p log10 log2
    log_sigmoid log_softmax negative reciprocal relu relu6 round rsqrt selu sigmoid sign silu sin sinh softmax softplus
    softsign sqrt square tan tanh stop_gradient flip roll sort
same bool: isfinite isinf isnan logical_not
binary floats: add subtract multiply divide true_divide power maximum minimum arctan2 floor_divide mod
binary bool: equal not_equal greater greater_equal less less_equal logical_and logical_or logical_xor
reduce floats: sum mean max min prod std var logsumexp
reduce bool: all any
np_matmul floats: matmul
reshape: reshape
transpose: transpose
expand_dims: expand_dims
squeeze: squeeze
concat floats: concatenate
stack floats: stack
np_swap floats: swapaxes
np_move floats: moveaxis
np_take floats: take
broadcast_to: broadcast_to
repeat floats: repeat
cast: cast
like: zeros_like ones_like
zeros: zeros ones
np_split floats: split array_split
listed: hsplit vsplit dsplit
unstack floats: unstack
meshgrid floats: meshgrid
pair: moments top_k qr eigh eig lu_factor slogdet stft rfft fft fft2 ifft2 histogram
np_svd: svd
"""


LOSS_TABLE = """
per_row: mean_squared_error mean_absolute_error mean_absolute_percentage_error mean_squared_logarithmic_error huber log_cosh
    hinge squared_hinge categorical_hinge kl_divergence poisson cosine_similarity binary_crossentropy
    binary_focal_crossentropy
per_row_of_classes: categorical_crossentropy sparse_categorical_crossentropy
"""


class Operation(NamedTuple):
    """rule: the name of a rule for dtype and shape.  dtype: the result's where the rule does not say; `floats` is that of
    the arguments where they are all floats of one dtype, and else not known: Keras promotes in its own way.
    """

    rule: str
    dtype: str | None


def _parsed(table: str) -> dict[str, Operation]:
    found: dict[str, Operation] = {}
    rule = ""
    for line in table.strip().splitlines():
        head, colon, names = line.rpartition(":")
        rule = head if colon else rule
        name, _, dtype = rule.partition(" ")
        for key in names.split():
            found[key] = Operation(name, dtype or None)
    return found


OPERATIONS = _parsed(TABLE)
KERAS_OPERATIONS = _parsed(KERAS_TABLE)
KERAS_LOSSES = _parsed(LOSS_TABLE)


@cache
def operation(name: str) -> Operation | None:
    """The rule of a function by any of its full names, or None."""
    if name.startswith("keras.ops."):
        return KERAS_OPERATIONS.get(name.removeprefix("keras.ops."))
    if name.startswith(("keras.losses.", "keras.metrics.")):
        return KERAS_LOSSES.get(canonical_export(name).removeprefix("keras.losses."))
    for candidate in (name, canonical_export(name)):
        found = OPERATIONS.get(candidate.removeprefix("tensorflow.").removeprefix("compat.v1."))
        if found is not None and candidate.startswith("tensorflow."):
            return found
    return None
