"""What outlives a run: weights and buffers on the device, and compiled kernels."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import numpy as np

from hybridize_runtime.vm.archive import Archive, Limits
from hybridize_runtime.vm.device import Device, Kernel
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Module, Spec
from hybridize_runtime.vm.modules import ELEMENTS


class Store:
    """The device side of one loaded archive."""

    def __init__(self, archive: Archive, device: Device, limits: Limits) -> None:
        self.archive, self.device, self.limits = archive, device, limits
        self.weights = {name: device.put(value) for name, value in archive.weights().items()}
        self.lock = threading.Lock()  # of compilation
        self._kernels: dict[tuple[str, str], Kernel] = {}
        self._buffers: dict[tuple[str, Spec], Any] = {}
        self._writers: dict[tuple[Spec, Spec], Kernel] = {}

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

    def take(self, name: str, spec: Spec) -> Any:
        """A buffer: the one given back after the last run, or a new one of zeros."""
        if spec.bytes > self.limits.array:
            raise ArchiveError(
                f"the buffer `{name:.60}` of shape {spec.shape} is larger than {self.limits.array} bytes"
            )
        found = self._buffers.pop((name, spec), None)
        return self.device.put(np.zeros(spec.shape, spec.numpy)) if found is None else found

    def give(self, name: str, buffer: Any) -> None:
        """Keeps a buffer for the next run."""
        self._buffers[name, self.device.spec(buffer)] = buffer

    def write(self, buffer: Any, rows: Any, start: int) -> Any:
        """The buffer with rows from row `start` on; the buffer itself is used up."""
        pair = self.device.spec(buffer), self.device.spec(rows)
        if pair not in self._writers:
            with self.lock:
                self._writers[pair] = self.device.kernel(*_writer(*pair), self.limits.array)
        return self._writers[pair]([buffer, rows, self.device.put(np.int32(start))])[0]


@cache
def _writer(buffer: Spec, rows: Spec) -> tuple[bytes, Module]:
    """The module of `update`: a slice written in place."""
    from jaxlib import _jax

    names = {name: element for element, name in ELEMENTS.items()}
    whole, part = (f"tensor<{'x'.join([*map(str, s.shape), names[s.dtype]])}>" for s in (buffer, rows))
    zeros = ", ".join(["%z"] * (len(buffer.shape) - 1))
    index = f"%s, {zeros}" if zeros else "%s"
    types = ", ".join(["tensor<i32>"] * len(buffer.shape))
    text = f"""module @update {{
  func.func @main(%b: {whole} {{tf.aliasing_output = 0 : i32}}, %r: {part}, %s: tensor<i32>) -> {whole} {{
    %z = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.dynamic_update_slice %b, %r, {index} : ({whole}, {part}, {types}) -> {whole}
    return %n : {whole}
  }}
}}"""
    code = _jax.mlir.serialize_portable_artifact(text, "1.0.0")
    return code, Module("update", (buffer, rows, Spec((), "int32")), (buffer,))
