"""Which rule gives the shapes of an operation of `tf.raw_ops`; the registry (`data/raw_ops.json`) has the dtypes.

Reviewed by hand; `tests/knowledge/test_raw_operations.py` executes each name.  `Name(new=old)`: the rule calls the
parameter `old` of the operation `new`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

TABLE = """
same: Abs Acos Acosh Asin Asinh Atan Atanh BesselI0 BesselI0e BesselI1 BesselI1e Ceil Conj Cos Cosh Cumprod Cumsum
    CumulativeLogsumexp Digamma Elu Erf Erfc Erfinv Exp Expm1 FFT Floor IFFT Identity Inv Invert InvertPermutation LRN
    LeakyRelu Lgamma Log Log1p LogSoftmax Ndtri Neg PreventGradient Reciprocal Relu Relu6 ReverseV2 Rint Roll Round Rsqrt
    Selu Sigmoid Sign Sin Sinh Snapshot Softmax Softplus Softsign Sqrt Square StopGradient Tan Tanh IsFinite IsInf IsNan
    LogicalNot AsString StringLower StringUpper StringStrip StringLength OnesLike ZerosLike Cast CheckNumerics MatrixBandPart
    TensorScatterUpdate TensorScatterAdd TensorScatterSub MatrixSetDiag AdjustContrastv2 AdjustHue AdjustSaturation
    HSVToRGB RGBToHSV Real Imag Angle ComplexAbs DeepCopy Cholesky MatrixInverse
    MatrixSquareRoot MatrixLogarithm ClipByValue
binary: Add AddV2 Sub Mul Div RealDiv TruncateDiv FloorDiv DivNoNan MulNoNan Atan2 BitwiseAnd BitwiseOr BitwiseXor Complex
    FloorMod Igamma Igammac LeftShift Maximum Minimum Mod NextAfter Polygamma Pow RightShift SquaredDifference
    TruncateMod Xdivy Xlog1py Xlogy Zeta Equal NotEqual Greater GreaterEqual Less LessEqual LogicalAnd LogicalOr
    ApproximateEqual
ternary: Betainc SelectV2
reduce: Sum Mean Max Min Prod All Any EuclideanNorm
argmax: ArgMax ArgMin
matmul: MatMul BatchMatMul(a=x,b=y,adjoint_a=adj_x,adjoint_b=adj_y) BatchMatMulV2(a=x,b=y,adjoint_a=adj_x,adjoint_b=adj_y)
    BatchMatMulV3(a=x,b=y,adjoint_a=adj_x,adjoint_b=adj_y)
add_n: AddN
reshape: Reshape
transpose: Transpose(a=x)
expand_dims: ExpandDims
squeeze: Squeeze
concat: ConcatV2 Concat(axis=concat_dim)
stack: Pack
unstack: Unpack
split: Split(num_or_size_splits=num_split) SplitV(num_or_size_splits=size_splits)
tile: Tile
pad: Pad(tensor=input) PadV2(tensor=input) MirrorPad(tensor=input)
fill: Fill
broadcast_to: BroadcastTo
ensure_shape: EnsureShape
gather: Gather GatherV2
gather_nd: GatherNd
scatter_nd: ScatterNd
one_hot: OneHot
slice: Slice(input_=input)
shape: Shape
size: Size Rank
range: Range
space_to_depth: SpaceToDepth
bias_add: BiasAdd
conv: Conv2D Conv3D
depthwise: DepthwiseConv2dNative
pool: MaxPool AvgPool(input=value) MaxPool3D AvgPool3D
top_k: TopKV2
fold_matrix: MatrixDeterminant
unsorted_segments: UnsortedSegmentSum UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd
segments: SegmentSum SegmentMean SegmentMax SegmentMin SegmentProd
scalar: L2Loss
resize: ResizeNearestNeighbor ResizeBilinear ResizeBicubic ResizeArea
"""


class RawOperation(NamedTuple):
    """rule: of the shapes.  renamed: the rule's name of a parameter -> the operation's."""

    rule: str
    renamed: dict[str, str]


@cache
def raw_operations() -> dict[str, RawOperation]:
    """Every operation that has a rule, by its name below `tf.raw_ops`."""
    found: dict[str, RawOperation] = {}
    rule = ""
    for line in TABLE.strip().splitlines():
        head, colon, names = line.rpartition(":")
        rule = head if colon else rule
        for word in names.split():
            name, _, renamed = word.rstrip(")").partition("(")
            pairs = [pair.partition("=")[::2] for pair in renamed.split(",") if pair]
            found[name] = RawOperation(rule, dict(pairs))
    return found
