"""What Keras layers put out, where the arguments that they were made with are constants.

A rule gets the layer's arguments by name, and the input as `inputs`. The dtype of floats is float32, or that which the
argument `dtype` names; it is not known where a policy is set. Layers that only move values keep what is no float.
"""

from __future__ import annotations

from collections.abc import Callable

from hybridize_analyzer.domain.values import Shape, const
from hybridize_analyzer.shapes.arrangement import concat, parts_of
from hybridize_analyzer.shapes.reductions import reduced_shape
from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    BoundArguments,
    Spec,
    added,
    broadcast,
    integers,
    product,
)
from hybridize_analyzer.shapes.windows import channels_last, per_axis, window_length

_FLOATS = ("float16", "bfloat16", "float32", "float64")
LayerRule = Callable[[BoundArguments, Shape], "Shape | None"]


def is_known(cls: str) -> bool:
    """Whether there is a rule for a layer of this class: one of Keras, which treats each example like the others."""
    return cls.rpartition(".")[2] in RULES


def output(bound: BoundArguments) -> Spec:
    """The result of a layer of the class `call.name`; nothing where the class has no rule."""
    name = bound.name.rpartition(".")[2]
    if name in _MERGES:
        return _merged(bound, name)
    rule = RULES.get(name)
    given = bound.spec("inputs")
    if rule is None:
        return NOTHING_KNOWN
    dtype = _dtype(bound, given, name)
    shape = given.shape if given.shape is not None else _only_shape(name)
    return Spec(dtype, None if shape is None else rule(bound, shape))


def _only_shape(name: str) -> Shape | None:
    """The shape of any input of a layer that takes one number of axes alone, or does not ask how many there are."""
    rank = _RANKS.get(name)
    return None if rank is None else (None,) * rank


def _dtype(bound: BoundArguments, given: Spec, name: str) -> str | None:
    if not bound.complete:
        return None
    if given.dtype in _FLOATS or name in _WITH_KERNEL or "Conv" in name:
        return computes_in(bound)
    return given.dtype if name in _MOVES else None


def computes_in(bound: BoundArguments) -> str | None:
    """The dtype to which a layer casts floats, of which are its results; None where it cannot be seen."""
    if bound.is_absent("dtype"):
        return "float32"
    dtype = MIXED.get(bound.text("dtype") or "") or bound.dtype("dtype")
    return dtype if dtype in _FLOATS else None


MIXED = {"mixed_float16": "float16", "mixed_bfloat16": "bfloat16"}
"""Policies under which variables are float32."""


def _merged(bound: BoundArguments, name: str) -> Spec:
    parts, whole = parts_of(bound, bound.given.get("inputs"))
    if not whole or not parts:
        return NOTHING_KNOWN
    dtype = computes_in(bound) if all(p.dtype in _FLOATS for p in parts) else None
    if name == "Concatenate":
        joined = {"axis": const(-1), **bound.given, "values": bound.given["inputs"]}
        return concat(BoundArguments(bound.lists, "concat", joined))._replace(dtype=dtype)
    shapes = [p.shape for p in parts]
    same_rank = all(s is not None for s in shapes) and len({len(s or ()) for s in shapes}) == 1
    return Spec(dtype, broadcast(*shapes) if same_rank else None)


def same(bound: BoundArguments, shape: Shape) -> Shape | None:
    return shape


def dense(bound: BoundArguments, shape: Shape) -> Shape | None:
    return (*shape[:-1], bound.integer("units")) if len(shape) > 1 else None


def is_convolution(cls: str) -> bool:
    """Whether a class of Keras is that of a convolution."""
    return cls.rpartition(".")[2] in _CONVOLUTIONS


def window(bound: BoundArguments) -> tuple[tuple[int | None, ...], int | None]:
    """What each number that a convolution gives is computed of: the lengths of the kernel, and channels of the input.

    A `DepthwiseConv2D` goes through one channel; so does a `SeparableConv2D`, which mixes afterwards what comes of them.
    """
    name, shape = bound.name.rpartition(".")[2], bound.spec("inputs").shape
    axes = int(next(letter for letter in name if letter.isdigit()))
    kernel = per_axis(bound, "kernel_size", axes, None)
    if name.startswith(("Depthwise", "Separable")):
        return kernel, 1
    return kernel, shape[-1] if shape and channels_last(bound) else None


