"""A network as a Keras layer: its weights are the layer's, its batches come from `dataset`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import keras
import tensorflow as tf

from hybridize_runtime.models.weights import weights_made_by


@keras.saving.register_keras_serializable("hybridize_runtime")
class GraphLayer(keras.layers.Layer):  # type: ignore[misc]
    """Runs a ready model, or any model with a `network`, on batches of instance graphs.

    `make`: gets the dtype to compute in, which may be that of a mixed policy, and returns the model; variables that it
    makes with `models.weight` become weights of the layer (regularizers and initializers as given), and layers of Keras
    that are attributes of the model, also in lists and dictionaries, become parts of it.  Raises ValueError for other
    variables that `make` makes.  `read`: the component of state that the layer returns.
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
        made: list[Any] = []

        def remembered(create: Callable[..., Any], **settings: Any) -> Any:
            made.append(create(**settings))
            return made[-1]

        with weights_made_by(self._weight), tf.variable_creator_scope(remembered):
            self.model = make(name if name.startswith("mixed_") else self.compute_dtype)
            self.parts = [*_layers_of(self.model, set())]
            if not tf.distribute.has_strategy():
                self.network.traces_for()  # makes the weights of layers that are built by their first call
        self._refuse_others(made)
        self.built = True

    def _refuse_others(self, made: Sequence[Any]) -> None:
        """Raises ValueError for a variable that nobody would train, or save."""
        own = {id(weight.value) for weight in self.weights}
        for variable in made:
            if variable.trainable and id(variable) not in own:
                name = variable.name.split(":")[0].rpartition("/")[2]
                raise ValueError(
                    f"`make` makes the variable `{name}`, which is no weight of the layer and would not be "
                    "trained; make it by `hybridize_runtime.models.weight`, or by a layer of Keras that is an attribute of "
                    "the model"
                )

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


def _layers_of(value: Any, seen: set[int]) -> Iterator[Any]:
    """Layers of Keras that an object holds, in attributes, modules, lists and dictionaries."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, keras.layers.Layer):
        yield value
        return
    if isinstance(value, Mapping):
        inner = list(value.values())
    elif isinstance(value, (list, tuple)):
        inner = list(value)
    else:
        held = vars(value).values() if hasattr(value, "__dict__") else ()
        inner = [
            each for each in held if isinstance(each, (keras.layers.Layer, tf.Module, Mapping, list, tuple))
        ]
    for each in inner:
        yield from _layers_of(each, seen)
