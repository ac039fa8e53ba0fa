"""A PJRT device through jaxlib alone: arrays to and from it, kernels compiled for it and kept on disk.

jaxlib has no promise of a stable interface, so all use of it for execution is in this file.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from hybridize_runtime.vm.apart import compiler
from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Module, Spec

PLUGIN = "hybridize_cuda"  # jax registers `cuda`, and falls back to the CPU where somebody else did
LENT = "iuf"  # kinds of dtypes that DLPack hands to NumPy without a copy


class _Aval:
    """What jaxlib wants to know of an array."""

    __slots__ = ("dtype", "shape", "weak_type")

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype, self.weak_type = shape, dtype, False


class Kernel:
    """A compiled module.  Calling it starts it and does not wait; donated arguments are gone afterwards."""

    def __init__(self, device: Device, executable: Any, results: Sequence[Spec]) -> None:
        from jaxlib import _jax

        self.executable = executable
        handler = partial(_jax.array_result_handler, committed=True)
        if "_skip_checks" in str(_jax.array_result_handler.__doc__):  # before jaxlib 0.11
            handler = partial(handler, _skip_checks=True)
        self.handlers = [handler(_Aval(spec.shape, spec.numpy), device.sharding) for spec in results]

    def __call__(self, arguments: Sequence[Any]) -> Sequence[Any]:
        found: Sequence[Any] = self.executable.execute_sharded(arguments).consume_with_handlers(self.handlers)
        return found


class Device:
    """One device of a platform, `cpu` or `cuda`.  `compilations`: how many kernels were compiled, not read from disk.

    `alone`: kernels of the CPU run in the calling thread only.
    """

    def __init__(self, platform: str = "cpu", cache: Path | None = None, alone: bool = False) -> None:
        from jaxlib import _jax, xla_client

        self.client, self.alone = _client(platform, alone), alone
        self.device = self.client.devices()[0]
        self.devices = xla_client.DeviceList((self.device,))
        self.sharding = _sharding(self.device)
        self.platform, self.compilations = platform, 0
        self.cache = cache_folder(cache)
        self._put = _jax.batched_device_put
        if "enable_x64" in str(self._put.__doc__):  # jaxlib that can be told with each array
            self._put = partial(self._put, enable_x64=True)
        if sys.modules.get("jax") is None:  # which does it itself
            _keep_64_bits(_jax)

    def put(self, array: Any) -> Any:
        """A copy of a NumPy array on the device."""
        return self._placed(array, copied=True)

    def lend(self, array: Any) -> Any:
        """A NumPy array on the device; on the CPU not copied, so it must stay as it is until results were got."""
        return self._placed(array, copied=False)

    def _placed(self, array: Any, copied: bool) -> Any:
        array = np.ascontiguousarray(array)
        return self._put(_Aval(array.shape, array.dtype), self.sharding, [array], [self.device], True, copied)

    def get(self, array: Any) -> Any:
        """An array of the device for NumPy; waits for it.  On the CPU nothing is copied, so it is read-only."""
        array.block_until_ready()
        if self.platform == "cpu" and array.aval.dtype.kind in LENT:
            return np.from_dlpack(_Exporting(array))
        return array._single_device_array_to_np_array_did_copy()[0]

    @staticmethod
    def spec(array: Any) -> Spec:
        """What a device array is."""
        return Spec(tuple(array.aval.shape), array.aval.dtype.name)

    def kernel(self, code: bytes, module: Module, largest: int) -> Kernel:
        """A module, checked and compiled for this device by another process; taken from disk where that was done before.

        Raises ArchiveError for a module that is not what is declared, or that cannot be compiled.
        """
        options = _compile_options(self.platform)
        stored = self.cache / f"{self._key(code, module, largest)}.kernel" if self.cache else None
        executable = self._stored(stored, options)
        if executable is None:
            compiled = compiler().compile(code, module, largest, self.platform, self.alone)
            if compiled is None:
                executable = self.compiled(code, module)
                compiled = _serialized(executable)
            else:
                executable = self._handed_over(compiled, module, options)
            self.compilations += 1
            _store(stored, compiled)
        return Kernel(self, executable, module.results)

    def compiled(self, code: bytes, module: Module) -> Any:
        """A module that was checked, compiled in this process."""
        try:
            return self.client.compile_and_load(code, self.devices, _compile_options(self.platform))
        except Exception as error:
            text = str(error).splitlines()[0]
            raise ArchiveError(
                f"`{module.file}` cannot be compiled for {self.platform}: {text:.200}"
            ) from None

    def _handed_over(self, compiled: bytes, module: Module, options: Any) -> Any:
        """What the other process compiled, on this device."""
        try:
            return self.client.deserialize_executable(compiled, self.devices, options)
        except Exception as error:  # such as names in the module that are no text
            text = str(error).splitlines()[0]
            raise ArchiveError(
                f"`{module.file}` is damaged: its kernel cannot be read: {text:.200}"
            ) from None

    def _key(self, code: bytes, module: Module, largest: int) -> str:
        where = (
            module.arguments,
            module.results,
            largest,
            f"{self.platform}, one thread" if self.alone else self.platform,
            self.device.device_kind,
            self.client.platform_version,
            version("jaxlib"),
            _processor(),
            os.environ.get("XLA_FLAGS", ""),
        )
        return hashlib.sha256(code + repr(where).encode()).hexdigest()

    def _stored(self, path: Path | None, options: Any) -> Any | None:
        if path is None or not path.is_file():
            return None
        try:
            content = path.read_bytes()
            digest, kernel = content[:32], content[32:]
            if hashlib.sha256(kernel).digest() != digest:
                return None
            return self.client.deserialize_executable(kernel, self.devices, options)
        except Exception:  # of another build, or damaged: it is compiled again
            return None


def _keep_64_bits(_jax: Any) -> None:
    """Lets jaxlib take arrays as they are; without jax, it does not know whether to narrow them."""
    if hasattr(_jax.jax_jit, "set_enable_x64_state"):
        kind = {"include_in_jit_key": False, "include_in_trace_context": False}
        _jax.jax_jit.set_enable_x64_state(_jax.config.Config("enable_x64", True, **kind))
    else:  # before jaxlib 0.7
        _jax.jax_jit.set_thread_local_state_initialization_callback(lambda: None)
        _jax.jax_jit.global_state().enable_x64 = True


class _Exporting:
    """The DLPack protocol of arrays, which jax adds to them and jaxlib alone does not."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        from jaxlib import _jax

        return _jax.buffer_to_dlpack_managed_tensor(self.array)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def cache_folder(folder: Path | None) -> Path | None:
    """Where compiled kernels are kept: this folder, or the user's; None where it belongs to somebody else.

    What is stored there is machine code, so nobody else may write to it.
    """
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    path = folder or Path(base) / "hybridize" / "kernels"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = path.stat()
    except OSError:
        return None
    private = os.name == "nt" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)
    return path if private else None


