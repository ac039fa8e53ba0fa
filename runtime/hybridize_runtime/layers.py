"""A network as a Keras layer: its weights are the layer's, its batches come from `dataset`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import keras

from hybridize_runtime.models.weights import weights_made_by


@keras.saving.register_keras_serializable("hybridize_runtime")
class GraphLayer(keras.layers.Layer):  # type: ignore[misc]
    """Runs a ready model, or any model with a `network`, on batches of instance graphs.

    `make`: gets the dtype to compute in, which may be that of a mixed policy, and returns the model; variables that it
    makes with `models.weight` become weights of the layer (regularizers and initializers as given).  Layers of Keras that
    its cells call are attributes of whoever holds both.  `read`: the component of state that the layer returns.
    """

    def __init__(
        self,
        make: Callable[[Any], Any],
        read: str = "h",
        executor: str = "loop",
        regularizer: Any = None,
        initializer: Any = "glorot_uniform",
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._make, self.read, self.executor = make, read, executor
        self._regularizer = keras.regularizers.get(regularizer)
        self._initializer = keras.initializers.get(initializer)
        name = self.dtype_policy.name
        with weights_made_by(self._weight):
            self.model = make(name if name.startswith("mixed_") else self.compute_dtype)
        self.built = True

    def _weight(self, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        matrix = len(shape) > 1
        return self.add_weight(
            name=name,
            shape=shape,
            dtype=dtype.name,
            initializer=self._initializer if matrix else "zeros",
            regularizer=self._regularizer if matrix else None,
        )

    def get_config(self) -> dict[str, Any]:
        """What `keras.models.load_model` makes the layer of; `make` has to be registered (`register_keras_serializable`)."""
        return {
            **super().get_config(),
            "make": keras.saving.serialize_keras_object(self._make),
            "read": self.read,
            "executor": self.executor,
            "regularizer": keras.regularizers.serialize(self._regularizer) if self._regularizer else None,
            "initializer": keras.initializers.serialize(self._initializer),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> GraphLayer:
        """The layer of a configuration."""
        return cls(**{**config, "make": keras.saving.deserialize_keras_object(config["make"])})

    @property
    def network(self) -> Any:
        """The network, for `dataset`, `collate` and plans."""
        return self.model.network

    def call(self, batch: Mapping[str, Any], training: bool | None = None) -> Any:
        """`{"arrays": ..., "inputs": ...}` to the states that were read, [reads, ...]."""
        outputs = self.network.apply(batch["arrays"], batch["inputs"], self.executor, training)
        return outputs.state[self.read]
