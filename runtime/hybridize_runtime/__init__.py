"""Batched execution of dynamic models on TensorFlow.  Imports nothing else of this distribution.

Names are imported when they are first used: `hybridize_runtime.vm` has to work where TensorFlow is not installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hybridize_runtime.builders import from_edges, from_nested, from_networkx, from_sequence
    from hybridize_runtime.cells import Cell, Rows, Vertex, vertex_function
    from hybridize_runtime.data import collate, dataset, planned
    from hybridize_runtime.errors import CellError, GraphError, InputError
    from hybridize_runtime.examples import fold_examples, map_examples, sum_examples, take_row
    from hybridize_runtime.futures import Future
    from hybridize_runtime.graphs import InstanceGraph, from_children
    from hybridize_runtime.many import Kept, from_trees
    from hybridize_runtime.network import Network, Outputs
    from hybridize_runtime.plan import Kind, Plan
    from hybridize_runtime.portable import export
    from hybridize_runtime.recording import batching, cell

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
        "builders": "from_edges from_nested from_networkx from_sequence",
        "cells": "Cell Rows Vertex vertex_function",
        "data": "collate dataset planned",
        "errors": "CellError GraphError InputError",
        "examples": "fold_examples map_examples sum_examples take_row",
        "futures": "Future",
        "graphs": "InstanceGraph from_children",
        "many": "Kept from_trees",
        "network": "Network Outputs",
        "plan": "Kind Plan",
        "recording": "batching cell",
        "portable": "export",
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
