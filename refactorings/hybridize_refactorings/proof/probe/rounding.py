"""Rounds otherwise: moves what watched calls find and give by a unit in the last place, at random.

No program can know to which side its arithmetic rounds.  What this moves in the original is therefore nothing that
an edit could be blamed for.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from . import tensors, values

_UNITS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10}
_LARGEST = 20_000  # objects that are looked at for variables, in one call


class Rounding:
    """Moves by a unit in the last place.  number: of the way in which it rounds; the same number moves the same."""

    def __init__(self, number: int) -> None:
        self._random = random.Random(number)

    def move(self, found: Iterable[Any]) -> None:
        """Moves the elements of all variables that some values lead to."""
        for variable in _variables(list(found)):
            tensors.quietly(lambda variable=variable: self._assign(variable))  # type: ignore[misc]

    def moved(self, value: Any) -> Any:
        """A result with its tensors moved; a gradient goes through it as it goes through rounding, unchanged."""
        if type(value) in (list, tuple):
            return type(value)([self.moved(part) for part in value])
        if type(value) is dict:
            return {key: self.moved(part) for key, part in value.items()}
        factor = self._factor(value) if tensors.is_eager(value) else None
        return value if factor is None else value * factor

    def _assign(self, variable: Any) -> None:
        factor = self._factor(variable)
        if factor is not None:
            variable.assign(variable.numpy() * factor)

    def _factor(self, value: Any) -> Any:
        """What each element is multiplied by; None where there is nothing to move.

        Whole numbers are kept: they count, switch, and mark, and are mostly exact.
        """
        numpy: Any = sys.modules["numpy"]
        unit = _UNITS.get(value.dtype.name)
        if unit is None:
            return None
        array = value.numpy()
        noise = numpy.random.RandomState(self._random.getrandbits(32)).randint(-1, 2, size=array.shape)
        fractions = numpy.isfinite(array) & (array != numpy.round(array))
        return (1.0 + unit * (noise * fractions)).astype(array.dtype)


def _variables(open_values: list[Any]) -> Iterator[Any]:
    """The variables inside of some values, each once."""
    seen: dict[int, Any] = {}
    while open_values and len(seen) < _LARGEST:
        value = open_values.pop()
        if id(value) in seen or values.is_plain(value):
            continue
        seen[id(value)] = value
        variable = tensors.variable_in(value)
        if variable is not None:
            yield variable
        elif isinstance(value, dict):
            open_values.extend(dict.values(value))
        elif isinstance(value, (list, tuple)):
            open_values.extend(value)
        elif not tensors.is_machinery(value):
            open_values.extend((values.state_of(value) or {}).values())
