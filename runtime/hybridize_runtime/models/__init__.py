"""Ready models: cells with weights, and the networks that run them."""

from hybridize_runtime.models.encoders import Encoder
from hybridize_runtime.models.fused import gru_gates, lstm_gates, tree_lstm_gates
from hybridize_runtime.models.lattices import LatticeLSTM, lattice
from hybridize_runtime.models.modules import ModuleNetwork
from hybridize_runtime.models.moe import MixtureOfExperts
from hybridize_runtime.models.networks import GraphNetwork, wiring
from hybridize_runtime.models.sequences import VariableGRU, VariableLSTM
from hybridize_runtime.models.trees import BinaryTreeLSTM, ChildSumTreeLSTM, TreeFC
from hybridize_runtime.models.weights import weight

__all__ = [
    "BinaryTreeLSTM",
    "ChildSumTreeLSTM",
    "Encoder",
    "GraphNetwork",
    "LatticeLSTM",
    "MixtureOfExperts",
    "ModuleNetwork",
    "TreeFC",
    "VariableGRU",
    "VariableLSTM",
    "gru_gates",
    "lattice",
    "lstm_gates",
    "tree_lstm_gates",
    "weight",
    "wiring",
]
