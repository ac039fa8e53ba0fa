"""Makers of random calls: linear algebra, convolution, images."""

from __future__ import annotations

import struct

from sample_draw import FLOATS, Draw, Maker, Sample


def matmul(draw: Draw, name: str) -> Sample:
    batch = draw.shape(0, 2)
    n, k, m = draw.number(1, 4), draw.number(1, 4), draw.number(1, 4)
    flip_a, flip_b = draw.flag(), draw.flag()
    a, b = ((k, n) if flip_a else (n, k)), ((m, k) if flip_b else (k, m))
    dtype = draw.pick(FLOATS)
    text = f"{name}(a, b{', transpose_a=True' if flip_a else ''}{', adjoint_b=True' if flip_b else ''})"
    return Sample(text, {"a": (dtype, (*batch, *a)), "b": (dtype, (*draw.broadcastable(batch), *b))})


def matvec(draw: Draw, name: str) -> Sample:
    n, k, flip = draw.number(1, 4), draw.number(1, 4), draw.flag()
    a = (k, n) if flip else (n, k)
    return Sample(
        f"{name}(a, b{', transpose_a=True' if flip else ''})",
        {"a": ("float32", (*draw.shape(0, 1), *a)), "b": ("float32", (k,))},
    )


def tensordot(draw: Draw, name: str) -> Sample:
    text, a, b = draw.pick([
        ("1", (2, 3), (3, 4)), ("2", (2, 3, 4), (3, 4, 5)), ("0", (2,), (3,)), ("[[0], [1]]", (2, 3), (4, 2)),
        ("[[1, 0], [0, 1]]", (2, 3), (3, 2)), ("[[-1], [0]]", (2, 3), (3, 4, 5)),
    ])  # fmt: skip
    return Sample(f"{name}(a, b, axes={text})", {"a": ("float32", a), "b": ("float32", b)})


def einsum(draw: Draw, name: str) -> Sample:
    text, a, b = draw.pick([
        ("ij,jk->ik", (2, 3), (3, 4)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)), ("ij,ij->", (2, 3), (2, 3)),
        ("...ij,jk->...ik", (2, 2, 3), (3, 4)), ("ij,jk", (2, 3), (3, 4)), ("i,j->ij", (2,), (3,)),
        ("bi , bj -> bij", (2, 3), (2, 4)),
    ])  # fmt: skip
    return Sample(f"{name}('{text}', a, b)", {"a": ("float32", a), "b": ("float32", b)})


def solve(draw: Draw, name: str) -> Sample:
    n, m, batch = draw.number(1, 4), draw.number(1, 3), draw.shape(0, 1)
    return Sample(f"{name}(a, b)", {"a": ("float64", (*batch, n, n)), "b": ("float64", (*batch, n, m))})


def svd(draw: Draw, name: str) -> Sample:
    extra = (
        draw.pick(["", ", full_matrices=True", ", compute_uv=False"])
        if "svd" in name
        else draw.pick(["", ", full_matrices=True"])
    )
    return Sample(
        f"{name}(a{extra})",
        {"a": (draw.pick(FLOATS), (*draw.shape(0, 1), draw.number(1, 4), draw.number(1, 4)))},
    )


def convolution(draw: Draw, name: str) -> Sample:
    rank = next((int(c) for c in name if c.isdigit()), draw.number(1, 3))
    strides = draw.pick([1, 2, 3])
    dilations = draw.pick([1, 2]) if strides == 1 else 1
    channels, out = draw.number(1, 3), draw.number(1, 3)
    a = (draw.number(1, 3), *(draw.number(5, 9) for _ in range(rank)), channels)
    k = (*(draw.number(1, 3) for _ in range(rank)), channels, out)
    form = draw.pick([strides, [strides] * rank]) if name != "tf.nn.conv3d" else [1, *[strides] * 3, 1]
    form = strides if name == "tf.nn.conv1d" else form
    extra = f", dilations={[dilations] * rank}" if dilations > 1 and name != "tf.nn.conv3d" else ""
    padding = draw.pick(["SAME", "VALID"])
    stride = "stride" if name == "tf.nn.conv1d" else "strides"
    return Sample(
        f"{name}(a, k, {stride}={form}, padding='{padding}'{extra})",
        {"a": ("float32", a), "k": ("float32", k)},
    )


