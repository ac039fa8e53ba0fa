"""Ready models: cells with weights, and the networks that run them."""

from hybridize_runtime.models.moe import MixtureOfExperts
from hybridize_runtime.models.sequences import VariableGRU, VariableLSTM
from hybridize_runtime.models.trees import BinaryTreeLSTM, ChildSumTreeLSTM, TreeFC

__all__ = ["BinaryTreeLSTM", "ChildSumTreeLSTM", "MixtureOfExperts", "TreeFC", "VariableGRU", "VariableLSTM"]