def convolution(bound: BoundArguments, shape: Shape) -> Shape | None:
    """Channels last; `causal` padding is as `same` with its window before."""
    rank = len(shape) - 2
    if rank < 1 or not channels_last(bound):
        return None
    padding = (bound.text("padding", "valid") or "").upper()
    sizes, strides = per_axis(bound, "kernel_size", rank, None), per_axis(bound, "strides", rank)
    dilations = per_axis(bound, "dilation_rate", rank)
    how = "SAME" if padding == "CAUSAL" else padding
    lengths = (
        window_length(n, k, s, how, d)
        for n, k, s, d in zip(shape[1:-1], sizes, strides, dilations, strict=True)
    )
    if bound.name.endswith(("DepthwiseConv1D", "DepthwiseConv2D")):
        times = bound.integer("depth_multiplier", 1)
        return (shape[0], *lengths, product((shape[-1], times)))
    return (shape[0], *lengths, bound.integer("filters"))


def transposed_convolution(bound: BoundArguments, shape: Shape) -> Shape | None:
    rank = len(shape) - 2
    plain = bound.is_absent("output_padding") and "dilation_rate" not in bound.given
    if rank < 1 or not channels_last(bound) or not plain:
        return None
    padding = (bound.text("padding", "valid") or "").upper()
    sizes, strides = per_axis(bound, "kernel_size", rank, None), per_axis(bound, "strides", rank)
    lengths: list[int | None] = []
    for n, k, s in zip(shape[1:-1], sizes, strides, strict=True):
        if n is None or s is None or k is None or padding not in ("SAME", "VALID"):
            lengths.append(None)
        else:
            lengths.append(n * s if padding == "SAME" else n * s + max(k - s, 0))
    return (shape[0], *lengths, bound.integer("filters"))


def pool(bound: BoundArguments, shape: Shape) -> Shape | None:
    rank = len(shape) - 2
    if rank < 1 or not channels_last(bound):
        return None
    sizes = per_axis(bound, "pool_size", rank, 2)
    strides = sizes if bound.is_absent("strides") else per_axis(bound, "strides", rank)
    padding = (bound.text("padding", "valid") or "").upper()
    lengths = (window_length(n, k, s, padding) for n, k, s in zip(shape[1:-1], sizes, strides, strict=True))
    return (shape[0], *lengths, shape[-1])


def global_pool(bound: BoundArguments, shape: Shape) -> Shape | None:
    if not channels_last(bound):
        return None
    return reduced_shape(shape, tuple(range(1, len(shape) - 1)), bound.flag("keepdims"))


def flatten(bound: BoundArguments, shape: Shape) -> Shape | None:
    return (shape[0], product(shape[1:])) if shape else None


