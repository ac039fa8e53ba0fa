"""Makers of random calls, one per class of operations: casts, reductions, rearranging, creation."""

from __future__ import annotations

from sample_draw import FLOATS, NUMBERS, Draw, Sample


def cast(draw: Draw, name: str) -> Sample:
    target = draw.pick(["tf.float32", "tf.int64", "'int32'", "tf.bool", "np.float64", "float", "int"])
    return Sample(f"{name}(a, {target})", {"a": (draw.pick(NUMBERS), draw.shape())})


def like(draw: Draw, name: str) -> Sample:
    extra = draw.pick(["", ", dtype=tf.int64", ", tf.float16"])
    return Sample(f"{name}(a{extra})", {"a": (draw.pick(NUMBERS), draw.shape(0, 3, least=0))})


def where(draw: Draw, name: str) -> Sample:
    shape = draw.shape()
    tensors = {"c": ("bool", shape), "a": ("float32", draw.broadcastable(shape)), "b": ("float32", shape)}
    text = draw.pick(["c", "c, a, b", "c, b, 0.0", "c, x=1.0, y=a"])
    return Sample(f"{name}({text})", tensors)


def one_hot(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 3)
    extra = draw.pick(
        ["", f", axis={draw.number(-1, len(shape))}", ", dtype=tf.int32", ", on_value=2, off_value=1"]
    )
    return Sample(f"{name}(a, {draw.number(1, 5)}{extra})", {"a": ("int32", shape)})


def embedding(draw: Draw, name: str) -> Sample:
    return Sample(
        f"{name}(a, b)", {"a": ("float32", (4, *draw.shape(0, 2))), "b": ("small", draw.shape(0, 3))}
    )


def argmax(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 4)
    extra = draw.pick(["", f", {draw.axis(shape)}", f", axis={draw.axis(shape)}, output_type=tf.int32"])
    return Sample(f"{name}(a{extra})", {"a": (draw.pick(NUMBERS), shape)})


def top_k(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3, least=2)
    extra = draw.pick(["", ", k=2", ", 1, sorted=False"])
    return Sample(f"{name}(a{extra})", {"a": (draw.pick(NUMBERS), shape)})


def norm(draw: Draw, name: str) -> Sample:
    shape = draw.shape(2, 4)
    extra = draw.pick(
        ["", f", axis={draw.axis(shape)}", f", 1, {draw.axis(shape)}", ", axis=[-2, -1], keepdims=True"]
    )
    return Sample(f"{name}(a{extra})", {"a": (draw.pick([*FLOATS, "complex64"]), shape)})


def moments(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 4)
    axes = draw.axes(shape) or [0]
    return Sample(
        f"{name}(a, axes={axes}{draw.pick(['', ', keepdims=True'])})", {"a": (draw.pick(FLOATS), shape)}
    )


