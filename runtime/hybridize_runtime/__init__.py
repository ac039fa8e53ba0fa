"""Batched execution of dynamic models on TensorFlow.  Imports nothing else of this distribution."""

from hybridize_runtime.builders import from_edges, from_nested, from_networkx, from_sequence
from hybridize_runtime.cells import Cell, Rows, Vertex, vertex_function
from hybridize_runtime.data import collate, dataset
from hybridize_runtime.errors import CellError, GraphError, InputError
from hybridize_runtime.futures import Future
from hybridize_runtime.graphs import InstanceGraph, from_children
from hybridize_runtime.network import Network, Outputs
from hybridize_runtime.plan import Kind, Plan
from hybridize_runtime.recording import batching, cell

__all__ = [
    "Cell",
    "CellError",
    "Future",
    "GraphError",
    "InputError",
    "InstanceGraph",
    "Kind",
    "Network",
    "Outputs",
    "Plan",
    "Rows",
    "Vertex",
    "batching",
    "cell",
    "collate",
    "dataset",
    "from_children",
    "from_edges",
    "from_nested",
    "from_networkx",
    "from_sequence",
    "vertex_function",
]
