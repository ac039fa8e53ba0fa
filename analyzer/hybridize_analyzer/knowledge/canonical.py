"""One name for each thing that TensorFlow, Keras and NumPy export under several."""

from __future__ import annotations

from functools import cache

_PREFIXES = (  # tried in this order, one after the other
    ("tensorflow.compat.v2.", "tensorflow."),
    ("tensorflow.compat.v1.keras.", "keras."),
    ("tensorflow.losses.", "keras.losses."),
    ("tensorflow.metrics.", "keras.metrics."),
    ("tensorflow.optimizers.", "keras.optimizers."),
    ("tensorflow.initializers.", "keras.initializers."),
    ("tensorflow.python.keras.", "keras."),
    ("tensorflow.keras.", "keras."),
    ("tf_keras.", "keras."),
    ("keras.api.", "keras."),
    ("keras._v2.keras.", "keras."),
    ("tensorflow.python.eager.def_function.function", "tensorflow.function"),
    ("tensorflow.python.framework.ops.Tensor", "tensorflow.Tensor"),
    ("tensorflow.python.util.nest.", "tensorflow.nest."),
)
_SHORT = {
    "KLD": "kl_divergence",
    "MAE": "mean_absolute_error",
    "MAPE": "mean_absolute_percentage_error",
    "MSE": "mean_squared_error",
    "MSLE": "mean_squared_logarithmic_error",
}
"""Names of functions that `tf.keras.losses` and `tf.keras.metrics` export, in capitals as classes are."""
_EXACT = {
    "tensorflow.compat.v2": "tensorflow",
    "tensorflow.keras": "keras",
    "tf_keras": "keras",
    "tensorflow.python.keras": "keras",
    "keras._v2.keras": "keras",
    "keras.models.Model": "keras.Model",
    "keras.models.Sequential": "keras.Sequential",
    "keras.layers.Layer": "keras.Layer",
    "keras.layers.Input": "keras.Input",
    "keras.mixed_precision.LossScaleOptimizer": "keras.optimizers.LossScaleOptimizer",
    "keras.mixed_precision.experimental.LossScaleOptimizer": "keras.optimizers.LossScaleOptimizer",
    "tensorflow.random.Generator": "tensorflow.random.Generator",
    "tensorflow.random.experimental.Generator": "tensorflow.random.Generator",
    "tensorflow.contrib": "tensorflow.contrib",
    **{f"tensorflow.compat.v1.{name}": f"tensorflow.{name}" for name in ("foldl", "foldr", "map_fn", "scan")},
    **{
        f"keras.{m}.{short}": f"keras.losses.{name}"
        for m in ("losses", "metrics")
        for short, name in _SHORT.items()
    },
    "six.moves.reduce": "functools.reduce",
    "six.moves.zip_longest": "itertools.zip_longest",
    "six.moves.filterfalse": "itertools.filterfalse",
    **{f"six.moves.{name}": f"builtins.{name}" for name in ("filter", "input", "map", "range", "zip")},
    **{
        f"tree.{name}": f"tensorflow.nest.{name}"
        for name in ("assert_same_structure", "flatten", "is_nested", "map_structure")
    },
}


@cache
def canonical(name: str) -> str:
    """`tensorflow.keras.layers.Dense` and `keras.layers.Dense` are the same thing."""
    for old, new in _PREFIXES:
        if name.startswith(old):
            name = new + name[len(old) :]
    return _EXACT.get(name, name)
