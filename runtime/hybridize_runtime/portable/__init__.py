"""Export of models to archives that `hybridize_runtime.vm` runs without TensorFlow."""

from hybridize_runtime.portable.export import export

__all__ = ["export"]