def _serialized(executable: Any) -> bytes | None:
    """None for a device whose kernels cannot be stored: the next process compiles again."""
    try:
        return bytes(executable.serialize())
    except Exception:
        return None


def _store(path: Path | None, kernel: bytes | None) -> None:
    """Written beside and renamed, so that another process never reads half of it."""
    if path is None or kernel is None:
        return
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(kernel).digest() + kernel)
        Path(file.name).replace(path)
    except OSError:  # a full disk
        return


def _processor() -> str:
    """The features of the processor, for which kernels are compiled."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        import platform

        return platform.processor() or platform.machine()
    return next((line for line in lines if line.startswith(("flags", "Features"))), "")


def _sharding(device: Any) -> Any:
    from jaxlib import _jax, xla_client

    class Single(_jax.SingleDeviceSharding):  # type: ignore[misc]
        """With what jax adds to its class."""

        memory_kind = None

        def _to_xla_hlo_sharding(self, _: int) -> Any:
            return xla_client.HloSharding.replicate()

    return Single(device)


_clients: dict[tuple[str, bool], Any] = {}  # of the process


def _client(platform: str, alone: bool) -> Any:
    if (platform, alone) not in _clients:
        _clients[platform, alone] = _single_threaded() if alone else _new_client(platform)
    return _clients[platform, alone]


def _single_threaded() -> Any:
    """XLA asks the environment how many threads a client of the CPU has, and nothing else."""
    before = {name: os.environ.get(name) for name in ("PJRT_NPROC", "NPROC")}
    os.environ.update(dict.fromkeys(before, "1"))
    try:
        return _new_client("cpu")
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            os.environ.update({name: value} if value is not None else {})


def _new_client(platform: str) -> Any:
    from jaxlib import xla_client

    if platform == "cpu":
        # A thread of its own for each module costs a change of threads, and on few cores the wait for one.
        return xla_client.make_cpu_client(asynchronous=False)
    if platform != "cuda":
        raise ValueError(f"there is no platform `{platform}`; choose `cpu` or `cuda`")
    for plugin in ("jax_plugins.xla_cuda13", "jax_plugins.xla_cuda12"):
        if (spec := _spec(plugin)) is not None and spec.origin:
            library = Path(spec.origin).parent / "xla_cuda_plugin.so"
            if not xla_client.pjrt_plugin_loaded(PLUGIN):
                xla_client.load_pjrt_plugin_dynamically(PLUGIN, str(library))
            if not xla_client.pjrt_plugin_initialized(PLUGIN):
                xla_client.initialize_pjrt_plugin(PLUGIN)
            return xla_client.make_c_api_client(PLUGIN, xla_client.generate_pjrt_gpu_plugin_options())
    raise ValueError(
        "PJRT sees no GPU here: the CUDA plugin of jaxlib is not installed (`jax-cuda12-plugin`)"
    )


def _compile_options(platform: str) -> Any:
    """XLA's options; for a GPU with the folder of the assembler and the library of device functions that come with pip."""
    from jaxlib import xla_client

    options = xla_client.CompileOptions()
    if platform == "cuda":
        folders = [
            Path(folder)
            for package in ("nvidia.cu13", "nvidia.cuda_nvcc")
            if (spec := _spec(package)) is not None
            for folder in spec.submodule_search_locations or ()
        ]
        found = next((folder for folder in folders if (folder / "nvvm" / "libdevice").is_dir()), None)
        if found is not None:
            options.executable_build_options.debug_options.xla_gpu_cuda_data_dir = str(found)
    return options


def _spec(name: str) -> Any:
    try:
        return find_spec(name)
    except ModuleNotFoundError:
        return None