def unsorted(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    ids = shape[: draw.number(1, len(shape))]
    return Sample(f"{name}(a, i, {draw.number(3, 5)})", {"a": ("float32", shape), "i": ("small", ids)})


def cross_entropy(draw: Draw, name: str) -> Sample:
    shape, dtype = draw.shape(1, 3, least=3), draw.pick(FLOATS)
    labels = ("small", shape[:-1]) if "sparse" in name else (dtype, shape)
    extra = (
        f", axis={draw.axis(shape)}"
        if "softmax_cross_entropy_with_logits" in name and "sparse" not in name and draw.flag()
        else ""
    )
    return Sample(f"{name}(labels=l, logits=a{extra})", {"a": (dtype, shape), "l": labels})


def reshape(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 4)
    size = 1
    for n in shape:
        size *= n
    factors = [n for n in (2, 3, 4) if size % n == 0]
    targets = [
        "[-1]",
        f"[{size}]",
        f"[1, -1, {draw.pick(factors or [1])}]",
        f"(-1, {draw.pick(factors or [1])})",
    ]
    if shape:
        targets += ["tf.shape(a)", "[tf.shape(a)[0], -1]", "a.shape", "(-1, a.shape[-1])"]
    return Sample(f"{name}(a, {draw.pick(targets)})", {"a": (draw.pick(NUMBERS), shape)})


def transpose(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 4)
    order = draw.permutation(len(shape))
    extra = draw.pick(["", f", {list(order)}", f", perm={tuple(order)}"]) if shape else ""
    return Sample(f"{name}(a{extra})", {"a": ("float32", shape)})


def expand_dims(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 3)
    return Sample(f"{name}(a, {draw.number(-len(shape) - 1, len(shape))})", {"a": ("int32", shape)})


def squeeze(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 4, most=2)
    ones = [i for i, n in enumerate(shape) if n == 1]
    extra = draw.pick(
        ["", f", {ones}", f", axis={ones[:1]}", f", axis={ones[0] - len(shape)}"] if ones else [""]
    )
    return Sample(f"{name}(a{extra})", {"a": ("float32", shape)})


def concat(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    axis = draw.axis(shape)
    other = list(shape)
    other[axis] = draw.number(0, 4)
    parts = draw.pick(["[a, b]", "(a, b, a)", "[b]", "[x for x in (a, b)]"])
    return Sample(f"{name}({parts}, {axis})", {"a": ("float32", shape), "b": ("float32", tuple(other))})


def stack(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 3)
    extra = draw.pick(["", f", {draw.number(-len(shape) - 1, len(shape))}"]) if "parallel" not in name else ""
    parts = draw.pick(["[a, b]", "(a, b, a)", "[b]", "[a, a]"])
    return Sample(f"{name}({parts}{extra})", {"a": ("int64", shape), "b": ("int64", shape)})


def unstack(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    return Sample(f"{name}(a{draw.pick(['', f', axis={draw.axis(shape)}'])})", {"a": ("float32", shape)})


def split(draw: Draw, name: str) -> Sample:
    shape = list(draw.shape(1, 3))
    axis = draw.axis(tuple(shape))
    shape[axis] = 6
    parts = draw.pick(["2", "3", "[1, 2, 3]", "[4, -1]", "(2, 2, -1)"])
    return Sample(f"{name}(a, {parts}, axis={axis})", {"a": ("float32", tuple(shape))})


def tile(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    times = [draw.number(0, 3) for _ in shape]
    return Sample(f"{name}(a, {times})", {"a": ("int32", shape)})


def repeat(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    extra = draw.pick(["", f", axis={draw.axis(shape)}"])
    return Sample(f"{name}(a, {draw.number(1, 3)}{extra})", {"a": ("int32", shape)})


def pad(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 3)
    rows = [[draw.number(0, 2), draw.number(0, 2)] for _ in shape]
    return Sample(f"{name}(a, {rows if rows else 'tf.zeros([0, 2], tf.int32)'})", {"a": ("float32", shape)})


def cut(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    begin = [draw.number(0, n - 1) for n in shape]
    size = [-1 if draw.flag() else draw.number(0, n - b) for n, b in zip(shape, begin, strict=True)]
    return Sample(f"{name}(a, {begin}, {size})", {"a": ("float32", shape)})


def broadcast_to(draw: Draw, name: str) -> Sample:
    shape = draw.shape()
    return Sample(f"{name}(a, {list(shape)})", {"a": ("float32", draw.broadcastable(shape))})


def ensure_shape(draw: Draw, name: str) -> Sample:
    shape = draw.shape()
    asked = [None if draw.flag() else n for n in shape]
    return Sample(f"{name}(a, {asked})", {"a": ("float32", shape)})


def gather(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3, least=3)
    axis = draw.axis(shape)
    extra = draw.pick(["", f", axis={axis}", ", batch_dims=1", f", axis={len(shape) - 1}, batch_dims=1"])
    rest = draw.shape(0, 2)
    indices = (shape[0], *rest) if "batch" in extra else rest
    return Sample(f"{name}(a, i{extra})", {"a": ("float32", shape), "i": ("small", indices)})


def gather_nd(draw: Draw, name: str) -> Sample:
    shape = draw.shape(2, 3, least=3)
    batch = draw.number(0, 1)
    depth = draw.number(1, len(shape) - batch)
    indices = (*shape[:batch], *draw.shape(0, 2), depth)
    return Sample(f"{name}(a, i, batch_dims={batch})", {"a": ("float32", shape), "i": ("small", indices)})


def boolean_mask(draw: Draw, name: str) -> Sample:
    shape = draw.shape(1, 3)
    start = draw.number(0, len(shape) - 1)
    mask = shape[start : draw.number(start + 1, len(shape))]
    extra = f", axis={start}" if start or draw.flag() else ""
    return Sample(f"{name}(a, m{extra})", {"a": ("float32", shape), "m": ("bool", mask)})


def shape_of(draw: Draw, name: str) -> Sample:
    extra = draw.pick(["", ", out_type=tf.int64"]) if not name.endswith("rank") else ""
    return Sample(f"{name}(a{extra})", {"a": ("float32", draw.shape())})


def meshgrid(draw: Draw, name: str) -> Sample:
    tensors = {n: ("float32", draw.shape(1, 1)) for n in "abc"[: draw.number(1, 3)]}
    return Sample(f"{name}({', '.join(tensors)}{draw.pick(['', ', indexing=' + repr('ij')])})", tensors)


def zeros(draw: Draw, name: str) -> Sample:
    shape = draw.shape(0, 3, least=0)
    text = draw.pick([f"{list(shape)}", f"{shape}", "tf.shape(a)", "a.shape", f"shape={list(shape)}"])
    extra = draw.pick(["", ", dtype=tf.int32", ", dtype='float64'", ", dtype=float"])
    return Sample(f"{name}({text}{extra})", {"a": ("float32", shape)})


def fill(draw: Draw, name: str) -> Sample:
    return Sample(
        f"{name}({list(draw.shape(0, 3))}, {draw.pick(['1', '2.5', 'True', 'a'])})", {"a": ("int64", ())}
    )


def constant(draw: Draw, name: str) -> Sample:
    content = draw.pick(["1", "2.5", "[1, 2]", "[[1.0, 2], [3, 4]]", "True", "'text'", "[]", "(1, 2.5)", "np.zeros((2, 3))",
                         "[['a', 'b']]", "2 ** 40", "np.arange(3)", "[True, False]", "np.float32(1)"])  # fmt: skip
    return Sample(f"{name}({content}{draw.pick(['', '', ', dtype=tf.float32'])})")


def numbers(draw: Draw, name: str) -> Sample:
    n = draw.number(0, 9)
    return Sample(draw.pick([
        f"{name}({n})", f"{name}(1, {n})", f"{name}({n}, 0, -2)", f"{name}(1, limit={n}, delta=3)", f"{name}({n}.0)",
        f"{name}({n}, dtype=tf.int64)", f"{name}(0, a)", f"{name}(0.0, 1.0, 0.1)", f"{name}(a)",
    ]), {"a": (draw.pick(["int32", "int64", "float32"]), ())})  # fmt: skip


def linspace(draw: Draw, name: str) -> Sample:
    return Sample(
        f"{name}({draw.pick(['0.0, 1.0', '-3, 3', '[-3], [3]', 'a, 1', 'a, a'])}, {draw.number(1, 5)})",
        {"a": (draw.pick(["int8", "int32", "int64", "float32", "float64"]), draw.shape(0, 2))},
    )


def eye(draw: Draw, name: str) -> Sample:
    extra = draw.pick(
        ["", ", 4", ", num_columns=2, dtype=tf.float64", ", batch_shape=[2]", ", dtype=tf.int32"]
    )
    return Sample(f"{name}({draw.number(1, 4)}{extra})")


def random(draw: Draw, name: str) -> Sample:
    seed = ", seed=[1, 2]" if "stateless" in name else ""
    bound = ", maxval=9" if "uniform" in name else ""
    options = ["", ", dtype=tf.float64"]
    if "uniform" in name:
        options += [f"{bound}, dtype=tf.int32", ", minval=-1.0, maxval=a"]
    else:
        options += [", mean=1.0, stddev=a"]
    return Sample(f"{name}({list(draw.shape())}{seed}{draw.pick(options)})", {"a": ("float32", ())})


def categorical(draw: Draw, name: str) -> Sample:
    seed = ", seed=[1, 2]" if "stateless" in name else ""
    return Sample(
        f"{name}(a, 3{seed}{draw.pick(['', ', dtype=tf.int32'])})", {"a": ("float32", draw.shape(2, 2))}
    )
