"""How much a call computes: operations that eager execution dispatches one by one, and the arithmetic in them.

Both are estimates for `gain`.  Lengths and numbers of repetitions that are not known are taken to be ordinary ones;
what Keras does around an operation is counted as the operations that take as long.  `corpus.gain` measures.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from hybridize_analyzer.domain.state import Frame
from hybridize_analyzer.domain.values import Iterator, Scalar, Shape, Value, tensors
from hybridize_analyzer.shapes.spec import Repeated, Result, Several, Spec

LAYER_CALL = 40
"""What a Keras layer does around its operations, in operations."""
NETWORK_LAYERS = 100
NETWORK_ARITHMETIC = 10**9
"""The layers of a network of `keras.applications`, and its arithmetic for one picture; from half to many times of that."""
OPTIMIZER_STEP = 200
"""A step of a Keras optimizer, in operations: about fifty for each of a few variables."""
GRAPH_CALL = 8
"""The call of a graph, in operations that are run one by one: see `verdict.gain`."""
FIGURE = 1800
"""Drawing a figure of matplotlib into a file, in operations: fifty milliseconds for an empty one."""

BACKWARD = 2  # operations, and arithmetic, of a gradient for one that was recorded
_LENGTH = 32  # of an axis whose length is not known
_KERNEL = 3  # of a side of a kernel whose length is not known
TIMES = 8  # repetitions of a loop that does not say how often it runs
_MOST = (100_000, 5 * 10**9)  # recursion multiplies them; longer than a quarter of a second is long

_CONTRACTIONS = frozenset(
    "matmul linalg.matmul linalg.matvec tensordot einsum linalg.einsum dot nn.conv1d nn.conv2d nn.conv3d".split()
)


def work(name: str, given: Iterable[Value], result: Result) -> int:
    """The multiplications and additions of one operation; as many as elements come out, for most."""
    size = elements(result)
    if name not in _CONTRACTIONS:
        return size
    shapes = [t.shape for value in given for t in tensors(value) if t.shape]
    if "conv" in name and len(shapes) > 1:  # the filters: kernel, channels, numbers that are given
        return size * prod(map(_length, shapes[1][:-1]))
    return size * (_length(shapes[0][-1]) if shapes else _LENGTH)


def pairwise(left: Value, right: Value, *, contracted: bool) -> int:
    """The arithmetic of an operator between two values.  contracted: of a product of matrices."""
    shapes = [t.shape for value in (left, right) for t in tensors(value)]
    size = max(map(_size, shapes), default=1)
    return size * (_length(shapes[0][-1]) if shapes and shapes[0] else _LENGTH) if contracted else size


def elements(result: Result) -> int:
    """How many numbers an operation gives."""
    if isinstance(result, Several):
        return sum(elements(part) for part in result.specs)
    if isinstance(result, Repeated):
        return _LENGTH
    return _size(result.shape) if isinstance(result, Spec) else 1


def add_layer(frame: Frame, args: tuple[Value, ...]) -> None:
    """A call of a layer of Keras: three operations on what it is given, and what Keras does around them."""
    frame.ops += LAYER_CALL + 3
    frame.weighted += 1
    sizes = [_size(t.shape) for value in args[:1] for t in tensors(value)]
    frame.work += _LENGTH * max(sizes, default=_LENGTH)


def add_network(frame: Frame, args: tuple[Value, ...]) -> None:
    """A call of a network for pictures that is made as a whole."""
    frame.ops += NETWORK_LAYERS * (LAYER_CALL + 3)
    frame.weighted += 1
    shapes = [t.shape for value in args[:1] for t in tensors(value)]
    pictures = max((_length(shape[0]) if shape else _LENGTH for shape in shapes), default=1)
    frame.work += NETWORK_ARITHMETIC * pictures


def add_convolution(frame: Frame, shape: Shape, kernel: Iterable[int | None], channels: int | None) -> None:
    """The arithmetic of a convolution.  shape: of what it gives.  channels: those that the kernel goes through."""
    frame.work += _size(shape) * prod(side or _KERNEL for side in kernel) * _length(channels)


def add_gradient(frame: Frame) -> None:
    """A gradient of what the frame has computed so far."""
    frame.ops += max(BACKWARD, BACKWARD * frame.ops)
    frame.work += BACKWARD * frame.work


def count_graph(frame: Frame, before: int) -> None:
    """What a frame has computed since is one call of a graph.

    before: the operations of the frame until then.
    """
    frame.ops = min(frame.ops, before + GRAPH_CALL)


def length_of(iterable: Value) -> int | None:
    """How many elements a `range` has; None where that is not known, and for everything else."""
    found = [a.element for a in iterable if isinstance(a, Iterator)]
    among = {a.among for element in found for a in element if isinstance(a, Scalar)}
    (known,) = among if len(iterable) == len(found) == len(among) == 1 else (None,)
    return None if known is None else len(range(*known))


def repeated(before: tuple[int, int], once: tuple[int, int], times: int | None) -> tuple[int, int]:
    """Operations and arithmetic after a loop, from those before it and after its first round."""
    rounds = TIMES if times is None else times
    ops, done = (b + rounds * (o - b) for b, o in zip(before, once, strict=True))
    return ops, done


def bounded(frame: Frame) -> tuple[int, int]:
    """Operations and arithmetic of an activation; bounded, for what calls itself would count for ever."""
    return min(frame.ops, _MOST[0]), min(frame.work, _MOST[1])


def _size(shape: tuple[object, ...] | None) -> int:
    return _LENGTH * _LENGTH if shape is None else prod(map(_length, shape))


def _length(axis: object) -> int:
    return axis if isinstance(axis, int) else _LENGTH
