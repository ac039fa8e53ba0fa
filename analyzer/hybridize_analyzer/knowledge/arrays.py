"""Which rules give the dtype and the shape of what a NumPy function returns; reviewed, executed by `tests/knowledge`.

A line is `SHAPE DTYPE: names`: a rule of `shapes` for the shape, and how the dtype follows: `first`
argument's, `promote` all, `float` (what a function of real numbers makes of it), `total` (sums widen small integers),
`mean`, `spread` (the same, real), `counted` and `rounded` (bool becomes a number), `product` (Python numbers count as
arrays), `given` (the rule's own, a `dtype` argument's), or a dtype.
"""

from __future__ import annotations

from functools import cache

from hybridize_analyzer.knowledge.exports import canonical_export

TABLE = """
same float: arccos arccosh arcsin arcsinh arctan arctanh cbrt cos cosh exp exp2 expm1 log log10 log1p log2 sin sinh sqrt tan
 tanh deg2rad rad2deg spacing
same first: ceil floor negative positive sign copy trunc nan_to_num
 roll flip fliplr flipud sort tril triu ascontiguousarray fix
same float: rint fabs
same mean: sinc i0
same counted: conjugate square reciprocal
same rounded: round around
same bool: isfinite isinf isnan isneginf isposinf signbit logical_not iscomplex isreal
same absolute: absolute
same real: real imag
binary promote: add multiply maximum minimum fmax fmin gcd lcm
binary counted: power remainder floor_divide left_shift right_shift
binary promote: subtract bitwise_and bitwise_or bitwise_xor
binary divide: true_divide divide
binary real_numbers: arctan2 hypot logaddexp logaddexp2 copysign nextafter
binary bool: equal not_equal greater greater_equal less less_equal logical_and logical_or logical_xor isclose
clip promote: clip
np_where promote: where
like given: zeros_like ones_like empty_like full_like
reduce total: sum prod nansum nanprod
reduce first: max min amax amin nanmax nanmin ptp
reduce mean: mean median nanmean nanmedian
reduce spread: std var nanstd nanvar
reduce bool: all any
reduce int64: count_nonzero
np_average mean: average
np_arg int64: argmax argmin nanargmax nanargmin
np_cumulative total: cumsum cumprod
argsort int64: argsort
reshape first: reshape
np_flat first: ravel
transpose first: transpose
expand_dims first: expand_dims
squeeze first: squeeze
np_concat promote: concatenate
stack promote: stack
np_pile promote: vstack row_stack
np_row promote: hstack
broadcast_to first: broadcast_to
np_swap first: swapaxes
np_move first: moveaxis
repeat first: repeat
np_tile first: tile
np_pad first: pad
np_take first: take
np_diag first: diag
np_diagonal first: diagonal
np_trace total: trace
zeros given: zeros ones empty
np_full given: full
np_eye given: eye identity
np_arange given: arange
np_linspace given: linspace logspace geomspace
np_array given: array asarray asanyarray
np_atleast first: atleast_1d atleast_2d
np_matmul product: matmul dot
tensordot product: tensordot
einsum product: einsum
np_outer product: outer
np_inner product: inner
np_diff first: diff
np_size int: size ndim
square inexact: linalg.inv linalg.cholesky
matrix_transpose inexact: linalg.pinv
fold_matrix inexact: linalg.det
np_norm spread: linalg.norm
np_solve solved: linalg.solve
eigh inexact: linalg.eigh
eigvalsh inexact: linalg.eigvalsh
np_unique first: unique
np_flat_indices int64: flatnonzero
np_indices int64: argwhere
meshgrid first: meshgrid
np_random float64: random.rand random.randn
np_sized float64: random.random random.random_sample random.normal random.uniform random.standard_normal random.beta
 random.exponential random.gamma random.laplace random.lognormal
np_sized int64: random.poisson random.binomial random.geometric
np_randint given: random.randint
np_permutation given: random.permutation
"""


def _parsed() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    rule = ("", "")
    for line in TABLE.strip().splitlines():
        head, colon, names = line.rpartition(":")
        if colon:
            shape, _, dtype = head.partition(" ")
            rule = (shape, dtype)
        found.update(dict.fromkeys(names.split(), rule))
    return found


ARRAYS = _parsed()


@cache
def array_rule(name: str) -> tuple[str, str] | None:
    """Shape rule and dtype rule of a function `numpy.…`, or None."""
    return ARRAYS.get(canonical_export(name).removeprefix("numpy.")) or ARRAYS.get(
        name.removeprefix("numpy.")
    )
