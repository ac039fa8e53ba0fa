"""Batched execution of dynamic models on TensorFlow.  Imports nothing else of this distribution.

Names are imported when they are first used: `hybridize_runtime.vm` has to work where TensorFlow is not installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hybridize_runtime.compile.cells import Cell, Rows, Vertex, vertex_function
    from hybridize_runtime.errors import CellError, GraphError, InputError
    from hybridize_runtime.execute.data import collate, dataset, planned
    from hybridize_runtime.execute.network import Network
    from hybridize_runtime.execute.outputs import Outputs
    from hybridize_runtime.graph.builders import from_edges, from_nested, from_networkx, from_sequence
    from hybridize_runtime.graph.graphs import InstanceGraph, from_children
    from hybridize_runtime.graph.many import Kept, from_trees
    from hybridize_runtime.graph.plan import Kind, Plan
    from hybridize_runtime.portable import export
    from hybridize_runtime.record.examples import fold_examples, map_examples, sum_examples, take_row
    from hybridize_runtime.record.futures import Future
    from hybridize_runtime.record.traced_cells import batching, cell

__all__ = [
    "Cell",
    "CellError",
    "Future",
    "GraphError",
    "InputError",
    "InstanceGraph",
    "Kept",
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
    "export",
    "fold_examples",
    "from_children",
    "from_edges",
    "from_nested",
    "from_networkx",
    "from_sequence",
    "from_trees",
    "map_examples",
    "planned",
    "sum_examples",
    "take_row",
    "vertex_function",
]

_HOME = {
    name: module
    for module, names in {
        "compile.cells": "Cell Rows Vertex vertex_function",
        "errors": "CellError GraphError InputError",
        "execute.data": "collate dataset planned",
        "execute.network": "Network",
        "execute.outputs": "Outputs",
        "graph.builders": "from_edges from_nested from_networkx from_sequence",
        "graph.graphs": "InstanceGraph from_children",
        "graph.many": "Kept from_trees",
        "graph.plan": "Kind Plan",
        "portable": "export",
        "record.examples": "fold_examples map_examples sum_examples take_row",
        "record.futures": "Future",
        "record.traced_cells": "batching cell",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module `hybridize_runtime` has no attribute `{name}`")
    value = getattr(import_module(f"hybridize_runtime.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
