"""What outlives a run: weights and buffers on the device, and compiled kernels."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from hybridize_runtime.vm.archive import Archive, Limits
from hybridize_runtime.vm.device import Device, Kernel
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Spec


class Store:
    """The device side of one loaded archive."""

    def __init__(
        self, archive: Archive, device: Device, limits: Limits, weights: Mapping[str, Any] | None = None
    ) -> None:
        self.archive, self.device, self.limits = archive, device, limits
        self.weights: dict[str, Any] = {}
        self.put(archive.weights() if weights is None else weights)
        self.lock = threading.Lock()  # of compilation
        self._kernels: dict[tuple[str, str], Kernel] = {}
        self._buffers: dict[tuple[str, Spec], Any] = {}

    def put(self, weights: Mapping[str, Any]) -> None:
        """Copies these weights to the device."""
        self.weights = {name: self.device.put(value) for name, value in weights.items()}

    def kernel(self, name: str, key: str) -> Kernel:
        """A module of a kernel, compiled when first asked for."""
        found = self._kernels.get((name, key))
        if found is not None:
            return found
        modules = self.archive.manifest.kernels.get(name, {})
        if key not in modules:
            raise ArchiveError(
                f"the archive has no module `{key:.60}` of the kernel `{name:.60}`; export it again"
            )
        with self.lock:
            if (name, key) not in self._kernels:
                module = modules[key]
                code = self.archive.read(module.file)
                self._kernels[name, key] = self.device.kernel(code, module, self.limits.array)
        return self._kernels[name, key]

    def check_size(self, name: str, shape: tuple[int, ...], itemsize: int) -> None:
        """Raises ArchiveError for an array that is larger than the limit."""
        if prod(shape) * itemsize > self.limits.array:
            raise ArchiveError(
                f"the buffer `{name:.60}` of shape {shape} is larger than {self.limits.array} bytes"
            )

    def take(self, name: str, spec: Spec) -> Any:
        """A buffer: the one given back after the last run, or a new one of zeros."""
        self.check_size(name, spec.shape, int(spec.numpy.itemsize))
        found = self._buffers.pop((name, spec), None)
        return self.device.put(np.zeros(spec.shape, spec.numpy)) if found is None else found

    def give(self, name: str, buffer: Any) -> None:
        """Keeps a buffer for the next run."""
        self._buffers[name, self.device.spec(buffer)] = buffer
