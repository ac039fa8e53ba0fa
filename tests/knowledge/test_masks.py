"""Executes what `library/keras/masks.py` says of layers: which read the mask of their input, and which hand it on."""

from typing import Any

import numpy as np
import pytest
from hybridize_analyzer.library.keras import masks

pytestmark = [pytest.mark.tf, pytest.mark.filterwarnings("ignore:.*was passed an input with a mask")]

_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "Activation": ("relu",), "AveragePooling1D": (2,), "Conv1D": (2, 2), "Cropping1D": (1,), "Dense": (3,),
    "MaxPooling1D": (2,), "Permute": ((2, 1),), "Rescaling": (2.0,), "Reshape": ((2, 8),), "SeparableConv1D": (2, 2),
    "GroupNormalization": (2,), "Dropout": (0.0,), "AlphaDropout": (0.0,), "GaussianDropout": (0.1,),
    "GaussianNoise": (0.1,), "SpatialDropout1D": (0.0,), "MultiHeadAttention": (1, 2), "GroupQueryAttention": (2, 2, 1),
    "LSTM": (3,), "GRU": (3,), "SimpleRNN": (3,), "UpSampling1D": (2,), "ZeroPadding1D": (1,),
}  # fmt: skip
_OF_SEVERAL = frozenset(
    {"Add", "Average", "Concatenate", "Dot", "Maximum", "Minimum", "Multiply", "Subtract"}
)
_OF_ELSE = frozenset({"Embedding", "RepeatVector", "ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D", "RNN"})
"""Layers of other inputs than steps of vectors, and the general form of the recurrent layers."""
_SHAPED = frozenset({"Softmax"})
"""Layers whose mask has the shape of the input, which that of an embedding has not."""
_LAYERS = sorted(
    (masks.DO_NOT_READ | masks.HAND_ON | masks.RECURRENT | {"GlobalAveragePooling1D"}) - _OF_ELSE - _SHAPED
)


def _layer(name: str) -> Any:
    import tensorflow as tf

    layers = tf.keras.layers
    if name in ("Bidirectional", "TimeDistributed"):
        inner = layers.LSTM(3, return_sequences=True) if name == "Bidirectional" else layers.Dense(3)
        return getattr(layers, name)(inner)
    if name == "Lambda":
        return layers.Lambda(lambda x: x * 2.0)
    layer = getattr(layers, name)(*((2,) if name == "Dot" else _ARGUMENTS.get(name, ())))
    if name in _OF_SEVERAL or name in ("Attention", "AdditiveAttention"):
        return lambda x, **_: layer([x, x])
    if name in ("MultiHeadAttention", "GroupQueryAttention"):
        return lambda x, **_: layer(x, x)
    return layer


@pytest.mark.parametrize("name", _LAYERS)
def test_masks_are_read_and_handed_on_as_the_tables_say(name: str) -> None:
    import tensorflow as tf

    tf.keras.utils.set_random_seed(1)
    embedding = tf.keras.layers.Embedding(10, 4, mask_zero=True)
    ids = tf.constant([[1, 2, 0, 0], [3, 0, 0, 0]])
    layer = _layer(name)
    training = {"training": True} if name == "BatchNormalization" else {}
    masked = layer(embedding(ids), **training)
    plain = layer(tf.identity(embedding(ids)), **training)
    assert np.allclose(masked, plain, atol=1e-6) or name not in masks.DO_NOT_READ
    handed_on = getattr(masked, "_keras_mask", None) is not None
    assert handed_on <= (name in masks.HAND_ON), "a mask that the analysis does not see"
    assert getattr(plain, "_keras_mask", None) is None
