"""Export of models to archives that `hybridize_runtime.vm` runs without TensorFlow."""

from hybridize_runtime.portable.buckets import Rule
from hybridize_runtime.portable.encoders import SequenceRule, export_encoder
from hybridize_runtime.portable.experts import export_experts
from hybridize_runtime.portable.exporting import export

__all__ = ["Rule", "SequenceRule", "export", "export_encoder", "export_experts"]
