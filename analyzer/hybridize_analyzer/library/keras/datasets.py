"""The arrays that `keras.datasets` loads: the sets are what they are, and Keras checks a digest of each file."""

from __future__ import annotations

from hybridize_analyzer.domain.state import State
from hybridize_analyzer.domain.values import MADE, UNKNOWN, Array, Shape, Tuple, Value, one
from hybridize_analyzer.library.keras import layers

_Kind = tuple[str | None, Shape]

SETS: dict[str, tuple[tuple[int | None, int | None], _Kind, _Kind]] = {
    "mnist": ((60_000, 10_000), ("uint8", (28, 28)), ("uint8", ())),
    "fashion_mnist": ((60_000, 10_000), ("uint8", (28, 28)), ("uint8", ())),
    "cifar10": ((50_000, 10_000), ("uint8", (32, 32, 3)), ("uint8", (1,))),
    "cifar100": ((50_000, 10_000), ("uint8", (32, 32, 3)), (None, (1,))),
    "boston_housing": ((None, None), (None, (13,)), (None, ())),  # an argument says how many are for tests
}
"""How many examples there are to train and to test with, and dtype and shape of one and of its label."""
_IN_COLOUR = frozenset({"cifar10", "cifar100"})


def loaded(state: State, name: str) -> Value:
    """What `keras.datasets.SET.load_data`, the function of this name, gives; unknown for the sets of texts."""
    chosen, _, function = name.removeprefix("keras.datasets.").partition(".")
    if (
        function != "load_data"
        or chosen not in SETS
        or (chosen in _IN_COLOUR and layers.chooses_format(state))
    ):
        return UNKNOWN
    counts, *kinds = SETS[chosen]
    return one(Tuple(tuple(_part(count, *kinds) for count in counts)))


def _part(count: int | None, *kinds: _Kind) -> Value:
    return one(Tuple(tuple(one(Array(dtype, (count, *shape), (MADE,))) for dtype, shape in kinds)))