def reshape(bound: BoundArguments, shape: Shape) -> Shape | None:
    target = bound.integers("target_shape")
    if target is None or not shape:
        return None
    if -1 in target:
        total, rest = product(shape[1:]), product(tuple(n for n in target if n != -1))
        target = tuple(
            (total // rest if total is not None and rest else None) if n == -1 else n for n in target
        )
    return (shape[0], *target)


def permute(bound: BoundArguments, shape: Shape) -> Shape | None:
    order = bound.integers("dims")
    if (
        order is None
        or len(order) != len(shape) - 1
        or any(i is None or not 0 < i < len(shape) for i in order)
    ):
        return None
    return (shape[0], *(shape[i] for i in order if i is not None))


def repeat_vector(bound: BoundArguments, shape: Shape) -> Shape | None:
    return (shape[0], bound.integer("n"), shape[1]) if len(shape) == 2 else None


def embedding(bound: BoundArguments, shape: Shape) -> Shape | None:
    return (*shape, bound.integer("output_dim"))


def recurrent(bound: BoundArguments, shape: Shape) -> Shape | None:
    sequences = bound.flag("return_sequences")
    if len(shape) != 3 or sequences is None or bound.flag("return_state") is not False:
        return None
    steps = (shape[1],) if sequences else ()
    return (shape[0], *steps, bound.integer("units"))


def _sides(bound: BoundArguments, name: str, rank: int) -> list[tuple[int | None, int | None]] | None:
    """Two numbers per axis, from one number, one per axis or a pair per axis."""
    one = bound.integer(name, 1)
    if one is not None:
        return [(one, one)] * rank
    flat = bound.integers(name)
    if flat is not None and rank == 1 and len(flat) == 2:
        return [(flat[0], flat[1])]
    if flat is not None and len(flat) == rank and None not in flat:
        return [(n, n) for n in flat]
    rows = bound.lists.items_of(bound.given.get(name, frozenset()))
    pairs = [integers(bound.lists, row) for row in rows or ()]
    if len(pairs) != rank or any(p is None or len(p) != 2 for p in pairs):
        return None
    return [(p[0], p[1]) for p in pairs if p is not None]


def zero_padding(bound: BoundArguments, shape: Shape) -> Shape | None:
    sides = _sides(bound, "padding", len(shape) - 2)
    if sides is None or not channels_last(bound):
        return None
    return (shape[0], *(added(n, *p) for n, p in zip(shape[1:-1], sides, strict=True)), shape[-1])


def up_sampling(bound: BoundArguments, shape: Shape) -> Shape | None:
    if len(shape) < 3 or not channels_last(bound):
        return None
    times = per_axis(bound, "size", len(shape) - 2, 2)
    return (shape[0], *(product((n, t)) for n, t in zip(shape[1:-1], times, strict=True)), shape[-1])


_SAME = """Dropout Activation ReLU LeakyReLU ELU PReLU Softmax BatchNormalization LayerNormalization GaussianNoise
GaussianDropout AlphaDropout SpatialDropout1D SpatialDropout2D SpatialDropout3D ActivityRegularization
GroupNormalization UnitNormalization Rescaling""".split()
_MERGES = frozenset("Concatenate Add Subtract Multiply Average Maximum Minimum".split())
_CONVOLUTIONS = frozenset(
    f"{kind}{n}D{end}"
    for kind, end in (("Conv", ""), ("Conv", "Transpose"), ("SeparableConv", ""), ("DepthwiseConv", ""))
    for n in (1, 2, 3)
)
_WITH_KERNEL = frozenset({"Dense", "Embedding"})
_MOVES = frozenset("Flatten Reshape Permute RepeatVector Dropout".split())
RULES: dict[str, LayerRule] = {
    **dict.fromkeys(_SAME, same),
    **dict.fromkeys(("Dense", "LSTMCell", "GRUCell", "SimpleRNNCell"), dense),
    **{f"{kind}{n}D": convolution for kind in ("Conv", "SeparableConv", "DepthwiseConv") for n in (1, 2, 3)},
    **{f"Conv{n}DTranspose": transposed_convolution for n in (1, 2, 3)},
    **{f"{kind}Pooling{n}D": pool for kind in ("Max", "Average") for n in (1, 2, 3)},
    **{f"Global{kind}Pooling{n}D": global_pool for kind in ("Max", "Average") for n in (1, 2, 3)},
    **{f"ZeroPadding{n}D": zero_padding for n in (1, 2, 3)},
    **{f"UpSampling{n}D": up_sampling for n in (1, 2, 3)},
    **dict.fromkeys(("LSTM", "GRU", "SimpleRNN"), recurrent),
    "Flatten": flatten,
    "Reshape": reshape,
    "Permute": permute,
    "RepeatVector": repeat_vector,
    "Embedding": embedding,
}
_RANKS = {
    **{
        f"{kind}{n}D": n + 2
        for kind in (
            "MaxPooling",
            "AveragePooling",
            "GlobalMaxPooling",
            "GlobalAveragePooling",
            "ZeroPadding",
            "UpSampling",
            "SpatialDropout",
        )
        for n in (1, 2, 3)
    },
    **dict.fromkeys(("LSTM", "GRU", "SimpleRNN"), 3),
    "RepeatVector": 2,
    "Flatten": 2,
}
"""The number of axes that layers need; `Flatten` takes any, and makes two of them."""