def depthwise(draw: Draw, name: str) -> Sample:
    s, c, m = draw.pick([1, 2]), draw.number(1, 3), draw.number(1, 2)
    tensors = {
        "a": ("float32", (2, 7, 6, c)),
        "k": ("float32", (3, 2, c, m)),
        "p": ("float32", (1, 1, c * m, 4)),
    }
    point = ", p" if "separable" in name else ""
    return Sample(
        f"{name}(a, k{point}, strides=[1, {s}, {s}, 1], padding='{draw.pick(['SAME', 'VALID'])}')", tensors
    )


def conv_transpose(draw: Draw, name: str) -> Sample:
    rank = next(int(c) for c in name if c.isdigit())
    sides = [6] * rank
    strides = 2 if rank < 3 else [1, 2, 2, 2, 1]
    tensors = {"a": ("float32", (2, *[3] * rank, 2)), "k": ("float32", (*[2] * rank, 4, 2))}
    return Sample(f"{name}(a, k, output_shape={[2, *sides, 4]}, strides={strides})", tensors)


def pool(draw: Draw, name: str) -> Sample:
    rank = next((int(c) for c in name if c.isdigit()), 2)
    a = (draw.number(1, 2), *(draw.number(4, 9) for _ in range(rank)), draw.number(1, 3))
    size, strides = draw.number(1, 3), draw.number(1, 3)
    form = draw.pick([size, [size] * rank, [1, *[size] * rank, 1]])
    return Sample(
        f"{name}(a, {form}, strides={strides}, padding='{draw.pick(['SAME', 'VALID'])}')",
        {"a": ("float32", a)},
    )


def resize(draw: Draw, name: str) -> Sample:
    batch = draw.pick([(), (2,)])
    extra = draw.pick(["", ", method='nearest'", ", 'bicubic'", ", preserve_aspect_ratio=True"])
    return Sample(
        f"{name}(a, [{draw.number(1, 8)}, {draw.number(1, 8)}]{extra})",
        {"a": (draw.pick(["float32", "uint8"]), (*batch, 4, 5, 3))},
    )


def resize_with_pad(draw: Draw, name: str) -> Sample:
    extra = draw.pick(["", ", method='nearest'"])
    return Sample(f"{name}(a, 8, 9{extra})", {"a": (draw.pick(["float32", "uint8"]), (4, 5, 3))})


def picture(file: str, *extras: str) -> Maker:
    """A file of a picture is decoded; file: an expression of `a`, the picture."""

    def make(draw: Draw, name: str) -> Sample:
        return Sample(f"{name}({file}{draw.pick(extras)})", {"a": ("uint8", (4, 5, 3))})

    return make


BMP = repr(
    struct.pack("<2sIHHIIiiHHIIiiII", b"BM", 78, 0, 0, 54, 40, 2, 3, 1, 24, 0, 24, 0, 0, 0, 0) + bytes(24)
)
"""A file of two pixels by three."""
GIF = repr(
    struct.pack("<6sHHBBB6sBHHHHB", b"GIF89a", 1, 1, 128, 0, 0, b"\0\0\0\xff\xff\xff", 44, 0, 0, 1, 1, 0)
    + b"\x02\x02D\x01\0;"
)
"""A film of one picture of one pixel."""


def frame(draw: Draw, name: str) -> Sample:
    return Sample(
        f"{name}(a, {draw.number(1, 4)}, {draw.number(1, 3)}{draw.pick(['', ', pad_end=True'])})",
        {"a": ("float32", (*draw.shape(0, 1), 9))},
    )


def rfft(draw: Draw, name: str) -> Sample:
    dtype = "complex64" if name.endswith("irfft") else draw.pick(FLOATS)
    return Sample(
        f"{name}(a{draw.pick(['', ', [4]'])})", {"a": (dtype, (*draw.shape(0, 2), draw.number(2, 9)))}
    )


def partitions(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    return Sample(
        f"{name}(a, p, 3)", {"a": ("float32", shape), "p": ("small", shape[: draw.number(1, len(shape))])}
    )


def each(draw: Draw, name: str) -> Sample:
    return Sample(f"{name}([a, b])", {"a": ("float32", draw.shape()), "b": ("int32", draw.shape())})
