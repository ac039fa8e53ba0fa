"""Modules that are parsed and compiled in another process.

What is in an archive is not ours, and the parsers and compilers that read it are native code: bytes that are made for
it, or only damaged, can end the process that they are read in.  So that is a process of its own, which may die: every
end of it is an `ArchiveError`.  What it hands back is the kernel that it compiled.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import threading
from typing import Any

from hybridize_runtime.vm.errors import ArchiveError
from hybridize_runtime.vm.manifest import Module, Spec
from hybridize_runtime.vm.messages import REFUSED, read, write

LONGEST = 600.0
"""Seconds after which a compilation is given up."""
# `-I`: neither the working directory nor the user's variables may put a module before one of ours.
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from hybridize_runtime.vm.compiling import main; main()"
)


class Compiler:
    """A process that compiles for the devices of this one.  Started when first asked, and anew when it has died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def compile(self, code: bytes, module: Module, largest: int, platform: str, alone: bool) -> bytes | None:
        """A module, checked and compiled.

        Args:
            code: the module, as in the archive.
            module: what the archive declares it to be.
            largest: bytes of the largest array that it may compute.
            platform, alone: as of `Device`.

        Returns:
            The compiled kernel; None where one of this platform cannot be handed on: the module was checked only.

        Raises:
            ArchiveError: it is not what is declared, cannot be compiled, or ends the process that tries.
        """
        asked = {
            "file": module.file,
            "arguments": [_plain(spec) for spec in module.arguments],
            "results": [_plain(spec) for spec in module.results],
            "largest": largest,
            "platform": platform,
            "alone": alone,
        }
        with self._lock:
            kind, content = self._exchanged(json.dumps(asked).encode(), code, module.file)
        if kind == REFUSED:
            raise ArchiveError(content.decode("utf-8", "replace"))
        return content or None

    def close(self) -> None:
        """Ends the process, whatever it is at."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()

    def _exchanged(self, asked: bytes, code: bytes, file: str) -> tuple[bytes, bytes]:
        process = self._process if self._process and self._process.poll() is None else self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write(process.stdin, asked)
            write(process.stdin, code)
            if not _is_ready(process.stdout):
                raise ArchiveError(f"`{file}` is not compiled within {LONGEST:.0f} s")
            answer = read(process.stdout)
        except OSError:
            answer = None
        except BaseException:  # what is on its way must not be taken for the next answer
            self.close()
            raise
        if answer:
            return answer[:1], answer[1:]
        self.close()
        raise ArchiveError(f"`{file}` ends the process that compiles it: it is damaged, or made to do so")

    def _started(self) -> subprocess.Popen[bytes]:
        self.close()
        command = [sys.executable, "-I", "-c", _START, json.dumps(sys.path)]
        # What native code says as it dies is no message for users.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        return self._process


_compilers: list[Compiler] = []  # of the process


def compiler() -> Compiler:
    """The one compiler of this process; a child of a fork has its own."""
    if not _compilers:
        _compilers.append(Compiler())
        atexit.register(_compilers[0].close)
    return _compilers[0]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_compilers.clear)


def _plain(spec: Spec) -> tuple[tuple[int, ...], str]:
    return spec.shape, spec.dtype


def _is_ready(stream: Any) -> bool:
    if os.name == "nt":  # where pipes cannot be waited for
        return True
    return bool(select.select([stream], [], [], LONGEST)[0])
