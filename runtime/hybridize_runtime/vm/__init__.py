"""A virtual machine for exported models: NumPy and jaxlib, no TensorFlow.

Read in this order: `manifest` (what an archive declares), `archive` (how it is read), `instructions` (what a program
can say), `schedule` and `groups` (shape functions on the host), `store` and `device` (kernels, weights, buffers),
`model` (what users call).
"""

from hybridize_runtime.graph.graphs import InstanceGraph, from_children
from hybridize_runtime.vm.archive import Limits
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.model import Model, load
from hybridize_runtime.vm.service import Service

__all__ = ["ArchiveError", "InstanceGraph", "Limits", "Model", "Service", "from_children", "load"]
