"""Names of what modules capture: variables, which can be trained, and constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tensorflow as tf

from hybridize_runtime.errors import CellError
from hybridize_runtime.portable.lowering import Lowered


class Weights:
    """The weights of an archive, collected from its modules."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._names: dict[int, str] = {}
        self._bases: dict[int, str] = {}

    def called(self, name: str, value: Any) -> Any:
        """The same tensor, which gets this name in the archive."""
        self._bases[id(value)] = name
        return value

    def arguments(self, modules: Mapping[str, Lowered]) -> list[str]:
        """Names of the last arguments of the modules of a kernel, which are the same for all of them."""
        orders = [[self._name(value) for value in lowered.captured] for lowered in modules.values()]
        if any(order != orders[0] for order in orders):
            raise CellError("a cell uses other variables for other sizes; it cannot be exported")
        return orders[0]

    def _name(self, value: Any) -> str:
        if id(value) not in self._names:
            own = value.name.split(":")[0] if isinstance(value, tf.Variable) else "constant"
            base = self._bases.get(id(value), own)
            count = sum(name.partition("~")[0] == base for name in self._values)
            name = f"{base}~{count + 1}" if count else base
            self._names[id(value)], self._values[name] = name, value
        return self._names[id(value)]

    @property
    def trained(self) -> dict[str, Any]:
        """Variables that gradients are computed for."""
        return {n: v for n, v in self._values.items() if isinstance(v, tf.Variable) and v.trainable}

    def arrays(self) -> dict[str, Any]:
        """All values."""
        return {name: value.numpy() for name, value in self._values.items()}
