"""Sliding windows and images: convolution, pooling, resizing, frames and Fourier transforms."""

from __future__ import annotations

from hybridize_analyzer.domain.values import Shape
from hybridize_analyzer.shapes.arrangement import target_shape
from hybridize_analyzer.shapes.elementwise import COMPLEX, REAL, operands
from hybridize_analyzer.shapes.spec import (
    NOTHING_KNOWN,
    BoundArguments,
    Rule,
    Several,
    Spec,
    matched,
    normalised,
    replaced,
)


def window_length(
    length: int | None, window: int | None, stride: int | None, padding: str | None, dilation: int | None = 1
) -> int | None:
    """How often a window fits: `SAME` ignores its size."""
    if length is None or stride is None or not stride:
        return None
    if padding == "SAME":
        return -(-length // stride)
    if padding == "VALID" and window is not None and dilation is not None:
        return max(0, -(-(length - (window - 1) * dilation) // stride))
    return None


def per_axis(bound: BoundArguments, name: str, rank: int, default: int | None = 1) -> tuple[int | None, ...]:
    """One number per spatial axis of an argument that is one number, one per axis, or one per axis of the tensor."""
    if bound.is_absent(name) or name not in bound.given:
        return (default if bound.complete else None,) * rank
    one, several = bound.integer(name), bound.integers(name)
    if one is not None:
        return (one,) * rank
    if several is None:
        return (None,) * rank
    if len(several) == 1:
        return several * rank
    return several[1:-1] if len(several) == rank + 2 else several if len(several) == rank else (None,) * rank


def padding_of(bound: BoundArguments) -> str | None:
    found = bound.text("padding", "VALID")
    return found.upper() if found is not None else None


def channels_last(bound: BoundArguments) -> bool:
    """Whether the data format is known to be the usual one."""
    if "data_format" not in bound.given or bound.is_absent("data_format"):
        return bound.complete
    found = bound.text("data_format")
    return found is not None and not found.startswith("NC")


def _spatial(shape: Shape | None, rank: int | None = None) -> Shape | None:
    if shape is None or len(shape) < 3 or (rank is not None and len(shape) != rank + 2):
        return None
    return shape[1:-1]


def convolution(bound: BoundArguments) -> Spec:
    """Channels last: every spatial axis shrinks, the last filter axis is the number of channels."""
    source, kernel = bound.spec("input"), bound.spec("filters", "filter", "depthwise_filter")
    dtype = matched(source, kernel)
    rank = (
        len(kernel.shape) - 2 if kernel.shape is not None else len(source.shape) - 2 if source.shape else None
    )
    if rank is None or rank < 1 or not channels_last(bound):
        return Spec(dtype)
    lengths = _spatial(source.shape, rank) or (None,) * rank
    size = kernel.shape[:-2] if kernel.shape is not None else (None,) * rank
    strides = per_axis(bound, "strides" if "strides" in bound.given else "stride", rank)
    dilations = per_axis(bound, "dilations" if "dilations" in bound.given else "rate", rank)
    padding = padding_of(bound)
    out = (
        window_length(n, k, s, padding, d)
        for n, k, s, d in zip(lengths, size, strides, dilations, strict=True)
    )
    batch = source.shape[0] if source.shape and len(source.shape) == rank + 2 else None
    return Spec(dtype, (batch, *out, kernel.shape[-1] if kernel.shape else None))


def depthwise(bound: BoundArguments) -> Spec:
    """Every channel has filters of its own."""
    found = convolution(bound)
    kernel, point = bound.spec("filter", "depthwise_filter"), bound.spec("pointwise_filter")
    if not found.shape or not kernel.shape:
        return found
    if "pointwise_filter" in bound.given:
        return Spec(found.dtype, (*found.shape[:-1], point.shape[-1] if point.shape else None))
    a, b = kernel.shape[-2:]
    return Spec(found.dtype, (*found.shape[:-1], None if a is None or b is None else a * b))


def transposed(bound: BoundArguments) -> Spec:
    return Spec(
        matched(bound.spec("input"), bound.spec("filters", "filter")), target_shape(bound, "output_shape")
    )


def pool(bound: BoundArguments) -> Spec:
    source = bound.spec("input")
    if source.shape is None or len(source.shape) < 3 or not channels_last(bound):
        return Spec(source.dtype)
    rank = len(source.shape) - 2
    window = per_axis(bound, "ksize" if "ksize" in bound.given else "window_shape", rank)
    strides = per_axis(bound, "strides", rank)
    padding = padding_of(bound)
    dilations = per_axis(bound, "dilations", rank)
    out = (
        window_length(n, k, s, padding, d)
        for n, k, s, d in zip(source.shape[1:-1], window, strides, dilations, strict=True)
    )
    return Spec(source.dtype, (source.shape[0], *out, source.shape[-1]))


def resize(bound: BoundArguments) -> Spec:
    """Height and width are what is asked for."""
    images = bound.spec("images", "image")
    size = target_shape(bound, "size")
    keeps_ratio = bound.flag("preserve_aspect_ratio") is not False
    ratio = keeps_ratio and not bound.is_absent("preserve_aspect_ratio")
    dtype = _resized(bound, images.dtype)
    if images.shape is None or len(images.shape) not in (3, 4):
        return Spec(dtype)
    height, width = size if size is not None and len(size) == 2 and not ratio else (None, None)
    return Spec(dtype, (*images.shape[:-3], height, width, images.shape[-1]))


def _resized(bound: BoundArguments, dtype: str | None) -> str | None:
    """The dtype of resized images: float32, unless pixels are copied."""
    method = bound.text("method", "bilinear")
    return dtype if dtype == "float32" or method == "nearest" else None if method is None else "float32"


def resize_to(bound: BoundArguments) -> Spec:
    """`crop_to_bounding_box`, `resize_with_pad` and the like: height and width are arguments."""
    images = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    dtype = _resized(bound, images.dtype) if bound.name.endswith("resize_with_pad") else images.dtype
    if images.shape is None or len(images.shape) not in (3, 4):
        return Spec(dtype)
    height, width = bound.integer("target_height"), bound.integer("target_width")
    return Spec(dtype, (*images.shape[:-3], height, width, images.shape[-1]))


def random_crop(bound: BoundArguments) -> Spec:
    """As large as the argument says, on every axis."""
    return Spec(bound.spec("value").dtype, target_shape(bound, "size"))


def central_crop(bound: BoundArguments) -> Spec:
    """A part of height and width."""
    images = bound.spec("image")
    if images.shape is None or len(images.shape) not in (3, 4):
        return Spec(images.dtype)
    return Spec(images.dtype, (*images.shape[:-3], None, None, images.shape[-1]))


def crop_and_resize(bound: BoundArguments) -> Spec:
    """One image for each box."""
    images, boxes, size = bound.spec("image"), bound.spec("boxes"), target_shape(bound, "crop_size")
    height, width = size if size is not None and len(size) == 2 else (None, None)
    return Spec(
        "float32",
        (boxes.shape[0] if boxes.shape else None, height, width, images.shape[-1] if images.shape else None),
    )


def decoded(bound: BoundArguments) -> Spec:
    """A picture of a file: no more is known of it than its channels, if the call names them, and the size of a crop.

    `decode_image` gives a picture, or a film, unless the call excludes films.
    """
    dtype = bound.dtype("dtype") if "dtype" in bound.given else "uint8"
    if "decode_image" in bound.name and bound.flag("expand_animations", default=True) is not False:
        return Spec(dtype)
    window = target_shape(bound, "crop_window") if "crop_window" in bound.given else None
    height, width = window[2:] if window is not None and len(window) == 4 else (None, None)
    return Spec(dtype, (height, width, bound.integer("channels", 0) or None))


def decoded_film(bound: BoundArguments) -> Spec:
    """`decode_gif`: pictures, height, width, colours."""
    return Spec("uint8", (None, None, None, 3))


def last_axis(length: int) -> Rule:
    """The last axis gets a fixed length: colours."""

    def rule(bound: BoundArguments) -> Spec:
        found = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
        return Spec(found.dtype, (*found.shape[:-1], length) if found.shape else None)

    return rule


def swap_sides(bound: BoundArguments) -> Spec:
    """`rot90`, `transpose` of images: height and width change places."""
    images = operands(bound, 1)[0] if bound.given else NOTHING_KNOWN
    if images.shape is None or len(images.shape) < 3:
        return Spec(images.dtype)
    h, w, c = images.shape[-3:]
    odd = bound.integer("k", 1) if not bound.name.endswith("transpose") else 1
    sides = (None, None) if odd is None else (w, h) if odd % 2 else (h, w)
    return Spec(images.dtype, (*images.shape[:-3], *sides, c))


def image_gradients(bound: BoundArguments) -> Several:
    found = bound.spec("image")
    return Several((Spec(found.dtype, found.shape),) * 2)


def real_fft(bound: BoundArguments) -> Spec:
    """The last axis keeps one half and one."""
    found = bound.spec("input_tensor")
    dtype = COMPLEX.get(found.dtype or "")
    if not found.shape:
        return Spec(dtype)
    n = found.shape[-1] if bound.is_absent("fft_length") else _length(bound)
    return Spec(dtype, (*found.shape[:-1], None if n is None else n // 2 + 1))


def _length(bound: BoundArguments) -> int | None:
    """The transform's length where one is given."""
    given = bound.integers("fft_length")
    return given[0] if given is not None and len(given) == 1 else None


def inverse_real_fft(bound: BoundArguments) -> Spec:
    found = bound.spec("input_tensor")
    dtype = REAL.get(found.dtype or "")
    if not found.shape:
        return Spec(dtype)
    if not bound.is_absent("fft_length"):
        return Spec(dtype, (*found.shape[:-1], _length(bound)))
    n = found.shape[-1]
    return Spec(dtype, (*found.shape[:-1], None if n is None else max(0, 2 * (n - 1))))


def frame(bound: BoundArguments) -> Spec:
    found, axis, padded = bound.spec("signal"), bound.integer("axis", -1), bound.flag("pad_end")
    at = normalised(axis, len(found.shape)) if found.shape else None
    if not found.shape or at is None or padded is None:
        return Spec(found.dtype)
    size, step = bound.integer("frame_length"), bound.integer("frame_step")
    count = window_length(found.shape[at], size, step, "SAME" if padded else "VALID")
    return Spec(found.dtype, replaced(found.shape, at, count, size))


def window(bound: BoundArguments) -> Spec:
    return Spec(
        "float32" if "dtype" not in bound.given else bound.dtype("dtype"), (bound.integer("window_length"),)
    )


RULES: dict[str, Rule] = {
    "conv": convolution, "depthwise": depthwise, "conv_transpose": transposed, "pool": pool, "resize": resize,
    "resize_to": resize_to, "gray": last_axis(1), "rgb": last_axis(3), "swap_sides": swap_sides,
    "random_crop": random_crop, "central_crop": central_crop, "crop_and_resize": crop_and_resize, "decoded": decoded,
    "decoded_film": decoded_film,
    "image_gradients": image_gradients, "rfft": real_fft, "irfft": inverse_real_fft, "frame": frame, "window": window,
}  # fmt: skip
